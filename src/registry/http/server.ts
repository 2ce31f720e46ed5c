import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { catchMaybePromise, type MaybePromise, mapMaybePromise } from "../maybe-promise.ts";
import type { Store } from "../store/store.ts";
import { StoreError } from "../store/store-error.ts";
import { type Answer, answerJson, answerRefusal, type Form, Refusal } from "./answer.ts";
import { answerOperation, type LimitBounds } from "./operations.ts";
import { parseForm } from "./parameters.ts";
import { matchRoute, type Route } from "./routes.ts";
import { writeXml } from "./xml.ts";

/** Ways to be a difficult registry on purpose; read anew for each request, so that a test may change them. */
export interface Misbehaviour extends LimitBounds {
  /** How long every answer is held back. */
  readonly latencyMs?: number | undefined;
  /** How many of a hundred calls fail with 503. */
  readonly failPercent?: number | undefined;
}

/** What the registry writes its log to; pino's loggers are such. */
export interface RegistryLog {
  debug(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** One call that was answered. */
export interface AnsweredCall {
  readonly method: string;
  /** The path as it was asked for, and of the query what the interface knows, the key left out. */
  readonly target: string;
  readonly status: number;
}

/** How a registry is started. */
export interface RegistryOptions {
  /** Stays its maker's, who closes it after the registry. */
  readonly store: Store;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly log?: RegistryLog;
  /** Told of each call to the interface, in the order of their answers. */
  readonly onAnswer?: (call: AnsweredCall) => void;
  readonly misbehaviour?: Misbehaviour;
  /**
   * How long calls under way may take once the registry is closing; then their connections are cut.
   * @default 10000
   */
  readonly closeGraceMs?: number;
  /**
   * Decides which calls fail: gives numbers from 0 up to 1.
   * @default Math.random
   */
  readonly random?: () => number;
}

/** A registry that answers: the operations of the interface over HTTP, `/health/live` and `/health/ready`. */
export interface Registry extends AsyncDisposable {
  /** Without a slash at the end, as `REGISTRY_URL` has it. */
  readonly url: string;
  /** Takes no more connections, and ends when the calls under way are answered. */
  close(): Promise<void>;
}

/** A running registry, listening. Rejects when the address cannot be listened on. */
export async function startRegistry(options: RegistryOptions): Promise<Registry> {
  const server = createServer((request, response) => {
    respond(options, server, { request, response });
  });
  server.on("clientError", refuseUnreadable);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  const close = () => closeServer(server, options.closeGraceMs ?? 10_000);
  return { url: formatUrl(server), close, [Symbol.asyncDispose]: close };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function respond(options: RegistryOptions, server: Server, exchange: Exchange): void {
  const started = performance.now();
  const { path, query } = parseTarget(exchange.request.url ?? "");
  const route = matchRoute(path);
  const isCall = route?.operation !== "live" && route?.operation !== "ready";
  const method = exchange.request.method ?? "";
  const finish = ({ answer, form }: FormedAnswer) => {
    if (!server.listening) exchange.response.setHeader("connection", "close");
    writeAnswer(exchange, answer, form);
    const { status } = answer;
    if (isCall) options.onAnswer?.({ method, status, target: formatTarget(path, query) });
    const ms = performance.now() - started;
    options.log?.debug({ method, route: route?.template ?? "none", status, ms }, "answered");
  };
  const decide = () => {
    const soon = mapMaybePromise(decideAnswer(options, { method, route, query }), finish);
    // A body says nothing here. Node.js would find out later, and at more cost, where the answer does not come within this call.
    if (soon instanceof Promise) exchange.request.resume();
  };
  const { latencyMs = 0 } = options.misbehaviour ?? {};
  if (isCall && latencyMs > 0) setTimeout(decide, latencyMs);
  else decide();
}

interface Question {
  readonly method: string;
  readonly route: Route | undefined;
  readonly query: URLSearchParams;
}

interface FormedAnswer {
  readonly answer: Answer;
  readonly form: Form;
}

/** Never throws or rejects: whatever goes wrong is an answer too. */
function decideAnswer(options: RegistryOptions, question: Question): MaybePromise<FormedAnswer> {
  let form: Form = "json";
  const decide = () => {
    form = parseForm(question.query);
    return mapMaybePromise(answerQuestion(options, question), (answer) => ({
      form,
      answer: toForm(form, answer),
    }));
  };
  return catchMaybePromise(decide, (error) => ({
    form,
    answer: toForm(form, answerFailure(options, question, error)),
  }));
}

function answerFailure({ log }: RegistryOptions, { route }: Question, error: unknown): Answer {
  if (error instanceof Refusal) return answerRefusal(error);
  // What is wrong with a store is said in one line; where this program found it out helps nobody.
  const cause = error instanceof StoreError ? { reason: error.message } : { err: error };
  log?.error({ ...cause, route: route?.template }, "failed");
  return answerRefusal(
    new Refusal(503, "unavailable", "The registry cannot read its store just now."),
  );
}

function toForm(form: Form, answer: Answer): Answer {
  return form === "json" ? answer : { ...answer, body: [writeXml(answer.body)] };
}

function answerQuestion(
  options: RegistryOptions,
  { method, route, query }: Question,
): MaybePromise<Answer> {
  if (!route) throw new Refusal(404, "unknown_path", "There is nothing at this path.");
  if (method !== "GET" && method !== "HEAD") {
    const headers = ["allow", "GET, HEAD"];
    throw new Refusal(405, "wrong_method", "Only GET and HEAD are known here.", headers);
  }
  switch (route.operation) {
    case "live":
      return answerJson(healthy);
    case "ready":
      return answerReadiness(options.store);
    default:
      failOnPurpose(options);
      return answerOperation(options.store, {
        route,
        query,
        bounds: options.misbehaviour ?? {},
      });
  }
}

async function answerReadiness(store: Store): Promise<Answer> {
  await store.check();
  return answerJson(healthy);
}

const healthy = '{"status":"ok"}';

function failOnPurpose({ misbehaviour, random = Math.random }: RegistryOptions): void {
  if (random() * 100 < (misbehaviour?.failPercent ?? 0)) {
    throw new Refusal(503, "made_to_fail", "This registry was told to fail now and then.");
  }
}

function writeAnswer({ request, response }: Exchange, answer: Answer, form: Form): void {
  const length = answer.body.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  const headers = ["content-type", contentTypes[form], "content-length", length];
  response.writeHead(answer.status, [...headers, "cache-control", "no-store", ...answer.headers]);
  const [piece, ...others] = request.method === "HEAD" ? [] : answer.body;
  if (others.length === 0) {
    response.end(piece);
    return;
  }
  // A page goes out as it came from the store, in one go with what stands around it.
  response.cork();
  for (const part of answer.body) response.write(part);
  response.end();
  response.uncork();
}

const contentTypes = { json: "application/json", xml: "application/xml; charset=utf-8" } as const;

/** What cannot be read as HTTP gets no route and no form, but an answer all the same. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason] = unreadable.get(error.code ?? "") ?? [400, "Bad Request"];
  const message = "The request cannot be read.";
  const body = answerRefusal(new Refusal(status, "bad_request", message)).body.join("");
  const head = `HTTP/1.1 ${status} ${reason}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  socket.end(head + body);
}

const unreadable: ReadonlyMap<string, readonly [number, string]> = new Map([
  ["HPE_HEADER_OVERFLOW", [431, "Request Header Fields Too Large"]],
  ["ERR_HTTP_REQUEST_TIMEOUT", [408, "Request Timeout"]],
]);

/**
 * Any request target has a path and a query, also one that no URL parser would take. In absolute form, as proxies are asked, what
 * comes before the path is passed over.
 */
function parseTarget(target: string): { readonly path: string; readonly query: URLSearchParams } {
  const [path = "", ...query] = target.replace(/^https?:\/\/[^/?]*/i, "").split("?");
  return { path: path || "/", query: new URLSearchParams(query.join("?")) };
}

/** Only parameters that the interface knows: a misspelt key is a key too. */
function formatTarget(path: string, query: URLSearchParams): string {
  const known = [...query].filter(([name]) => ["limit", "page", "type"].includes(name));
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known)}`;
}

function formatUrl(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return;
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearTimeout(cut);
}
