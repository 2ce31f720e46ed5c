import { type GraphQLSchema, getOperationAST, OperationTypeNode, parse } from "graphql";
import type { Logger } from "pino";
import type { ActiveKeys } from "../../active-keys.ts";
import { executePlan } from "../../execution/execute.ts";
import { Operation } from "../../execution/operation.ts";
import { type ContextOptions, identify, RequestContext } from "../context.ts";
import { tryReadKey } from "../key/key.ts";
import {
  type EventWork,
  Subscriptions,
  type SubscriptionsOptions,
} from "../streams/subscriptions.ts";
import { readTakenEvents, type TakenEvents } from "../streams/transport.ts";
import { type Admission, admit, isPreflighted, startAdmission } from "./admission.ts";
import { type Answer, Answers, type Share } from "./answers.ts";
import { Documents } from "./documents.ts";
import { dress, refuse } from "./dress/dress.ts";
import { formatErrors, toCodes } from "./dress/errors.ts";
import { chooseMediaType } from "./dress/media-type.ts";
import { findDocumentExcess, type QueryLimits } from "./limits/limits.ts";
import { createPlanCheck, type PlanCheck } from "./limits/limits-nodes.ts";
import { type Members, type OperationRequest, readMembers, toOperationRequest } from "./members.ts";
import { RefusedError, type RoadAnswer, type RoadRequest, readHeader } from "./message.ts";
import {
  PersistedOperations,
  type PersistedOperationsOptions,
} from "./persisted/persisted-operations.ts";
import { hasOpenRootCondition } from "./root-conditions.ts";

/** What the road is made from. */
export interface RoadOptions {
  readonly schema: GraphQLSchema;
  /** Whether the schema is public. */
  readonly introspection: boolean;
  readonly context: ContextOptions;
  readonly limits: QueryLimits;
  readonly persisted: PersistedOperationsOptions;
  /** The largest age of a kept answer's oldest part, in milliseconds. With 0 no answer is kept. */
  readonly cacheTtlMs: number;
  readonly subscriptions: SubscriptionsOptions;
  readonly keys: ActiveKeys;
  readonly log: Logger;
}

/** What a request asks for, and whether its caller accepts the answer as events. */
interface Asking {
  /** Null if it is no GraphQL request. */
  readonly members: Members | null;
  /** Null if a member is missing or wrong. */
  readonly asked: OperationRequest | null;
  readonly events: TakenEvents;
}

/** An operation to execute. The root is the event of a subscription. */
type Work = Omit<EventWork, "root"> & Partial<Pick<EventWork, "root">>;

/**
 * The road of every GraphQL request (GraphQL over HTTP): from its members to a known document, to a prepared operation, and to the
 * answer. A document that is not known yet must be admitted first. Then it takes the same road.
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
    const { schema, introspection, limits, context } = options;
    const { maxPageSize } = context.resolvers;
    this.#options = options;
    this.#admission = admission;
    this.#persisted = new PersistedOperations(options.persisted);
    this.#documents = new Documents({ schema, hidesSchema: !introspection });
    this.#answers = new Answers(options.cacheTtlMs, context.clock);
    this.#checkPlan = createPlanCheck({ ...limits, schema, maxPageSize });
    const { subscriptions, keys, log } = options;
    const execute = (work: EventWork) => this.#execute(work);
    this.#subscriptions = new Subscriptions({ ...subscriptions, context, keys, log, execute });
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

  /** Answers a request. If the caller leaves first, REST calls that only this request needs are cancelled. */
  async answer(request: RoadRequest): Promise<RoadAnswer> {
    try {
      return await this.#answer(request);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const { status, message, code } = error;
      const refusal = refuse(request, status, [{ message, extensions: { code } }]);
      return { ...refusal, headers: { ...refusal.headers, ...error.headers } };
    }
  }

  async #answer(request: RoadRequest): Promise<RoadAnswer> {
    const given = readMembers(request);
    const members = given && this.#persisted.expand(given);
    const asked = members && toOperationRequest(members);
    const mediaType = chooseMediaType(readHeader(request, "accept"));
    // A request that is wrong so far is left to the admission, which says what is wrong.
    const events = readTakenEvents(readHeader(request, "accept"));
    const takesAny = mediaType !== null || events.transport !== null;
    const isKnowable = asked !== null && takesAny && isPreflighted(request);
    const known = isKnowable ? this.#documents.find(asked) : undefined;
    const operation = known ?? (await this.#admit(request, { members, asked, events }));
    if (!(operation instanceof Operation)) return operation;
    // Apollo Server accepts a media type that is none of ours.
    if (asked === null || !takesAny) throw notAcceptable();
    if (given !== null && given !== members) this.#persisted.remember(given);
    request.report.operationName = operation.name;
    const read = operation.readVariables(asked.variables);
    if ("errors" in read) {
      const errors = formatErrors(read.errors, this.#options.log);
      if (operation.isSubscription || events.isPreferred || mediaType === null) {
        return refuse(request, 400, errors);
      }
      const status = mediaType.startsWith("application/json") ? 200 : 400;
      return refuse(request, status, errors, mediaType);
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
    const { answer, origin } = this.#give(request, name, (context) =>
      this.#execute({ plan, variables, context }),
    );
    const { context, cacheTtlMs } = this.#options;
    const ttlSeconds = cacheTtlMs / 1000;
    const made = answer instanceof Promise ? await answer : answer;
    return dress(made, request, { origin, mediaType, ttlSeconds, now: context.clock.now() });
  }

  /**
   * Admits a request, keeps its document, and prepares its operation. Returns the operation, or the answer that refuses the
   * request.
   */
  async #admit(
    request: RoadRequest,
    { members, asked, events }: Asking,
  ): Promise<Operation | RoadAnswer> {
    const excess = findDocumentExcess(asked?.query ?? "", this.#options.limits);
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
    // The plan is made while the document is at hand, because keeping the document during REST calls would take memory.
    if ("variables" in read) await this.#documents.planFor(operation, read.variables, admitted);
    return operation;
  }

  /** The answer, made for this request or for one with the same question. */
  #give(
    request: RoadRequest,
    name: string,
    execute: (context: RequestContext) => Promise<Answer>,
  ): Share {
    const { keys, context: options } = this.#options;
    const key = tryReadKey(request.rawHeaders);
    const identity = key === null ? null : { key, keyDigest: keys.digestOf(key) };
    const question = identity && { keyDigest: identity.keyDigest, name };
    return this.#answers.give(question, request, () => {
      const context = new RequestContext(options, () => identity ?? identify(request.rawHeaders));
      return { scope: context.scope, answer: execute(context) };
    });
  }

  async #execute({ plan, variables, context: given, root }: Work): Promise<Answer> {
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

/** Whether the operation is a subscription. The document must parse. */
function isSubscription({ query, operationName }: OperationRequest): boolean {
  const operation = getOperationAST(parse(query), operationName);
  return operation?.operation === OperationTypeNode.SUBSCRIPTION;
}

function hasOpenRoot(): RefusedError {
  const message =
    "At the root of a subscription `@skip` and `@include` take `true` or `false`, and no variable.";
  return new RefusedError(400, "GRAPHQL_VALIDATION_FAILED", message);
}

function takesNoEvents(): RefusedError {
  const message =
    "A subscription is answered as `text/event-stream` or `multipart/mixed;subscriptionSpec=1.0`, and the request's `accept` header names neither.";
  return new RefusedError(406, "BAD_REQUEST", message);
}

function notAcceptable(): RefusedError {
  const message = "The request's `accept` header takes none of this gateway's media types.";
  return new RefusedError(406, "BAD_REQUEST", message);
}
