import type { ServerResponse } from "node:http";
import type { Explorer } from "../../../../src/gateway/http/explorer/explorer.ts";
import {
  type GatewayMessage,
  NodeRequest,
} from "../../../../src/gateway/http/request/node-request.ts";
import { send } from "../../../../src/gateway/http/response/send.ts";

/** Answers a request for the explorer as the gateway does. Returns false if the request is for something else. */
export function handleExplorer(
  explorer: Explorer,
  message: GatewayMessage,
  response: ServerResponse,
): boolean {
  const request = new NodeRequest(message, response);
  const result = explorer.handle(request);
  if (result !== null) void send(request, result);
  return result !== null;
}
