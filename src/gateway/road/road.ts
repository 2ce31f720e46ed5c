import {
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
  parse,
} from "graphql";
import type { Logger } from "pino";
import type { ActiveKeys } from "../../active-keys.ts";
import { executePlan } from "../../execution/execute.ts";
import { Operation } from "../../execution/operation.ts";
import { type ContextOptions, identify, RequestContext, tryIdentify } from "../context.ts";
import type { HttpAnswer } from "../exchange/answer.ts";
import {
  type Admission,
  type AdmissionSettings,
  admit,
  isPreflighted,
  startAdmission,
} from "./admission.ts";
import { type Answer, Answers, type Share } from "./answers.ts";
import { Documents } from "./documents.ts";
import { dress, refuse } from "./dress/dress.ts";
import { formatErrors, toCodes } from "./dress/errors.ts";
import { chooseMediaType, type MediaType } from "./dress/media-type.ts";
import { findDocumentExcess, type QueryLimits } from "./limits/limits.ts";
import { createPlanCheck, type PlanCheck } from "./limits/limits-nodes.ts";
import { type Members, type OperationRequest, readMembers, toOperationRequest } from "./members.ts";
import {
  PersistedOperations,
  type PersistedOperationsOptions,
} from "./persisted/persisted-operations.ts";
import { RefusedError, type RoadRequest, readHeader } from "./request.ts";
import { hasOpenRootCondition } from "./root-conditions.ts";
import {
  type EventExecution,
  Subscriptions,
  type SubscriptionsOptions,
  type SubscriptionsSettings,
} from "./streams/subscriptions.ts";
import { readTakenEvents, type TakenEvents } from "./streams/transport.ts";

/** The settings of the road. */
export interface RoadSettings extends QueryLimits, AdmissionSettings, SubscriptionsSettings {
  /** The largest age of a kept answer's oldest part. With 0 no answer is kept. */
  readonly CACHE_TTL_SECONDS: number;
}

/** What the road is made from. */
export interface RoadOptions {
  readonly settings: RoadSettings;
  readonly schema: GraphQLSchema;
  readonly context: ContextOptions;
  readonly persisted: PersistedOperationsOptions;
  /** Called for each event that is sent to a subscription. */
  readonly onEvent?: SubscriptionsOptions["onEvent"];
  readonly keys: ActiveKeys;
  readonly log: Logger;
}

/** What a request asks for, and how its caller accepts the answer. */
interface Asking {
  /** The request's own members; null if it is not a GraphQL request. */
  readonly given: Members | null;
  /** The same, with the document of a persisted operation. */
  readonly members: Members | null;
  /** Null if a member is missing or wrong. */
  readonly asked: OperationRequest | null;
  /** Null if the caller accepts none for a single answer. */
  readonly mediaType: MediaType | null;
  readonly events: TakenEvents;
  /** Whether the caller accepts any form of answer. */
  readonly isAcceptable: boolean;
}

/** An operation to execute. For a subscription, the root is an event. */
type OperationExecution = Omit<EventExecution, "root"> & Partial<Pick<EventExecution, "root">>;

/**
 * Answers every GraphQL request (GraphQL over HTTP): finds its document, prepares the operation and executes it. A new document
 * must be admitted first. After that, every request takes the same steps.
 */
export class Road implements AsyncDisposable {
  readonly #options: RoadOptions;
  readonly #admission: Admission;
  readonly #persisted: PersistedOperations;
  readonly #documents: Documents;
  readonly #answers: Answers;
  readonly #checkPlan: PlanCheck;
  readonly #subscriptions: Subscriptions;

  private constructor(options: RoadOptions, admission: Admission) {
    const { settings, schema, context, onEvent, keys, log } = options;
    this.#options = options;
    this.#admission = admission;
    this.#persisted = new PersistedOperations(options.persisted);
    this.#documents = new Documents({ schema, hidesSchema: !settings.INTROSPECTION });
    this.#answers = new Answers(settings.CACHE_TTL_SECONDS * 1000, context.clock);
    this.#checkPlan = createPlanCheck(schema, settings);
    const execute = (execution: EventExecution) => this.#execute(execution);
    this.#subscriptions = new Subscriptions({ settings, context, onEvent, keys, log, execute });
  }

  static async start(options: RoadOptions): Promise<Road> {
    return new Road(options, await startAdmission(options));
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
    await this.#admission.stop();
  }

  /** Answers a request. If the caller leaves before that, REST calls that only this request needs are cancelled. */
  async answer(request: RoadRequest): Promise<HttpAnswer> {
    try {
      return await this.#answer(request);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const { status, message, code } = error;
      const refusal = refuse(request, status, [{ message, extensions: { code } }]);
      return { ...refusal, headers: { ...refusal.headers, ...error.headers } };
    }
  }

  async #answer(request: RoadRequest): Promise<HttpAnswer> {
    const asking = this.#read(request);
    const { given, members, asked, mediaType, events, isAcceptable } = asking;
    const known = this.#findKnown(request, asking);
    const operation = known ?? (await this.#admit(request, asking));
    if (!(operation instanceof Operation)) return operation;
    // Apollo Server also accepts media types that the gateway does not have.
    if (asked === null || !isAcceptable) throw notAcceptable();
    if (given !== null && given !== members) this.#persisted.remember(given);
    request.report.operationName = operation.name;
    const read = operation.readVariables(asked.variables);
    if ("errors" in read) {
      const errors = formatErrors(read.errors, this.#options.log);
      const isStream = operation.isSubscription || events.isPreferred;
      return refuseVariables(request, errors, isStream ? null : mediaType);
    }
    const { variables } = read;
    const ready = this.#documents.planFor(operation, variables);
    const plan = ready instanceof Promise ? await ready : ready;
    const excess = this.#checkPlan(plan, variables);
    if (excess !== null) throw new RefusedError(400, "QUERY_TOO_COMPLEX", excess);
    request.report.way = known ? "prepared" : "first";
    if (operation.isSubscription) {
      const { transport } = events;
      if (transport === null) throw takesNoEvents();
      const operationId = operation.id;
      return this.#subscriptions.answer(request, { plan, variables, operationId, transport });
    }
    if (mediaType === null) throw notAcceptable();
    const name = `${operation.id} ${JSON.stringify(asked.variables)}`;
    const { answer, origin } = this.#findOrExecute(request, name, (context) =>
      this.#execute({ plan, variables, context }),
    );
    const { context, settings } = this.#options;
    const ttlSeconds = settings.CACHE_TTL_SECONDS;
    const made = answer instanceof Promise ? await answer : answer;
    return dress(made, request, { origin, mediaType, ttlSeconds, now: context.clock.now() });
  }

  #read(request: RoadRequest): Asking {
    const given = readMembers(request);
    const members = given && this.#persisted.expand(given);
    const asked = members && toOperationRequest(members);
    const accept = readHeader(request, "accept");
    const mediaType = chooseMediaType(accept);
    const events = readTakenEvents(accept);
    const isAcceptable = mediaType !== null || events.transport !== null;
    return { given, members, asked, mediaType, events, isAcceptable };
  }

  /** An operation that has been admitted before. A request with any mistake is left to the admission, which explains it. */
  #findKnown(request: RoadRequest, { asked, isAcceptable }: Asking): Operation | undefined {
    const mayBeKnown = asked !== null && isAcceptable && isPreflighted(request);
    return mayBeKnown ? this.#documents.find(asked) : undefined;
  }

  /**
   * Admits a request, keeps its document, and prepares its operation. Returns the operation, or the answer that refuses the
   * request.
   */
  async #admit(
    request: RoadRequest,
    { members, asked, events }: Asking,
  ): Promise<Operation | HttpAnswer> {
    const excess = findDocumentExcess(asked?.query ?? "", this.#options.settings);
    if (excess !== null) throw new RefusedError(400, "QUERY_TOO_COMPLEX", excess);
    if (asked && hasOpenRootCondition(asked.query)) throw hasOpenRoot();
    const admitted = await admit(this.#admission, request, { members: members ?? {}, events });
    if ("status" in admitted) {
      if (admitted.status === 405 && asked && isSubscription(asked)) throw takesNoEvents();
      return admitted;
    }
    const operation = asked && this.#documents.learn(asked, admitted);
    if (!operation) throw new TypeError("a document that was admitted has its operation");
    const read = operation.readVariables(asked.variables);
    // The plan is made while the document is there. Keeping the document during REST calls would take memory.
    if ("variables" in read) await this.#documents.planFor(operation, read.variables, admitted);
    return operation;
  }

  /** The answer to a request, made for it or for another one with the same question. */
  #findOrExecute(
    request: RoadRequest,
    name: string,
    execute: (context: RequestContext) => Promise<Answer>,
  ): Share {
    const { keys, context: options } = this.#options;
    const identity = tryIdentify(request.rawHeaders, keys);
    const question = identity && { keyDigest: identity.keyDigest, name };
    return this.#answers.findOrMake(question, request, () => {
      const context = new RequestContext(options, () => identity ?? identify(request.rawHeaders));
      return { scope: context.scope, answer: execute(context) };
    });
  }

  async #execute({ plan, variables, context: given, root }: OperationExecution): Promise<Answer> {
    using context = given;
    const outcome = await executePlan(plan, { context, variables, root });
    const errors = formatErrors(outcome.errors, this.#options.log);
    const { warnings, cost } = context;
    const failed = errors.length > 0 ? `"errors":${JSON.stringify(errors)},` : "";
    const warned = warnings.length > 0 ? `,"extensions":${JSON.stringify({ warnings })}` : "";
    return {
      body: `{${failed}"data":${outcome.data}${warned}}`,
      hasExtensions: warnings.length > 0,
      errorCodes: toCodes(errors),
      askedAt: context.scope.oldestAnswerAt,
      cost,
    };
  }
}

/** @param mediaType null if the caller expects events, or takes none of the gateway's media types. */
function refuseVariables(
  request: RoadRequest,
  errors: readonly GraphQLFormattedError[],
  mediaType: MediaType | null,
): HttpAnswer {
  if (mediaType === null) return refuse(request, 400, errors);
  // With `application/json`, GraphQL over HTTP wants 200 for every GraphQL request.
  const status = mediaType.startsWith("application/json") ? 200 : 400;
  return refuse(request, status, errors, mediaType);
}

/** Whether the operation is a subscription. The document must parse. */
function isSubscription({ query, operationName }: OperationRequest): boolean {
  const operation = getOperationAST(parse(query), operationName);
  return operation?.operation === OperationTypeNode.SUBSCRIPTION;
}

function hasOpenRoot(): RefusedError {
  const message =
    "At the root of a subscription `@skip` and `@include` take `true` or `false`, not a variable.";
  return new RefusedError(400, "GRAPHQL_VALIDATION_FAILED", message);
}

function takesNoEvents(): RefusedError {
  const message =
    "Subscriptions require `Accept: text/event-stream` or `Accept: multipart/mixed;subscriptionSpec=1.0`.";
  return new RefusedError(406, "BAD_REQUEST", message);
}

function notAcceptable(): RefusedError {
  const message = "The request's `accept` header accepts none of this gateway's media types.";
  return new RefusedError(406, "BAD_REQUEST", message);
}
