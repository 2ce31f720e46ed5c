import { badInput, type SearchError } from "./errors.ts";

/** A place in an order: what the row there is ordered by, and its id. */
export interface CursorPlace {
  readonly values: readonly unknown[];
  readonly id: string;
}

/**
 * A cursor's text, safe in a URL: in base64url a checksum, then the values and the id as JSON.
 * @param order what the cursor belongs to: with another it is none.
 */
export function formatCursor(order: string, { values, id }: CursorPlace): string {
  const body = JSON.stringify([...values, id]);
  return encode(checksum(order, body) + body);
}

/**
 * The place that a cursor's text stands for.
 * @throws SearchError for a text that is no cursor of this order as `formatCursor` wrote it.
 */
export function parseCursor(order: string, name: "after" | "before", text: string): CursorPlace {
  const decoded = Buffer.from(text, "base64url").toString();
  const body = decoded.slice(checksumLength);
  // Node skips what is not base64url: only the text that was written counts.
  const isOurs = encode(decoded) === text && decoded === checksum(order, body) + body;
  const members: unknown = isOurs ? parseJson(body) : null;
  const id = Array.isArray(members) ? members.pop() : null;
  if (typeof id !== "string") throw wrongCursor(name);
  return { values: members as readonly unknown[], id };
}

/** The mistake of a cursor that is not of this order. */
export function wrongCursor(name: "after" | "before"): SearchError {
  return badInput(name, "a cursor that this list gave in this very order, unaltered");
}

function encode(text: string): string {
  return Buffer.from(text).toString("base64url");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const checksumLength = 8;

/** FNV-1a: a cursor of another order fails as an altered one does, and nobody gains by making one up. */
function checksum(order: string, body: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(`${order}\n${body}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(checksumLength, "0");
}
