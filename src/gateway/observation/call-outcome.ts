import type { CallReport } from "../../upstream/calls/call-report.ts";

/**
 * How a REST call ended, in a word: `ok`, the code of its error, or `absent` where the registry answered that there is no such
 * thing, which is an answer like others to whoever asked for a record.
 */
export function toCallOutcome({ status, code }: CallReport): string {
  return status === 404 || status === 410 ? "absent" : (code ?? "ok");
}
