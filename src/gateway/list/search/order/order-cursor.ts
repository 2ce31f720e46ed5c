import { badInput, type SearchError } from "../errors.ts";

/** The argument that a cursor comes in. */
export type CursorName = "after" | "before";

/** A row's place in an order: the values that the row is ordered by, and its id. */
export interface CursorPlace {
  readonly values: readonly unknown[];
  readonly id: string;
}

/** The checksum of what a cursor is valid for. A search can be long, and a page has many cursors. */
export type CursorScope = number & { readonly __brand: "CursorScope" };

/** The scope of cursors that are valid for this: the list, the orders and, under relevance, the words. */
export function toCursorScope(text: string): CursorScope {
  return hash(fnvBasis, `${text}\n`) as CursorScope;
}

/** Formats a cursor in base64url: a checksum, which also covers the scope, then the values and the id as JSON. */
export function formatOrderCursor(scope: CursorScope, { values, id }: CursorPlace): string {
  const body = JSON.stringify([...values, id]);
  return encode(checksum(scope, body) + body);
}

/**
 * Parses a cursor of a scope: the list, the orders and, under relevance, the words that it is valid for.
 * @throws SearchError `BAD_USER_INPUT` for a string that `formatOrderCursor` did not write for this scope.
 */
export function parseOrderCursor(scope: CursorScope, name: CursorName, text: string): CursorPlace {
  const decoded = Buffer.from(text, "base64url").toString();
  const body = decoded.slice(checksumLength);
  try {
    // Node.js skips characters that are not base64url. Writing the cursor again shows whether it did.
    const isOurs = encode(checksum(scope, body) + body) === text;
    const members: unknown = isOurs ? JSON.parse(body) : null;
    const id = Array.isArray(members) ? members.pop() : null;
    if (typeof id === "string") return { values: members as readonly unknown[], id };
  } catch {
    // A made-up cursor can have the right checksum and no JSON after it.
  }
  throw wrongCursor(name);
}

/** The error for a string that is not a cursor of this order. */
export function wrongCursor(name: CursorName): SearchError {
  return badInput(name, "a cursor from this list in the same order");
}

function encode(text: string): string {
  return Buffer.from(text).toString("base64url");
}

const checksumLength = 8;

function checksum(scope: CursorScope, body: string): string {
  return (hash(scope, body) >>> 0).toString(16).padStart(checksumLength, "0");
}

const fnvBasis = 0x811c9dc5;

/** FNV-1a. It detects mistakes. It need not resist forgery, because nothing is gained by a made-up cursor. */
function hash(start: number, text: string): number {
  let state = start;
  for (const byte of Buffer.from(text)) state = Math.imul(state ^ byte, 0x01000193);
  return state;
}
