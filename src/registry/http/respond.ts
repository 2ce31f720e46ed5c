import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { type Store, StoreError } from "../store/store.ts";
import { answerOperation } from "./operations.ts";
import { type LimitBounds, parseFormat } from "./parameters.ts";
import { HttpError, type RestResponse, toOk } from "./response.ts";
import { matchRoute, type Route } from "./routes.ts";
import { writeXml } from "./xml.ts";

/**
 * Ways to misbehave on purpose, like a difficult registry. They are read at each request, so tests
 * can change them.
 */
export interface Misbehaviour extends LimitBounds {
  readonly latencyMs?: number | undefined;
  readonly failPercent?: number | undefined;
}

export interface AnsweredRequest {
  readonly method: string;
  readonly target: string;
  readonly status: number;
}

export interface RespondOptions {
  readonly store: Store;
  readonly log?: {
    debug(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  readonly onResponse?: (request: AnsweredRequest) => void;
  readonly misbehaviour?: Misbehaviour;
}

/** Never rejects: every failure becomes a response. */
export async function respond(
  options: RespondOptions,
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const parsed = parseRequest(request);
  // Nobody reads the body. Node.js would discard it by itself, but at a higher cost.
  request.resume();
  const { latencyMs = 0 } = options.misbehaviour ?? {};
  if (latencyMs > 0 && !isHealth(parsed.route)) await delay(latencyMs);
  const answer = await answerRequest(options, parsed);
  if (!server.listening) response.setHeader("connection", "close");
  send(response, parsed.method, answer);
  report(options, parsed, answer.status);
}

type ParsedRequest = ReturnType<typeof parseRequest>;

function parseRequest({ method = "", url = "" }: IncomingMessage) {
  const startedMs = performance.now();
  const [path = "", ...query] = url.replace(/^https?:\/\/[^/?]*/i, "").split("?");
  const parameters = new URLSearchParams(query.join("?"));
  return { method, path: path || "/", query: parameters, route: matchRoute(path), startedMs };
}

function isHealth(route: Route | undefined): boolean {
  return route?.operation === "live" || route?.operation === "ready";
}

interface FormattedResponse extends RestResponse {
  readonly format: "json" | "xml";
}

async function answerRequest(
  options: RespondOptions,
  request: ParsedRequest,
): Promise<FormattedResponse> {
  let format: FormattedResponse["format"] = "json";
  try {
    format = parseFormat(request.query);
    return toFormat(format, await answerRoute(options, request));
  } catch (error) {
    return toFormat(format, toError(error, options, request));
  }
}

function toFormat(format: FormattedResponse["format"], response: RestResponse): FormattedResponse {
  const body = format === "json" ? response.body : writeXml(response.body);
  return { ...response, format, body };
}

async function answerRoute(
  { store, misbehaviour = {} }: RespondOptions,
  { method, route, query }: ParsedRequest,
): Promise<RestResponse> {
  if (!route) throw new HttpError(404, "unknown_path", "There is nothing at this path.");
  if (method !== "GET" && method !== "HEAD") {
    const headers = ["allow", "GET, HEAD"];
    throw new HttpError(405, "wrong_method", "Only GET and HEAD are supported.", headers);
  }
  if (route.operation === "ready") await store.check();
  if (isHealth(route)) return toOk('{"status":"ok"}');
  if (Math.random() * 100 < (misbehaviour.failPercent ?? 0)) {
    throw new HttpError(503, "made_to_fail", "This registry fails now and then on purpose.");
  }
  return await answerOperation(store, route, query, misbehaviour);
}

function toError(error: unknown, { log }: RespondOptions, { route }: ParsedRequest): RestResponse {
  if (error instanceof HttpError) return error.response;
  // The message of a store's error says what is wrong. A stack trace would not help.
  const cause = error instanceof StoreError ? { reason: error.message } : { err: error };
  log?.error({ ...cause, route: route?.template }, "failed");
  const message = "The registry currently cannot read its store.";
  return new HttpError(503, "unavailable", message).response;
}

const contentTypes = { json: "application/json", xml: "application/xml; charset=utf-8" } as const;

function send(
  response: ServerResponse,
  method: string,
  { status, format, body, headers }: FormattedResponse,
): void {
  const own = ["content-type", contentTypes[format], "content-length", Buffer.byteLength(body)];
  response.writeHead(status, [...own, "cache-control", "no-store", ...headers]);
  response.end(method === "HEAD" ? undefined : body);
}

function report(
  { log, onResponse }: RespondOptions,
  { method, path, query, route, startedMs }: ParsedRequest,
  status: number,
): void {
  if (!isHealth(route)) onResponse?.({ method, status, target: formatTarget(path, query) });
  const ms = performance.now() - startedMs;
  log?.debug({ method, route: route?.template ?? "none", status, ms }, "answered");
}

/**
 * The path, with the parameters that are safe to show. Any other may be the key, under a misspelled
 * name.
 */
function formatTarget(path: string, query: URLSearchParams): string {
  const known = [...query].filter(([name]) => ["limit", "page", "type"].includes(name));
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known)}`;
}
