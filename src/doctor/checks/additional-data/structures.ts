import { formatCount } from "../../../format-count.ts";
import {
  decodeBoolean,
  decodeList,
  decodeString,
  decodeStrings,
  isErrorBody,
  isJsonObject,
  type JsonObject,
  tryDecode,
} from "../../../gateway/call/decode/json-values.ts";
import { decodeStructure, type Subject } from "../../../gateway/call/decode/records.ts";
import type { CallOutcome } from "../../calls/fetcher.ts";
import { describeOutcome, hasStatus, isRedirect, redirectHint } from "../../calls/outcome.ts";
import type { Conclusion } from "../../finding.ts";
import { askStructure, type Visit } from "../../visit.ts";
import { isReadable } from "../rows.ts";

const failures =
  "additionalDataFields, jsonSchema, dataQuality, and filters, orders and facets by additional data fail; additionalData works, and so does additionalDataField for keys that the record has.";

export async function checkStructure(visit: Visit, subject: Subject): Promise<Conclusion> {
  const { call, outcome } = await askStructure(visit, subject);
  const structure = await readStructure(visit, subject);
  const gets = `The structure's path gets ${describeOutcome(outcome)}`;
  if (structure === "unreadable") {
    const detail = `${gets}, and nothing that can be read as a structure.`;
    const all = `additionalDataStructure, ${failures}`;
    const hint = isRedirect(outcome) ? `${redirectHint} Otherwise ${all}` : all;
    return { status: "warning", detail, hint, call };
  }
  if (structure !== "none") return { call, ...judgeItems(visit, structure) };
  if (outcome.isAnswered && hasStatus(outcome, 404, 410)) {
    const detail = `No structure is defined (${outcome.status}).`;
    return { status: "ok", detail, hint: "The gateway answers null.", call };
  }
  const detail = `${gets}, as an unknown record does.`;
  const hint =
    "With REGISTRY_ABSENT_STATUS the gateway takes that for no structure, and answers null.";
  return { status: "warning", detail, hint, call };
}

/**
 * The values in a structure's `items`, whatever they are. `none`: the registry says that there is no structure. `unreadable`: the
 * gateway could not read it.
 */
export async function readStructure(
  visit: Visit,
  subject: Subject,
): Promise<readonly unknown[] | "none" | "unreadable"> {
  const { outcome } = await askStructure(visit, subject);
  if (isAbsence(visit, outcome)) return "none";
  if (!outcome.isAnswered || outcome.status !== 200) return "unreadable";
  try {
    return decodeList(decodeStructure(subject, outcome.json, "").fields["items"]) ?? [];
  } catch {
    return "unreadable";
  }
}

/** Whether the gateway, with the REGISTRY_ABSENT_STATUS that the doctor proposes, takes a response for an absent structure. */
function isAbsence({ known }: Visit, outcome: CallOutcome): boolean {
  if (!hasStatus(outcome, 404, 410, ...known.absentStatuses) || !outcome.isAnswered) return false;
  return outcome.status === 200 ? isErrorBody(outcome.json) : outcome.status < 500;
}

export async function readItems(visit: Visit, subject: Subject): Promise<readonly JsonObject[]> {
  const structure = await readStructure(visit, subject);
  return typeof structure === "string" ? [] : structure.filter(isJsonObject);
}

/** A field of an item as a string; undefined if it cannot be read as one. */
export function stringOf(
  item: JsonObject,
  field: "identifier" | "name" | "type",
): string | undefined {
  return tryDecode(decodeString, item[field]) ?? undefined;
}

function judgeItems({ words }: Visit, entries: readonly unknown[]): Conclusion {
  const items = entries.filter(isJsonObject);
  const required = items.filter((item) => tryDecode(decodeBoolean, item["set_via_app"])).length;
  const detail =
    entries.length === 0
      ? "There is a structure, without items."
      : `${formatCount(items.length, "item")}, ${required} of them required at registration.`;
  const strangers = entries.length - items.length;
  const faults = [
    strangers > 0 && [
      `${formatCount(strangers, "value")} that ${strangers === 1 ? "is no object" : "are no objects"}`,
      failures,
    ],
    ...findFaults(words, items),
  ].filter((fault) => fault !== false);
  if (faults.length === 0) return { status: "ok", detail };
  const found = faults.map(([fault]) => fault).join("; ");
  const hint = [...new Set(faults.map(([, hint]) => hint))].join(" ");
  return { status: "warning", detail: `${detail} ${found}.`, hint };
}

const documentedTypes = ["textbox", "textarea", "selectbox", "number", "image"];

/** What is wrong with items, and what follows from it. */
function findFaults(
  words: Visit["words"],
  items: readonly JsonObject[],
): readonly (false | readonly [fault: string, hint: string])[] {
  const types = items.map((item) => stringOf(item, "type") ?? "");
  const unknown = types.filter((type) => type !== "" && !documentedTypes.includes(type));
  const names = items.flatMap((item) => stringOf(item, "identifier") ?? []);
  const doubles = names.filter((name, index) => names.indexOf(name) < index);
  const selectboxes = items.filter(({ type }) => type === "selectbox");
  const isUnreadable = (value: unknown, decode: (value: unknown) => unknown) =>
    !isReadable(value, decode);
  const count = (faulty: readonly unknown[], rest: string, hint: string) =>
    faulty.length > 0 && ([`${formatCount(faulty.length, "item")} ${rest}`, hint] as const);
  return [
    unknown.length > 0 && [
      `Types that are not documented: ${words.list([...new Set(unknown)])}`,
      "Types that are not documented are UNKNOWN in the schema.",
    ],
    count(
      types.filter((type) => type === ""),
      "without a type that can be read",
      "An item without a type is UNKNOWN in the schema, and its rawType is null with an error.",
    ),
    count(
      items.filter(({ identifier }) => (identifier ?? null) === null),
      "without an identifier",
      "An item without an identifier is listed, but defines no key: additionalDataFields and jsonSchema leave it out.",
    ),
    count(
      items
        .flatMap(({ identifier, name }) => [identifier, name])
        .filter((value) => isUnreadable(value, decodeString)),
      "with an identifier or a name that cannot be read",
      failures,
    ),
    doubles.length > 0 && [
      `Identifiers that occur twice: ${words.list(doubles)}`,
      "Of items with the same identifier, jsonSchema and dataQuality use only the first.",
    ],
    count(
      selectboxes.filter(
        ({ enum: options }) => tryDecode(decodeStrings, options ?? [])?.length === 0,
      ),
      "of type selectbox without options",
      "Any text is valid for a selectbox without options.",
    ),
    count(
      [
        ...items.filter((item) => isUnreadable(item["set_via_app"], decodeBoolean)),
        ...selectboxes.filter((item) => isUnreadable(item["enum"], decodeStrings)),
      ],
      "with a set_via_app or an enum that cannot be read",
      "Until these can be read, jsonSchema, uiSchema and dataQuality fail.",
    ),
  ];
}
