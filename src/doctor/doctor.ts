import { formatCount } from "../format-count.ts";
import type { Subject } from "../registry-client/records.ts";
import { RegistryGoneError, readFailure, UnfinishedError } from "./calls/calls.ts";
import { describeOutcome } from "./calls/outcome.ts";
import { checkAdditionalData } from "./checks/additional-data/additional-data.ts";
import { checkDates } from "./checks/additional-data/dates.ts";
import { checkLinks } from "./checks/additional-data/links.ts";
import { checkOwnFields } from "./checks/additional-data/own-fields.ts";
import { checkStructure } from "./checks/additional-data/structures.ts";
import { checkCount, checkPastEnd } from "./checks/lists/count.ts";
import { checkLargestLimit } from "./checks/lists/limits.ts";
import { checkOrder } from "./checks/lists/order.ts";
import { checkPages } from "./checks/lists/pages.ts";
import { checkFields } from "./checks/records/fields.ts";
import { checkIds } from "./checks/records/ids.ts";
import { checkSingle, checkUnknownId } from "./checks/records/singles.ts";
import { checkTimestamps } from "./checks/records/timestamps.ts";
import { checkNoKey, checkWrongKey } from "./checks/service/key.ts";
import { checkListSlash, checkSingleSlash } from "./checks/service/paths.ts";
import { checkReach, checkTls } from "./checks/service/reach.ts";
import { checkService } from "./checks/service/service.ts";
import { checkLatency, checkRateLimits } from "./checks/service/traffic.ts";
import type { Conclusion, Finding } from "./finding.ts";
import type { Visit } from "./visit.ts";

export interface Check {
  readonly id: string;
  /** Says nothing, one thing or several, and may add to what is known of the registry. */
  run(visit: Visit): Promise<Conclusion | readonly Conclusion[] | undefined>;
}

/** In order: first those without which others make no sense, then those that others depend on. */
export const checks: readonly Check[] = [
  { id: "reach", run: checkReach },
  { id: "tls", run: checkTls },
  { id: "service", run: checkService },
  { id: "pages", run: checkPages },
  { id: "single-slash", run: checkSingleSlash },
  { id: "list-slash", run: checkListSlash },
  { id: "largest-limit", run: checkLargestLimit },
  ...ofBoth((of) => `count-${of}s`, checkCount),
  { id: "past-end", run: checkPastEnd },
  { id: "order", run: checkOrder },
  ...ofBoth((of) => `single-${of}`, checkSingle),
  ...ofBoth((of) => `unknown-${of}`, checkUnknownId),
  { id: "wrong-key", run: checkWrongKey },
  { id: "no-key", run: checkNoKey },
  { id: "timestamps", run: checkTimestamps },
  ...ofBoth((of) => `${of}-ids`, checkIds),
  ...ofBoth((of) => `${of}-fields`, checkFields),
  ...ofBoth((of) => `${of}-structure`, checkStructure),
  ...ofBoth((of) => `${of}-data`, checkAdditionalData),
  { id: "links", run: checkLinks },
  { id: "dates", run: checkDates },
  { id: "own-fields", run: checkOwnFields },
  { id: "rate-limits", run: checkRateLimits },
  { id: "latency", run: checkLatency },
];

function ofBoth(
  name: (of: Subject) => string,
  check: (visit: Visit, of: Subject) => ReturnType<Check["run"]>,
): readonly Check[] {
  return (["tag", "terminal"] as const).map((of) => ({
    id: name(of),
    run: (visit) => check(visit, of),
  }));
}

export interface Diagnosis {
  readonly findings: readonly Finding[];
  readonly settings: Readonly<Record<string, string>>;
  /** Whether tapgraph can work with the registry; `unknown` if the doctor could not finish. */
  readonly outcome: "works" | "cannot-work" | "unknown";
  readonly calls: number;
}

/** Runs the checks, one call at a time. Nothing that a registry does makes it fail. */
export async function diagnose(
  visit: Visit,
  onFinding: (finding: Finding) => void = () => {},
): Promise<Diagnosis> {
  const findings: Finding[] = [];
  const report = (id: string, conclusion: Conclusion) => {
    const { ends: _, ...said } = acknowledgeSettings(visit, conclusion);
    const finding: Finding = { id, certainty: "seen", ...said };
    findings.push(finding);
    onFinding(finding);
  };
  const unfinished: string[] = [];
  let ends: Conclusion["ends"];
  for (const check of checks) {
    const conclusions = await runCheck(check, visit);
    if (conclusions === undefined) unfinished.push(check.id);
    for (const conclusion of conclusions ?? []) {
      report(check.id, conclusion);
      ends ??= conclusion.ends;
    }
    if (ends !== undefined) break;
  }
  if (unfinished.length > 0) report("unfinished", explainUnfinished(unfinished));
  const isComplete = unfinished.length === 0 && ends !== "not-found-out";
  const isFatal = findings.some(
    ({ status, certainty }) => status === "error" && certainty !== "unknown",
  );
  return {
    findings,
    settings: Object.assign(
      { REGISTRY_URL: visit.baseUrl },
      ...findings.map((one) => one.settings),
    ),
    outcome: isComplete ? (isFatal ? "cannot-work" : "works") : "unknown",
    calls: visit.calls.spent,
  };
}

/** What a check says; undefined if the budget does not suffice for it. */
async function runCheck(check: Check, visit: Visit): Promise<readonly Conclusion[] | undefined> {
  try {
    return [(await check.run(visit)) ?? []].flat();
  } catch (error) {
    if (error instanceof UnfinishedError) return undefined;
    if (error instanceof RegistryGoneError) return [explainGone(visit, error)];
    throw error;
  }
}

function acknowledgeSettings(visit: Visit, conclusion: Conclusion): Conclusion {
  const settings = Object.entries(conclusion.settings ?? {});
  const areSet = settings.length > 0 && settings.every(([name, value]) => visit.isSet(name, value));
  if (!areSet || conclusion.status === "error") return conclusion;
  const names = settings.map(([name]) => name).join(" and ");
  return { ...conclusion, status: "ok", hint: `${names} is already set correctly.` };
}

function explainUnfinished(ids: readonly string[]): Conclusion {
  const detail = `${formatCount(ids.length, "check")} could not be finished: the budget of calls is spent.`;
  const hint = `Raise it with --budget. Unfinished: ${ids.join(", ")}.`;
  return { status: "warning", certainty: "unknown", detail, hint };
}

function explainGone({ calls }: Visit, { last }: RegistryGoneError): Conclusion {
  const made = formatCount(calls.spent, "call");
  const ends = "not-found-out";
  const gone = { id: "reach", status: "error", certainty: "unknown", ends } as const;
  if (!last.isAnswered || last.status !== 429) {
    const detail = `After ${made} the registry stopped answering: ${describeOutcome(last)}.`;
    const hint = "It may be down, or may now block the doctor. Try again later.";
    return { ...gone, detail, hint };
  }
  const { retryAfterSeconds } = readFailure(last);
  const when =
    retryAfterSeconds === undefined ? "later" : `in ${formatCount(retryAfterSeconds, "second")}`;
  const detail = `After ${made} the registry says that there are too many (429).`;
  return { ...gone, detail, hint: `Try again ${when}, or with a smaller --budget.` };
}
