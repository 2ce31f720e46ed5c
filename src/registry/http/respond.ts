import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { catchMaybePromise, type MaybePromise, mapMaybePromise } from "../maybe-promise.ts";
import type { Store } from "../store/store.ts";
import { StoreError } from "../store/store-error.ts";
import { type Answer, answerJson, answerRefusal, type Format, Refusal } from "./answer.ts";
import { answerOperation, type LimitBounds } from "./operations.ts";
import { parseFormat } from "./parameters.ts";
import { matchRoute, type Route } from "./routes.ts";
import { writeXml } from "./xml.ts";

/** Ways to misbehave on purpose, as a difficult registry does. They are read at each request, so that a test can change them. */
export interface Misbehaviour extends LimitBounds {
  /** How long every answer is delayed. */
  readonly latencyMs?: number | undefined;
  /** How many calls of a hundred fail with 503. */
  readonly failPercent?: number | undefined;
}

/** What the registry logs to, such as a logger of pino. */
export interface RegistryLog {
  debug(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** An answered call of one of the interface's operations. */
export interface AnsweredCall {
  readonly method: string;
  /** The path, with the parameters that the interface knows, but never the key. */
  readonly target: string;
  readonly status: number;
}

/** How requests are answered. */
export interface RespondOptions {
  readonly store: Store;
  readonly log?: RegistryLog;
  /** Called for each call of the interface, in the order of the answers. */
  readonly onAnswer?: (call: AnsweredCall) => void;
  readonly misbehaviour?: Misbehaviour;
  /** Decides which calls fail: returns numbers from 0 up to 1. @default Math.random */
  readonly random?: () => number;
}

/** A request, and where its answer goes. */
export interface Exchange {
  readonly server: Server;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Answers a request. It never throws: whatever goes wrong becomes an answer. */
export function respond(options: RespondOptions, exchange: Exchange): void {
  const call = readCall(exchange.request);
  const { latencyMs = 0 } = options.misbehaviour ?? {};
  if (isHealth(call.route) || latencyMs === 0) answer(options, exchange, call);
  else setTimeout(() => answer(options, exchange, call), latencyMs);
}

/** A request that has been read. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly route: Route | undefined;
  /** When it came. */
  readonly startedMs: number;
}

function readCall({ method = "", url = "" }: IncomingMessage): Call {
  const { path, query } = parseTarget(url);
  return { method, path, query, route: matchRoute(path), startedMs: performance.now() };
}

/** Splits a request's target. In the form that proxies get, scheme and host come first: they are ignored. */
function parseTarget(target: string): { readonly path: string; readonly query: URLSearchParams } {
  const [path = "", ...query] = target.replace(/^https?:\/\/[^/?]*/i, "").split("?");
  return { path: path || "/", query: new URLSearchParams(query.join("?")) };
}

function isHealth(route: Route | undefined): boolean {
  return route?.operation === "live" || route?.operation === "ready";
}

function answer(options: RespondOptions, exchange: Exchange, call: Call): void {
  const sending = mapMaybePromise(decideAnswer(options, call), (decided) => {
    if (!exchange.server.listening) exchange.response.setHeader("connection", "close");
    send(exchange, decided);
    report(options, call, decided.status);
  });
  // Nobody reads the request's body. Node.js would discard it by itself, but for a later answer at a higher cost.
  if (sending instanceof Promise) exchange.request.resume();
}

/** An answer in the format that the caller wants. */
interface FormattedAnswer extends Answer {
  readonly format: Format;
}

/** Never throws or rejects. */
function decideAnswer(options: RespondOptions, call: Call): MaybePromise<FormattedAnswer> {
  let format: Format = "json";
  const decide = () => {
    format = parseFormat(call.query);
    return mapMaybePromise(answerCall(options, call), (decided) => toFormat(format, decided));
  };
  return catchMaybePromise(decide, (error) => toFormat(format, answerError(options, call, error)));
}

function toFormat(format: Format, decided: Answer): FormattedAnswer {
  return format === "json"
    ? { ...decided, format }
    : { ...decided, format, body: [writeXml(decided.body)] };
}

function answerCall(options: RespondOptions, { method, route, query }: Call): MaybePromise<Answer> {
  if (!route) throw new Refusal(404, "unknown_path", "There is nothing at this path.");
  if (method !== "GET" && method !== "HEAD") {
    const headers = ["allow", "GET, HEAD"];
    throw new Refusal(405, "wrong_method", "Only GET and HEAD are supported.", headers);
  }
  switch (route.operation) {
    case "live":
      return answerJson(healthy);
    case "ready":
      return answerReadiness(options.store);
    default: {
      failOnPurpose(options);
      const bounds = options.misbehaviour ?? {};
      return answerOperation(options.store, { route, query, bounds });
    }
  }
}

async function answerReadiness(store: Store): Promise<Answer> {
  await store.check();
  return answerJson(healthy);
}

const healthy = '{"status":"ok"}';

function failOnPurpose({ misbehaviour, random = Math.random }: RespondOptions): void {
  if (random() * 100 < (misbehaviour?.failPercent ?? 0)) {
    throw new Refusal(503, "made_to_fail", "This registry was told to fail now and then.");
  }
}

function answerError({ log }: RespondOptions, { route }: Call, error: unknown): Answer {
  if (error instanceof Refusal) return answerRefusal(error);
  // A store's error says in one line what is wrong. A stack trace would help nobody.
  const cause = error instanceof StoreError ? { reason: error.message } : { err: error };
  log?.error({ ...cause, route: route?.template }, "failed");
  const message = "The registry currently cannot read its store.";
  return answerRefusal(new Refusal(503, "unavailable", message));
}

const contentTypes = { json: "application/json", xml: "application/xml; charset=utf-8" } as const;

function send({ request, response }: Exchange, { status, format, body, headers }: FormattedAnswer) {
  const length = body.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  const own = ["content-type", contentTypes[format], "content-length", length];
  response.writeHead(status, [...own, "cache-control", "no-store", ...headers]);
  const pieces = request.method === "HEAD" ? [] : body;
  if (pieces.length <= 1) {
    response.end(pieces[0]);
    return;
  }
  // Corked, the pieces leave in one write, and a page of records need not be copied to join them.
  response.cork();
  for (const piece of pieces) response.write(piece);
  response.end();
  response.uncork();
}

function report({ log, onAnswer }: RespondOptions, call: Call, status: number): void {
  const { method, path, query, route, startedMs } = call;
  if (!isHealth(route)) onAnswer?.({ method, status, target: formatTarget(path, query) });
  const ms = performance.now() - startedMs;
  log?.debug({ method, route: route?.template ?? "none", status, ms }, "answered");
}

/** Only parameters that the interface knows: a caller who misspells `key` still sends one. */
function formatTarget(path: string, query: URLSearchParams): string {
  const known = [...query].filter(([name]) => ["limit", "page", "type"].includes(name));
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known)}`;
}
