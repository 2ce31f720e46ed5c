import {
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
  parse,
} from "graphql";
import type { Logger } from "pino";
import type { ActiveKeys } from "../../active-keys.ts";
import { executePlan } from "../../execution/execute.ts";
import { Operation } from "../../execution/operation.ts";
import type { OperationPlan, Variables } from "../../execution/plan.ts";
import { type ContextOptions, createContext, tryIdentify } from "../context.ts";
import type { HttpResponse } from "../exchange/http-response.ts";
import { Documents } from "./documents.ts";
import { formatErrors, toCodes } from "./format/errors.ts";
import { formatResponse, refuse } from "./format/format-response.ts";
import { chooseMediaType, type MediaType } from "./format/media-type.ts";
import { type AcceptedEvents, readAcceptedEvents } from "./format/stream-protocol.ts";
import {
  type FoundGraphqlResponse,
  type GraphqlResponse,
  GraphqlResponses,
} from "./graphql-responses.ts";
import { findDocumentExcess, type QueryLimits } from "./limits/limits.ts";
import { createPlanCheck, type PlanCheck } from "./limits/plan-check.ts";
import {
  PersistedOperations,
  type PersistedOperationsOptions,
} from "./persisted/persisted-operations.ts";
import {
  type Members,
  type OperationRequest,
  readMembers,
  toOperationRequest,
} from "./request/members.ts";
import { type PipelineRequest, RefusedError, readHeader } from "./request/pipeline-request.ts";
import {
  type EventExecution,
  Subscriptions,
  type SubscriptionsOptions,
  type SubscriptionsSettings,
} from "./streams/subscriptions.ts";
import { hasNonLiteralRootCondition } from "./validation/root-conditions.ts";
import {
  isPreflighted,
  startValidator,
  type Validator,
  type ValidatorSettings,
  validateRequest,
} from "./validation/validator.ts";

/** The settings of the pipeline. */
export interface PipelineSettings extends QueryLimits, ValidatorSettings, SubscriptionsSettings {
  /** Maximum age of a kept response's oldest part. With 0 no response is kept. */
  readonly CACHE_TTL_SECONDS: number;
}

/** What the pipeline is made from. */
export interface PipelineOptions {
  readonly settings: PipelineSettings;
  readonly schema: GraphQLSchema;
  readonly context: ContextOptions;
  readonly persisted: PersistedOperationsOptions;
  /** Called for each event that is sent to a subscription. */
  readonly onEvent?: SubscriptionsOptions["onEvent"];
  readonly keys: ActiveKeys;
  readonly log: Logger;
}

/** What a request asks for, and in which forms its caller accepts the response. */
interface ParsedRequest {
  /** The members as they were sent; null if it is not a GraphQL request. */
  readonly sentMembers: Members | null;
  /** The same, with the document of a persisted operation. */
  readonly members: Members | null;
  /** What to execute; null if a member is missing or of the wrong type. */
  readonly operationRequest: OperationRequest | null;
  /** Null if the caller accepts none for a single response. */
  readonly mediaType: MediaType | null;
  readonly events: AcceptedEvents;
  /** Whether the caller accepts any form of response. */
  readonly isAcceptable: boolean;
}

/** An operation that is ready to be executed with these variables. */
interface PreparedOperation {
  readonly operation: Operation;
  /** Has the variables as they were sent. */
  readonly operationRequest: OperationRequest;
  readonly plan: OperationPlan;
  readonly variables: Variables;
}

/** An execution of an operation. For a subscription, the root is an event. */
type OperationExecution = Omit<EventExecution, "root"> & Partial<Pick<EventExecution, "root">>;

/**
 * Answers every GraphQL request (GraphQL over HTTP): finds its operation, validating a new document first, prepares the operation for
 * the request's variables, and executes it: a query once, and a subscription for each event.
 */
export class Pipeline implements AsyncDisposable {
  readonly #options: PipelineOptions;
  readonly #validator: Validator;
  readonly #persisted: PersistedOperations;
  readonly #documents: Documents;
  readonly #responses: GraphqlResponses;
  readonly #checkPlan: PlanCheck;
  readonly #subscriptions: Subscriptions;

  private constructor(options: PipelineOptions, validator: Validator) {
    const { settings, schema, context, onEvent, keys, log } = options;
    this.#options = options;
    this.#validator = validator;
    this.#persisted = new PersistedOperations(options.persisted);
    this.#documents = new Documents({ schema, hidesSchema: !settings.INTROSPECTION });
    this.#responses = new GraphqlResponses(settings.CACHE_TTL_SECONDS * 1000, context.clock);
    this.#checkPlan = createPlanCheck(schema, settings);
    const execute = (execution: EventExecution) => this.#execute(execution);
    this.#subscriptions = new Subscriptions({ settings, context, onEvent, keys, log, execute });
  }

  static async start(options: PipelineOptions): Promise<Pipeline> {
    return new Pipeline(options, await startValidator(options));
  }

  /** How many streams of events are open. */
  get streams(): number {
    return this.#subscriptions.streams.size;
  }

  /** Ends all streams, and lets none begin. */
  endStreams(): void {
    this.#subscriptions.streams.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.endStreams();
    await this.#validator.stop();
  }

  /** Answers a request. If the caller leaves first, the REST calls that only this request needs are cancelled. */
  async handle(request: PipelineRequest): Promise<HttpResponse> {
    try {
      return await this.#handle(request);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const { status, message, code } = error;
      const refusal = refuse(request, status, [{ message, extensions: { code } }]);
      return { ...refusal, headers: { ...refusal.headers, ...error.headers } };
    }
  }

  async #handle(request: PipelineRequest): Promise<HttpResponse> {
    const parsed = this.#parse(request);
    const known = this.#findKnown(request, parsed);
    const operation = known ?? (await this.#validate(request, parsed));
    if (!(operation instanceof Operation)) return operation;
    const preparing = this.#prepare(request, parsed, operation);
    const prepared = preparing instanceof Promise ? await preparing : preparing;
    if ("status" in prepared) return prepared;
    request.report.wasDocumentKnown = known !== undefined;
    if (operation.isSubscription) return this.#subscribe(request, parsed, prepared);
    const { mediaType } = parsed;
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

  #parse(request: PipelineRequest): ParsedRequest {
    const sentMembers = readMembers(request);
    const members = sentMembers && this.#persisted.expand(sentMembers);
    const operationRequest = members && toOperationRequest(members);
    const accept = readHeader(request, "accept");
    const mediaType = chooseMediaType(accept);
    const events = readAcceptedEvents(accept);
    const isAcceptable = mediaType !== null || events.protocol !== null;
    return { sentMembers, members, operationRequest, mediaType, events, isAcceptable };
  }

  /** Finds the operation if its document is known to be valid. A bad request goes to the validator, which explains what is wrong. */
  #findKnown(
    request: PipelineRequest,
    { operationRequest, isAcceptable }: ParsedRequest,
  ): Operation | undefined {
    if (operationRequest === null || !isAcceptable || !isPreflighted(request)) return undefined;
    return this.#documents.find(operationRequest);
  }

  /** Validates a new document, makes it known, and plans its operation. Returns the operation, or the response that refuses the request. */
  async #validate(
    request: PipelineRequest,
    { members, operationRequest, events }: ParsedRequest,
  ): Promise<Operation | HttpResponse> {
    const document = operationRequest?.query ?? "";
    const excess = findDocumentExcess(document, this.#options.settings);
    if (excess !== null) throw tooComplex(excess);
    if (hasNonLiteralRootCondition(document)) throw openRootCondition();
    const options = { members: members ?? {}, events };
    const validated = await validateRequest(this.#validator, request, options);
    if ("status" in validated) {
      const isRefusedMethod = validated.status === 405;
      if (isRefusedMethod && operationRequest && isSubscription(operationRequest)) {
        throw eventsNotAccepted();
      }
      return validated;
    }
    const operation = operationRequest && this.#documents.learn(operationRequest, validated);
    if (!operation) throw new TypeError("a valid document has its operation");
    const read = operation.coerceVariables(operationRequest.variables);
    // The plan is made now, from the parsed document. Keeping the document until later would take memory during REST calls.
    if ("variables" in read) await this.#documents.planFor(operation, read.variables, validated);
    return operation;
  }

  /**
   * Prepares an operation: reads its variables, finds or makes its plan, and checks the plan. Returns a promise only if the plan must be
   * made, because each promise takes time. If the variables are wrong, returns the response that refuses them.
   */
  #prepare(
    request: PipelineRequest,
    parsed: ParsedRequest,
    operation: Operation,
  ): PreparedOperation | HttpResponse | Promise<PreparedOperation> {
    const { sentMembers, members, operationRequest, isAcceptable } = parsed;
    // Apollo Server also accepts media types that the gateway does not have.
    if (operationRequest === null || !isAcceptable) throw notAcceptable();
    if (sentMembers !== null && sentMembers !== members) this.#persisted.remember(sentMembers);
    request.report.operationName = operation.name;
    const read = operation.coerceVariables(operationRequest.variables);
    if ("errors" in read) return this.#refuseVariables(request, parsed, { operation, ...read });
    const { variables } = read;
    const plan = this.#documents.planFor(operation, variables);
    return plan instanceof Promise
      ? this.#awaitPlan({ operation, operationRequest, variables }, plan)
      : this.#checkSize({ operation, operationRequest, variables, plan });
  }

  async #awaitPlan(
    unplanned: Omit<PreparedOperation, "plan">,
    plan: Promise<OperationPlan>,
  ): Promise<PreparedOperation> {
    return this.#checkSize({ ...unplanned, plan: await plan });
  }

  /** Refuses an operation that is too complex with these variables. */
  #checkSize(prepared: PreparedOperation): PreparedOperation {
    const excess = this.#checkPlan(prepared.plan, prepared.variables);
    if (excess !== null) throw tooComplex(excess);
    return prepared;
  }

  #refuseVariables(
    request: PipelineRequest,
    { mediaType, events }: ParsedRequest,
    {
      operation,
      errors,
    }: { readonly operation: Operation; readonly errors: readonly GraphQLError[] },
  ): HttpResponse {
    const formatted = formatErrors(errors, this.#options.log);
    const isStream = operation.isSubscription || events.isPreferred;
    if (isStream || mediaType === null) return refuse(request, 400, formatted);
    // With `application/json`, GraphQL over HTTP requires 200 for every GraphQL request.
    const status = mediaType.startsWith("application/json") ? 200 : 400;
    return refuse(request, status, formatted, mediaType);
  }

  #subscribe(
    request: PipelineRequest,
    { events: { protocol } }: ParsedRequest,
    { operation, plan, variables }: PreparedOperation,
  ): HttpResponse {
    if (protocol === null) throw eventsNotAccepted();
    return this.#subscriptions.handle(request, {
      plan,
      variables,
      operationId: operation.id,
      protocol,
    });
  }

  /** Finds a response to the same question, or executes the operation. */
  #findOrExecute(
    request: PipelineRequest,
    { operation, operationRequest, plan, variables }: PreparedOperation,
  ): FoundGraphqlResponse {
    const { keys, context: options } = this.#options;
    const identity = tryIdentify(request.rawHeaders, keys);
    const name = `${operation.id} ${JSON.stringify(operationRequest.variables)}`;
    const question = identity && { keyDigest: identity.keyDigest, name };
    return this.#responses.findOrExecute(question, request, () => {
      const context = createContext(options, request, identity);
      return { scope: context.scope, response: this.#execute({ plan, variables, context }) };
    });
  }

  /** Executes an operation, and disposes of its context. */
  async #execute(execution: OperationExecution): Promise<GraphqlResponse> {
    using context = execution.context;
    const { plan, variables, root } = execution;
    const outcome = await executePlan(plan, { context, variables, root });
    const errors = formatErrors(outcome.errors, this.#options.log);
    const { warnings, cost } = context;
    const errorsJson = errors.length > 0 ? `"errors":${JSON.stringify(errors)},` : "";
    const extensionsJson =
      warnings.length > 0 ? `,"extensions":${JSON.stringify({ warnings })}` : "";
    return {
      body: `{${errorsJson}"data":${outcome.data}${extensionsJson}}`,
      hasExtensions: warnings.length > 0,
      errorCodes: toCodes(errors),
      oldestPartAt: context.scope.oldestResponseAt,
      cost,
    };
  }
}

/** Whether the operation is a subscription. The document must parse. */
function isSubscription({ query, operationName }: OperationRequest): boolean {
  const operation = getOperationAST(parse(query), operationName);
  return operation?.operation === OperationTypeNode.SUBSCRIPTION;
}

function tooComplex(message: string): RefusedError {
  return new RefusedError(400, "QUERY_TOO_COMPLEX", message);
}

function openRootCondition(): RefusedError {
  const message =
    "At the root of a subscription `@skip` and `@include` take `true` or `false`, not a variable.";
  return new RefusedError(400, "GRAPHQL_VALIDATION_FAILED", message);
}

function eventsNotAccepted(): RefusedError {
  const message =
    "Subscriptions require `Accept: text/event-stream` or `Accept: multipart/mixed;subscriptionSpec=1.0`.";
  return new RefusedError(406, "BAD_REQUEST", message);
}

function notAcceptable(): RefusedError {
  const message = "The request's `accept` header accepts none of this gateway's media types.";
  return new RefusedError(406, "BAD_REQUEST", message);
}
