import type { CallReport } from "../../upstream/calls/call-report.ts";

/**
 * How a REST call ended, in one word: `ok`, the code of its error, or `absent` if the registry does not have the record, which is not
 * a failure.
 */
export function toCallOutcome({ status, code }: CallReport): string {
  return status === 404 || status === 410 ? "absent" : (code ?? "ok");
}
