import { isJsonObject } from "../../../upstream/decoding/json-values.ts";
import { decodeSingle, type Subject } from "../../../upstream/decoding/records.ts";
import type { FetchedResponse, ProbeOutcome } from "../../calls/fetcher.ts";
import {
  describeOutcome,
  isErrorResponse,
  isRedirect,
  isTemporaryFailure,
  redirectHint,
} from "../../calls/outcome.ts";
import type { Conclusion } from "../../finding.ts";
import { showWords } from "../../text.ts";
import { type Check, createSingleCall, fetchSample, type Visit } from "../../visit.ts";
import { idOf, idsOf, inventedTerminalId, inventTagId } from "../rows.ts";

/** The shape of the response with a single record. */
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
      const outcome = await visit.probe.make(call);
      return [{ call, ...judgeShape(subject, id, outcome) }];
    },
  };
}

function judgeShape(subject: Subject, id: string, outcome: ProbeOutcome): Conclusion {
  if (!outcome.isAnswered || outcome.status !== 200 || outcome.json === undefined) {
    const detail = `Asked for by its id, a ${subject} of the list gets ${describeOutcome(outcome)}.`;
    const hint =
      outcome.isAnswered && outcome.status === 404
        ? "The gateway considers it absent: by its id, it is null."
        : isRedirect(outcome)
          ? `${redirectHint} Otherwise it fails by its id; lists have it.`
          : "By its id, it fails; lists have it.";
    return { status: "warning", detail, hint };
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
      ? "The gateway reads that, too."
      : `The gateway cannot read that: a ${subject} by its id fails (REGISTRY_BAD_RESPONSE); lists are correct.`,
  };
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

/** What an unknown id gets. */
export function unknownIdCheckOf(subject: Subject): Check {
  return {
    id: `unknown-${subject}`,
    asks: `What does an unknown ${subject} get?`,
    async run(visit) {
      const ids = idsOf((await fetchSample(visit, subject)) ?? []);
      const id =
        subject === "tag" ? inventTagId(ids[0] ?? "04AAAAAAAAAAAA", ids) : inventedTerminalId;
      const call = createSingleCall(visit, subject, id);
      const outcome = await visit.probe.make(call);
      const present = ids[0] === undefined ? undefined : createSingleCall(visit, subject, ids[0]);
      const known = present && (await visit.probe.make(present));
      return [{ call, ...judgeAbsence(visit, { subject, id, outcome, known }) }];
    },
  };
}

/** An unknown id, and what it gets. */
interface Unknown {
  readonly subject: Subject;
  readonly id: string;
  readonly outcome: ProbeOutcome;
  /** What an id from the list gets. */
  readonly known: ProbeOutcome | undefined;
}

function judgeAbsence(visit: Visit, unknown: Unknown): Conclusion {
  const { subject, outcome, known } = unknown;
  const detail = `An unknown ${subject} gets ${describeOutcome(outcome)}.`;
  if (!outcome.isAnswered) {
    const hint = "Each such call fails, and occupies a connection until it times out.";
    return { status: "warning", detail, hint };
  }
  const { status } = outcome;
  if (status === 404 || status === 410)
    return { status: "ok", detail, hint: "The gateway answers null." };
  if (status === 200) return judgeFound(visit, unknown, outcome);
  if (known?.isAnswered && known.status === status) {
    const hint =
      "A known record gets the same status, so it says nothing. A record by its id fails.";
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
  const further = status >= 500 ? " A record that fails with that status is then null, too." : "";
  const learned = { absentStatuses };
  return { status: "warning", detail, hint: hint + further, settings, learned };
}

function judgeFound(
  visit: Visit,
  { subject, id, known }: Unknown,
  response: FetchedResponse,
): Conclusion {
  const gets = `An unknown ${subject} gets`;
  const single = readSingle(subject, id, response.json);
  switch (single) {
    case "absent": {
      const detail = `${gets} 200 without a record.`;
      return { status: "ok", detail, hint: "The gateway answers null." };
    }
    case "found": {
      const hint =
        "The registry seems to make records up. The gateway passes them on; they are not in the lists.";
      return { status: "warning", detail: `${gets} 200 with a record of that id.`, hint };
    }
    case "unreadable": {
      const isKnownBad = known?.isAnswered && isErrorResponse(known);
      if (isErrorResponse(response) && !isKnownBad)
        return proposeStatus(visit, 200, `${gets} ${describeOutcome(response)}.`);
      const hint =
        "The gateway does not accept it: it returns an error (REGISTRY_BAD_RESPONSE) instead of null, and never another record.";
      const detail = `${gets} 200 with something other than that record.`;
      return { status: "warning", detail, hint };
    }
    default:
      return single satisfies never;
  }
}

/** What the gateway reads in a body that should have the record with this id. */
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
