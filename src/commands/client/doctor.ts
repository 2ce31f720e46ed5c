import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Calls } from "../../doctor/calls/calls.ts";
import { type CheckCall, toCurl } from "../../doctor/calls/check-call.ts";
import { Fetcher } from "../../doctor/calls/fetcher.ts";
import { type Diagnosis, diagnose } from "../../doctor/doctor.ts";
import { KeyMask } from "../../doctor/key-mask.ts";
import { initiallyKnown } from "../../doctor/known.ts";
import { formatEnd, formatFinding, formatJson, toExitCode } from "../../doctor/report.ts";
import { createListCall, type Visit } from "../../doctor/visit.ts";
import type { Settings } from "../../settings.ts";
import { CommandError } from "../command-error.ts";
import { proxyTo } from "../proxy.ts";
import { startDoctorProgress } from "./doctor-progress.ts";
import { keySources, readRegistryKey, requireRegistryUrl } from "./key-input.ts";

/**
 * `tapgraph doctor`: finds out how the registry behaves where the interface document is silent, and prints its findings.
 * @returns the exit code: 1 if tapgraph cannot work with the registry, or if there is a warning with `--strict`; 2 if the doctor
 * could not find out; otherwise 0.
 * @throws CommandError if the arguments are wrong, or if there is no address or key.
 */
export async function runDoctor(settings: Settings, argv: readonly string[]): Promise<number> {
  const options = readOptions(argv);
  const baseUrl = requireRegistryUrl(settings);
  const recorder = options.record === undefined ? undefined : await openRecorder(options.record);
  const key = await readRegistryKey(settings);
  await using fetcher = new Fetcher({
    baseUrl,
    key,
    timeoutMs: settings.REGISTRY_TIMEOUT_MS,
    proxy: proxyTo(baseUrl, settings),
  });
  // A reader such as `head` may close the pipe early. The exit code is still right.
  process.stdout.on("error", () => {});
  const progress = startDoctorProgress(options.budget);
  const onCall = (_: CheckCall, spent: number) => progress.onCall(spent);
  const calls = new Calls({ fetcher, budget: options.budget, pause, onCall });
  const visit = createVisit(settings, { baseUrl, key, calls, fetcher });
  const mask = new KeyMask(key);
  const diagnosis = await diagnose(visit, mask, {
    onCheck: ({ asks }) => progress.onCheck(asks),
    onFinding: (finding, call) => {
      if (!options.json) progress.print(formatFinding(finding, call));
    },
  });
  progress.stop();
  await recorder?.write(calls.madeCalls, { mask, baseUrl });
  process.stdout.write(formatResult(baseUrl, diagnosis, options));
  return toExitCode(diagnosis, options.strict ? "refused" : "allowed");
}

function createVisit(
  settings: Settings,
  { fetcher, ...given }: Pick<Visit, "baseUrl" | "key" | "calls"> & { readonly fetcher: Fetcher },
): Visit {
  return {
    ...given,
    timeoutMs: settings.REGISTRY_TIMEOUT_MS,
    hasProxy: proxyTo(given.baseUrl, settings) !== undefined,
    isSet: (name, value) => isPartOf(value, formatSetting(settings, name)),
    now: Date.now,
    tls: () => fetcher.tls,
    known: initiallyKnown,
  };
}

interface DoctorOptions {
  readonly json: boolean;
  readonly strict: boolean;
  readonly budget: number;
  readonly record: string | undefined;
}

function readOptions(argv: readonly string[]): DoctorOptions {
  const { json, strict, budget, record } = parse(argv);
  const calls = /^\d{1,6}$/.test(budget) ? Number(budget) : 0;
  if (calls < 1)
    throw new CommandError("tapgraph doctor: --budget takes a whole number, 1 or greater");
  return { json, strict, budget: calls, record };
}

/** Parses the arguments. The message of an error never repeats them, because one may be the key. */
function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        json: { type: "boolean", default: false },
        strict: { type: "boolean", default: false },
        budget: { type: "string", default: "60" },
        record: { type: "string" },
      },
      strict: true,
    }).values;
  } catch (error) {
    throw new CommandError(
      `tapgraph doctor: ${explainMistake(error)}; usage: tapgraph doctor [--json] [--budget CALLS] [--record DIR] [--strict] (the key comes ${keySources})`,
    );
  }
}

function explainMistake(error: unknown): string {
  switch (error instanceof Error && "code" in error && error.code) {
    case "ERR_PARSE_ARGS_UNKNOWN_OPTION":
      return "there is an unknown option";
    case "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL":
      return "every argument must be an option";
    default:
      return "--budget and --record require a value, --json and --strict take none";
  }
}

async function openRecorder(folder: string) {
  const { Recorder } = await import("../../doctor/recording/recorder.ts");
  try {
    return await Recorder.open(folder);
  } catch {
    throw new CommandError(
      `--record: ${folder} must be a new or empty folder that can be written to`,
    );
  }
}

function isPartOf(list: string, other: string): boolean {
  const parts = other.split(",");
  return list.split(",").every((part) => parts.includes(part));
}

function formatSetting(settings: Settings, name: string): string {
  if (name !== "ADDITIONAL_DATA_LINKS") return String(settings[name as keyof Settings]);
  const links = settings.ADDITIONAL_DATA_LINKS;
  return links
    .map(({ subject, identifier, target }) => `${subject}.${identifier}=${target}`)
    .join();
}

function formatResult(baseUrl: string, diagnosis: Diagnosis, { json }: DoctorOptions): string {
  if (json) return formatJson(diagnosis);
  const example = createListCall(diagnosis, "tag", { limit: 1, page: 1 });
  return formatEnd(diagnosis, toCurl(baseUrl, example));
}
