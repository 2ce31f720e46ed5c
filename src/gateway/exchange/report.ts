import type { RequestScope } from "../../upstream/calls/request-scope.ts";

/** What is logged, counted and traced about a request. */
export interface RequestReport {
  /** The operation's name; undefined if it has none, or if no operation was executed. */
  operationName: string | undefined;
  /** The codes of the answer's errors, with repetitions. */
  errorCodes: readonly string[];
  /** The scope of its REST calls; undefined if none were made for it. If requests share an answer, only one of them has it. */
  scope: RequestScope | undefined;
  /** Whether its document was known, or had to be parsed and validated first; undefined if it was not executed. */
  way: "prepared" | "first" | undefined;
  /** How many events were sent; undefined if the answer is not a stream. */
  events: number | undefined;
}
