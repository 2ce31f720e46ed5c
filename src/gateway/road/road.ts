import type { DocumentNode, GraphQLSchema } from "graphql";
import type { Logger } from "pino";
import { executePlan } from "../../execution/execute.ts";
import type { Operation } from "../../execution/operation.ts";
import type { OperationPlan, Variables } from "../../execution/plan.ts";
import type { KeysUnderWay } from "../../keys-under-way.ts";
import { type ContextOptions, identify, RequestContext } from "../context.ts";
import { findKey } from "../key.ts";
import { findDocumentExcess, type QueryLimits } from "../limits/limits.ts";
import { createPlanCheck, type PlanCheck } from "../limits/limits-nodes.ts";
import { type Admission, admit, isPreflighted, startAdmission } from "./admission.ts";
import { type Answer, Answers, type Share } from "./answers.ts";
import { Documents, findOperation } from "./documents.ts";
import { dress, refuse } from "./dress.ts";
import { formatErrors, toCodes } from "./errors.ts";
import { chooseMediaType, type MediaType } from "./media-type.ts";
import { type Members, type OperationRequest, readMembers, toOperationRequest } from "./members.ts";
import { RefusedError, type RoadAnswer, type RoadRequest, readHeader } from "./message.ts";
import { PersistedOperations, type PersistedOperationsOptions } from "./persisted-operations.ts";

/** What the road is made of. */
export interface RoadOptions {
  readonly schema: GraphQLSchema;
  /** Whether the schema is published. */
  readonly introspection: boolean;
  readonly context: ContextOptions;
  readonly limits: QueryLimits;
  readonly persisted: PersistedOperationsOptions;
  /** How old the parts of an answer may be that is given again, in milliseconds; 0: none is kept. */
  readonly cacheTtlMs: number;
  readonly keys: KeysUnderWay;
  readonly log: Logger;
}

/** What a request asks for, and how its caller wants the answer. */
interface Asking {
  /** Null: it is no GraphQL request. */
  readonly members: Members | null;
  /** Null: a member is missing or wrong. */
  readonly asked: OperationRequest | null;
  /** Null: the caller takes none of ours. */
  readonly mediaType: MediaType | null;
}

/** An operation that is known, and the variables that it is asked for with. */
interface Found {
  readonly operation: Operation;
  readonly given: Variables;
  readonly mediaType: MediaType;
}

/**
 * The road of every GraphQL request, by GraphQL over HTTP: from its members to a known document, from there to a prepared
 * operation, and to the answer. A document that is not known has to be admitted first; then it takes the same road.
 */
export class Road implements AsyncDisposable {
  readonly #options: RoadOptions;
  readonly #admission: Admission;
  readonly #persisted: PersistedOperations;
  readonly #documents: Documents;
  readonly #answers: Answers;
  readonly #checkPlan: PlanCheck;

  private constructor(options: RoadOptions, admission: Admission) {
    const { schema, introspection, limits, context } = options;
    const { maxPageSize } = context.resolvers;
    this.#options = options;
    this.#admission = admission;
    this.#persisted = new PersistedOperations(options.persisted);
    this.#documents = new Documents({ schema, hidesSchema: !introspection });
    this.#answers = new Answers(options.cacheTtlMs, context.clock);
    this.#checkPlan = createPlanCheck({ ...limits, schema, maxPageSize });
  }

  static async start(options: RoadOptions): Promise<Road> {
    return new Road(options, await startAdmission(options));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#admission.stop();
  }

  /** Answers a request. A caller who leaves before the answer cancels what is asked of the registry for them alone. */
  async answer(request: RoadRequest): Promise<RoadAnswer> {
    try {
      return await this.#answer(request);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const { status, message, code } = error;
      return refuse(request, status, [{ message, extensions: { code } }]);
    }
  }

  async #answer(request: RoadRequest): Promise<RoadAnswer> {
    const members = readMembers(request);
    const asking = this.#read(request, members);
    const known = isPreflighted(request) ? this.#find(asking) : null;
    const found = known ?? (await this.#admit(request, asking));
    if ("status" in found) return found;
    if (members !== null && members !== asking.members) this.#persisted.remember(members);
    const { operation, given, mediaType } = found;
    request.report.operationName = operation.name;
    const read = operation.readVariables(given);
    if ("errors" in read) {
      const status = mediaType.startsWith("application/json") ? 200 : 400;
      return refuse(request, status, formatErrors(read.errors, this.#options.log), mediaType);
    }
    const { variables } = read;
    const ready = this.#documents.planFor(operation, variables);
    const plan = ready instanceof Promise ? await ready : ready;
    const excess = this.#checkPlan(plan, variables);
    if (excess !== null) throw new RefusedError(400, "QUERY_TOO_COMPLEX", excess);
    request.report.way = known ? "prepared" : "first";
    const name = `${operation.id} ${JSON.stringify(given)}`;
    const { answer, origin } = this.#give(request, name, (context) =>
      this.#execute(plan, variables, context),
    );
    const { context, cacheTtlMs } = this.#options;
    const ttlSeconds = cacheTtlMs / 1000;
    const made = answer instanceof Promise ? await answer : answer;
    return dress(made, request, { origin, mediaType, ttlSeconds, now: context.clock.now() });
  }

  #read(request: RoadRequest, given: Members | null): Asking {
    const members = given && this.#persisted.expand(given);
    return {
      members,
      asked: members && toOperationRequest(members),
      mediaType: chooseMediaType(readHeader(request, "accept")),
    };
  }

  /** The operation, where it is known. What is wrong with a request is left for the admission to say. */
  #find({ asked, mediaType }: Asking, document?: DocumentNode): Found | null {
    if (asked === null || mediaType === null) return null;
    const { query, operationName, variables } = asked;
    const known = document ? this.#documents.learn(query, document) : this.#documents.find(query);
    const operation = known && findOperation(known, operationName);
    return operation ? { operation, given: variables, mediaType } : null;
  }

  /** Learns the document of a request that is admitted, and prepares its operation; gives the answer to one that is not. */
  async #admit(request: RoadRequest, asking: Asking): Promise<Found | RoadAnswer> {
    const { members, asked, mediaType } = asking;
    const excess = findDocumentExcess(asked?.query ?? "", this.#options.limits);
    if (excess !== null) throw new RefusedError(400, "QUERY_TOO_COMPLEX", excess);
    const admitted = await admit(this.#admission, request, members ?? {});
    if ("status" in admitted) return admitted;
    // Apollo Server has a media type that is none of ours.
    if (mediaType === null) throw notAcceptable();
    const found = this.#find(asking, admitted);
    if (found === null) throw new TypeError("a document that was admitted is known");
    const { operation, given } = found;
    const read = operation.readVariables(given);
    // While the document is at hand: nobody is to hold it while the registry is asked.
    if ("variables" in read) await this.#documents.planFor(operation, read.variables, admitted);
    return found;
  }

  /** The answer, made for this request or for an equal one. */
  #give(
    request: RoadRequest,
    name: string,
    execute: (context: RequestContext) => Promise<Answer>,
  ): Share {
    const { keys, context: options } = this.#options;
    const key = findKey(request.rawHeaders);
    const identity = key === null ? null : { key, lane: keys.laneOf(key) };
    const question = identity && { lane: identity.lane, name };
    return this.#answers.give(question, request, () => {
      const context = new RequestContext(options, () => identity ?? identify(request.rawHeaders));
      return { scope: context.scope, answer: execute(context) };
    });
  }

  async #execute(
    plan: OperationPlan,
    variables: Variables,
    given: RequestContext,
  ): Promise<Answer> {
    using context = given;
    const outcome = await executePlan(plan, { context, variables });
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

function notAcceptable(): RefusedError {
  const message = "The request's `accept` header takes none of this gateway's media types.";
  return new RefusedError(406, "BAD_REQUEST", message);
}
