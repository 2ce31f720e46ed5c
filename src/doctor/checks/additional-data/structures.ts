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
} from "../../../registry-client/json-values.ts";
import { decodeStructure, type Subject } from "../../../registry-client/records.ts";
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

/** The values in a structure's `items`, whatever they are. `none`: there is no structure. */
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

/** Whether the gateway, with the proposed settings, takes it that there is no structure. */
function isAbsence({ known }: Visit, outcome: CallOutcome): boolean {
  if (!hasStatus(outcome, 404, 410, ...known.absentStatuses) || !outcome.isAnswered) return false;
  return outcome.status === 200 ? isErrorBody(outcome.json) : outcome.status < 500;
}

export async function readItems(visit: Visit, subject: Subject): Promise<readonly JsonObject[]> {
  const structure = await readStructure(visit, subject);
  return typeof structure === "string" ? [] : structure.filter(isJsonObject);
}

export function stringOf(item: JsonObject, field: string): string | undefined {
  return tryDecode(decodeString, item[field]) ?? undefined;
}

function judgeItems({ words }: Visit, entries: readonly unknown[]): Conclusion {
  const items = entries.filter(isJsonObject);
  const required = items.filter((item) => tryDecode(decodeBoolean, item["set_via_app"])).length;
  const strangers = entries.length - items.length;
  const types = new Set(items.flatMap((item) => stringOf(item, "type") ?? []));
  const unknown = [...types].filter((type) => !documentedTypes.includes(type));
  const names = items.flatMap((item) => stringOf(item, "identifier") ?? []);
  const doubles = names.filter((name, index) => names.indexOf(name) < index);
  const all: readonly (readonly [count: number, fault: string, hint: string])[] = [
    [
      strangers,
      `${formatCount(strangers, "value")} that ${strangers === 1 ? "is no object" : "are no objects"}`,
      failures,
    ],
    [
      unknown.length,
      `Types that are not documented: ${words.list(unknown)}`,
      "Types that are not documented are UNKNOWN in the schema.",
    ],
    [
      doubles.length,
      `Identifiers that occur twice: ${words.list(doubles)}`,
      "Of items with the same identifier, jsonSchema and dataQuality use only the first.",
    ],
    ...itemFaults.map(([isFaulty, fault, hint]) => {
      const faulty = items.filter(isFaulty).length;
      return [faulty, `${formatCount(faulty, "item")} ${fault}`, hint] as const;
    }),
  ];
  const found = all.filter(([count]) => count > 0);
  const detail = `${formatCount(items.length, "item")}, ${required} of them required at registration.`;
  if (found.length === 0) return { status: "ok", detail };
  const said = found.map(([, fault]) => fault).join("; ");
  const hint = [...new Set(found.map(([, , consequence]) => consequence))].join(" ");
  return { status: "warning", detail: `${detail} ${said}.`, hint };
}

const documentedTypes = ["textbox", "textarea", "selectbox", "number", "image"];

const isSelectbox = ({ type }: JsonObject) => type === "selectbox";

const itemFaults: readonly (readonly [
  isFaulty: (item: JsonObject) => boolean,
  fault: string,
  hint: string,
])[] = [
  [
    (item) => stringOf(item, "type") === undefined,
    "without a type that can be read",
    "An item without a type is UNKNOWN in the schema, and its rawType is null with an error.",
  ],
  [
    ({ identifier }) => identifier === null || identifier === undefined,
    "without an identifier",
    "An item without an identifier is listed, but defines no key: additionalDataFields and jsonSchema leave it out.",
  ],
  [
    ({ identifier, name }) => ![identifier, name].every((one) => isReadable(one, decodeString)),
    "with an identifier or a name that cannot be read",
    failures,
  ],
  [
    (item) => isSelectbox(item) && tryDecode(decodeStrings, item["enum"] ?? [])?.length === 0,
    "of type selectbox without options",
    "Any text is valid for a selectbox without options.",
  ],
  [
    (item) =>
      !isReadable(item["set_via_app"], decodeBoolean) ||
      (isSelectbox(item) && !isReadable(item["enum"], decodeStrings)),
    "with a set_via_app or an enum that cannot be read",
    "Until these can be read, jsonSchema, uiSchema and dataQuality fail.",
  ],
];
