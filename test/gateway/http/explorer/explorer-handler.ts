import type { ServerResponse } from "node:http";
import type { Explorer } from "../../../../src/gateway/http/explorer/explorer.ts";
import { NodeExchange } from "../../../../src/gateway/http/node-exchange.ts";
import type { GatewayRequest } from "../../../../src/gateway/http/request.ts";
import { send } from "../../../../src/gateway/http/send.ts";

/** Answers a request for the explorer as the gateway does. Returns false if the request is for something else. */
export function handleExplorer(
  explorer: Explorer,
  request: GatewayRequest,
  response: ServerResponse,
): boolean {
  const exchange = new NodeExchange(request, response);
  const result = explorer.handle(exchange);
  if (result !== null) void send(exchange, result);
  return result !== null;
}
