import type { RequestBudget } from "../../call/request-budget.ts";
import type { Bearer, BearerRefusal } from "../key/bearer.ts";
import type { Identity } from "../key/key.ts";
import type { RequestHead } from "../request-head.ts";

/** The caller has cancelled the request, before all of it arrived or while it was answered. */
export class RequestCancelledError extends Error {
  override readonly name = "RequestCancelledError";
}

export interface GraphqlRequest extends RequestHead {
  /** The JSON body of a `POST`; empty for any other request. */
  readonly body: string;
  /** All headers as received, names and values in turn. @default `rawHeaders` */
  readonly sentHeaders?: readonly string[];
  /** Whose key the request has; null without a key, or with one that cannot be read. */
  readonly identity: Identity | null;
  /** Who sent the token that the request's key was found by; undefined if it came without one. */
  readonly bearer?: Bearer | undefined;
  /** When the work began that this request is a part of, by the clock: its deadline counts from then. @default now */
  readonly beganAt?: number | undefined;
  /** Filled in while the request is answered. */
  readonly logEntry: RequestLogEntry;
  /** Adds a function to call once the response has been sent, or the caller has cancelled. */
  onClose(listener: () => void): void;
}

/** A header of a request. If it came several times, its values are joined. */
export function readHeader(
  { headers }: Pick<GraphqlRequest, "headers">,
  name: string,
): string | undefined {
  const value = headers[name];
  return typeof value === "object" ? value.join(", ") : value;
}

/** Whether a request asks what it costs. */
export function wantsCost(request: Pick<GraphqlRequest, "headers">): boolean {
  return readHeader(request, "x-tapgraph-explain") === "1";
}

export function isJsonType(contentType: string): boolean {
  return /^application\/json *(;|$)/i.test(contentType);
}

/** Forms and images on another site cannot send these headers. A script can, but only after a preflight request (CORS). */
export const preflightedHeaders = [
  "x-apollo-operation-name",
  "apollo-require-preflight",
  "x-api-key",
  "authorization",
];

/**
 * Whether a page of another site can send this request only after a preflight request. Apollo Server need not see such a request if its
 * document is remembered.
 */
export function isPreflighted(request: GraphqlRequest): boolean {
  const { method, headers } = request;
  // The gateway reads only JSON from a POST, and a page of another site cannot send JSON without a preflight.
  if (method === "POST") return true;
  if (readHeader(request, "content-type") !== undefined) return hasJsonType(request);
  return preflightedHeaders.some((name) => headers[name]);
}

/** Whether a request's body is JSON, as far as its headers tell. */
export function hasJsonType(request: GraphqlRequest): boolean {
  const type = readHeader(request, "content-type");
  return type === undefined || isJsonType(type);
}

/** What is logged, counted and traced about a request. */
export interface RequestLogEntry {
  /** The operation's name; undefined if it has none, or if the request was refused before its operation was found. */
  operationName: string | undefined;
  /** The codes of the response's errors, with repetitions. */
  errorCodes: readonly string[];
  /** The budget of its REST calls; undefined if it started no execution. If requests share a response, only one of them has the budget. */
  budget: RequestBudget | undefined;
  /** The budget of an execution before it: a tool may have to ask twice. */
  earlierBudget?: RequestBudget | undefined;
  /** False if its document had to be parsed and validated first; undefined if no operation was ready to be executed. */
  wasDocumentRemembered: boolean | undefined;
  /** How many events were sent; undefined if the response is not a stream. */
  eventCount: number | undefined;
  /** The name of the token that it came with; undefined if it came without one. */
  token?: string | undefined;
  /** Why that is not accepted; undefined if it is. */
  tokenRefused?: BearerRefusal | undefined;
}
