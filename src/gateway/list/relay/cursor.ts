import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { ConnectionArgumentError } from "./arguments.ts";

/**
 * What a cursor knows: its row, and enough of the rows around it to find the place again after rows have come and gone. A row is
 * known by the digest of its id.
 */
export interface Cursor {
  /** The row's position when the cursor was made. */
  readonly position: number;
  /** The list's count at that time; null if it was unknown. */
  readonly count: number | null;
  /** The digests of consecutive rows, the cursor's own row among them; `unreadableDigest` for a row without an id. */
  readonly digests: readonly number[];
  /** The index of the cursor's own row in `digests`. */
  readonly own: number;
  /** The checksums of the contents of these rows; `unknownContents` for a row that could not be read. */
  readonly contents: readonly number[];
}

/** Maximum number of rows that a cursor knows on either side. With more, it could reach `lengthLimit`. */
export const maxNeighbours = 7;

/** The digest of a row that could not be read. It matches no row. */
export const unreadableDigest = 0;

/** Stands for contents that nobody has seen. */
export const unknownContents = 0;

/** Every cursor is shorter than this, in characters. */
const lengthLimit = 200;

const version = 2;
const digestBytes = 6;
const contentsBytes = 2;
const rowBytes = digestBytes + contentsBytes;
/** Enough for 53 bits. */
const maxVarintBytes = 8;

/** The 48-bit digest of a row's id, never `unreadableDigest`. */
export function digestOf(id: string): number {
  return Number.parseInt(hash("sha256", id).slice(0, 2 * digestBytes), 16) || 1;
}

/** The checksum of a row's contents, never `unknownContents`. */
export function checksumOf(contents: string): number {
  return crc32(contents) % 2 ** (8 * contentsBytes) || 1;
}

/**
 * Writes a cursor in base64url. Its bytes, in order:
 *
 * - the version
 * - a checksum of the list's name and of all bytes that follow
 * - the position
 * - the count plus one, or 0 for none
 * - in one byte, how many digests come before the row's own, and how many after it
 * - the digests, and the checksum of the row's contents after each
 */
export function formatCursor(listName: string, cursor: Cursor): string {
  const { position, count, digests, own, contents } = cursor;
  const head = [...toVarint(position), ...toVarint(count === null ? 0 : count + 1)];
  const body = Buffer.alloc(head.length + 1 + digests.length * rowBytes);
  body.set(head);
  body.writeUInt8((own << 4) | (digests.length - own - 1), head.length);
  for (const [index, digest] of digests.entries()) {
    const start = head.length + 1 + index * rowBytes;
    body.writeUIntBE(digest, start, digestBytes);
    body.writeUIntBE(contents[index] ?? unknownContents, start + digestBytes, contentsBytes);
  }
  const lead = Buffer.alloc(5, version);
  lead.writeUInt32BE(checksum(listName, body), 1);
  return Buffer.concat([lead, body]).toString("base64url");
}

/**
 * Reads a cursor.
 * @param name the argument that holds it, for the error message.
 * @throws ConnectionArgumentError unless `formatCursor` wrote exactly this string for this list.
 */
export function parseCursor(listName: string, name: "after" | "before", text: string): Cursor {
  const cursor = readCursor(listName, text);
  if (cursor) return cursor;
  throw new ConnectionArgumentError(
    `\`${name}\` is not a cursor of this list: expected one that this list returned in the same order, unaltered.`,
  );
}

function readCursor(listName: string, text: string): Cursor | null {
  if (text.length >= lengthLimit) return null;
  const bytes = Buffer.from(text, "base64url");
  // Node skips characters that are not base64url. Writing the bytes again shows whether it did.
  if (bytes.toString("base64url") !== text) return null;
  if (bytes.length < 6 || bytes[0] !== version) return null;
  const body = bytes.subarray(5);
  if (bytes.readUInt32BE(1) !== checksum(listName, body)) return null;
  const position = fromVarint(body, 0);
  const count = position && fromVarint(body, position.next);
  if (!position || !count) return null;
  const sides = body[count.next];
  if (sides === undefined) return null;
  const [before, after] = [sides >> 4, sides & 15];
  const rows = body.subarray(count.next + 1);
  if (rows.length !== (before + 1 + after) * rowBytes) return null;
  const indexes = Array.from({ length: before + 1 + after }, (_, index) => index * rowBytes);
  return {
    position: position.value,
    count: count.value === 0 ? null : count.value - 1,
    digests: indexes.map((start) => rows.readUIntBE(start, digestBytes)),
    contents: indexes.map((start) => rows.readUIntBE(start + digestBytes, contentsBytes)),
    own: before,
  };
}

/** Includes the list's name, so that a cursor of another list is refused like an altered one. */
function checksum(listName: string, body: Uint8Array): number {
  return crc32(body, crc32(listName));
}

/** A whole number as bytes of seven bits, the lowest first. All bytes except the last have the high bit set. */
function toVarint(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

function fromVarint(
  bytes: Uint8Array,
  start: number,
): { readonly value: number; readonly next: number } | null {
  let value = 0;
  for (let index = 0; index < maxVarintBytes; index++) {
    const byte = bytes[start + index];
    if (byte === undefined) return null;
    value += (byte & 127) * 128 ** index;
    if (byte < 128) return Number.isSafeInteger(value) ? { value, next: start + index + 1 } : null;
  }
  return null;
}
