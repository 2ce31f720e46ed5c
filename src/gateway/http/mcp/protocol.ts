import type { WholeHttpResponse } from "../../answer/http-response.ts";
import type { RequestHead } from "../../answer/request-head.ts";
import { isJsonObject, type JsonObject } from "../../call/decode/json-values.ts";

/*
 * The Model Context Protocol over HTTP, without sessions, in both of its eras. It is written out here, because with the protocol's own
 * package a call took more than twice the processor time of its document at `/graphql` (docs/performance.md).
 */

/** The revision without sessions, which each request names, and the last one with them, which every other client gets. */
export const revisions = { modern: "2026-07-28", former: "2025-11-25" } as const;

export type Era = keyof typeof revisions;

/** A request of the protocol that was read, and can be answered. */
export interface Message {
  readonly era: Era;
  readonly id: string | number;
  readonly method: string;
  readonly params: JsonObject;
}

/** An error of the protocol. */
interface Fault {
  readonly code: number;
  readonly message: string;
  readonly data?: object;
}

const metaKeys = {
  version: "io.modelcontextprotocol/protocolVersion",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  client: "io.modelcontextprotocol/clientInfo",
  server: "io.modelcontextprotocol/serverInfo",
} as const;

/** Reads a message, or says how it is answered otherwise: a notification is only accepted. */
export function readMessage({ headers }: RequestHead, body: string): Message | WholeHttpResponse {
  const content = parseJson(body);
  if (content === undefined)
    return toError(400, { code: -32700, message: "Parse error: not JSON" });
  if (!isContent(content)) {
    const message = "Invalid request: send one request of JSON-RPC by itself";
    return toError(400, { code: -32600, message }, idOf(content));
  }
  const { id, method, params = {} } = content;
  const sent = (name: string) => decode(headers[name]?.toString());
  const claimed = metaOf(params)[metaKeys.version];
  const isModern =
    isFromModern(sent("mcp-protocol-version")) ||
    (method === "initialize" ? isFromModern(claimed) : claimed !== undefined);
  const fault = isModern ? findFault(content, sent) : null;
  if (fault !== null) return toError(400, fault, id);
  if (id === undefined) return { status: 202, headers: {}, body: "" };
  return { era: isModern ? "modern" : "former", id, method, params };
}

function isFromModern(revision: unknown): boolean {
  return typeof revision === "string" && revision >= revisions.modern;
}

/** The response with the result of a request. @param server the gateway's name and version. */
export function toReply({ era, id }: Message, result: object, server: object): WholeHttpResponse {
  const stamped = { ...result, resultType: "complete", _meta: { [metaKeys.server]: server } };
  return toResponse(200, { id, result: era === "modern" ? stamped : result });
}

/** The response with an error. @param id the id of the request, if it has one. */
export function toError(status: number, error: Fault, id: unknown = null): WholeHttpResponse {
  return toResponse(status, { id, error });
}

function toResponse(status: number, members: object): WholeHttpResponse {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return { status, headers, body: JSON.stringify({ jsonrpc: "2.0", ...members }) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A request, or without an id a notification. */
interface Content {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: JsonObject;
}

function isContent(content: unknown): content is Content {
  if (!isJsonObject(content)) return false;
  const { jsonrpc, id, method, params, ...others } = content;
  if (jsonrpc !== "2.0" || typeof method !== "string" || Object.keys(others).length > 0)
    return false;
  if ("id" in content && typeof id !== "string" && !Number.isSafeInteger(id)) return false;
  if (params === undefined) return true;
  return isJsonObject(params) && (params["_meta"] === undefined || isJsonObject(params["_meta"]));
}

function idOf(content: unknown): unknown {
  const { method, id }: Record<string, unknown> = Object(content);
  const hasId = typeof id === "string" || typeof id === "number";
  return typeof method === "string" && hasId ? id : null;
}

function metaOf({ _meta: meta }: JsonObject): JsonObject {
  return isJsonObject(meta) ? meta : {};
}

/**
 * What is wrong with a message of the era without sessions. Each of its requests says what it is, in `_meta` and again in its headers;
 * a notification need not.
 */
function findFault(
  { id, method, params = {} }: Content,
  sent: (header: string) => string | undefined,
): Fault | null {
  const meta = metaOf(params);
  const requested = meta[metaKeys.version];
  const problem = id === undefined ? undefined : findProblem(meta);
  if (problem !== undefined) {
    const message = `Invalid params: _meta: ${problem.key}: ${problem.problem}`;
    return { code: -32602, message, data: { envelope: problem } };
  }
  const pairs = [
    { name: "MCP-Protocol-Version", own: requested, given: sent("mcp-protocol-version") },
    { name: "Mcp-Method", own: method, given: sent("mcp-method") },
    {
      name: "Mcp-Name",
      own: method === "tools/call" ? params["name"] : undefined,
      given: sent("mcp-name"),
    },
  ];
  const stated = pairs.filter(({ own }) => own !== undefined);
  const other = stated.find(({ given, own }) => given !== undefined && given !== own);
  if (other !== undefined) return mismatch(`${other.name} is not what the body says`);
  if (id === undefined) return null;
  if (requested !== revisions.modern) {
    const data = { supported: [revisions.modern], requested };
    return { code: -32022, message: "Unsupported protocol version", data };
  }
  const missing = stated.find(({ given }) => given === undefined);
  return missing === undefined ? null : mismatch(`${missing.name} is missing`);
}

function mismatch(what: string): Fault {
  return { code: -32020, message: `Header mismatch: ${what}` };
}

/** The first member of a request's `_meta` that is missing or wrong, and how. */
function findProblem(
  meta: JsonObject,
): { readonly key: string; readonly problem: string } | undefined {
  const { [metaKeys.version]: version, [metaKeys.capabilities]: capabilities } = meta;
  const client = Object(meta[metaKeys.client] ?? { name: "", version: "" });
  const isNamed = typeof client.name === "string" && typeof client.version === "string";
  if (typeof version !== "string") return { key: metaKeys.version, problem: "expected a string" };
  if (!isJsonObject(capabilities))
    return { key: metaKeys.capabilities, problem: "expected an object" };
  return isNamed ? undefined : { key: metaKeys.client, problem: "expected a name and a version" };
}

/** The value of a header, which may be encoded as the protocol says. */
function decode(value: string | undefined): string | undefined {
  const encoded = value && /^=\?base64\?(.*)\?=$/s.exec(value)?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, "base64").toString();
}
