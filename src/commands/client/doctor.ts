import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Calls } from "../../doctor/calls/calls.ts";
import { Fetcher } from "../../doctor/calls/fetcher.ts";
import { diagnose } from "../../doctor/doctor.ts";
import { formatEnd, formatFinding, formatJson } from "../../doctor/report.ts";
import { asDocumented, type Visit } from "../../doctor/visit.ts";
import { Words } from "../../doctor/words.ts";
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
  const { json, strict, budget } = readOptions(argv);
  const baseUrl = requireRegistryUrl(settings);
  const key = await readRegistryKey(settings);
  const timeoutMs = settings.REGISTRY_TIMEOUT_MS;
  const proxy = proxyTo(baseUrl, settings);
  await using fetcher = new Fetcher({ baseUrl, key, timeoutMs, proxy });
  // A reader such as `head` may close the pipe early. The exit code is still right.
  process.stdout.on("error", () => {});
  const progress = startDoctorProgress(budget);
  const visit: Visit = {
    calls: new Calls({ fetcher, budget, pause, onCall: progress.onCall }),
    words: new Words(key),
    baseUrl,
    key,
    timeoutMs,
    hasProxy: proxy !== undefined,
    isSet: (name, value) => isPartOf(value, formatSetting(settings, name)),
    now: Date.now,
    tls: () => fetcher.tls,
    known: { ...asDocumented },
  };
  const diagnosis = await diagnose(visit, {
    check: ({ asks }) => progress.onCheck(asks),
    finding: (finding) => {
      if (!json) progress.print(formatFinding(finding));
    },
  });
  progress.stop();
  process.stdout.write(json ? formatJson(visit, diagnosis) : formatEnd(visit, diagnosis));
  const { outcome, findings } = diagnosis;
  if (outcome === "unknown") return 2;
  const isWarned = findings.some(({ status }) => status === "warning");
  return outcome === "cannot-work" || (strict && isWarned) ? 1 : 0;
}

function readOptions(argv: readonly string[]): {
  readonly json: boolean;
  readonly strict: boolean;
  readonly budget: number;
} {
  const { budget, ...others } = parse(argv);
  const calls = /^\d{1,6}$/.test(budget) ? Number(budget) : 0;
  if (calls < 1)
    throw new CommandError("tapgraph doctor: --budget takes a whole number, 1 or greater");
  return { ...others, budget: calls };
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
      },
      strict: true,
    }).values;
  } catch (error) {
    throw new CommandError(
      `tapgraph doctor: ${explainMistake(error)}; usage: tapgraph doctor [--json] [--budget CALLS] [--strict] (the key comes ${keySources})`,
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
      return "--budget requires a value, --json and --strict take none";
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
