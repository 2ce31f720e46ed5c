import { describeOutcome } from "./calls/outcome.ts";
import { BudgetSpentError, RegistryGoneError } from "./calls/probe.ts";
import { formatQuestion, toCurl } from "./calls/question.ts";
import { additionalDataOf } from "./checks/additional-data/additional-data.ts";
import { links } from "./checks/additional-data/links.ts";
import { structureOf } from "./checks/additional-data/structures.ts";
import { countOf, pastEnd } from "./checks/lists/count.ts";
import { defaultLimit, largestLimit, limitZero } from "./checks/lists/limits.ts";
import { order } from "./checks/lists/order.ts";
import { pages } from "./checks/lists/pages.ts";
import { fieldsOf } from "./checks/records/fields.ts";
import { badType, compression, etag, rateLimits, xml } from "./checks/records/formats.ts";
import { idsCheckOf } from "./checks/records/ids.ts";
import { singleOf, unknownIdOf } from "./checks/records/singles.ts";
import { timestamps } from "./checks/records/timestamps.ts";
import { noKey, wrongKey } from "./checks/service/key.ts";
import { slashes } from "./checks/service/paths.ts";
import { reach, tls } from "./checks/service/reach.ts";
import { service } from "./checks/service/service.ts";
import { clock, latency } from "./checks/service/time.ts";
import type { Conclusion, Finding } from "./finding.ts";
import type { KeyMask } from "./key-mask.ts";
import { cutWords, formatCount } from "./text.ts";
import type { Check, Visit } from "./visit.ts";

/** The checks, in order: first those without which the rest would be meaningless, then those that later ones depend on. */
export const checks: readonly Check[] = [
  reach,
  tls,
  service,
  pages,
  clock,
  slashes,
  defaultLimit,
  largestLimit,
  countOf("tag"),
  countOf("terminal"),
  pastEnd,
  order,
  limitZero,
  singleOf("tag"),
  singleOf("terminal"),
  unknownIdOf("tag"),
  unknownIdOf("terminal"),
  wrongKey,
  noKey,
  timestamps,
  idsCheckOf("tag"),
  idsCheckOf("terminal"),
  fieldsOf("tag"),
  fieldsOf("terminal"),
  structureOf("tag"),
  structureOf("terminal"),
  additionalDataOf("tag"),
  additionalDataOf("terminal"),
  links,
  badType,
  xml,
  compression,
  etag,
  rateLimits,
  latency,
];

/** What the doctor found out about a registry. */
export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** The settings that fit, by name. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whether tapgraph can work with the registry; `unknown` if the doctor could not find out all that it asked. */
  readonly outcome: "works" | "cannot-work" | "unknown";
  readonly calls: number;
}

/** Follows the doctor's progress. */
export interface Watcher {
  readonly onCheck?: (check: Check) => void;
  /** @param asked the finding's call in short, such as `GET /api/v1/tags?limit=1`; null if it has none. */
  readonly onFinding?: (finding: Finding, asked: string | null) => void;
}

/** Runs the checks, one call at a time. Nothing that a registry does makes it fail. */
export async function diagnose(
  visit: Visit,
  mask: KeyMask,
  { onCheck, onFinding }: Watcher = {},
): Promise<Diagnosis> {
  const findings: Finding[] = [];
  const settings: Record<string, string> = { REGISTRY_URL: visit.baseUrl };
  let isUnknown = false;
  const conclude = (check: Check, given: Conclusion) => {
    const conclusion = acknowledgeSettings(visit, given);
    const finding = toFinding(visit, check, conclusion, mask);
    findings.push(finding);
    const { question } = conclusion;
    onFinding?.(finding, question === undefined ? null : mask.hide(formatQuestion(question)));
    for (const [name, value] of Object.entries(conclusion.settings ?? {})) {
      settings[name] = mask.hide(value);
    }
    if (conclusion.ends === "not-found-out") isUnknown = true;
    return conclusion.ends !== undefined;
  };
  for (const check of checks) {
    onCheck?.(check);
    const conclusions = await runCheck(check, visit);
    const isOver = conclusions.map((conclusion) => conclude(check, conclusion)).includes(true);
    isUnknown ||= conclusions.some(({ detail }) => detail === notAsked);
    if (isOver) break;
  }
  const isBad = findings.some(
    ({ status, certainty }) => status === "error" && certainty !== "unknown",
  );
  const outcome = isUnknown ? "unknown" : isBad ? "cannot-work" : "works";
  return { findings, settings, outcome, calls: visit.probe.spent };
}

/** A warning becomes fine once the settings that it proposes are set. */
function acknowledgeSettings(visit: Visit, conclusion: Conclusion): Conclusion {
  const settings = Object.entries(conclusion.settings ?? {});
  const areSet = settings.length > 0 && settings.every(([name, value]) => visit.isSet(name, value));
  if (!areSet || conclusion.status === "error") return conclusion;
  const names = settings.map(([name]) => name).join(" and ");
  return { ...conclusion, status: "ok", hint: `${names} is already set correctly.` };
}

const notAsked = "Not asked: the budget of calls is spent.";

async function runCheck(check: Check, visit: Visit): Promise<readonly Conclusion[]> {
  try {
    return await check.run(visit);
  } catch (error) {
    if (error instanceof BudgetSpentError) {
      const hint = "Raise it with --budget.";
      return [{ status: "warning", certainty: "unknown", detail: notAsked, hint }];
    }
    if (error instanceof RegistryGoneError) return [explainGone(visit, error)];
    throw error;
  }
}

function explainGone({ probe }: Visit, { last }: RegistryGoneError): Conclusion {
  const calls = formatCount(probe.spent, "call");
  const isTooOften = last.isHeard && last.status === 429;
  return {
    id: "reach",
    status: "error",
    certainty: "unknown",
    ends: "not-found-out",
    detail: isTooOften
      ? `After ${calls} the registry says that it gets too many calls (429).`
      : `After ${calls} the registry stopped answering: ${describeOutcome(last)}.`,
    hint: isTooOften
      ? "Try again later, or with a smaller --budget."
      : "It may be down, or may now block the doctor. Try again later.",
  };
}

function toFinding(
  { baseUrl }: Visit,
  { id: checkId }: Check,
  { id = checkId, status, detail, hint, certainty = "seen", question }: Conclusion,
  mask: KeyMask,
): Finding {
  return {
    id,
    status,
    detail: cutWords(mask.hide(detail)),
    hint: hint === undefined ? null : cutWords(mask.hide(hint)),
    certainty,
    call: question === undefined ? null : mask.hide(toCurl(baseUrl, question)),
  };
}
