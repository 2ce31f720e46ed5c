import {
  createMcpHandler,
  isLegacyRequest,
  type JSONRPCMessage,
  ProtocolError,
  parseJSONRPCMessage,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { type GraphqlRequest, readHeader } from "../gateway/answer/request.ts";
import type { McpEndpoint } from "../gateway/http/mcp-endpoint.ts";
import type { WholeHttpResponse } from "../gateway/http/response/http-response.ts";
import { isJsonObject } from "../registry-client/json-values.ts";
import { type CallOptions, callTool } from "./call-tool.ts";
import { createServer } from "./server.ts";
import type { Tool } from "./tool.ts";

export function createEndpoint(tools: readonly Tool[], options: CallOptions): McpEndpoint {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const annotations = { readOnlyHint: true, openWorldHint: false };
  const list = { tools: tools.map(({ toQuestion: _, ...tool }) => ({ ...tool, annotations })) };
  return async (request, ask) => {
    const read = readMessage(request.body);
    let failure: { readonly error: unknown } | undefined;
    const server = createServer(list, async ({ name, arguments: given }) => {
      const tool = byName.get(name);
      if (tool === undefined) throw new ProtocolError(-32602, `Unknown tool: ${name}`);
      try {
        const { text, codes } = await callTool(tool, given, ask, options);
        if (codes !== undefined) request.errorCodes = codes;
        return { content: [{ type: "text", text }], ...(codes && { isError: true }) };
      } catch (error) {
        // The package would send its message, and nobody expected it.
        failure = { error };
        throw new ProtocolError(-32603, "Internal error");
      } finally {
        request.operationName = name;
      }
    });
    const response =
      "fault" in read ? toResponse(400, read) : await serve(server, read.message, request);
    if (failure !== undefined) throw failure.error;
    if (response.status >= 400) request.errorCodes = ["BAD_REQUEST"];
    return response;
  };
}

/** Reads one message, or says what is wrong with it, with its id if it has one. */
function readMessage(
  text: string,
): { readonly message: JSONRPCMessage } | { readonly fault: object } {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return toFault(-32700, "Parse error: not JSON");
  }
  if (!isJsonObject(content)) return toFault(-32600, notOne);
  try {
    return { message: parseJSONRPCMessage(content) };
  } catch {
    const { method, id } = content;
    const isRequest = typeof method === "string" && ["string", "number"].includes(typeof id);
    return toFault(-32600, notOne, isRequest ? id : null);
  }
}

const notOne = "Invalid request: send one request of JSON-RPC by itself";

function toFault(code: number, message: string, id: unknown = null) {
  return { fault: { jsonrpc: "2.0", id, error: { code, message } } };
}

// As JSON, whatever its client accepts.
async function serve(
  server: Server,
  message: JSONRPCMessage,
  request: Pick<GraphqlRequest, "headers">,
): Promise<WholeHttpResponse> {
  if ("id" in message && "method" in message && message.method === "subscriptions/listen") {
    // It would be a stream, and there is nothing that could change.
    return toResponse(404, toFault(-32601, "Method not found", message.id));
  }
  const headers = new Headers({
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  });
  for (const name of ["mcp-protocol-version", "mcp-method", "mcp-name"]) {
    const value = readHeader(request, name);
    if (value !== undefined) headers.set(name, value);
  }
  const sent = new Request("http://localhost/mcp", { method: "POST", headers });
  const parsed = { parsedBody: message };
  let response: Response;
  if (await isLegacyRequest(sent, message)) {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    response = await transport.handleRequest(sent, parsed);
  } else {
    const modern = createMcpHandler(() => server, { legacy: "reject" });
    response = await modern.fetch(sent, parsed);
  }
  const body = await response.text();
  await server.close();
  return { status: response.status, headers: body === "" ? {} : jsonHeaders, body };
}

function toResponse(status: number, { fault }: { readonly fault: object }): WholeHttpResponse {
  return { status, headers: jsonHeaders, body: JSON.stringify(fault) };
}

const jsonHeaders = { "content-type": "application/json", "cache-control": "no-store" };
