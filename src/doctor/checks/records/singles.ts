import { isJsonObject } from "../../../gateway/call/decode/json-values.ts";
import { decodeSingle, type Subject } from "../../../gateway/call/decode/records.ts";
import type { CallOutcome, FetchedResponse } from "../../calls/fetcher.ts";
import {
  describeOutcome,
  isErrorResponse,
  isRedirect,
  isTemporaryFailure,
  redirectHint,
} from "../../calls/outcome.ts";
import { type Conclusion, withholdSettings } from "../../finding.ts";
import { showWords } from "../../text.ts";
import { type Check, createSingleCall, fetchSample, type Visit } from "../../visit.ts";
import { idOf, idsOf, inventIds } from "../rows.ts";

export function singleCheckOf(subject: Subject): Check {
  return {
    id: `single-${subject}`,
    asks: `What does a single ${subject} look like?`,
    async run(visit) {
      const rows = await fetchSample(visit, subject);
      if (rows === undefined) {
        const detail = `The list of ${subject}s cannot be read, so there is no id to ask for.`;
        return [{ status: "warning", certainty: "unknown", detail }];
      }
      const id = idOf(rows[0]);
      if (id === undefined) {
        const detail = `There is no ${subject} to ask for.`;
        return [{ status: "ok", certainty: "unknown", detail }];
      }
      const call = createSingleCall(visit, subject, id);
      const outcome = await visit.calls.make(call);
      return [{ call, ...judgeShape(subject, id, outcome) }];
    },
  };
}

function judgeShape(subject: Subject, id: string, outcome: CallOutcome): Conclusion {
  if (!outcome.isAnswered || outcome.status !== 200 || outcome.json === undefined) {
    const detail = `Fetching a listed ${subject} by its id gets ${describeOutcome(outcome)}.`;
    return { status: "warning", detail, hint: explainFailure(subject, outcome) };
  }
  const { json } = outcome;
  const documented = subject === "tag" ? 'an object under "tag"' : 'an array under "terminals"';
  const shape = describeShape(json);
  const isRead = readSingle(subject, id, json) === "found";
  if (isRead && shape === documented) {
    return { status: "ok", detail: `A single ${subject} is as documented: ${shape}.` };
  }
  return {
    status: "warning",
    detail: `A single ${subject} is ${shape}; the documentation says ${documented}.`,
    hint: isRead
      ? "The gateway also reads that."
      : `The gateway cannot read that: queries for a ${subject} by its id fail (REGISTRY_BAD_RESPONSE); lists are correct.`,
  };
}

function explainFailure(subject: Subject, outcome: CallOutcome): string {
  if (outcome.isAnswered && outcome.status === 404) {
    return `The gateway considers it absent: queries for a ${subject} by its id answer null.`;
  }
  const failure = `queries for a ${subject} by its id fail; lists are correct.`;
  return isRedirect(outcome)
    ? `${redirectHint} Otherwise ${failure}`
    : `In the gateway, ${failure}`;
}

function describeShape(json: unknown): string {
  if (Array.isArray(json)) return "a bare array";
  if (!isJsonObject(json)) return "not an object";
  for (const member of ["tag", "tags", "terminal", "terminals"]) {
    const value = json[member];
    if (Array.isArray(value)) return `an array under "${member}"`;
    if (isJsonObject(value)) return `an object under "${member}"`;
  }
  if ("id" in json) return "the bare record";
  return `an object with ${showWords(Object.keys(json))}`;
}

export function unknownIdCheckOf(subject: Subject): Check {
  return {
    id: `unknown-${subject}`,
    asks: `What does an unknown ${subject} get?`,
    async run(visit) {
      const ids = idsOf((await fetchSample(visit, subject)) ?? []);
      const [id, otherId] = inventIds(subject, ids[0] ?? "04AAAAAAAAAAAA", ids);
      const call = createSingleCall(visit, subject, id);
      const outcome = await visit.calls.make(call);
      const present = ids[0] === undefined ? undefined : createSingleCall(visit, subject, ids[0]);
      const known = present && (await visit.calls.make(present));
      const conclusion = judgeAbsence(visit, { subject, id, outcome, known });
      if (conclusion.settings === undefined) return [{ call, ...conclusion }];
      const again = await visit.calls.make(createSingleCall(visit, subject, otherId));
      const isSame = describeOutcome(again) === describeOutcome(outcome);
      // While no record is served, the status may mean anything.
      const isKnownServed = known?.isAnswered && known.status === 200;
      if (isSame && isKnownServed) return [{ call, ...conclusion }];
      const { learned: _, ...unproven } = withholdSettings(conclusion, "one id");
      return [{ call, ...unproven }];
    },
  };
}

interface UnknownId {
  readonly subject: Subject;
  readonly id: string;
  readonly outcome: CallOutcome;
  /** The outcome for an id from the list; undefined if the list is empty. */
  readonly known: CallOutcome | undefined;
}

function judgeAbsence(visit: Visit, unknownId: UnknownId): Conclusion {
  const { subject, outcome, known } = unknownId;
  const detail = `An unknown ${subject} gets ${describeOutcome(outcome)}.`;
  if (!outcome.isAnswered) {
    const hint = "Each such call fails, and occupies a connection until it times out.";
    return { status: "warning", detail, hint };
  }
  const { status } = outcome;
  if (status === 404 || status === 410)
    return { status: "ok", detail, hint: "The gateway answers null." };
  if (status === 200) return judgeFound(visit, unknownId, outcome);
  if (known?.isAnswered && known.status === status) {
    const hint =
      "A known record gets the same status, so the status shows nothing. Queries for a record by its id fail.";
    return { status: "warning", detail, hint };
  }
  const isTemporary = status === 429 || isTemporaryFailure(status);
  if (status >= 300 && !isTemporary) return proposeStatus(visit, status, detail);
  const hint =
    "A registry in trouble answers the same, so the gateway cannot tell the two apart. An unknown id is an error instead of null, and costs up to three calls. After many in a row, the gateway makes no calls for a while.";
  return { status: "warning", detail, hint };
}

/** Proposes a REGISTRY_ABSENT_STATUS that includes this status and those found for the other kind of record. */
function proposeStatus({ known }: Visit, status: number, detail: string): Conclusion {
  const absentStatuses = [...new Set([...known.absentStatuses, status])];
  const settings = { REGISTRY_ABSENT_STATUS: ["404,410", ...absentStatuses].join() };
  const hint = "With REGISTRY_ABSENT_STATUS the gateway answers null; without it, an error.";
  const further = status >= 500 ? " A record that fails with that status is then also null." : "";
  const learned = { absentStatuses };
  return { status: "warning", detail, hint: hint + further, settings, learned };
}

function judgeFound(
  visit: Visit,
  { subject, id, known }: UnknownId,
  response: FetchedResponse,
): Conclusion {
  const single = readSingle(subject, id, response.json);
  switch (single) {
    case "absent": {
      const detail = `An unknown ${subject} gets 200 without a record.`;
      return { status: "ok", detail, hint: "The gateway answers null." };
    }
    case "found": {
      const hint =
        "The registry seems to make records up. The gateway passes them on; they are not in the lists.";
      const detail = `An unknown ${subject} gets 200 with a record of that id.`;
      return { status: "warning", detail, hint };
    }
    case "unreadable": {
      const isKnownBad = known?.isAnswered && isErrorResponse(known);
      if (isErrorResponse(response) && !isKnownBad) {
        const detail = `An unknown ${subject} gets ${describeOutcome(response)}.`;
        return proposeStatus(visit, 200, detail);
      }
      const hint =
        "The gateway answers such queries with an error (REGISTRY_BAD_RESPONSE), not with null, and never with another record.";
      const detail = `An unknown ${subject} gets 200 with something other than that record.`;
      return { status: "warning", detail, hint };
    }
    default:
      return single satisfies never;
  }
}

/** How the gateway would read a body that should contain the record with this id. */
function readSingle(
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
