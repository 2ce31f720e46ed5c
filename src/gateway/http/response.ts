import { ServerResponse } from "node:http";
import type { RosterMember } from "../../upstream/roster.ts";
import type { RequestReport } from "../road/message.ts";
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
  /** What became of it. */
  readonly report: RequestReport = {
    operationName: undefined,
    errorCodes: none,
    scope: undefined,
    way: undefined,
    events: undefined,
  };
  /** For the roster of responses under way. */
  position = -1;
  /** What its content depends on, beside the address. */
  vary = "accept-encoding";
}

const none: readonly string[] = [];
