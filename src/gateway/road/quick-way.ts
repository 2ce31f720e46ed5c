import type { IncomingMessage } from "node:http";
import { ApolloServerErrorCode } from "@apollo/server/errors";
import type { ExecutionResult, GraphQLError, GraphQLSchema } from "graphql";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { KeysUnderWay } from "../../keys-under-way.ts";
import { systemClock } from "../../upstream/clock.ts";
import { isJsonObject } from "../../upstream/decode.ts";
import { NameIndex } from "../../upstream/name-index.ts";
import { type ContextOptions, type OperationOutcome, RequestContext } from "../context.ts";
import type { GatewayResponse } from "../http/response.ts";
import { send, sendError } from "../http/send.ts";
import { findKey } from "../key.ts";
import type { OperationCheck } from "../limits/limits-nodes.ts";
import { sortErrors } from "./error-order.ts";
import { maskError, toCodes } from "./errors.ts";
import { type KnownOperation, KnownOperations, type Variables } from "./known-operations.ts";
import { type SharedRequest, SharedWork } from "./shared-work.ts";

/** What the quick way is made of. */
export interface QuickWayOptions {
  readonly schema: GraphQLSchema;
  readonly context: ContextOptions;
  /** Leaves an operation that is too complex with its variables to Apollo Server. */
  readonly checkOperation: OperationCheck;
  /** How old the parts of an answer may be that is given again, in milliseconds; 0: none is kept. */
  readonly cacheTtlMs: number;
  readonly keys: KeysUnderWay;
  readonly log: Logger;
}

/** Bytes that the kept answers may have together, with this much for each entry beside its body. */
const mostCachedBytes = 32 * 1024 * 1024;
const entryBytes = 1024;

/** A kept answer is given for this part of its life; then the registry's answers are due to be asked for anew. */
const servedPart = 0.8;

/** Requests beyond this length are not worth being compared with others. */
const longestSharedText = 8 * 1024;

/** What callers accept who get plain JSON; whoever accepts anything else is left to Apollo Server. */
const jsonAccepts: ReadonlySet<string | undefined> = new Set([
  undefined,
  "*/*",
  "application/json",
]);

/** An answer that is kept: the bytes, what the log tells of it, and until when it may be given. */
interface KeptAnswer {
  readonly outcome: OperationOutcome;
  readonly body: Buffer;
  readonly servedUntil: number;
}

/**
 * The hot path: answers a known operation that comes again without Apollo Server, by the same resolvers and with the same
 * bytes. Equal requests of one key under way share one answer. What it does not know it leaves to Apollo Server.
 */
export class QuickWay {
  readonly known: KnownOperations;
  readonly #options: QuickWayOptions;
  readonly #underWay = new NameIndex<SharedWork>();
  readonly #kept: LRUCache<string, KeptAnswer> | null;

  constructor(options: QuickWayOptions) {
    this.#options = options;
    this.known = new KnownOperations(options.schema, options.checkOperation);
    const sizeCalculation = ({ body }: KeptAnswer) => body.length + entryBytes;
    this.#kept =
      options.cacheTtlMs > 0 ? new LRUCache({ maxSize: mostCachedBytes, sizeCalculation }) : null;
  }

  /** Sees to the answer of a `POST /graphql` with this body; false where Apollo Server has to. */
  answer(request: IncomingMessage, response: GatewayResponse, text: string): boolean {
    if (!jsonAccepts.has(request.headers.accept) || "x-tapgraph-explain" in request.headers) {
      return false;
    }
    const key = findKey(request.rawHeaders);
    if (key === null) return false;
    const now = systemClock.now();
    const lane = this.#options.keys.laneOf(key);
    const shared = { lane, text };
    const isShared = text.length <= longestSharedText;
    if (isShared && this.#share(shared, response, now)) return true;
    const bound = this.#find(text);
    if (bound === null) return false;
    const { readsAdditionalData } = bound.operation;
    const identity = () => ({ key, lane });
    const context = new RequestContext(this.#options.context, identity, readsAdditionalData);
    const work = new SharedWork(shared, context.scope, now);
    work.join(response);
    response.scope = context.scope;
    if (isShared) this.#underWay.add(work);
    void this.#run(bound, context, work);
    return true;
  }

  /** Gives what is kept, or joins what is under way. */
  #share({ lane, text }: SharedRequest, response: GatewayResponse, now: number): boolean {
    const kept = this.#kept?.get(`${lane} ${text}`);
    if (kept !== undefined && now < kept.servedUntil) {
      answerWith(response, kept.body, kept.outcome);
      return true;
    }
    const work = this.#underWay.find(lane, text);
    if (!work?.isJoinable(now, this.#options.cacheTtlMs)) return false;
    work.join(response);
    return true;
  }

  #find(text: string): Bound | null {
    const request = parse(text);
    if (request === null) return null;
    const operation = this.known.find(request.query, request.operationName);
    const variables = operation?.coerce(request.variables);
    return operation && variables ? { operation, variables } : null;
  }

  async #run(bound: Bound, context: RequestContext, work: SharedWork): Promise<void> {
    try {
      const { operation, variables } = bound;
      const result = await operation.execute(context, variables);
      const formatted = this.#format(result, context);
      const text = JSON.stringify(formatted);
      const { outcome, scope } = context;
      outcome.operationName = operation.name;
      outcome.errorCodes = toCodes(formatted.errors);
      const isKept = this.#kept !== null && result.errors === undefined;
      const responses = work.end();
      // For several, it is encoded once.
      const body = responses.length > 1 || isKept ? Buffer.from(text) : text;
      for (const response of responses) answerWith(response, body, outcome);
      if (isKept && body instanceof Buffer) this.#keep(work, body, outcome, scope.oldestAnswerAt);
    } catch (error) {
      this.#options.log.error({ err: error }, "unforeseen error");
      for (const response of work.end()) sendInternalError(response);
    } finally {
      this.#underWay.remove(work);
    }
  }

  /** The result in Apollo Server's order of members, its errors masked. */
  #format({ errors, data }: ExecutionResult, { warnings }: RequestContext) {
    const logHidden = (hidden: unknown) =>
      this.#options.log.error({ err: hidden }, "unforeseen error");
    const masked = errors?.map((error) => maskError(toFormatted(error), error, logHidden));
    return {
      errors: masked && sortErrors(masked, data),
      data,
      extensions: warnings.length > 0 ? { warnings } : undefined,
    };
  }

  #keep(
    { lane, name }: SharedWork,
    body: Buffer,
    outcome: OperationOutcome,
    oldestAnswerAt: number | undefined,
  ): void {
    if (oldestAnswerAt === undefined) return;
    const servedUntil = oldestAnswerAt + this.#options.cacheTtlMs * servedPart;
    this.#kept?.set(`${lane} ${name}`, { body, outcome, servedUntil });
  }
}

/** An operation with its variables. */
interface Bound {
  readonly operation: KnownOperation;
  readonly variables: Variables;
}

/** What a body of GraphQL over HTTP asks for; null where it is no such body, or has extensions. */
function parse(text: string) {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isJsonObject(body) || body["extensions"] !== undefined) return null;
  const { query, operationName = null, variables = null } = body;
  if (typeof query !== "string") return null;
  if (operationName !== null && typeof operationName !== "string") return null;
  if (variables !== null && !isJsonObject(variables)) return null;
  return { query, operationName, variables: variables ?? {} };
}

/** An error as Apollo Server formats it before it is masked. */
function toFormatted(error: GraphQLError) {
  // graphql-jit's errors have no extensions where there are none.
  const code = error.extensions?.["code"] ?? ApolloServerErrorCode.INTERNAL_SERVER_ERROR;
  return { ...error.toJSON(), extensions: { ...error.extensions, code } };
}

function sendInternalError(response: GatewayResponse): void {
  sendError(response, 500, "INTERNAL_SERVER_ERROR", "The gateway failed to answer this.");
}

function answerWith(
  response: GatewayResponse,
  body: string | Buffer,
  outcome: OperationOutcome,
): void {
  response.tell(outcome);
  send(response, 200, jsonHeaders, body);
}

const jsonHeaders = { "content-type": "application/json; charset=utf-8" };
