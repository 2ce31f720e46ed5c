import type { DocumentNode, GraphQLSchema } from "graphql";
import type { Logger } from "pino";
import type { Operation } from "../../execution/operation.ts";
import type { OperationPlan, Variables } from "../../execution/plan.ts";
import type { Settings } from "../../settings.ts";
import { type ContextOptions, createContext } from "./context.ts";
import { Documents } from "./documents.ts";
import { type Accepted, readAccepted } from "./format/accept.ts";
import { formatErrors } from "./format/errors.ts";
import { formatResponse } from "./format/format-response.ts";
import { type FoundGraphqlResponse, GraphqlResponses } from "./graphql-responses.ts";
import type { HttpResponse } from "./http-response.ts";
import { readDocument } from "./limits/limits.ts";
import { createPlanCheck, type PlanCheck } from "./limits/plan-check.ts";
import { isLong, type Trust } from "./limits/text-limits.ts";
import {
  PersistedOperations,
  type PersistedOperationsOptions,
} from "./persisted/persisted-operations.ts";
import { type PreparedRequest, PreparedRequests } from "./prepared-requests.ts";
import {
  eventsNotAccepted,
  notAcceptable,
  rootConditionNotLiteral,
  tooComplex,
  wrongVariables,
} from "./refusals.ts";
import { type GraphqlRequest, isPreflighted, readHeader } from "./request/graphql-request.ts";
import type { OperationRequest } from "./request/members.ts";
import { type ParsedRequest, readRequest } from "./request/read-request.ts";
import { ResponseWriter } from "./response-writer.ts";
import type { Streams } from "./streams/streams.ts";
import { Subscriptions, type SubscriptionsOptions } from "./streams/subscriptions.ts";
import { hasNonLiteralRootCondition } from "./validation/root-conditions.ts";
import {
  startValidator,
  type Validator,
  type ValidatorOptions,
  validateRequest,
} from "./validation/validator.ts";

export interface AnswererOptions {
  readonly settings: ValidatorOptions["settings"] &
    SubscriptionsOptions["settings"] &
    Pick<
      Settings,
      | "MAX_QUERY_TOKENS"
      | "MAX_QUERY_NODES"
      | "MAX_PAGE_SIZE"
      | "CACHE_TTL_SECONDS"
      | "MAX_RESPONSE_BYTES"
    >;
  readonly schema: GraphQLSchema;
  readonly context: ContextOptions;
  readonly persisted: PersistedOperationsOptions;
  readonly onEvent?: SubscriptionsOptions["onEvent"];
  readonly onTooLarge?: () => void;
  /** Whether the registry has answered a key. */
  readonly isKnownKey: (keyDigest: string) => boolean;
  readonly log: Logger;
}

interface PreparedOperation extends PreparedRequest {
  /** Undefined for a request that is remembered: a shared response needs no plan. */
  readonly plan?: OperationPlan;
}

/**
 * Answers GraphQL requests (GraphQL over HTTP): validates a new document, prepares its operation, and executes it. A query is executed
 * once, a subscription for each event.
 */
export class Answerer implements AsyncDisposable {
  readonly streams: Streams;
  readonly #options: AnswererOptions;
  readonly #validator: Validator;
  readonly #persisted: PersistedOperations;
  readonly #documents: Documents;
  readonly #requests = new PreparedRequests();
  readonly #responses: GraphqlResponses;
  readonly #writer: ResponseWriter;
  readonly #checkPlan: PlanCheck;
  readonly #subscriptions: Subscriptions;

  private constructor(options: AnswererOptions, validator: Validator) {
    const { settings, schema, context, onEvent, onTooLarge, log } = options;
    this.#options = options;
    this.#validator = validator;
    this.#persisted = new PersistedOperations(options.persisted);
    this.#documents = new Documents({ schema, hidesSchema: !settings.INTROSPECTION });
    this.#responses = new GraphqlResponses(settings.CACHE_TTL_SECONDS * 1000, context.clock);
    this.#checkPlan = createPlanCheck(schema, settings);
    const writer = new ResponseWriter({ maxBytes: settings.MAX_RESPONSE_BYTES, onTooLarge, log });
    this.#writer = writer;
    this.#subscriptions = new Subscriptions({ settings, context, onEvent, log, writer });
    this.streams = this.#subscriptions.streams;
  }

  static async start(options: AnswererOptions): Promise<Answerer> {
    return new Answerer(options, await startValidator(options));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.streams.close();
    await this.#validator.stop();
  }

  /**
   * Answers a request, from step 3 of docs/architecture.md on. If the caller cancels first, the REST calls that only this request needs
   * are cancelled.
   * @throws RefusedError if the request is not executed.
   */
  async handle(request: GraphqlRequest): Promise<HttpResponse> {
    // Each promise takes time, and usually there is no need to wait.
    const accepted = readAccepted(readHeader(request, "accept"));
    const preparing = this.#findPrepared(request, accepted) ?? this.#prepareNew(request, accepted);
    const prepared = preparing instanceof Promise ? await preparing : preparing;
    if (prepared.operation.isSubscription) return this.#subscribe(request, accepted, prepared);
    const { mediaType } = accepted;
    if (mediaType === null) throw notAcceptable();
    const found = this.#findOrExecute(request, prepared);
    const response = found.response instanceof Promise ? await found.response : found.response;
    const { context, settings } = this.#options;
    return formatResponse(response, request, {
      reuse: found.reuse,
      mediaType,
      ttlSeconds: settings.CACHE_TTL_SECONDS,
      now: context.clock.now(),
    });
  }

  /** Finds what the parameters of a request ask to execute; undefined if it is not remembered, or if the validator is to explain what is wrong. */
  #findPrepared(request: GraphqlRequest, { isAcceptable }: Accepted): PreparedRequest | undefined {
    if (!isAcceptable || !isPreflighted(request)) return undefined;
    // What is remembered does not tell whether the operation is registered.
    if (request.bearer?.onlyRegistered) return undefined;
    const prepared = this.#requests.find(request);
    if (prepared === undefined) return undefined;
    if (isLong(prepared.operation) && this.#trustOf(request) !== "known") return undefined;
    request.logEntry.operationName = prepared.operation.name;
    request.logEntry.wasDocumentRemembered = true;
    return prepared;
  }

  #prepareNew(
    request: GraphqlRequest,
    accepted: Accepted,
  ): PreparedOperation | Promise<PreparedOperation> {
    const parsed = readRequest(request, accepted, this.#persisted);
    const remembered = this.#findRemembered(request, parsed);
    return remembered === undefined
      ? this.#validateAndPrepare(request, parsed)
      : this.#prepare(request, parsed, remembered);
  }

  /** Finds the operation if its document is remembered. A bad request goes to the validator, which explains what is wrong. */
  #findRemembered(
    request: GraphqlRequest,
    { operationRequest, isAcceptable }: ParsedRequest,
  ): Operation | undefined {
    if (operationRequest === null || !isAcceptable || !isPreflighted(request)) return undefined;
    const operation = this.#documents.find(operationRequest);
    if (!operation || !isLong(operation)) return operation;
    return this.#trustOf(request, operationRequest.query) === "known" ? operation : undefined;
  }

  /** Whoever is known may send any document, and anybody may send one that is registered. */
  #trustOf({ identity, bearer }: GraphqlRequest, query?: string): Trust {
    const isKnown = identity !== null && this.#options.isKnownKey(identity.keyDigest);
    const isRegistered = query !== undefined && this.#persisted.isRegistered(query);
    return isKnown || bearer !== undefined || isRegistered ? "known" : "stranger";
  }

  /**
   * Validates a new document, remembers it, and prepares its operation. The result does not contain the parsed document, which would
   * take memory during REST calls.
   */
  async #validateAndPrepare(
    request: GraphqlRequest,
    parsed: ParsedRequest,
  ): Promise<PreparedOperation> {
    const { operationRequest } = parsed;
    const document = await this.#validate(request, parsed);
    const operation = operationRequest && this.#documents.remember(operationRequest, document);
    if (!operation) throw new TypeError("a valid document has its operation");
    return this.#prepare(request, parsed, operation, document);
  }

  async #validate(request: GraphqlRequest, parsed: ParsedRequest): Promise<DocumentNode> {
    const text = parsed.operationRequest?.query ?? "";
    const { document, excess } = readDocument(
      text,
      this.#options.settings,
      this.#trustOf(request, text),
    );
    if (excess !== null) throw tooComplex(excess);
    if (document && hasNonLiteralRootCondition(document)) throw rootConditionNotLiteral();
    return validateRequest(this.#validator, request, { ...parsed, document });
  }

  /**
   * Prepares an operation: coerces its variables, finds or makes its plan, and checks the size of the response. Then the request is
   * remembered.
   * @param document the parsed document, if it is new.
   */
  #prepare(
    request: GraphqlRequest,
    parsed: ParsedRequest,
    operation: Operation,
    document?: DocumentNode,
  ): PreparedOperation {
    const { sentMembers, members, operationRequest, isAcceptable } = parsed;
    // Apollo Server also accepts media types that the gateway does not have.
    if (operationRequest === null || !isAcceptable) throw notAcceptable();
    if (sentMembers !== null && sentMembers !== members) this.#persisted.remember(sentMembers);
    request.logEntry.operationName = operation.name;
    const variables = this.#coerceVariables(operation, operationRequest, parsed);
    const cacheKey = `${operation.id} ${JSON.stringify(operationRequest.variables)}`;
    const prepared = { operation, variables, cacheKey };
    const plan = this.#documents.planFor(operation, variables, document);
    const excess = this.#checkPlan(plan, variables);
    if (excess !== null) throw tooComplex(excess);
    this.#requests.remember(request, prepared);
    request.logEntry.wasDocumentRemembered = document === undefined;
    return { ...prepared, plan };
  }

  #coerceVariables(
    operation: Operation,
    operationRequest: OperationRequest,
    { mediaType, events }: ParsedRequest,
  ): Variables {
    const coerced = operation.coerceVariables(operationRequest.variables);
    if ("variables" in coerced) return coerced.variables;
    const errors = formatErrors(coerced.errors, this.#options.log);
    const expectsStream = operation.isSubscription || events.isPreferred;
    throw wrongVariables(errors, expectsStream ? null : mediaType);
  }

  #subscribe(
    request: GraphqlRequest,
    { events: { protocol } }: Accepted,
    prepared: PreparedOperation,
  ): HttpResponse {
    if (protocol === null) throw eventsNotAccepted();
    const plan = this.#planOf(prepared);
    const { operation, variables } = prepared;
    return this.#subscriptions.handle(request, {
      plan,
      variables,
      operationId: operation.id,
      protocol,
    });
  }

  #planOf({ operation, variables, plan }: PreparedOperation) {
    return plan ?? this.#documents.planFor(operation, variables);
  }

  #findOrExecute(request: GraphqlRequest, prepared: PreparedOperation): FoundGraphqlResponse {
    const { cacheKey, variables } = prepared;
    const { context: options } = this.#options;
    const { identity } = request;
    const responseKey = identity && { keyDigest: identity.keyDigest, cacheKey };
    return this.#responses.findOrExecute(responseKey, request, () => {
      const context = createContext(options, request, identity);
      const execution = { plan: this.#planOf(prepared), variables, context };
      return { budget: context.budget, response: this.#writer.write(execution) };
    });
  }
}
