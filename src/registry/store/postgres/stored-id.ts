import type { Kind } from "../../record.ts";

/** Makes every terminal's id positive, so that texts of one length are in the order of the numbers. */
const offset = 2n ** 53n;
const digits = 17;

/** A record's id as text in the order of the ids. */
export function toStoredId(id: string | number): string {
  return typeof id === "string" ? id : String(BigInt(id) + offset).padStart(digits, "0");
}

/** The id that such a text stands for. */
export function fromStoredId(kind: Kind, text: string): string | number {
  return kind === "tag" ? text : Number(BigInt(text) - offset);
}
