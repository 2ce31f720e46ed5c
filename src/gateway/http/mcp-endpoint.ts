import type { HttpResponse, WholeHttpResponse } from "../answer/http-response.ts";
import { refusal } from "../answer/refusals.ts";
import { isJsonType, readHeader } from "../answer/request/graphql-request.ts";
import type { Members } from "../answer/request/members.ts";
import type { HttpRequest } from "./request/http-request.ts";
import { isOwnOrigin } from "./request/origin.ts";

/**
 * Answers at `/mcp`, a request whose body was read: another protocol, whose calls ask in GraphQL.
 * It knows nothing of keys.
 * @param ask answers a GraphQL request of these members as the caller's own. The first time it
 * finds the caller's key.
 * @throws whatever `ask` throws, other than `RefusedError`.
 */
export type McpEndpoint = (
  request: HttpRequest,
  ask: (members: Members) => Promise<HttpResponse>,
) => Promise<WholeHttpResponse>;

/**
 * Checks a request at `/mcp` by its head.
 * @param isListed whether `CORS_ORIGINS` lists its origin.
 * @throws RefusedError
 */
export function checkMcpHead(request: HttpRequest, isListed: boolean): void {
  const { method, headers } = request;
  const refuse = (status: number, message: string, more = {}) =>
    refusal(status, "BAD_REQUEST", message, more);
  if (headers["origin"] !== undefined && !isListed && !isOwnOrigin(request)) {
    throw refuse(403, "CORS_ORIGINS does not list this origin.");
  }
  if (method !== "POST") throw refuse(405, "Send a POST.", { allow: "POST, OPTIONS" });
  if (!isJsonType(readHeader(request, "content-type") ?? "")) {
    throw refuse(415, "Send application/json.");
  }
}
