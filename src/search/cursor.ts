import { badInput } from "./errors.ts";

/** A place in an order: what a row there is ordered by, and its id. */
export interface CursorPlace {
  readonly values: readonly unknown[];
  readonly id: string;
}

/**
 * A cursor's text, safe in a URL: in base64url a checksum, then the values and the id as JSON.
 * @param orderName says what the cursor is good for; the checksum covers it.
 */
export function formatCursor(orderName: string, { values, id }: CursorPlace): string {
  const body = JSON.stringify([...values, id]);
  return encode(checksum(orderName, body) + body);
}

/**
 * The place that a cursor's text stands for.
 * @throws SearchError for a text that is no cursor of this order as `formatCursor` wrote it.
 */
export function parseCursor(
  orderName: string,
  name: "after" | "before",
  text: string,
): CursorPlace {
  const place = readCursor(orderName, text);
  if (place === null) throw wrongCursor(name);
  return place;
}

/** The mistake of a cursor that is not of this order. */
export function wrongCursor(name: "after" | "before"): Error {
  return badInput(name, "a cursor that this list gave in this very order, unaltered");
}

function readCursor(orderName: string, text: string): CursorPlace | null {
  const decoded = Buffer.from(text, "base64url").toString();
  // Node skips what is not base64url: only the text that was written counts.
  if (encode(decoded) !== text) return null;
  const body = decoded.slice(checksumLength);
  if (decoded.slice(0, checksumLength) !== checksum(orderName, body)) return null;
  try {
    const members: unknown = JSON.parse(body);
    const id = Array.isArray(members) ? members.pop() : null;
    return typeof id === "string" ? { values: members as unknown[], id } : null;
  } catch {
    return null;
  }
}

function encode(text: string): string {
  return Buffer.from(text).toString("base64url");
}

const checksumLength = 8;

/** FNV-1a. A cursor of another order fails as an altered one does; nobody gains by making one up. */
function checksum(orderName: string, body: string): string {
  let hash = 0x811c9dc5;
  for (const character of `${orderName}\n${body}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(checksumLength, "0");
}
