import type { Settings } from "../../settings.ts";
import { Answerer, type AnswererOptions } from "../answer/answer.ts";
import { formatRefusal } from "../answer/format/format-response.ts";
import { cacheVary } from "../answer/format/http-caching.ts";
import { type HttpResponse, isWhole, type WholeHttpResponse } from "../answer/http-response.ts";
import type { FoundKey, KeyFinder } from "../answer/key/bearer.ts";
import { findSecrets } from "../answer/key/key.ts";
import { badRequest, overloaded, RefusedError, refusal } from "../answer/refusals.ts";
import { isJsonType, RequestCancelledError } from "../answer/request/graphql-request.ts";
import type { RequestHead } from "../answer/request-head.ts";
import type { Streams } from "../answer/streams/streams.ts";
import type { ActiveKeys } from "../base/active-keys.ts";
import type { KeyMemory } from "../base/key-memory.ts";
import type { CircuitState } from "../call/breaker.ts";
import type { Explorer } from "./explorer/explorer.ts";
import { Admission } from "./load/admission.ts";
import { HeldBody } from "./load/held-body.ts";
import { turnAway } from "./load/turn-away.ts";
import { UnreadResponses } from "./load/unread-responses.ts";
import { checkMcpHead, type McpEndpoint } from "./mcp-endpoint.ts";
import { handleLive, handleReady } from "./observation/health.ts";
import { handleMetrics, type Metrics, type Scrapable } from "./observation/metrics.ts";
import { RequestsUnderWay } from "./observation/requests-under-way.ts";
import type { Tracing } from "./observation/tracing.ts";
import { type Cors, createCors } from "./request/cors.ts";
import {
  BodyBrokenError,
  BodyTooLargeError,
  type HttpRequest,
  maxBodyBytes,
} from "./request/http-request.ts";

interface RouterOptions extends AnswererOptions {
  readonly settings: AnswererOptions["settings"] &
    Pick<Settings, "CORS_ORIGINS" | "MAX_REQUESTS_UNDER_WAY">;
  readonly explorer: Explorer;
  readonly circuit: () => CircuitState;
  readonly keys: ActiveKeys;
  readonly keyMemory: Pick<KeyMemory, "isKnown" | "noteAnswer">;
  readonly metrics: Metrics;
  /** What `/metrics` shows; null if metrics have their own port. */
  readonly scrapable: Scrapable | null;
  readonly tracing: Tracing | null;
  /** Finds a request's key. @default the key in its headers */
  readonly findKey?: KeyFinder | undefined;
  /** Tools for programs, at `/mcp`. @default none */
  readonly mcp?: McpEndpoint | undefined;
}

/** A response or a promise of one; null if the caller has cancelled. */
type RoutedResponse = HttpResponse | null | Promise<HttpResponse | null>;

/** Answers every request to the gateway, whichever server received it: GraphQL, the explorer, health and metrics. */
export class Router implements AsyncDisposable {
  readonly underWay: RequestsUnderWay;
  readonly unread: UnreadResponses;
  readonly streams: Streams;
  readonly #answerer: Answerer;
  readonly #options: RouterOptions;
  readonly #cors: Cors;
  readonly #admission: Admission;

  private constructor(options: RouterOptions, answerer: Answerer) {
    this.#options = options;
    this.#answerer = answerer;
    this.streams = answerer.streams;
    this.#admission = new Admission(options);
    this.#cors = createCors(options.settings);
    this.unread = new UnreadResponses({
      ledger: options.context.ledger,
      clock: options.context.clock,
      onClosed: (reason) => options.metrics.countUnreadClosed(reason),
    });
    this.underWay = new RequestsUnderWay({ ...options, unread: this.unread });
  }

  static async start(options: RouterOptions): Promise<Router> {
    return new Router(options, await Answerer.start(options));
  }

  /** How many requests are being answered. */
  get busy(): number {
    return this.#admission.size;
  }

  /** Closes all streams. From now on, each response is the last of its connection. */
  stop(): void {
    this.underWay.stop();
    this.streams.close();
  }

  /** Call it when no more requests are under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#admission[Symbol.dispose]();
    this.underWay[Symbol.dispose]();
    this.unread[Symbol.dispose]();
    await this.#answerer[Symbol.asyncDispose]();
  }

  /** Answers a request. Unexpected errors are logged, and answered with status 500. */
  handle(request: HttpRequest): RoutedResponse {
    // It would be kept until the request is answered.
    if (!hasReadBody(request)) request.ignoreBody();
    return this.#tryRoute(request);
  }

  #tryRoute(request: HttpRequest): RoutedResponse {
    try {
      const response = this.#route(request);
      return response instanceof Promise
        ? response.catch((error) => this.#respondToError(request, error))
        : response;
    } catch (error) {
      return this.#respondToError(request, error);
    }
  }

  logError({ requestId }: HttpRequest, error: unknown): void {
    this.#options.log.error({ err: error, requestId }, "unexpected error");
  }

  #respondToError(request: HttpRequest, error: unknown): WholeHttpResponse | null {
    if (error instanceof RequestCancelledError) return null;
    // If `findKey` failed, the request has not begun.
    if (request.requestId === "") this.underWay.begin(request);
    if (error instanceof RefusedError) return formatRefusal(error, request);
    this.logError(request, error);
    const message = "The gateway failed to answer this request.";
    return formatRefusal(refusal(500, "INTERNAL_SERVER_ERROR", message), request);
  }

  #route(request: HttpRequest): RoutedResponse {
    const path = pathOf(request);
    if (path === "/graphql") return this.#routeGraphql(request);
    const { mcp } = this.#options;
    if (path === "/mcp" && mcp !== undefined) return this.#routeMcp(request, mcp);
    this.underWay.begin(request);
    return this.#options.explorer.handle(request) ?? this.#handleOther(path);
  }

  /** Answers a preflight request, a browser that asks for the page, or a GraphQL request. */
  #routeGraphql(request: HttpRequest): RoutedResponse {
    this.#addCorsHeaders(request);
    const preflightOrPage =
      request.method === "POST"
        ? null
        : (this.#cors.handlePreflight(request) ?? this.#options.explorer.handle(request));
    if (preflightOrPage === null) return this.#findKeyAndHandle(request);
    this.underWay.begin(request);
    return preflightOrPage;
  }

  /** Leads a request from its headers to its key. Everything after it knows only that key. */
  #findKeyAndHandle(request: HttpRequest): RoutedResponse {
    request.isGraphql = true;
    const found = this.#options.findKey?.(request);
    if (found instanceof Promise) {
      const { MAX_REQUESTS_UNDER_WAY: max } = this.#options.settings;
      if (this.underWay.expected < max) return this.#awaitKeyAndHandle(request, found);
      // They are counted on their own: while they wait, others may begin.
      found.catch(() => {});
      return this.#turnAway(request);
    }
    if (found !== undefined) applyKey(request, found);
    return this.#handleOrTurnAway(request);
  }

  async #awaitKeyAndHandle(
    request: HttpRequest,
    finding: Promise<FoundKey>,
  ): Promise<HttpResponse | null> {
    using _ = this.underWay.expect(request);
    try {
      applyKey(request, await finding);
    } catch (error) {
      return this.#respondToError(request, error);
    }
    return this.#handleOrTurnAway(request);
  }

  /** Answers a message of the Model Context Protocol. Nobody knows whether it needs a key before it asks. */
  #routeMcp(request: HttpRequest, mcp: McpEndpoint): RoutedResponse {
    this.#addCorsHeaders(request);
    request.isGraphql = true;
    const isListed = this.#cors.isListed(request);
    const preflight = isListed ? this.#cors.handlePreflight(request) : null;
    if (preflight === null) {
      checkMcpHead(request, isListed);
      if (!this.#admission.enter(null)) return this.#turnAway(request);
    }
    this.underWay.begin(request);
    return preflight ?? this.#handleMcp(request, mcp);
  }

  async #handleMcp(request: HttpRequest, mcp: McpEndpoint): Promise<HttpResponse | null> {
    const place = { owner: null };
    try {
      return await this.#readAndHandle(request, () => this.#callMcp(request, mcp, place));
    } finally {
      this.#admission.leave(place.owner);
    }
  }

  /** @param place as whose request it was admitted. */
  async #callMcp(
    request: HttpRequest,
    mcp: McpEndpoint,
    place: { owner: string | null },
  ): Promise<HttpResponse | null> {
    // Whatever a call asks has one deadline.
    const beganAt = this.#options.context.clock.now();
    let begun: Promise<void> | undefined;
    return await mcp(request, async (members) => {
      begun ??= this.#findKeyAndAdmit(request, place);
      await begun;
      const { rawHeaders, identity, bearer, logEntry } = request;
      const onClose = (listener: () => void) => request.onClose(listener);
      const body = JSON.stringify(members);
      const asked = {
        ...askedHead,
        rawHeaders,
        identity,
        bearer,
        logEntry,
        onClose,
        beganAt,
        body,
      };
      return this.#answerer.handle(asked);
    });
  }

  /** Finds the key of a call that has begun already. @throws RefusedError */
  async #findKeyAndAdmit(request: HttpRequest, place: { owner: string | null }): Promise<void> {
    const found = await this.#options.findKey?.(request);
    if (found !== undefined) {
      applyKey(request, found);
      this.underWay.noteKey(request);
    }
    const owner = this.#admission.identify(request);
    if (owner === null) return;
    if (!this.#admission.enter(owner)) throw overloaded();
    this.#admission.leave(place.owner);
    place.owner = owner;
  }

  #handleOther(path: string | undefined): RoutedResponse {
    const { scrapable, circuit } = this.#options;
    switch (path) {
      case "/":
        return { status: 302, headers: { location: "/graphql" }, body: "" };
      case "/health/live":
        return handleLive();
      case "/health/ready":
        return handleReady({ isStopping: this.underWay.isStopping, circuit: circuit() });
      case "/metrics":
        if (scrapable !== null) return handleMetrics(scrapable);
        break;
    }
    throw refusal(404, "NOT_FOUND", "There is nothing here; GraphQL is at /graphql.");
  }

  #addCorsHeaders(request: HttpRequest): void {
    const { vary } = this.#cors;
    if (vary !== undefined) request.vary = `${vary}, ${request.vary}`;
    request.addedHeaders = this.#cors.headersFor(request);
  }

  /** Answers a GraphQL request, or turns it away. Until that is decided, nothing is stored for it: a flood has many requests. */
  #handleOrTurnAway(request: HttpRequest): RoutedResponse {
    const owner = this.#admission.identify(request);
    if (!this.#admission.enter(owner)) return this.#turnAway(request);
    this.underWay.begin(request);
    return this.#handleGraphql(request, owner);
  }

  #turnAway(request: HttpRequest): WholeHttpResponse {
    this.underWay.turnAway(request);
    return turnAway(request);
  }

  async #handleGraphql(request: HttpRequest, owner: string | null): Promise<HttpResponse> {
    try {
      if (request.method === "GET") request.vary += `, ${cacheVary}`;
      const answer = () => this.#answerer.handle(request);
      const response = hasReadBody(request)
        ? await this.#readAndHandle(request, answer)
        : await answer();
      // A response may wait long to be read. A stream keeps its request, and counts it.
      if (isWhole(response)) request.body = "";
      return response;
    } finally {
      this.#admission.leave(owner);
    }
  }

  /** Handles a request once its body is read. A body that may be large is held while that takes. */
  async #readAndHandle<Response>(
    request: HttpRequest,
    handle: () => Promise<Response>,
  ): Promise<Response> {
    if (Number(request.headers["content-length"]) <= smallBodyBytes) {
      request.body = await readBody(request, () => request.readBody());
      return handle();
    }
    using held = new HeldBody(request, this.#options.context.ledger);
    request.body = await readBody(request, () => held.read());
    return await held.orRefused(handle());
  }
}

/** The ledger does not count smaller bodies. */
const smallBodyBytes = 8 * 1024;

/** @throws RefusedError if the body cannot be read. */
async function readBody(request: HttpRequest, read: () => Promise<string>): Promise<string> {
  try {
    return await read();
  } catch (error) {
    throw toBodyRefusal(request, error);
  }
}

/** Whether a request's body is read. */
function hasReadBody({ method, headers }: HttpRequest): boolean {
  return method === "POST" && isJsonType(String(headers["content-type"] ?? ""));
}

/** The head of a question that a call at `/mcp` asks. */
const askedHead = {
  method: "POST",
  path: "/graphql",
  headers: { "content-type": "application/json", accept: "application/json" },
};

/** Puts the key that was found into a request, in place of what was sent. That stays a secret. */
function applyKey(request: HttpRequest, { keyHeaders, bearer, refused }: FoundKey): void {
  request.secrets = findSecrets(request.rawHeaders);
  request.rawHeaders = keyHeaders;
  request.bearer = bearer;
  request.logEntry.token = bearer?.token ?? refused?.token;
  request.logEntry.tokenRefused = refused?.reason;
}

function pathOf({ path }: RequestHead): string | undefined {
  return path.split("?", 1)[0];
}

/** What to answer if a request's body cannot be read: 413 `PAYLOAD_TOO_LARGE` or 400 `BAD_REQUEST`. Other errors stay as they are. */
function toBodyRefusal(request: HttpRequest, error: unknown): unknown {
  // The connection stays open, and the rest of the body is dropped as it comes: some clients read nothing before they have sent it all.
  if (error instanceof BodyTooLargeError) return bodyTooLarge();
  if (!(error instanceof BodyBrokenError)) return error;
  // The rest of the body is not read, and would be taken for the next request on this connection.
  request.closeAfterResponse();
  return badRequest("The request's body could not be read to its end.");
}

function bodyTooLarge(): RefusedError {
  const message = `The request's body is larger than ${maxBodyBytes} bytes.`;
  return refusal(413, "PAYLOAD_TOO_LARGE", message);
}
