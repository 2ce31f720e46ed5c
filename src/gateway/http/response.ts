import { ServerResponse } from "node:http";
import type { RequestScope } from "../../upstream/request-scope.ts";
import type { RosterMember } from "../../upstream/roster.ts";
import type { OperationOutcome } from "../context.ts";
import type { GatewayRequest } from "./request.ts";

/** The answer to one request, with what the log, the metrics and the trace tell of it when it has ended. */
export class GatewayResponse extends ServerResponse<GatewayRequest> implements RosterMember {
  /** By `performance.now()`. */
  readonly startedAt = performance.now();
  /** The name by which caller and log know the request. */
  requestId = "";
  /** The keys that came with the request, and whatever else came in their place. */
  secrets: readonly string[] = none;
  /** Whether it answers a GraphQL request, and not one for a page or for the gateway's health. */
  isGraphql = false;
  /** The operation's name in its document; undefined: it has none, or none was run. */
  operationName: string | undefined;
  /** The codes of the answer's errors, each as often as it comes. */
  errorCodes: readonly string[] = none;
  /** What it cost in REST calls; undefined: none were made for it. Of answers that share their calls, one has it. */
  scope: RequestScope | undefined;
  /** For the roster of responses under way. */
  position = -1;
  /** What its content depends on, beside the address. */
  vary = "accept-encoding";

  /** Takes over what is known of the operation that it answers. */
  tell({ operationName, errorCodes }: OperationOutcome): void {
    this.operationName = operationName;
    // What Apollo Server does not take for a GraphQL request it refuses without calling any of its hooks.
    this.errorCodes = errorCodes ?? refusedAtOnce;
  }
}

const none: readonly string[] = [];
const refusedAtOnce: readonly string[] = ["BAD_REQUEST"];
