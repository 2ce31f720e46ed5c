import type { DocumentNode, GraphQLSchema } from "graphql";
import type { Logger } from "pino";
import type { Operation } from "../../execution/operation.ts";
import type { OperationPlan, Variables } from "../../execution/plan.ts";
import type { Settings } from "../../settings.ts";
import { type ContextOptions, RequestContext } from "./context.ts";
import { Documents, type PreparedRequest, PreparedRequests } from "./documents.ts";
import { formatErrors } from "./errors.ts";
import { isLong, readDocument, type Trust } from "./limits/limits.ts";
import { createPlanCheck, type PlanCheck } from "./limits/plan-check.ts";
import {
  PersistedOperations,
  type PersistedOperationsOptions,
  type RegisteredDocuments,
} from "./persisted-operations.ts";
import { type OperationRequest, type ParsedRequest, readRequest } from "./read-request.ts";
import { eventsNotAccepted, notAcceptable, tooComplex, wrongVariables } from "./refusals.ts";
import { type Asked, type GraphqlRequest, isPreflighted, type RowForm } from "./request.ts";
import { type GraphqlResponse, GraphqlResponses, withCost } from "./responses.ts";
import { openRowFile, type RowFile } from "./rows/row-file.ts";
import type { EventStream } from "./streams/event-stream.ts";
import type { Streams } from "./streams/streams.ts";
import { Subscriptions, type SubscriptionsOptions } from "./streams/subscriptions.ts";
import {
  startValidator,
  type Validator,
  type ValidatorOptions,
  validateRequest,
} from "./validator.ts";
import { type WritingOptions, writeResponse } from "./write-response.ts";

export interface AnswererOptions {
  readonly settings: ValidatorOptions["settings"] &
    SubscriptionsOptions["settings"] &
    Pick<Settings, "MAX_PAGE_SIZE" | "MAX_SCAN_RECORDS" | "CACHE_TTL_SECONDS">;
  readonly schema: GraphQLSchema;
  readonly context: ContextOptions;
  readonly persisted: PersistedOperationsOptions;
  readonly onEvent?: SubscriptionsOptions["onEvent"];
  readonly onTooLarge?: () => void;
  readonly isKnownKey: (keyDigest: string) => boolean;
  readonly log: Logger;
}

interface PreparedOperation extends PreparedRequest {
  /** Undefined for a request that is remembered: a shared response needs no plan. */
  readonly plan?: OperationPlan;
}

/**
 * Answers GraphQL requests (GraphQL over HTTP): validates a new document, prepares its operation,
 * and executes it. A query is executed once, a subscription for each event.
 */
export class Answerer implements AsyncDisposable {
  readonly streams: Streams;
  readonly #options: AnswererOptions;
  readonly #validator: Validator;
  readonly #persisted: PersistedOperations;
  readonly #documents: Documents;
  #requests = new PreparedRequests();
  #registered: RegisteredDocuments;
  readonly #responses: GraphqlResponses;
  readonly #writing: WritingOptions;
  readonly #checkPlan: PlanCheck;
  readonly #subscriptions: Subscriptions;

  private constructor(options: AnswererOptions, validator: Validator) {
    const { settings, schema, context, onEvent, onTooLarge, log } = options;
    this.#options = options;
    this.#validator = validator;
    this.#persisted = new PersistedOperations(options.persisted);
    this.#registered = this.#persisted.registered;
    this.#documents = new Documents({ schema, hidesSchema: !settings.INTROSPECTION });
    this.#responses = new GraphqlResponses(settings.CACHE_TTL_SECONDS * 1000, context.clock);
    this.#checkPlan = createPlanCheck(schema, {
      maxObjects: 250_000,
      maxPageSize: settings.MAX_PAGE_SIZE,
    });
    this.#writing = { onTooLarge, log };
    this.#subscriptions = new Subscriptions({ settings, context, onEvent, writing: this.#writing });
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
   * Answers a request, from step 3 of docs/architecture.md on. If the caller cancels first, the
   * REST calls that only this request needs are cancelled.
   * @param asked what is asked. @default what the request itself asks
   * @throws RefusedError if the request is not executed.
   */
  async handle(
    request: GraphqlRequest,
    asked: Asked = request,
  ): Promise<GraphqlResponse | EventStream | RowFile> {
    // Each promise takes time, and usually there is no need to wait.
    const preparing = this.#findPrepared(request, asked) ?? this.#prepareNew(request, asked);
    const prepared: PreparedOperation = preparing instanceof Promise ? await preparing : preparing;
    if (prepared.operation.isSubscription) return this.#subscribe(request, asked, prepared);
    const { rows, mediaType } = asked.accepted;
    if (rows !== null) return this.#openFile(request, rows, prepared);
    if (mediaType === null) throw notAcceptable();
    const { operation, variables, cacheKey } = prepared;
    const found = this.#responses.findOrExecute(request, cacheKey, () => {
      const context = new RequestContext(this.#options.context, request, asked.wantsCost);
      const plan = prepared.plan ?? this.#documents.planFor(operation, variables);
      const response = writeResponse({ plan, variables, context }, this.#writing);
      return { budget: context.budget, response };
    });
    const response = found.response instanceof Promise ? await found.response : found.response;
    request.errorCodes = response.errorCodes;
    return asked.wantsCost
      ? withCost({ response, reuse: found.reuse }, this.#options.context.clock.now())
      : response;
  }

  /** What is remembered does not tell whether it is still registered. */
  #forgetIfOthersAreRegistered(): void {
    const { registered } = this.#persisted;
    if (registered === this.#registered) return;
    this.#registered = registered;
    this.#requests = new PreparedRequests();
  }

  /** Undefined if it is not remembered, or if the validator is to explain what is wrong. */
  #findPrepared(request: GraphqlRequest, asked: Asked): PreparedRequest | undefined {
    if (!asked.accepted.isAcceptable || !(asked.method === "POST" || isPreflighted(asked)))
      return undefined;
    // What is remembered does not tell whether the operation is registered.
    if (request.bearer?.onlyRegistered) return undefined;
    this.#forgetIfOthersAreRegistered();
    const prepared = this.#requests.find(asked);
    if (prepared === undefined) return undefined;
    if (prepared.isLong && this.#trustOf(request) !== "known") return undefined;
    request.operationName = prepared.operation.name;
    request.wasDocumentRemembered = true;
    return prepared;
  }

  #prepareNew(
    request: GraphqlRequest,
    asked: Asked,
  ): PreparedOperation | Promise<PreparedOperation> {
    const parsed = readRequest(asked, request.bearer, this.#persisted);
    const remembered = this.#findRemembered(request, asked, parsed);
    return remembered === undefined
      ? this.#validateAndPrepare(request, asked, parsed)
      : this.#prepare(request, asked, parsed, { operation: remembered });
  }

  #findRemembered(
    request: GraphqlRequest,
    asked: Asked,
    { operationRequest }: ParsedRequest,
  ): Operation | undefined {
    if (
      operationRequest === null ||
      !asked.accepted.isAcceptable ||
      !(asked.method === "POST" || isPreflighted(asked))
    ) {
      return undefined;
    }
    const operation = this.#documents.find(operationRequest);
    if (!operation || !isLong(operation)) return operation;
    return this.#trustOf(request, operationRequest.query) === "known" ? operation : undefined;
  }

  #trustOf({ identity, bearer }: GraphqlRequest, query?: string): Trust {
    const isKnown = identity !== null && this.#options.isKnownKey(identity.keyDigest);
    const isRegistered = query !== undefined && this.#persisted.isRegistered(query);
    return isKnown || bearer !== undefined || isRegistered ? "known" : "stranger";
  }

  /**
   * Validates a new document, remembers it, and prepares its operation. The result does not contain
   * the parsed document, which would take memory during REST calls.
   */
  async #validateAndPrepare(
    request: GraphqlRequest,
    asked: Asked,
    parsed: ParsedRequest,
  ): Promise<PreparedOperation> {
    const { operationRequest } = parsed;
    const text = operationRequest?.query ?? "";
    const { document, excess } = readDocument(text, this.#trustOf(request, text));
    if (excess !== null) throw tooComplex(excess);
    const valid = await validateRequest(this.#validator, asked, { ...parsed, document });
    const operation = operationRequest && this.#documents.remember(operationRequest, valid);
    if (!operation) throw new TypeError("a valid document has its operation");
    return this.#prepare(request, asked, parsed, { operation, document: valid });
  }

  /**
   * Prepares an operation: coerces its variables, finds or makes its plan, and checks the size of
   * the response. Then the request is remembered.
   * @param found with the parsed document, if it is new.
   */
  #prepare(
    request: GraphqlRequest,
    asked: Asked,
    { sentMembers, members, operationRequest, registered }: ParsedRequest,
    found: { readonly operation: Operation; readonly document?: DocumentNode },
  ): PreparedOperation {
    const { operation, document } = found;
    // Apollo Server also accepts media types that the gateway does not have.
    if (operationRequest === null || !asked.accepted.isAcceptable) throw notAcceptable();
    if (sentMembers !== null && sentMembers !== members) this.#persisted.remember(sentMembers);
    request.operationName = operation.name;
    const variables = this.#coerceVariables(operation, operationRequest, asked);
    const cacheKey = `${operation.id} ${JSON.stringify(operationRequest.variables)}`;
    const prepared = { operation, variables, cacheKey, isLong: isLong(operation) };
    const plan = this.#documents.planFor(operation, variables, document);
    const excess = this.#checkPlan(plan, variables);
    if (excess !== null) throw tooComplex(excess);
    if (registered === this.#persisted.registered) this.#requests.remember(asked, prepared);
    request.wasDocumentRemembered = document === undefined;
    return { ...prepared, plan };
  }

  #coerceVariables(
    operation: Operation,
    operationRequest: OperationRequest,
    { accepted: { mediaType, events } }: Asked,
  ): Variables {
    const coerced = operation.coerceVariables(operationRequest.variables);
    if ("variables" in coerced) return coerced.variables;
    const errors = formatErrors(coerced.errors, this.#options.log);
    const expectsStream = operation.isSubscription || events.isPreferred;
    throw wrongVariables(errors, expectsStream ? null : mediaType);
  }

  #openFile(
    request: GraphqlRequest,
    form: RowForm,
    { operation, variables, ...prepared }: PreparedOperation,
  ): Promise<RowFile> {
    const { context, settings, log } = this.#options;
    const plan = prepared.plan ?? this.#documents.planFor(operation, variables);
    const options = { context, settings, log, checkPlan: this.#checkPlan };
    return openRowFile(request, { form, name: operation.name, plan, variables }, options);
  }

  #subscribe(request: GraphqlRequest, asked: Asked, prepared: PreparedOperation): EventStream {
    const { framing } = asked.accepted.events;
    if (framing === null) throw eventsNotAccepted();
    const { operation, variables } = prepared;
    const plan = prepared.plan ?? this.#documents.planFor(operation, variables);
    return this.#subscriptions.handle(request, {
      ...{ plan, variables, framing },
      operationId: operation.id,
    });
  }
}
