import { retryableStatuses } from "../../../registry-client/failure.ts";
import { isErrorBody, isJsonObject } from "../../../registry-client/json-values.ts";
import { decodeSingle, type Subject } from "../../../registry-client/records.ts";
import type { CallOutcome, FetchedResponse } from "../../calls/fetcher.ts";
import {
  describeBody,
  describeOutcome,
  hasStatus,
  isRedirect,
  redirectHint,
} from "../../calls/outcome.ts";
import { type Conclusion, withholdSettings } from "../../finding.ts";
import { askSingle, readSample, type Visit } from "../../visit.ts";
import { inventIds } from "../rows.ts";

export async function checkSingle(visit: Visit, subject: Subject): Promise<Conclusion> {
  const { isRead: isListed, ids } = await readSample(visit, subject);
  if (!isListed) {
    const detail = `The list of ${subject}s cannot be read, so there is no id to ask for.`;
    return { status: "warning", certainty: "unknown", detail };
  }
  const [id] = ids;
  if (id === undefined) {
    return { status: "ok", certainty: "unknown", detail: `There is no ${subject} to ask for.` };
  }
  const { call, outcome } = await askSingle(visit, subject, id);
  if (!outcome.isAnswered || outcome.status !== 200 || outcome.json === undefined) {
    const detail = `Fetching a listed ${subject} by its id gets ${describeOutcome(outcome)}.`;
    return { status: "warning", detail, hint: explainFailure(subject, outcome), call };
  }
  const documented = subject === "tag" ? 'an object under "tag"' : 'an array under "terminals"';
  const shape = describeShape(visit, outcome.json);
  const isRead = readSingle(subject, id, outcome.json) === "found";
  if (isRead && shape === documented) {
    return { status: "ok", detail: `A single ${subject} is as documented: ${shape}.`, call };
  }
  const detail = `A single ${subject} is ${shape}; the documentation says ${documented}.`;
  const hint = isRead
    ? "The gateway also reads that."
    : `The gateway cannot read that: queries for a ${subject} by its id fail (REGISTRY_BAD_RESPONSE); lists are correct.`;
  return { status: "warning", detail, hint, call };
}

function explainFailure(subject: Subject, outcome: CallOutcome): string {
  if (hasStatus(outcome, 404)) {
    return `The gateway considers it absent: queries for a ${subject} by its id answer null.`;
  }
  const failure = `queries for a ${subject} by its id fail; lists are correct.`;
  return isRedirect(outcome)
    ? `${redirectHint} Otherwise ${failure}`
    : `In the gateway, ${failure}`;
}

function describeShape({ words }: Visit, json: unknown): string {
  if (!isJsonObject(json)) return describeBody(words, json);
  for (const member of ["tag", "tags", "terminal", "terminals"]) {
    const value = json[member];
    if (Array.isArray(value)) return `an array under "${member}"`;
    if (isJsonObject(value)) return `an object under "${member}"`;
  }
  return "id" in json ? "the bare record" : describeBody(words, json);
}

export function readSingle(
  subject: Subject,
  id: string,
  json: unknown,
): "absent" | "found" | "unreadable" {
  try {
    return decodeSingle(subject, id, json, "") === null ? "absent" : "found";
  } catch {
    return "unreadable";
  }
}

export async function checkUnknownId(visit: Visit, subject: Subject): Promise<Conclusion> {
  const { ids } = await readSample(visit, subject);
  const [listed] = ids;
  const [id, otherId] = inventIds(subject, ids);
  const { call, outcome } = await askSingle(visit, subject, id);
  const known =
    listed === undefined ? undefined : (await askSingle(visit, subject, listed)).outcome;
  if (!outcome.isAnswered) {
    const hint = "Each such call fails, and occupies a connection until it times out.";
    const detail = `An unknown ${subject} gets ${describeOutcome(outcome)}.`;
    return { status: "warning", detail, hint, call };
  }
  const usual = explainUsual(subject, id, outcome, known);
  if (usual !== undefined) return { call, ...usual };
  const { status } = outcome;
  const absentStatuses = [...new Set([...visit.known.absentStatuses, status])];
  const further = status >= 500 ? " A record that fails with that status is then also null." : "";
  const conclusion: Conclusion = {
    status: "warning",
    detail: `An unknown ${subject} gets ${describeOutcome(outcome)}.`,
    hint: `With REGISTRY_ABSENT_STATUS the gateway answers null; without it, an error.${further}`,
    settings: { REGISTRY_ABSENT_STATUS: ["404,410", ...absentStatuses].join() },
    call,
  };
  const again = await askSingle(visit, subject, otherId);
  const isSame = describeOutcome(again.outcome) === describeOutcome(outcome);
  // While no record is served, the status may mean anything.
  if (!isSame || !hasStatus(known, 200)) return withholdSettings(conclusion, "one id");
  visit.known.absentStatuses = absentStatuses;
  return conclusion;
}

/**
 * What the response for an unknown id means; undefined if REGISTRY_ABSENT_STATUS must say it.
 * @param known the outcome for an id from the list; undefined if the list is empty.
 */
function explainUsual(
  subject: Subject,
  id: string,
  { status, json }: FetchedResponse,
  known: CallOutcome | undefined,
): Conclusion | undefined {
  const detail = `An unknown ${subject} gets ${status}`;
  if (status === 404 || status === 410)
    return { status: "ok", detail: `${detail}.`, hint: "The gateway answers null." };
  if (status !== 200) {
    const hint = explainStatus(status, known);
    return hint === undefined ? undefined : { status: "warning", detail: `${detail}.`, hint };
  }
  const single = readSingle(subject, id, json);
  if (single === "absent") {
    return {
      status: "ok",
      detail: `${detail} without a record.`,
      hint: "The gateway answers null.",
    };
  }
  if (single === "found") {
    const hint =
      "The registry seems to make records up. The gateway passes them on; they are not in the lists.";
    return { status: "warning", detail: `${detail} with a record of that id.`, hint };
  }
  const isKnownBad = known?.isAnswered && isErrorBody(known.json);
  if (isErrorBody(json) && !isKnownBad) return undefined;
  const hint =
    "The gateway answers such queries with an error (REGISTRY_BAD_RESPONSE), not with null, and never with another record.";
  return { status: "warning", detail: `${detail} with something other than that record.`, hint };
}

/** Why a status cannot mean that there is no such record; undefined if it can. */
function explainStatus(status: number, known: CallOutcome | undefined): string | undefined {
  if (hasStatus(known, status)) {
    return "A known record gets the same status, so the status shows nothing. Queries for a record by its id fail.";
  }
  if (status >= 300 && status !== 429 && !retryableStatuses.has(status)) return undefined;
  return "A registry in trouble answers the same, so the gateway cannot tell the two apart. An unknown id is an error instead of null, and costs up to three calls. After many in a row, the gateway makes no calls for a while.";
}
