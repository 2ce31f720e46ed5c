import { formatCount } from "../format-count.ts";
import { BudgetSpentError, RegistryGoneError } from "./calls/calls.ts";
import { formatCall, toCurl } from "./calls/check-call.ts";
import { describeOutcome } from "./calls/outcome.ts";
import { additionalDataCheckOf } from "./checks/additional-data/additional-data.ts";
import { datesCheck } from "./checks/additional-data/dates.ts";
import { linksCheck } from "./checks/additional-data/links.ts";
import { structureCheckOf } from "./checks/additional-data/structures.ts";
import { countCheckOf, pastEndCheck } from "./checks/lists/count.ts";
import { largestLimitCheck } from "./checks/lists/limits.ts";
import { orderCheck } from "./checks/lists/order.ts";
import { pagesCheck } from "./checks/lists/pages.ts";
import { fieldsCheckOf } from "./checks/records/fields.ts";
import { idsCheckOf } from "./checks/records/ids.ts";
import { singleCheckOf, unknownIdCheckOf } from "./checks/records/singles.ts";
import { timestampsCheck } from "./checks/records/timestamps.ts";
import { noKeyCheck, wrongKeyCheck } from "./checks/service/key.ts";
import { latencyCheck } from "./checks/service/latency.ts";
import { slashesCheck } from "./checks/service/paths.ts";
import { rateLimitsCheck } from "./checks/service/rate-limits.ts";
import { reachCheck, tlsCheck } from "./checks/service/reach.ts";
import { serviceCheck } from "./checks/service/service.ts";
import type { Conclusion, Finding } from "./finding.ts";
import type { KeyMask } from "./key-mask.ts";
import { type Known, NotKnownError } from "./known.ts";
import { cutWords } from "./text.ts";
import { addKnown, type Check, type Visit } from "./visit.ts";

/** The checks in order: first those without which the others make no sense, then those on which later ones depend. */
export const checks: readonly Check[] = [
  reachCheck,
  tlsCheck,
  serviceCheck,
  pagesCheck,
  slashesCheck,
  largestLimitCheck,
  countCheckOf("tag"),
  countCheckOf("terminal"),
  pastEndCheck,
  orderCheck,
  singleCheckOf("tag"),
  singleCheckOf("terminal"),
  unknownIdCheckOf("tag"),
  unknownIdCheckOf("terminal"),
  wrongKeyCheck,
  noKeyCheck,
  timestampsCheck,
  idsCheckOf("tag"),
  idsCheckOf("terminal"),
  fieldsCheckOf("tag"),
  fieldsCheckOf("terminal"),
  structureCheckOf("tag"),
  structureCheckOf("terminal"),
  additionalDataCheckOf("tag"),
  additionalDataCheckOf("terminal"),
  linksCheck,
  datesCheck,
  rateLimitsCheck,
  latencyCheck,
];

export interface Diagnosis {
  readonly findings: readonly Finding[];
  readonly settings: Readonly<Record<string, string>>;
  /** Whether tapgraph can work with the registry; `unknown` if the doctor could not finish. */
  readonly outcome: "works" | "cannot-work" | "unknown";
  readonly known: Known;
  readonly calls: number;
}

interface DiagnosisObserver {
  readonly onCheck?: (check: Check) => void;
  /** @param call the finding's call in short, such as `GET /api/v1/tags?limit=1`; null if it has none. */
  readonly onFinding?: (finding: Finding, call: string | null) => void;
}

/** Runs the checks, one call at a time. Nothing that a registry does makes it fail. */
export async function diagnose(
  visit: Visit,
  mask: KeyMask,
  { onCheck, onFinding }: DiagnosisObserver = {},
): Promise<Diagnosis> {
  const findings: Finding[] = [];
  const settings: Record<string, string> = { REGISTRY_URL: visit.baseUrl };
  const report = (check: Pick<Check, "id">, given: Conclusion) => {
    const conclusion = acknowledgeSettings(visit, given);
    const finding = toFinding(visit, check, conclusion, mask);
    findings.push(finding);
    const { call, settings: proposed = {} } = conclusion;
    onFinding?.(finding, call === undefined ? null : mask.hide(formatCall(call)));
    for (const [name, value] of Object.entries(proposed)) settings[name] = mask.hide(value);
  };
  const unfinished: Check[] = [];
  let current = visit;
  let ends: Conclusion["ends"];
  for (const check of checks) {
    onCheck?.(check);
    const conclusions = await runCheck(check, current);
    if (conclusions === "unfinished") {
      unfinished.push(check);
      continue;
    }
    for (const conclusion of conclusions) {
      report(check, conclusion);
      current = addKnown(current, conclusion.learned);
      ends ??= conclusion.ends;
    }
    if (ends !== undefined) break;
  }
  if (unfinished.length > 0) report({ id: "unfinished" }, explainUnfinished(unfinished));
  const isComplete = unfinished.length === 0 && ends !== "not-found-out";
  const outcome = isComplete ? judgeFindings(findings) : "unknown";
  return { findings, settings, outcome, known: current.known, calls: visit.calls.spent };
}

function judgeFindings(findings: readonly Finding[]): "works" | "cannot-work" {
  const isFatal = findings.some(
    ({ status, certainty }) => status === "error" && certainty !== "unknown",
  );
  return isFatal ? "cannot-work" : "works";
}

function acknowledgeSettings(visit: Visit, conclusion: Conclusion): Conclusion {
  const settings = Object.entries(conclusion.settings ?? {});
  const areSet = settings.length > 0 && settings.every(([name, value]) => visit.isSet(name, value));
  if (!areSet || conclusion.status === "error") return conclusion;
  const names = settings.map(([name]) => name).join(" and ");
  return { ...conclusion, status: "ok", hint: `${names} is already set correctly.` };
}

/** Runs a check. It is unfinished if the budget was too small for it, or for an earlier check that it depends on. */
async function runCheck(check: Check, visit: Visit): Promise<readonly Conclusion[] | "unfinished"> {
  try {
    return await check.run(visit);
  } catch (error) {
    if (error instanceof BudgetSpentError || error instanceof NotKnownError) return "unfinished";
    if (error instanceof RegistryGoneError) return [explainGone(visit, error)];
    throw error;
  }
}

function explainUnfinished(unfinished: readonly Check[]): Conclusion {
  const ids = unfinished.flatMap(({ id, findings = [id] }) => findings);
  const detail = `${formatCount(ids.length, "check")} could not be finished: the budget of calls is spent.`;
  const hint = `Raise it with --budget. Unfinished: ${ids.join(", ")}.`;
  return { status: "warning", certainty: "unknown", detail, hint };
}

function explainGone({ calls }: Visit, { last }: RegistryGoneError): Conclusion {
  const made = formatCount(calls.spent, "call");
  const isTooOften = last.isAnswered && last.status === 429;
  return {
    id: "reach",
    status: "error",
    certainty: "unknown",
    ends: "not-found-out",
    detail: isTooOften
      ? `After ${made} the registry says that there are too many (429).`
      : `After ${made} the registry stopped answering: ${describeOutcome(last)}.`,
    hint: isTooOften
      ? "Try again later, or with a smaller --budget."
      : "It may be down, or may now block the doctor. Try again later.",
  };
}

function toFinding(
  { baseUrl }: Visit,
  { id: checkId }: Pick<Check, "id">,
  { id = checkId, status, detail, hint, certainty = "seen", call }: Conclusion,
  mask: KeyMask,
): Finding {
  return {
    id,
    status,
    detail: cutWords(mask.hide(detail)),
    hint: hint === undefined ? null : cutWords(mask.hide(hint)),
    certainty,
    call: call === undefined ? null : mask.hide(toCurl(baseUrl, call)),
  };
}
