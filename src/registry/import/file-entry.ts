import type { RecordKind } from "../record.ts";
import { isObject } from "./decode.ts";
import type { Place } from "./place.ts";

export type EntryPlace = Pick<Place, "line"> & Partial<Place>;

export interface Mistake extends EntryPlace {
  readonly file?: string | undefined;
  /**
   * The record by its id, such as `tag 04AB`, or by its position in the file, such as `tag #3`;
   * absent for anything else.
   */
  readonly record?: string | undefined;
  /** The field, such as `additional_data` or `items[2].type`; "" is the entry itself. */
  readonly field: string;
  readonly problem: string;
  /** How many cells of a column have this mistake; absent for one. */
  readonly cells?: number;
}

export interface RecordEntry {
  readonly type: "record";
  readonly kind: RecordKind;
  readonly place: EntryPlace;
  readonly index: number;
  readonly value: unknown;
  /** The keys of additional data whose cells are numbers with a decimal comma, read as text. */
  readonly commas?: readonly string[];
}

export interface StructureEntry {
  readonly type: "structure";
  readonly kind: RecordKind | undefined;
  readonly place: Place;
  readonly value: unknown;
}

export interface PageEntry {
  readonly type: "page";
  readonly kind: RecordKind;
  readonly place: Place;
  readonly page: number;
  readonly pageCount: number;
}

export type FileEntry =
  | RecordEntry
  | StructureEntry
  | PageEntry
  | { readonly type: "file"; readonly name: string }
  | { readonly type: "mistake"; readonly mistake: Mistake };

export const fileFormats = ["json", "ndjson", "csv"] as const;

export type FileFormat = (typeof fileFormats)[number];

export function nameRecord(kind: RecordKind, index: number, value: unknown): string {
  const id = isObject(value) ? value["id"] : undefined;
  const hasId = (typeof id === "string" && id !== "") || typeof id === "number";
  return hasId ? `${kind} ${id}` : `${kind} #${index}`;
}

export function toMistakeEntry(
  place: EntryPlace,
  field: string,
  problem: string,
  record?: string,
): FileEntry {
  return { type: "mistake", mistake: { ...place, record, field, problem } };
}
