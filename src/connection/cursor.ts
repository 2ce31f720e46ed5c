import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { ConnectionArgumentError } from "./arguments.ts";

/**
 * A place in a list as a cursor carries it: a row, and enough of the rows around it to find the place again
 * after rows came and went. Digests stand for ids; `unreadable` stands for a row without one.
 */
export interface Cursor {
  /** How many rows were before this one. */
  readonly position: number;
  /** The envelope's `count` at that time; null where it was unreadable. */
  readonly count: number | null;
  /** Digests of adjoining rows in the list's order, the cursor's own row among them. */
  readonly digests: readonly number[];
  /** Which of the digests is the cursor's own row. */
  readonly own: number;
}

/** How many rows on either side a cursor carries at most: with these it stays under 160 characters. */
export const neighbours = 7;

/** The digest of a row that could not be read: it matches no row. */
export const unreadable = 0;

const version = 1;
const digestBytes = 6;

/** The 48-bit digest of a row's id, never `unreadable`. */
export function digestOf(id: string): number {
  return Number.parseInt(hash("sha256", id).slice(0, 2 * digestBytes), 16) || 1;
}

/**
 * The cursor as text, safe in a URL. In base64url: version, checksum (of the list's name and of what follows),
 * position, count plus one, how many digests come before and after the row's own, the digests.
 */
export function formatCursor(list: string, { position, count, digests, own }: Cursor): string {
  const head = [...toVarint(position), ...toVarint(count === null ? 0 : count + 1)];
  const body = Buffer.alloc(head.length + 1 + digests.length * digestBytes);
  body.set([...head, (own << 4) | (digests.length - own - 1)]);
  for (const [index, digest] of digests.entries()) {
    body.writeUIntBE(digest, head.length + 1 + index * digestBytes, digestBytes);
  }
  const start = Buffer.alloc(5, version);
  start.writeUInt32BE(checksum(list, body), 1);
  return Buffer.concat([start, body]).toString("base64url");
}

/**
 * The place that a cursor's text stands for.
 * @throws ConnectionArgumentError for a text that is no cursor of this list as `formatCursor` wrote it.
 */
export function parseCursor(list: string, name: "after" | "before", text: string): Cursor {
  const cursor = readCursor(list, text);
  if (cursor) return cursor;
  throw new ConnectionArgumentError(
    `\`${name}\` is no cursor of this list: expected one that \`${list}\` gave, unaltered.`,
  );
}

function readCursor(list: string, text: string): Cursor | null {
  if (text.length >= 160) return null;
  const bytes = Buffer.from(text, "base64url");
  // Node skips what is not base64url: only the text that was written counts.
  if (bytes.toString("base64url") !== text) return null;
  if (bytes.length < 6 || bytes[0] !== version) return null;
  const body = bytes.subarray(5);
  if (bytes.readUInt32BE(1) !== checksum(list, body)) return null;
  const position = fromVarint(body, 0);
  const count = position && fromVarint(body, position.next);
  if (!position || !count) return null;
  const sides = body[count.next] ?? 0;
  const [before, after] = [sides >> 4, sides & 15];
  const digests = body.subarray(count.next + 1);
  if (digests.length !== (before + 1 + after) * digestBytes) return null;
  return {
    position: position.value,
    count: count.value === 0 ? null : count.value - 1,
    digests: Array.from({ length: before + 1 + after }, (_, index) =>
      digests.readUIntBE(index * digestBytes, digestBytes),
    ),
    own: before,
  };
}

/** Covers the list's name, so that a cursor of another list fails as an altered one does. */
function checksum(list: string, body: Uint8Array): number {
  return crc32(body, crc32(list));
}

/** A whole number, seven bits a byte, the lowest first; all but the last byte have the high bit. */
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
  for (let next = start, unit = 1; next < start + 8; next++, unit *= 128) {
    const byte = bytes[next];
    if (byte === undefined) return null;
    value += (byte & 127) * unit;
    if (byte < 128) return Number.isSafeInteger(value) ? { value, next: next + 1 } : null;
  }
  return null;
}
