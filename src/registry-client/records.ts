import { RegistryError } from "../gateway/base/errors.ts";
import {
  decodeInteger,
  decodeList,
  decodeString,
  type FieldSource,
  isJsonObject,
  readOptional,
  tryDecode,
} from "./json-values.ts";
import type { Page } from "./page.ts";

export type Subject = "tag" | "terminal";

/** As the registry sent it. Its id is checked; its other fields are when they are read. */
export interface RegistryRecord<S extends Subject = Subject> extends FieldSource {
  readonly subject: S;
  readonly id: string;
}

export type TagRecord = RegistryRecord<"tag">;

export type TerminalRecord = RegistryRecord<"terminal">;

/** A row of a list: a record, or an error in place of a row without an id. */
export type RegistryRow<S extends Subject> = RegistryRecord<S> | RegistryError;

export function listTemplate(subject: Subject): string {
  return `/api/v1/${subject}s`;
}

export type RecordPage<S extends Subject> = Page<RegistryRow<S>>;

/** The maximum length of an id: servers would not accept a longer URL. */
const maxIdLength = 1024;

/**
 * Whether a record can have this id. A call with any other id could reach a different path. A
 * terminal's id is an integer without leading zeros (interface §2.1). A tag's is a string that fits
 * into one segment of a path (interface §2.2).
 */
export function isPossibleId(subject: Subject, id: string): boolean {
  if (subject === "terminal") return /^(0|-?[1-9]\d{0,18})$/.test(id);
  return id !== "" && id !== "." && id !== ".." && id.length <= maxIdLength && id.isWellFormed();
}

export interface StructureRecord extends FieldSource {
  readonly of: Subject;
}

export type ItemRecord = FieldSource;

/**
 * The record of a row; an error in its place if the row is not an object, or has no id that can be
 * read.
 * @param template the path template of the call that brought the row.
 */
export function decodeRecord<S extends Subject>(
  subject: S,
  row: unknown,
  template: string,
): RegistryRow<S> {
  if (isJsonObject(row)) {
    const id = tryDecode(decodeString, row["id"]);
    // It names the list, however the record came, so that equal requests get equal errors.
    if (id) return { subject, id, fields: row, template: listTemplate(subject) };
  }
  return badResponseError(template, `a ${subject} has no id that can be read`, "id");
}

/**
 * The rows and the envelope of a list's response (interface §4.1, §4.3).
 * @throws RegistryError `REGISTRY_BAD_RESPONSE` if there is no list.
 */
export function decodePage<S extends Subject>(
  subject: S,
  body: unknown,
  template: string,
): RecordPage<S> {
  const envelope = isJsonObject(body) ? body : {};
  // A number that cannot be read is treated as missing. The others are kept.
  const readNumber = (name: string) => tryDecode(decodeInteger, envelope[name]);
  const value = envelope[`${subject}s`];
  const isNone = value === null && readNumber("count") === 0;
  const list = isNone ? [] : tryDecode(decodeList, value);
  if (list === null)
    throw badResponseError(template, `the response has no array "${subject}s"`, `${subject}s`);
  return {
    rows: list.map((row) => decodeRecord(subject, row, template)),
    limit: atLeast(1, readNumber("limit")),
    page: atLeast(0, readNumber("page")),
    count: atLeast(0, readNumber("count")),
    pageCount: atLeast(0, readNumber("page_count")),
  };
}

/**
 * The single record that was requested; null if the response holds none (interface §4.2, §4.4).
 * Also accepted: the member under its other name (such as `tags` for `tag`), one record instead of
 * a list, a list instead of one record, and the bare record.
 * @throws RegistryError `REGISTRY_BAD_RESPONSE` if it holds a different record, or is not of the
 * documented shape.
 */
export function decodeSingle<S extends Subject>(
  subject: S,
  id: string,
  body: unknown,
  template: string,
): RegistryRecord<S> | null {
  const documented = subject === "tag" ? "tag" : "terminals";
  const value = findSingle(subject, documented, body);
  if (value === undefined)
    throw badResponseError(template, `the response has no member "${documented}"`, documented);
  if (value === null) return null;
  const rows = tryDecode(decodeList, value);
  if (rows === null)
    throw badResponseError(template, `"${documented}" holds no ${subject}`, documented);
  const records = rows.map((row) => decodeRecord(subject, row, template));
  const [first, ...others] = records;
  if (first === undefined) return null;
  const found = records.find(
    (record): record is RegistryRecord<S> => !(record instanceof RegistryError) && record.id === id,
  );
  if (found !== undefined) return found;

  if (first instanceof RegistryError && others.length === 0) throw first;
  throw badResponseError(template, `the response holds a different ${subject}`, "id");
}

function findSingle(subject: Subject, documented: string, body: unknown): unknown {
  if (!isJsonObject(body)) return undefined;
  // An envelope means that the registry ignored the id and answered with the list.
  const isList = Object.hasOwn(body, "page");
  const names = isList ? [documented, subject] : [documented, subject, `${subject}s`];
  const name = names.find((candidate) => Object.hasOwn(body, candidate));
  if (name !== undefined) return body[name];
  return Object.hasOwn(body, "id") ? body : undefined;
}

/**
 * A structure (interface §4.5).
 * @throws RegistryError `REGISTRY_BAD_RESPONSE` if the response has no items.
 */
export function decodeStructure(of: Subject, body: unknown, template: string): StructureRecord {
  if (!isJsonObject(body) || !Object.hasOwn(body, "items")) {
    throw badResponseError(template, 'the response has no array "items"', "items");
  }
  return { of, fields: body, template };
}

/**
 * The items of a structure, with an error in place of each that is not an object.
 * @throws RegistryError `REGISTRY_BAD_RESPONSE` if the items are not an array.
 */
export function readItems(structure: StructureRecord): readonly (ItemRecord | RegistryError)[] {
  const items = readOptional(structure, "items", decodeList) ?? [];
  return items.map((item) =>
    isJsonObject(item)
      ? { fields: item, template: structure.template }
      : badResponseError(structure.template, "an item is not an object", "items"),
  );
}

function badResponseError(template: string, reason: string, field: string): RegistryError {
  return new RegistryError("REGISTRY_BAD_RESPONSE", template, reason, { field });
}

function atLeast(min: number, value: number | null): number | null {
  return value !== null && value >= min ? value : null;
}
