import { isJsonObject } from "../../../upstream/answers/decode.ts";
import { decodeSingle, type Subject } from "../../../upstream/answers/records.ts";
import type { FetchedResponse, ProbeOutcome } from "../../calls/fetcher.ts";
import { describeOutcome, isErrorResponse, isRedirect, redirectHint } from "../../calls/outcome.ts";
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
      const id = idOf((await fetchSample(visit, subject))[0]);
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
  const isRead = canBeRead(subject, id, json);
  if (isRead && shape === documented) {
    return { status: "ok", detail: `A single ${subject} is as documented: ${shape}.` };
  }
  return {
    status: "warning",
    detail: `A single ${subject} is ${shape}; documented is ${documented}.`,
    hint: isRead
      ? "The gateway reads that, too."
      : `The gateway cannot read that: a ${subject} by its id fails (REGISTRY_BAD_RESPONSE); lists are correct.`,
  };
}

/** Whether the gateway finds the record with this id in a body. */
function canBeRead(subject: Subject, id: string, json: unknown): boolean {
  try {
    return decodeSingle(subject, id, json, "") !== null;
  } catch {
    return false;
  }
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
      const ids = idsOf(await fetchSample(visit, subject));
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

/** The statuses by which registries and proxies report a temporary failure. */
const temporary = [429, 502, 503, 504];

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
  if (status >= 300 && !temporary.includes(status)) return proposeStatus(visit, status, detail);
  const hint =
    "A registry in trouble answers the same, so the gateway cannot tell the two apart. An unknown id is an error instead of null, and costs up to three calls. After many in a row, the gateway makes no calls for a while.";
  return { status: "warning", detail, hint };
}

/** Proposes the setting by which a status means an unknown id. It includes what was found for the other kind of record. */
function proposeStatus({ known }: Visit, status: number, detail: string): Conclusion {
  known.absentStatuses.add(status);
  const settings = { REGISTRY_ABSENT_STATUS: ["404,410", ...known.absentStatuses].join() };
  const hint = "With REGISTRY_ABSENT_STATUS the gateway answers null; without it, an error.";
  const further = status >= 500 ? " A record that fails with that status is then null, too." : "";
  return { status: "warning", detail, hint: hint + further, settings };
}

function judgeFound(
  visit: Visit,
  { subject, id, known }: Unknown,
  response: FetchedResponse,
): Conclusion {
  try {
    if (decodeSingle(subject, id, response.json, "") === null) {
      const said = `An unknown ${subject} gets 200 without a record.`;
      return { status: "ok", detail: said, hint: "The gateway answers null." };
    }
    const said = `An unknown ${subject} gets 200 with a record of that id.`;
    const hint =
      "The registry seems to make records up. The gateway passes them on; they are not in the lists.";
    return { status: "warning", detail: said, hint };
  } catch {
    const isKnownBad = known?.isAnswered && isErrorResponse(known);
    if (isErrorResponse(response) && !isKnownBad) {
      return proposeStatus(visit, 200, `An unknown ${subject} gets ${describeOutcome(response)}.`);
    }
    const said = `An unknown ${subject} gets 200 with something other than that record.`;
    const hint =
      "The gateway does not accept it: it returns an error (REGISTRY_BAD_RESPONSE) instead of null, and never another record.";
    return { status: "warning", detail: said, hint };
  }
}
