import {
  createMcpHandler,
  isLegacyRequest,
  type JSONRPCMessage,
  ProtocolError,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { type GraphqlRequest, readHeader } from "../gateway/answer/request.ts";
import type { McpEndpoint } from "../gateway/http/mcp-endpoint.ts";
import type { WholeHttpResponse } from "../gateway/http/response/http-response.ts";
import { type CallOptions, callTool } from "./call-tool.ts";
import { createServer, readMessage, toFault } from "./server.ts";
import type { Tool } from "./tool.ts";

const annotations = { readOnlyHint: true, openWorldHint: false };

/** @param getTools is asked for each request. */
export function createEndpoint(getTools: () => readonly Tool[], options: CallOptions): McpEndpoint {
  return async (request, ask) => {
    const tools = getTools();
    const list = () => tools.map(({ toQuestion: _, ...tool }) => ({ ...tool, annotations }));
    const read = readMessage(request.body);
    let failure: { readonly error: unknown } | undefined;
    const server = createServer(
      () => ({ tools: list() }),
      async ({ name, arguments: given }) => {
        const tool = tools.find((one) => one.name === name);
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
      },
    );
    const response =
      "fault" in read ? toResponse(400, read) : await serve(server, read.message, request);
    if (failure !== undefined) throw failure.error;
    if (response.status >= 400) request.errorCodes = ["BAD_REQUEST"];
    return response;
  };
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
