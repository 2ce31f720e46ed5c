import type { Settings } from "../../settings.ts";
import { Answerer, type AnswererOptions } from "../answer/answer.ts";
import { RefusedError, refusal } from "../answer/refusals.ts";
import { oldHttp } from "../answer/rows/file-refusals.ts";
import { RowFile } from "../answer/rows/row-file.ts";
import type { Streams } from "../answer/streams/streams.ts";
import type { ActiveKeys } from "../base/active-keys.ts";
import type { KeyMemory } from "../base/key-memory.ts";
import type { CircuitState } from "../call/breaker.ts";
import type { FoundKey, KeyFinder } from "../keys/token.ts";
import type { Addresses } from "./addresses/address.ts";
import { openAddress } from "./addresses/open-address.ts";
import type { Explorer } from "./explorer/explorer.ts";
import { Admission } from "./load/admission.ts";
import { readBody } from "./load/held-body.ts";
import { turnAway } from "./load/turn-away.ts";
import { UnreadResponses } from "./load/unread-responses.ts";
import { type McpEndpoint, routeMcp } from "./mcp-endpoint.ts";
import { handleLive, handleReady } from "./observation/health.ts";
import { handleMetrics, type Metrics, type Scrapable } from "./observation/metrics.ts";
import { RequestsUnderWay } from "./observation/requests-under-way.ts";
import type { Tracing } from "./observation/tracing.ts";
import { type Cors, createCors } from "./request/cors.ts";
import { type HttpRequest, RequestCancelledError } from "./request/http-request.ts";
import { formatRefusal, formatResponse } from "./response/format-response.ts";
import { cacheVary } from "./response/http-caching.ts";
import type { HttpResponse, WholeHttpResponse } from "./response/http-response.ts";

interface RouterOptions extends AnswererOptions {
  readonly settings: AnswererOptions["settings"] &
    Pick<Settings, "CORS_ORIGINS" | "MAX_REQUESTS_UNDER_WAY">;
  readonly explorer: Explorer;
  /** Those that are in force. */
  readonly addresses: () => Addresses;
  readonly circuit: () => CircuitState;
  readonly keys: ActiveKeys;
  readonly keyMemory: Pick<KeyMemory, "isKnown" | "noteAnswer">;
  readonly metrics: Metrics;
  readonly scrapable: Scrapable | null;
  readonly tracing: Tracing | null;
  readonly findKey?: KeyFinder | undefined;
  readonly mcp?: McpEndpoint | undefined;
}

type RoutedResponse = HttpResponse | null | Promise<HttpResponse | null>;

interface Route {
  readonly path: string;
  /** Whether it also answers what is below its path. */
  readonly isFolder?: true;
  readonly method?: string;
  /** Whether pages of other sites may ask. */
  readonly isForPages?: true;
  readonly answer: (request: HttpRequest) => RoutedResponse;
}

export class Router implements AsyncDisposable {
  readonly underWay: RequestsUnderWay;
  readonly unread: UnreadResponses;
  readonly streams: Streams;
  readonly #answerer: Answerer;
  readonly #options: RouterOptions;
  readonly #admission: Admission;
  readonly #cors: Cors;
  readonly #routes: readonly Route[];

  private constructor(options: RouterOptions, answerer: Answerer) {
    this.#options = options;
    this.#answerer = answerer;
    this.streams = answerer.streams;
    this.#admission = new Admission(options);
    this.unread = new UnreadResponses({
      ledger: options.context.ledger,
      clock: options.context.clock,
      onClosed: (reason) => options.metrics.countUnreadClosed(reason),
    });
    this.underWay = new RequestsUnderWay(options);
    this.#cors = createCors(options.settings);
    this.#routes = this.#createRoutes();
  }

  static async start(options: RouterOptions): Promise<Router> {
    return new Router(options, await Answerer.start(options));
  }

  get busy(): number {
    return this.#admission.size;
  }

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
    if (!request.hasReadBody) request.ignoreBody();
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

  #createRoutes(): readonly Route[] {
    const { explorer, mcp, scrapable, circuit } = this.#options;
    const { underWay } = this;
    const cors = this.#cors;
    const parts = {
      ...{ cors, underWay, answerer: this.#answerer, admission: this.#admission },
      ...{ findKey: this.#options.findKey, context: this.#options.context },
      turnAway: (request: HttpRequest) => this.#turnAway(request),
    };
    const begun =
      (answer: (request: HttpRequest) => RoutedResponse | undefined) => (request: HttpRequest) => {
        underWay.begin(request);
        return answer(request) ?? notFound();
      };
    // A browser asks for permission, or for the page.
    const answerBrowser = (request: HttpRequest) => {
      const found = cors.handlePreflight(request) ?? explorer.handle(request);
      if (found === null) return this.#answerGraphql(request);
      underWay.begin(request);
      return found;
    };
    const answerAddress = (request: HttpRequest) => {
      const { schema, settings, addresses } = this.#options;
      const options = { schema, isPublic: settings.INTROSPECTION };
      const found = cors.handlePreflight(request) ?? openAddress(request, addresses(), options);
      if (found === null) return this.#answerGraphql(request);
      underWay.begin(request);
      return found;
    };
    const answerMcp = (request: HttpRequest) => (mcp ? routeMcp(request, { ...parts, mcp }) : null);
    return [
      { path: "/graphql", method: "POST", isForPages: true, answer: this.#answerGraphql },
      { path: "/graphql", isForPages: true, answer: answerBrowser },
      ...(mcp ? [{ path: "/mcp", isForPages: true, answer: answerMcp } as const] : []),
      { path: "/q", isFolder: true, isForPages: true, answer: answerAddress },
      { path: "/", answer: begun(() => redirect(302, "graphql")) },
      {
        path: "/graphql/",
        answer: begun(({ path }) => redirect(308, `../graphql${path.slice("/graphql/".length)}`)),
      },
      { path: "/health/live", answer: begun(handleLive) },
      {
        path: "/health/ready",
        answer: begun(() => handleReady(underWay.isStopping, circuit())),
      },
      ...(scrapable
        ? [{ path: "/metrics", answer: begun((request) => handleMetrics(scrapable, request)) }]
        : []),
      { path: "", answer: begun((request) => explorer.handle(request)) },
    ];
  }

  #route(request: HttpRequest): RoutedResponse {
    const { path, method } = request;
    const end = path.indexOf("?");
    const pathname = end < 0 ? path : path.slice(0, end);
    for (const route of this.#routes) {
      if (!isOf(route, pathname)) continue;
      if (route.method !== undefined && route.method !== method) continue;
      if (route.isForPages && (this.#cors.varies || request.headers["origin"] !== undefined)) {
        this.#cors.addHeaders(request);
      }
      return route.answer(request);
    }
    return notFound();
  }

  readonly #answerGraphql = (request: HttpRequest): RoutedResponse => {
    request.isGraphql = true;
    const found = this.#options.findKey?.(request, request.sentKey);
    if (found instanceof Promise) {
      const { MAX_REQUESTS_UNDER_WAY: max } = this.#options.settings;
      if (this.underWay.expected < max) return this.#awaitKey(request, found);
      // They are counted on their own: while they wait, others may begin.
      found.catch(() => {});
      return this.#turnAway(request);
    }
    if (found !== undefined) request.takeKey(found);
    return this.#admit(request);
  };

  async #awaitKey(request: HttpRequest, finding: Promise<FoundKey>): Promise<HttpResponse | null> {
    using _ = this.underWay.expect(request);
    try {
      request.takeKey(await finding);
    } catch (error) {
      return this.#respondToError(request, error);
    }
    return this.#admit(request);
  }

  /**
   * Answers a GraphQL request, or turns it away. Until that is decided, nothing is stored for it: a
   * flood has many requests.
   */
  #admit(request: HttpRequest): RoutedResponse {
    const owner = this.#admission.identify(request);
    if (!this.#admission.enter(owner)) return this.#turnAway(request);
    this.underWay.begin(request);
    return this.#execute(request, owner);
  }

  #turnAway(request: HttpRequest): WholeHttpResponse {
    this.underWay.turnAway(request);
    return turnAway(request);
  }

  async #execute(request: HttpRequest, owner: string | null): Promise<HttpResponse> {
    const { context, settings } = this.#options;
    let isFile = false;
    try {
      const wantsFile = request.accepted.rows !== null;
      if (wantsFile && !request.seesBreaks) throw oldHttp();
      if (request.method !== "POST") request.vary += `, ${cacheVary}`;
      using held = request.hasReadBody ? await readBody(request, context.ledger) : undefined;
      const isHead = wantsFile && request.method === "HEAD";
      const asked = request.asked ?? (isHead ? { ...request, method: "GET" } : request);
      const answering = this.#answerer.handle(request, asked);
      const answer = await (held?.orRefused(answering) ?? answering);
      isFile = answer instanceof RowFile;
      if (isFile) this.#keepPlace(request, owner);
      const ttlSeconds = settings.CACHE_TTL_SECONDS;
      const response = formatResponse(answer, request, { ttlSeconds, now: context.clock.now() });
      // A response may wait long to be read. A stream keeps its request, and counts it.
      if (!("stream" in response)) request.body = "";
      return response;
    } finally {
      if (!isFile) this.#admission.leave(owner);
    }
  }

  // Until its file was read, however slowly. Here, because a function with closures allocates what
  // they share at each call.
  #keepPlace(request: HttpRequest, owner: string | null): void {
    request.onClose({ leave: () => this.#admission.leave(owner) });
  }
}

function isOf({ path, isFolder }: Route, pathname: string): boolean {
  return path === pathname || path === "" || (isFolder === true && pathname.startsWith(`${path}/`));
}

/** @param location relative, because a proxy may have taken the beginning of the path away. */
function redirect(status: 302 | 308, location: string): WholeHttpResponse {
  return { status, headers: { location }, body: "" };
}

function notFound(): never {
  throw refusal(404, "NOT_FOUND", "There is nothing here; GraphQL is at /graphql.");
}
