import type { RecordKind } from "../record.ts";
import { detectKind } from "./decode.ts";

/** A mistake in an imported file. */
export interface Mistake {
  /** Counted from 1. */
  readonly line: number;
  /** The field, such as `additional_data` or `items[2].type`; "" is the entry itself. */
  readonly field: string;
  readonly problem: string;
}

/** An entry that a reader found in a file. It is not decoded yet. */
export type FileEntry =
  | {
      readonly type: "record";
      readonly kind: RecordKind;
      readonly line: number;
      readonly value: unknown;
    }
  | {
      readonly type: "structure";
      /** The kind that the structure is for; undefined if the file does not say. */
      readonly kind: RecordKind | undefined;
      readonly line: number;
      readonly value: unknown;
    }
  | ({ readonly type: "mistake" } & Mistake);

/** The formats that are imported and exported. */
export const fileFormats = ["json", "ndjson", "csv"] as const;

/** One of these formats. */
export type FileFormat = (typeof fileFormats)[number];

/** An entry for a tag or a terminal. Its fields show which of them it is. */
export function toRecordEntry(line: number, value: unknown): FileEntry {
  return { type: "record", kind: detectKind(value), line, value };
}

/** An entry for a place where the file breaks its format. */
export function toMistakeEntry(line: number, field: string, problem: string): FileEntry {
  return { type: "mistake", line, field, problem };
}
