import type { Kind } from "../record.ts";
import { tellKind } from "./decode.ts";

/** Something wrong in a file that is imported. */
export interface Mistake {
  /** Counted from 1. */
  readonly line: number;
  /** The field, such as `additional_data` or `items[2].type`; "" where it is the whole. */
  readonly field: string;
  readonly expected: string;
}

/** What a reader found in a file, undecoded as yet. */
export type Entry =
  | {
      readonly entry: "record";
      readonly kind: Kind;
      readonly line: number;
      readonly value: unknown;
    }
  | {
      readonly entry: "structure";
      /** Undefined where the file does not tell whose structure it is. */
      readonly of: Kind | undefined;
      readonly line: number;
      readonly value: unknown;
    }
  | ({ readonly entry: "mistake" } & Mistake);

/** The forms of file that are imported and exported. */
export const fileFormats = ["json", "ndjson", "csv"] as const;

/** One of the forms of file. */
export type FileFormat = (typeof fileFormats)[number];

/** A tag or a terminal that stands by itself. */
export function toRecordEntry(line: number, value: unknown): Entry {
  return { entry: "record", kind: tellKind(value), line, value };
}

/** A place where the file is not as its format has it. */
export function toMistakeEntry(line: number, field: string, expected: string): Entry {
  return { entry: "mistake", line, field, expected };
}
