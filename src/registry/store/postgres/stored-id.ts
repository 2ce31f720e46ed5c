import type { RecordKind } from "../../record.ts";

/** Makes every terminal's id positive, so that strings of the same length sort as the numbers do. */
const offset = 2n ** 53n;
const digits = 17;

/** A record's id as a string that sorts as the ids do. */
export function toStoredId(id: string | number): string {
  return typeof id === "string" ? id : String(BigInt(id) + offset).padStart(digits, "0");
}

/** The id in such a string. */
export function fromStoredId(kind: RecordKind, text: string): string | number {
  return kind === "tag" ? text : Number(BigInt(text) - offset);
}
