import { RegistryError } from "../errors.ts";
import { DecodeError, decodeInteger, decodeList, isJsonObject, type JsonObject } from "./decode.ts";

/** The two kinds of record that a registry keeps (interface §2). */
export type Subject = "tag" | "terminal";

/** A record as the registry sent it: its id is checked, its other fields are decoded when somebody reads them. */
export interface RegistryRecord<Kind extends Subject = Subject> extends FieldSource {
  readonly subject: Kind;
  /** The registry's own id as text, whether it is a string (tags) or an integer (terminals). */
  readonly id: string;
}

/** A tag (interface §2.2). */
export type TagRecord = RegistryRecord<"tag">;

/** A terminal (interface §2.1). */
export type TerminalRecord = RegistryRecord<"terminal">;

/** A row of a list: one that is no record with an id is an error in its place. */
export type RegistryRow<Kind extends Subject> = RegistryRecord<Kind> | RegistryError;

/** A page of a list with its envelope (interface §2.4). */
export interface RecordPage<Kind extends Subject> {
  readonly rows: readonly RegistryRow<Kind>[];
  /** Null where the envelope gives none that can be read, as of each number here. */
  readonly limit: number | null;
  readonly page: number | null;
  readonly count: number | null;
  readonly pageCount: number | null;
}

/** Longer ids name no record: with one, a URL would grow past what servers take. */
const longestId = 1024;

/**
 * Whether a record can have this id at all; asking for another would only reach a different path.
 * A terminal's is an integer in its one spelling (interface §2.1), a tag's a text that makes one segment of a path.
 */
export function isPossibleId(subject: Subject, id: string): boolean {
  if (subject === "terminal") return /^(0|-?[1-9]\d{0,18})$/.test(id);
  return id !== "" && id !== "." && id !== ".." && id.length <= longestId && id.isWellFormed();
}

/** What fields are read from: a record, a structure or an item. */
export interface FieldSource {
  readonly fields: JsonObject;
  /** The path template of a call that brings it, as errors name it. */
  readonly template: string;
}

/** The structure of the additional data of tags or of terminals (interface §2.3). */
export interface StructureRecord extends FieldSource {
  readonly of: Subject;
}

/** One element of a structure (interface §2.3). */
export type ItemRecord = FieldSource;

/**
 * A record out of a row; an error in its place where the row is no object or has no id that can be read.
 * @param template the path template of the call that brought the row.
 */
export function decodeRecord<Kind extends Subject>(
  subject: Kind,
  row: unknown,
  template: string,
): RegistryRow<Kind> {
  if (isJsonObject(row)) {
    const { id } = row;
    const isId = (typeof id === "string" && id !== "") || Number.isSafeInteger(id);
    // An error of one of its fields is the same however the record was come by.
    if (isId) return { subject, id: String(id), fields: row, template: `/api/v1/${subject}s` };
  }
  return badResponse(template, `a ${subject} without an id that can be read`, "id");
}

/**
 * The rows and the envelope of a list's answer (interface §4.1, §4.3).
 * @throws RegistryError `REGISTRY_BAD_RESPONSE` where there is no list.
 */
export function decodePage<Kind extends Subject>(
  subject: Kind,
  body: unknown,
  template: string,
): RecordPage<Kind> {
  const envelope = isJsonObject(body) ? body : {};
  const list = attempt(() => decodeList(envelope[`${subject}s`]));
  const readNumber = (name: string) => attempt(() => decodeInteger(envelope[name]));
  if (list === null) throw badResponse(template, `no array "${subject}s"`, `${subject}s`);
  return {
    rows: list.map((row) => decodeRecord(subject, row, template)),
    limit: atLeast(1, readNumber("limit")),
    page: atLeast(0, readNumber("page")),
    count: atLeast(0, readNumber("count")),
    pageCount: atLeast(0, readNumber("page_count")),
  };
}

/**
 * The one record that was asked for; null where the answer holds none (interface §4.2, §4.4). Read as well: the member under its
 * other name (`tag` and `tags`), one record where a list is documented, a list where one is, and the record by itself.
 * @throws RegistryError `REGISTRY_BAD_RESPONSE` where it holds another record, or is not the documented shape.
 */
export function decodeSingle<Kind extends Subject>(
  subject: Kind,
  id: string,
  body: unknown,
  template: string,
): RegistryRecord<Kind> | null {
  const documented = subject === "tag" ? "tag" : "terminals";
  const value = findSingle(subject, documented, body);
  if (value === undefined) throw badResponse(template, `no member "${documented}"`, documented);
  if (value === null) return null;
  const rows = attempt(() => decodeList(value));
  if (rows === null) throw badResponse(template, `no ${subject} in "${documented}"`, documented);
  const records = rows.map((row) => decodeRecord(subject, row, template));
  const [first, ...others] = records;
  if (first === undefined) return null;
  const found = records.find((record) => !(record instanceof RegistryError) && record.id === id);
  if (found !== undefined && !(found instanceof RegistryError)) return found;
  if (first instanceof RegistryError && others.length === 0) throw first;
  throw badResponse(template, `another ${subject} than the one asked for`, "id");
}

/** What an answer has in the place of a single record; undefined: nothing. */
function findSingle(subject: Subject, documented: string, body: unknown): unknown {
  if (!isJsonObject(body)) return undefined;
  // With an envelope it is the list: whatever was asked for, the id was not looked at.
  const isList = Object.hasOwn(body, "page");
  const names = isList ? [documented, subject] : [documented, subject, `${subject}s`];
  const name = names.find((candidate) => Object.hasOwn(body, candidate));
  if (name !== undefined) return body[name];
  return Object.hasOwn(body, "id") ? body : undefined;
}

/**
 * A structure (interface §4.5).
 * @throws RegistryError `REGISTRY_BAD_RESPONSE` where the answer is not one.
 */
export function decodeStructure(of: Subject, body: unknown, template: string): StructureRecord {
  if (!isJsonObject(body) || !Object.hasOwn(body, "items")) {
    throw badResponse(template, 'no array "items"', "items");
  }
  return { of, fields: body, template };
}

/**
 * The items of a structure, an error in the place of one that is no object.
 * @throws RegistryError `REGISTRY_BAD_RESPONSE` where the items are no array.
 */
export function readItems(structure: StructureRecord): readonly (ItemRecord | RegistryError)[] {
  const items = readOptional(structure, "items", decodeList) ?? [];
  return items.map((item) =>
    isJsonObject(item)
      ? { fields: item, template: structure.template }
      : badResponse(structure.template, "an item that is no object", "items"),
  );
}

/**
 * A field that the registry may leave empty, decoded; null where it has none.
 * @throws RegistryError `REGISTRY_BAD_RESPONSE`, naming the field, where its value cannot be read.
 */
export function readOptional<T>(
  source: FieldSource,
  field: string,
  decode: (value: unknown) => T | null,
): T | null {
  return decodeOptional(source, field, source.fields[field], decode);
}

/**
 * A field that the interface document promises, decoded.
 * @throws RegistryError `REGISTRY_BAD_RESPONSE`, naming the field, where it is missing, null, or cannot be read.
 */
export function readPromised<T>(
  source: FieldSource,
  field: string,
  decode: (value: unknown) => T | null,
): T {
  return decodePromised(source, field, source.fields[field], decode);
}

/** `readOptional` for whoever has the value already. */
export function decodeOptional<T>(
  source: FieldSource,
  field: string,
  value: unknown,
  decode: (value: unknown) => T | null,
): T | null {
  try {
    return decode(value);
  } catch (error) {
    if (error instanceof DecodeError) throw unreadable(source, field, error.message);
    throw error;
  }
}

/** `readPromised` for whoever has the value already. */
export function decodePromised<T>(
  source: FieldSource,
  field: string,
  value: unknown,
  decode: (value: unknown) => T | null,
): T {
  const decoded = decodeOptional(source, field, value, decode);
  if (decoded === null) throw unreadable(source, field, "expected a value, found none");
  return decoded;
}

function unreadable({ template }: FieldSource, field: string, expectation: string): RegistryError {
  const reason = `"${field}" cannot be read: ${expectation}`;
  return new RegistryError("REGISTRY_BAD_RESPONSE", template, reason, { field });
}

function badResponse(template: string, found: string, field: string): RegistryError {
  return new RegistryError("REGISTRY_BAD_RESPONSE", template, `answered with ${found}`, { field });
}

function atLeast(least: number, value: number | null): number | null {
  return value !== null && value >= least ? value : null;
}

/** The envelope's own words may be wrong one by one; what cannot be read is treated as missing. */
function attempt<T>(decode: () => T | null): T | null {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}
