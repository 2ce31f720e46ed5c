import { isRawNumber } from "../json.ts";
import { itemTypes, type RecordKind } from "../record.ts";
import type { StoredRecord } from "../store/store.ts";

export interface FieldMistake {
  /** The field, such as `id` or `items[2].type`; "" is the record or structure itself. */
  readonly field: string;
  readonly problem: string;
}

export type Decoded<T> =
  | { readonly value: T; readonly mistakes?: never }
  | { readonly value?: never; readonly mistakes: readonly FieldMistake[] };

interface FieldRule {
  readonly expected: string;
  readonly decode: (value: unknown) => unknown;
  /**
   * The value of a field that is null or absent; undefined leaves it out. Required fields have no
   * fallback.
   */
  readonly fallback?: unknown;
}

const string = { expected: "a string", decode: decodeString };
const integer = {
  expected: `a whole number within ±${Number.MAX_SAFE_INTEGER}`,
  decode: decodeInteger,
};
const time = {
  expected: "seconds since 1970, or a date such as 2025-03-01 or 2025-03-01T08:00:00Z",
  decode: decodeTime,
  fallback: undefined,
};
const boolean = { expected: "true or false", decode: decodeBoolean };

/**
 * How deeply additional data can be nested. Programs that write or read it recurse for each level.
 */
const maxNesting = 100;

const additionalData = {
  expected: `null or an object, nested at most ${maxNesting} levels deep`,
  decode: decodeObject,
  fallback: null,
};

const recordFields: Readonly<Record<RecordKind, Readonly<Record<string, FieldRule>>>> = {
  tag: {
    id: {
      expected: '1 to 256 characters, none of them a control character, and not "." or ".."',
      decode: decodeTagId,
    },
    type: { ...string, fallback: "NFC" },
    name: { ...string, fallback: "" },
    project_id: { ...integer, fallback: 0 },
    description: { ...string, fallback: "" },
    is_active: { ...boolean, fallback: true },
    added_when: time,
    last_update: time,
    additional_data: additionalData,
  },
  terminal: {
    id: integer,
    imei: { ...string, fallback: "" },
    uuid: {
      expected: "a string that is not empty",
      decode: (value) => decodeString(value) || undefined,
    },
    name: { ...string, fallback: "" },
    description: { ...string, fallback: "" },
    is_active: { ...boolean, fallback: true },
    added_when: time,
    last_update: time,
    can_insert_chip: { ...boolean, fallback: false },
    can_change_chip: { ...boolean, fallback: false },
    project_id: { ...integer, fallback: 0 },
    platform: { ...string, fallback: "" },
    platform_version: { ...string, fallback: "" },
    model: { ...string, fallback: "" },
    form_identifier: { ...string, fallback: "" },
    additional_data: additionalData,
  },
};

export function listFields(kind: RecordKind): readonly string[] {
  return Object.keys(recordFields[kind]);
}

export function detectKind(value: unknown): RecordKind {
  return isObject(value) && "uuid" in value ? "terminal" : "tag";
}

/**
 * Decodes a tag or terminal of a project. The result has every field of the interface, in the
 * interface's order, and the project's id. Spellings that lose nothing are accepted (5 or "5", 0/1
 * for a boolean). An unknown field is a mistake.
 * @param now the `added_when` of a record that has none, in seconds since 1970.
 */
export function decodeRecord(
  kind: RecordKind,
  projectId: number,
  value: unknown,
  now = toSeconds(Date.now()),
): Decoded<StoredRecord> {
  if (!isObject(value))
    return {
      mistakes: [{ field: "", problem: `expected an object with the fields of a ${kind}` }],
    };
  const rules = recordFields[kind];
  const { fields, mistakes } = decodeFields(rules, value);
  if (mistakes.length > 0) return { mistakes };
  fields["project_id"] = projectId;
  fields["added_when"] ??= now;
  fields["last_update"] ??= fields["added_when"];
  const id = kind === "tag" ? String(fields["id"]) : Number(fields["id"]);
  const addedWhen = Number(fields["added_when"]);
  return { value: { projectId, kind, id, addedWhen, json: JSON.stringify(fields) } };
}

const itemFields: Readonly<Record<string, FieldRule>> = {
  type: {
    expected: `one of ${itemTypes.join(", ")}`,
    decode: (value) => itemTypes.find((type) => type === value),
  },
  name: string,
  identifier: string,
  set_via_app: { ...boolean, fallback: false },
  enum: { expected: "an array of strings", decode: decodeStrings, fallback: undefined },
};

/** @param now the `last_update` of a structure that has none, in seconds since 1970. */
export function decodeStructure(value: unknown, now = toSeconds(Date.now())): Decoded<string> {
  if (!isObject(value))
    return { mistakes: [{ field: "", problem: "expected an object with items and last_update" }] };
  const { items, last_update: lastUpdate = now, ...others } = value;
  const decodedItems = decodeItems(items);
  const decodedUpdate = decodeTime(lastUpdate);
  const mistakes = [
    ...Object.keys(others).map(unknownField),
    ...(decodedUpdate === undefined ? [unexpected("last_update", time)] : []),
    ...(decodedItems.mistakes ?? []),
  ];
  if (mistakes.length > 0) return { mistakes };
  return { value: JSON.stringify({ items: decodedItems.value, last_update: decodedUpdate }) };
}

function decodeItems(items: unknown): Decoded<readonly object[]> {
  if (!Array.isArray(items)) {
    return { mistakes: [{ field: "items", problem: "expected an array of items" }] };
  }
  const decoded = items.map((item) => decodeItem(item));
  const mistakes = decoded.flatMap((item, index) =>
    (item.mistakes ?? []).map(({ field, problem }) => ({
      field: field ? `items[${index}].${field}` : `items[${index}]`,
      problem,
    })),
  );
  if (mistakes.length > 0) return { mistakes };
  return { value: decoded.flatMap((item) => item.value ?? []) };
}

function decodeItem(value: unknown): Decoded<object> {
  if (!isObject(value))
    return { mistakes: [{ field: "", problem: "expected an object with the fields of an item" }] };
  const { fields, mistakes } = decodeFields(itemFields, value);
  if (mistakes.length > 0) return { mistakes };
  if (fields["type"] === "selectbox") return { value: fields };
  const { enum: options, ...others } = fields;
  const hasOptions = Array.isArray(options) && options.length > 0;
  if (hasOptions) return { mistakes: [{ field: "enum", problem: "only a selectbox has options" }] };
  return { value: others };
}

function decodeFields(
  rules: Readonly<Record<string, FieldRule>>,
  value: Readonly<Record<string, unknown>>,
): { readonly fields: Record<string, unknown>; readonly mistakes: FieldMistake[] } {
  const fields: Record<string, unknown> = {};
  const mistakes = Object.keys(value)
    .filter((field) => !Object.hasOwn(rules, field))
    .map(unknownField);
  for (const [field, rule] of Object.entries(rules)) {
    const given = Object.hasOwn(value, field) ? value[field] : undefined;
    const isAbsent = given === undefined || given === null;
    fields[field] = isAbsent ? rule.fallback : rule.decode(given);
    const isMistake = isAbsent ? !("fallback" in rule) : fields[field] === undefined;
    if (isMistake) mistakes.push(unexpected(field, rule));
  }
  return { fields, mistakes };
}

function unknownField(field: string): FieldMistake {
  return { field, problem: "the interface has no such field" };
}

function unexpected(field: string, { expected }: FieldRule): FieldMistake {
  return { field, problem: `expected ${expected}` };
}

function decodeString(value: unknown): string | undefined {
  return typeof value === "string" && value.isWellFormed() ? value : undefined;
}

function decodeTagId(value: unknown): string | undefined {
  return typeof value === "string" && tagId.test(value) ? value : undefined;
}

/** Lone surrogates, which UTF-8 cannot hold, are in Cs. */
const tagId = /^(?!\.\.?$)[^\p{Cc}\p{Cs}]{1,256}$/u;

/** An integer, or the spelling of one. 16 digits are always exact within the safe integers. */
export function decodeInteger(value: unknown): number | undefined {
  const isSpelled =
    typeof value === "string" && /^-?(?:\d\.?){0,15}\d(?:[eE][+-]?\d{1,2})?$/.test(value);
  const number = isSpelled ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : undefined;
}

/** Whole numbers as they are, and dates and times of RFC 3339 as seconds since 1970. */
function decodeTime(value: unknown): number | undefined {
  const match = typeof value === "string" && dateTime.exec(value.toUpperCase());
  if (!match) return decodeInteger(value);
  const [, date = "", time = "00:00:00", zone = "Z"] = match;
  // JavaScript would take February 30 for March 2.
  const isDate = new Date(`${date}T12:00:00Z`).toISOString().startsWith(date);
  const ms = Date.parse(`${date}T${time}${zone}`);
  return isDate && !Number.isNaN(ms) ? toSeconds(ms) : undefined;
}

const dateTime =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:[T ](\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:\d\d))?$/;

export function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}

function decodeBoolean(value: unknown): boolean | undefined {
  const spelling = typeof value === "string" ? value.toLowerCase() : value;
  if (spelling === true || spelling === 1 || spelling === "true" || spelling === "1") return true;
  if (spelling === false || spelling === 0 || spelling === "false" || spelling === "0")
    return false;
  return undefined;
}

function decodeObject(value: unknown): object | undefined {
  return isObject(value) && isNestedWithin(maxNesting, value) ? value : undefined;
}

function isNestedWithin(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null || isRawNumber(value)) return true;
  return levels > 0 && Object.values(value).every((member) => isNestedWithin(levels - 1, member));
}

function decodeStrings(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((option) => typeof option === "string")
    ? value
    : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !isRawNumber(value)
  );
}
