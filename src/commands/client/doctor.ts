import { setTimeout as pause } from "node:timers/promises";
import { Calls } from "../../doctor/calls/calls.ts";
import { Fetcher } from "../../doctor/calls/fetcher.ts";
import { diagnose } from "../../doctor/doctor.ts";
import { formatEnd, formatFinding, formatJson } from "../../doctor/report.ts";
import { asDocumented, type Visit } from "../../doctor/visit.ts";
import { Words } from "../../doctor/words.ts";
import type { Settings } from "../../settings.ts";
import { parseArguments, parseWhole } from "../arguments.ts";
import { CommandError } from "../command-error.ts";
import { readOwnFields } from "../own-fields.ts";
import { proxyTo } from "../proxy.ts";
import { keySources, reachWithKey } from "./key-input.ts";

/**
 * `tapgraph doctor`: finds out how the registry behaves where the interface document is silent, and
 * prints its findings.
 * @returns the exit code: 1 if tapgraph cannot work with the registry, or if there is a warning
 * with `--strict`; 2 if the doctor could not find out; otherwise 0.
 * @throws CommandError if the arguments are wrong, or if there is no address or key.
 */
export async function runDoctor(settings: Settings, argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments("tapgraph doctor", argv, {
    json: { type: "boolean", default: false },
    strict: { type: "boolean", default: false },
    budget: { type: "string", default: "60" },
  });
  // What is given may be the key, so no message repeats it.
  if (positionals.length > 0) {
    throw new CommandError(`tapgraph doctor: takes only options (the key comes ${keySources})`);
  }
  const { json, strict } = values;
  const budget = parseWhole("tapgraph doctor: --budget", values.budget);
  const ownFields = readOwnFields(settings);
  await using stack = new AsyncDisposableStack();
  const { baseUrl, key } = await reachWithKey(settings, stack);
  const timeoutMs = settings.REGISTRY_TIMEOUT_MS;
  const proxy = proxyTo(baseUrl, settings);
  await using fetcher = new Fetcher({ baseUrl, key, timeoutMs, proxy });
  // A reader such as `head` may close the pipe early. The exit code is still right.
  process.stdout.on("error", () => {});
  const visit: Visit = {
    calls: new Calls({ fetcher, budget, pause }),
    words: new Words(key),
    baseUrl,
    key,
    timeoutMs,
    hasProxy: proxy !== undefined,
    isSet: (name, value) => isPartOf(value, formatSetting(settings, name)),
    ownFields,
    now: Date.now,
    tls: () => fetcher.tls,
    known: { ...asDocumented },
  };
  const diagnosis = await diagnose(visit, (finding) => {
    if (!json) process.stdout.write(formatFinding(finding));
  });
  process.stdout.write(json ? formatJson(visit, diagnosis) : formatEnd(visit, diagnosis));
  const { outcome, findings } = diagnosis;
  if (outcome === "unknown") return 2;
  const isWarned = findings.some(({ status }) => status === "warning");
  return outcome === "cannot-work" || (strict && isWarned) ? 1 : 0;
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
