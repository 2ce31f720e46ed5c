import type { RecordKind } from "../../record.ts";

const noTimeouts =
  "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0";

export const beginReadOnly = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${noTimeouts}`;

/**
 * Begins a transaction that writes. After it has waited for a lock, it sees what others have
 * committed in the meantime. The database's defaults do not limit how long it may take.
 */
export const beginReadWrite = `BEGIN ISOLATION LEVEL READ COMMITTED; ${noTimeouts}`;

/**
 * Makes every terminal's id positive, so that strings of the same length sort as the numbers do.
 */
const offset = 2n ** 53n;
const digits = 17;

export function toStoredId(id: string | number): string {
  return typeof id === "string" ? id : String(BigInt(id) + offset).padStart(digits, "0");
}

export function fromStoredId(kind: RecordKind, text: string): string | number {
  return kind === "tag" ? text : Number(BigInt(text) - offset);
}
