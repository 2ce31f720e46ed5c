import type { RequestBudget } from "../call/request-budget.ts";

/** What is logged, counted and traced about a request. */
export interface RequestLogEntry {
  /** The operation's name; undefined if it has none, or if the request was refused before its operation was found. */
  operationName: string | undefined;
  /** The codes of the response's errors, with repetitions. */
  errorCodes: readonly string[];
  /** The budget of its REST calls; undefined if it started no execution. If requests share a response, only one of them has the budget. */
  budget: RequestBudget | undefined;
  /** False if its document had to be parsed and validated first; undefined if no operation was ready to be executed. */
  wasDocumentKnown: boolean | undefined;
  /** How many events were sent; undefined if the response is not a stream. */
  eventCount: number | undefined;
}
