import { badInput, type SearchError } from "../errors.ts";

/** The argument by which a cursor comes. */
export type CursorName = "after" | "before";

/** A place in an order: what the row there is ordered by, and its id. */
export interface CursorPlace {
  readonly values: readonly unknown[];
  readonly id: string;
}

/** A cursor's text, safe in a URL: in base64url a checksum, which covers the order's name, then the values and the id as JSON. */
export function formatCursor(order: string, { values, id }: CursorPlace): string {
  const body = JSON.stringify([...values, id]);
  return encode(checksum(order, body) + body);
}

/** The place that a cursor stands for. Throws `SearchError` for a text that `formatCursor` did not write for this order. */
export function parseCursor(order: string, name: CursorName, text: string): CursorPlace {
  const decoded = Buffer.from(text, "base64url").toString();
  const body = decoded.slice(checksumLength);
  try {
    // Node skips what is not base64url: only the text that was written counts.
    const isOurs = encode(checksum(order, body) + body) === text;
    const members: unknown = isOurs ? JSON.parse(body) : null;
    const id = Array.isArray(members) ? members.pop() : null;
    if (typeof id === "string") return { values: members as readonly unknown[], id };
  } catch {
    // Whoever makes up a checksum need not write JSON behind it.
  }
  throw wrongCursor(name);
}

/** The mistake of a cursor that is not of this order. */
export function wrongCursor(name: CursorName): SearchError {
  return badInput(name, "a cursor that this list gave in this very order, unaltered");
}

function encode(text: string): string {
  return Buffer.from(text).toString("base64url");
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
