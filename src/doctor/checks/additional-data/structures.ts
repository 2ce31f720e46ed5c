import { formatCount } from "../../../format-count.ts";
import {
  decodeBoolean,
  decodeList,
  decodeString,
  decodeStrings,
  isJsonObject,
  type JsonObject,
  tryDecode,
} from "../../../gateway/call/decode/json-values.ts";
import { decodeStructure, type Subject } from "../../../gateway/call/decode/records.ts";
import type { CallOutcome } from "../../calls/fetcher.ts";
import { describeOutcome, isErrorResponse, isRedirect, redirectHint } from "../../calls/outcome.ts";
import type { Conclusion } from "../../finding.ts";
import { showWords } from "../../text.ts";
import { type Check, createStructureCall, type Visit } from "../../visit.ts";
import { isReadable } from "../rows.ts";

const documentedTypes = ["textbox", "textarea", "selectbox", "number", "image"];

const failures =
  "additionalDataFields, jsonSchema, dataQuality, and filters, orders and facets by additional data fail; additionalData works, and so does additionalDataField for keys that the record has.";

export function structureCheckOf(subject: Subject): Check {
  return {
    id: `${subject}-structure`,
    asks: `What is the structure of the additional data of ${subject}s?`,
    async run(visit) {
      const call = createStructureCall(visit, subject);
      const outcome = await visit.calls.make(call);
      const structure = await fetchStructure(visit, subject);
      if (structure === "none") return [{ call, ...explainAbsence(outcome) }];
      if (structure !== "unreadable") return [{ call, ...judgeItems(structure) }];
      const detail = `The structure's path gets ${describeOutcome(outcome)}, and nothing that can be read as a structure.`;
      const all = `additionalDataStructure, ${failures}`;
      const hint = isRedirect(outcome) ? `${redirectHint} Otherwise ${all}` : all;
      return [{ status: "warning", detail, hint, call }];
    },
  };
}

/**
 * The values in a structure's `items`, whatever they are. `none`: the registry says that there is no structure. `unreadable`: the
 * gateway could not read it.
 */
export async function fetchStructure(
  visit: Visit,
  subject: Subject,
): Promise<readonly unknown[] | "none" | "unreadable"> {
  const outcome = await visit.calls.make(createStructureCall(visit, subject));
  if (!outcome.isAnswered) return "unreadable";
  const { status, json } = outcome;
  if (status === 404 || status === 410) return "none";
  if (isAbsentStatus(visit, outcome)) return "none";
  if (status !== 200) return "unreadable";
  try {
    return decodeList(decodeStructure(subject, json, "").fields["items"]) ?? [];
  } catch {
    return "unreadable";
  }
}

/** Whether the gateway, with the REGISTRY_ABSENT_STATUS that the doctor proposes, takes a response for an absent structure. */
function isAbsentStatus({ known }: Visit, outcome: CallOutcome): boolean {
  if (!outcome.isAnswered || !known.absentStatuses.includes(outcome.status)) return false;
  return outcome.status === 200 ? isErrorResponse(outcome) : outcome.status < 500;
}

export async function fetchStructureItems(
  visit: Visit,
  subject: Subject,
): Promise<readonly JsonObject[]> {
  const structure = await fetchStructure(visit, subject);
  return typeof structure === "string" ? [] : structure.filter(isJsonObject);
}

/** A field of an item as a string; undefined if it cannot be read as one. */
export function stringOf(
  item: JsonObject,
  field: "identifier" | "name" | "type",
): string | undefined {
  return tryDecode(decodeString, item[field]) ?? undefined;
}

function explainAbsence(outcome: CallOutcome): Conclusion {
  const isPlain = outcome.isAnswered && (outcome.status === 404 || outcome.status === 410);
  if (isPlain) {
    const detail = `No structure is defined (${outcome.status}).`;
    return { status: "ok", detail, hint: "The gateway answers null." };
  }
  const detail = `The structure's path gets ${describeOutcome(outcome)}, as an unknown record does.`;
  const hint =
    "With REGISTRY_ABSENT_STATUS the gateway takes that for no structure, and answers null.";
  return { status: "warning", detail, hint };
}

function judgeItems(entries: readonly unknown[]): Conclusion {
  const items = entries.filter(isJsonObject);
  const required = items.filter((item) => tryDecode(decodeBoolean, item["set_via_app"])).length;
  const detail =
    entries.length === 0
      ? "There is a structure, without items."
      : `${formatCount(items.length, "item")}, ${required} of them required at registration.`;
  const faults = findFaults(items, entries.length - items.length);
  if (faults.length === 0) return { status: "ok", detail };
  const found = faults.map(({ fault }) => fault).join("; ");
  const hint = [...new Set(faults.map((fault) => fault.hint))].join(" ");
  return { status: "warning", detail: `${detail} ${found}.`, hint };
}

interface Fault {
  readonly fault: string;
  readonly hint: string;
}

function findFaults(items: readonly JsonObject[], strangers: number): readonly Fault[] {
  const types = items.map((item) => stringOf(item, "type"));
  const unknown = types.filter((type) => type !== undefined && !documentedTypes.includes(type));
  const untyped = types.filter((type) => type === undefined).length;
  const isUnreadable = (field: string, decode: (value: unknown) => unknown) => (item: JsonObject) =>
    !isReadable(item[field], decode);
  const nameless = items.filter(
    ({ identifier }) => identifier === null || identifier === undefined,
  );
  const names = items.map((item) => stringOf(item, "identifier"));
  const doubles = names.filter((name, index) => name !== undefined && names.indexOf(name) < index);
  const choices = items.filter(({ type }) => type === "selectbox");
  const empty = choices.filter(
    ({ enum: options }) =>
      tryDecode(decodeStrings, options)?.length === 0 || options === null || options === undefined,
  );
  const unreadable = {
    identifier: items.filter(isUnreadable("identifier", decodeString)).length,
    name: items.filter(isUnreadable("name", decodeString)).length,
    set_via_app: items.filter(isUnreadable("set_via_app", decodeBoolean)).length,
    enum: choices.filter(isUnreadable("enum", decodeStrings)).length,
  };
  const count = (number: number, rest: string) => `${formatCount(number, "item")} ${rest}`;
  return [
    strangers > 0 && {
      fault: `${formatCount(strangers, "value")} that ${strangers === 1 ? "is no object" : "are no objects"}`,
      hint: failures,
    },
    unknown.length > 0 && {
      fault: `Types that are not documented: ${showWords([...new Set(unknown.map(String))])}`,
      hint: "Types that are not documented are UNKNOWN in the schema.",
    },
    untyped > 0 && {
      fault: count(untyped, "without a type that can be read"),
      hint: "An item without a type is UNKNOWN in the schema, and its rawType is null with an error.",
    },
    nameless.length > 0 && {
      fault: count(nameless.length, "without an identifier"),
      hint: "An item without an identifier is listed, but defines no key: additionalDataFields and jsonSchema leave it out.",
    },
    unreadable.identifier + unreadable.name > 0 && {
      fault: count(
        unreadable.identifier + unreadable.name,
        "with an identifier or a name that cannot be read",
      ),
      hint: failures,
    },
    doubles.length > 0 && {
      fault: `Identifiers that occur twice: ${showWords(doubles.map(String))}`,
      hint: "Of items with the same identifier, jsonSchema and dataQuality use only the first.",
    },
    empty.length > 0 && {
      fault: count(empty.length, "of type selectbox without options"),
      hint: "Any text is valid for a selectbox without options.",
    },
    unreadable.set_via_app + unreadable.enum > 0 && {
      fault: count(
        unreadable.set_via_app + unreadable.enum,
        "with a set_via_app or an enum that cannot be read",
      ),
      hint: "Until these can be read, jsonSchema, uiSchema and dataQuality fail.",
    },
  ].filter((fault) => fault !== false);
}
