import { readFileSync } from "node:fs";
import { toCodes } from "../../answer/format/errors.ts";
import type { WholeHttpResponse } from "../../answer/http-response.ts";
import type { RefusedError } from "../../answer/refusals.ts";
import {
  type GraphqlRequest,
  isJsonType,
  readHeader,
} from "../../answer/request/graphql-request.ts";
import type { Tool } from "../../mcp/tool.ts";
import type { Answer, ToolCaller } from "../../mcp/tool-caller.ts";
import type { HttpRequest } from "../request/http-request.ts";
import { isOwnOrigin } from "../request/origin.ts";
import { type Message, Protocol, toErrorResponse } from "./protocol.ts";

/** The tools over HTTP, at `/mcp`. */
export class McpEndpoint {
  readonly #caller: ToolCaller;
  readonly #protocol: Protocol;

  private constructor(caller: ToolCaller, protocol: Protocol) {
    this.#caller = caller;
    this.#protocol = protocol;
  }

  static async start(tools: readonly Tool[], caller: ToolCaller): Promise<McpEndpoint> {
    const manifest = new URL("../../../../package.json", import.meta.url);
    const { version } = JSON.parse(readFileSync(manifest, "utf8"));
    return new McpEndpoint(caller, await Protocol.start(tools, version));
  }

  /** Refuses a request by its head; null if its body may be read. @param isListed whether `CORS_ORIGINS` lists its origin. */
  refuse(request: HttpRequest, isListed: boolean): WholeHttpResponse | null {
    const { method, headers } = request;
    if (headers["origin"] !== undefined && !isListed && !isOwnOrigin(request)) {
      return toErrorResponse(403, -32000, "Forbidden: CORS_ORIGINS does not list this origin");
    }
    if (method !== "POST") {
      const refused = toErrorResponse(405, -32000, "Method not allowed: send a POST");
      return { ...refused, headers: { ...refused.headers, allow: "POST, OPTIONS" } };
    }
    if (isJsonType(readHeader(request, "content-type") ?? "")) return null;
    return toErrorResponse(415, -32000, "Unsupported media type: send application/json");
  }

  /** Reads a message, or says why it is not answered otherwise. Only a call of a tool needs a key. */
  read(request: GraphqlRequest): Message | WholeHttpResponse {
    const read = this.#protocol.read(request, request.body);
    if ("status" in read && read.status >= 400) request.logEntry.errorCodes = ["BAD_REQUEST"];
    return read;
  }

  /** @throws RequestCancelledError */
  answer(message: Message, request: GraphqlRequest, answer: Answer): Promise<WholeHttpResponse> {
    return this.#protocol.answer(message, (tool, given) =>
      this.#caller.call(tool, given, request, answer),
    );
  }

  /** The response to a request that was refused before it was a message. */
  formatRefusal(
    { status, errors, headers, message }: RefusedError,
    { logEntry }: GraphqlRequest,
  ): WholeHttpResponse {
    logEntry.errorCodes = toCodes(errors);
    const response = toErrorResponse(status, status < 500 ? -32600 : -32603, message);
    return { ...response, headers: { ...headers, ...response.headers } };
  }
}
