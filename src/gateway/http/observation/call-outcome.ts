import type { CallLogEntry } from "../../call/call-log-entry.ts";

/**
 * How a REST call ended, in one word: `ok`, the code of its error, or `absent` for 404 and 410, which usually mean that there is no
 * such record.
 */
export function toCallOutcome({ status, code }: CallLogEntry): string {
  return status === 404 || status === 410 ? "absent" : (code ?? "ok");
}
