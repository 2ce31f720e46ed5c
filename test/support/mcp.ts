import { startGatewayWith } from "./gateway.ts";
import { type PlainRecords, startListRegistry } from "./real-registry.ts";

/** A response at `/mcp`. */
export interface McpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test names the members that it expects.
  readonly json: any;
}

/** What a call of a tool gave: its text, parsed if it is JSON. */
export interface ToolResult {
  readonly isError: boolean;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test names the members that it expects.
  readonly json: any;
}

/** Calls the tools of a gateway as programs of either era do. */
export interface McpCaller {
  /** Sends a request of the older era, which needs no further headers. */
  send(
    method: string,
    params?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<McpResponse>;
  /** Sends a request of the era without sessions. */
  sendModern(
    method: string,
    params?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<McpResponse>;
  post(body: unknown, headers?: Readonly<Record<string, string>>): Promise<McpResponse>;
  call(
    name: string,
    given?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ToolResult>;
}

export const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/**
 * @param key null: no key is sent.
 * @param ask how a request is sent. An embedded gateway has its own `fetch`.
 */
export function createMcpCaller(
  url: string,
  key: string | null,
  ask: (request: Request) => Promise<Response> = fetch,
): McpCaller {
  const ownHeaders = key === null ? {} : { "x-api-key": key };
  const post: McpCaller["post"] = async (body, headers = {}) => {
    const init = {
      method: "POST",
      headers: { "content-type": "application/json", ...ownHeaders, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    };
    const response = await ask(new Request(`${url}/mcp`, init));
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: text && JSON.parse(text),
    };
  };
  const send: McpCaller["send"] = (method, params = {}, headers = {}) =>
    post({ jsonrpc: "2.0", id: 1, method, params }, headers);
  return {
    post,
    send,
    sendModern(method, params: { readonly name?: string } = {}, headers = {}) {
      const own = {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        ...(params.name !== undefined && { "mcp-name": params.name }),
      };
      return send(method, { ...params, _meta: modernMeta }, { ...own, ...headers });
    },
    async call(name, given = {}, headers) {
      const { json } = await send("tools/call", { name, arguments: given }, headers);
      return toToolResult(json.result);
    },
  };
}

export function toToolResult({ content, isError = false }: Record<string, unknown>): ToolResult {
  const [{ text }] = content as [{ readonly text: string }];
  return {
    isError: Boolean(isError),
    text,
    json: text.startsWith("{") ? JSON.parse(text) : undefined,
  };
}

/** Starts a gateway with tools over a registry of these records, and a caller with its key. */
export async function startMcp(
  records: PlainRecords,
  settings: Readonly<Record<string, string>> = {},
) {
  const registry = await startListRegistry(records);
  const gateway = await startGatewayWith(registry, { settings: { MCP: "true", ...settings } });
  return { ...gateway, mcp: createMcpCaller(gateway.url, registry.key) };
}
