import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import {
  checked,
  cursorOfOtherVersion,
  type Field,
  integer,
  list,
  nullable,
  Opaque,
  object,
  unsigned,
} from "../base/opaque.ts";
import { ArgumentError } from "./arguments.ts";

/**
 * What a cursor knows: its row, and enough of the rows around it to find the place again after rows
 * have come and gone.
 */
export interface Cursor {
  readonly position: number;
  readonly count: number | null;
  readonly digests: readonly number[];
  readonly own: number;
  /**
   * The checksums of the contents of these rows; `unknownContents` for a row that could not be
   * read.
   */
  readonly contents: readonly number[];
}

/** Known on either side. With more, a cursor could be longer than `maxLength`. */
export const maxNeighbours = 7;

export const unreadableDigest = 0;

export const unknownContents = 0;

const maxLength = 199;
const digestBytes = 6;
const contentsBytes = 2;

/** Has 48 bits, and is never `unreadableDigest`. */
export function digestOf(id: string): number {
  return Number.parseInt(hash("sha256", id).slice(0, 2 * digestBytes), 16) || 1;
}

export function checksumOf(contents: string): number {
  return crc32(contents) % 2 ** (8 * contentsBytes) || 1;
}

export const cursorField: Field<Cursor> = checked(
  object({
    position: integer,
    count: nullable(integer),
    own: integer,
    digests: list(unsigned(digestBytes)),
    contents: list(unsigned(contentsBytes)),
  }),
  ({ own, digests, contents }) => own < digests.length && contents.length === digests.length,
);

const cursors = new Opaque("listCursor", cursorField, { maxLength });

export function formatCursor(listName: string, cursor: Cursor): string {
  return cursors.within(listName).write(cursor);
}

/**
 * @param name the argument that holds the cursor, for the error message.
 * @throws ArgumentError unless `formatCursor` wrote exactly this string for this list.
 */
export function parseCursor(listName: string, name: "after" | "before", text: string): Cursor {
  const ofList = cursors.within(listName);
  const cursor = ofList.read(text);
  if (cursor !== undefined) return cursor;
  if (ofList.isOfOtherVersion(text)) {
    throw new ArgumentError(`\`${name}\` is ${cursorOfOtherVersion}.`);
  }
  throw new ArgumentError(
    `\`${name}\` is not a cursor of this list: expected one that this list returned in the same order, unaltered.`,
  );
}
