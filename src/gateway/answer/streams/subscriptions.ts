import { Lexer, type Source, TokenKind } from "graphql";
import { FieldError, toGraphqlErrors } from "../../../execution/field-error.ts";
import type { FieldPlan, OperationPlan, Variables } from "../../../execution/plan.ts";
import type { Settings } from "../../../settings.ts";
import type { ChangeEvent } from "../../list/changes/change.ts";
import { type ContextOptions, RequestContext } from "../context.ts";
import { formatErrors, toCodes } from "../errors.ts";
import { RefusedError, refusal } from "../refusals.ts";
import { type Framing, type GraphqlRequest, readHeader } from "../request.ts";
import { type GraphqlResponse, type SettledGraphqlResponse, withCost } from "../responses.ts";
import { type WritingOptions, writeResponse } from "../write-response.ts";
import type { EventStream } from "./event-stream.ts";
import { SharedEvents } from "./shared-events.ts";
import { Streams, type StreamsOptions } from "./streams.ts";

export interface SubscriptionsOptions {
  readonly settings: StreamsOptions["settings"] & Pick<Settings, "CHANGES_POLL_SECONDS">;
  readonly onEvent?: ((kind: ChangeEvent["kind"]) => void) | undefined;
  readonly context: ContextOptions;
  readonly writing: WritingOptions;
}

interface PreparedSubscription {
  readonly plan: OperationPlan;
  readonly variables: Variables;
  readonly operationId: string;
  readonly framing: Framing;
}

/** Answers subscriptions. Each event is executed like a query, with the event as its root. */
export class Subscriptions {
  readonly streams: Streams;
  readonly #options: SubscriptionsOptions;
  readonly #shared: SharedEvents;

  constructor(options: SubscriptionsOptions) {
    const { settings, context } = options;
    this.#options = options;
    this.streams = new Streams({ settings, clock: context.clock, ledger: context.ledger });
    this.#shared = new SharedEvents(settings.CHANGES_POLL_SECONDS * 1000, context.clock);
  }

  /**
   * Answers a subscription with a stream.
   * @throws RefusedError 503 `OVERLOADED` if there are too many streams, 400 `BAD_USER_INPUT` if
   * nothing is selected.
   */
  handle(request: GraphqlRequest, subscription: PreparedSubscription): EventStream {
    const { plan, variables, framing } = subscription;
    const [field] = plan.root.fields;
    if (field === undefined) {
      throw refusal(400, "BAD_USER_INPUT", "The subscription selects no field.");
    }
    const { context: options, writing } = this.#options;
    const keyDigest = request.identity?.keyDigest;
    const cacheKey = toCacheKey(field, subscription);
    const newContext = () => new RequestContext(options, request, request.wantsCost);
    const execute = (event: ChangeEvent) => {
      const context = newContext();
      const response = writeResponse({ plan, variables, root: event, context }, writing);
      return response.catch((error: unknown) => toRefusedResponse(error, context));
    };
    const findOrExecute = (event: ChangeEvent) =>
      this.#findOrExecute({ keyDigest, cacheKey, event }, () => execute(event));
    return this.streams.open(request, {
      framing,
      plan,
      variables,
      cacheKey,
      events: {
        listen: () => listen(field, variables, { context: newContext(), request }),
        execute: async (event) => this.#toBody(request, event, await findOrExecute(event)),
        writeFailure: (error) => this.#writeFailure(error, { field, plan, request }),
      },
    });
  }

  async #findOrExecute(
    {
      keyDigest,
      cacheKey,
      event,
    }: { keyDigest: string | undefined; cacheKey: string; event: ChangeEvent },
    execute: () => Promise<GraphqlResponse>,
  ): Promise<SettledGraphqlResponse> {
    const position = event.kind === "RESET" ? undefined : event.position;
    if (keyDigest === undefined || position === undefined) {
      return { response: await execute(), reuse: "none" };
    }
    return this.#shared.findOrExecute({ keyDigest, cacheKey, position }, execute);
  }

  #toBody(request: GraphqlRequest, { kind }: ChangeEvent, settled: SettledGraphqlResponse): string {
    const { context, onEvent } = this.#options;
    onEvent?.(kind);
    countEvent(request, settled.response.errorCodes);
    const told = request.wantsCost ? withCost(settled, context.clock.now()) : settled.response;
    return String(told.body);
  }

  #writeFailure(
    error: unknown,
    { field, plan, request }: { field: FieldPlan; plan: OperationPlan; request: GraphqlRequest },
  ): string {
    const graphqlErrors = toGraphqlErrors([new FieldError(error, [field])], plan.source);
    const errors =
      error instanceof RefusedError
        ? error.errors
        : formatErrors(graphqlErrors, this.#options.writing.log);
    request.errorCodes = [...request.errorCodes, ...toCodes(errors)];
    return JSON.stringify({ errors });
  }
}

async function listen(
  field: FieldPlan,
  variables: Variables,
  { context, request }: { context: RequestContext; request: GraphqlRequest },
): Promise<AsyncIterator<ChangeEvent>> {
  using _ = context;
  const { subscribe } = field.definition;
  if (subscribe === undefined) throw new TypeError("the field has no source of events");
  context.lastEventId = readHeader(request, "last-event-id");
  request.onClose({ leave: () => context.budget.cancel() });
  const args = typeof field.args === "function" ? field.args(variables) : field.args;
  // This executor calls resolvers with the selection instead of graphql-js's resolve info.
  const resolve = subscribe as unknown as FieldPlan["resolve"];
  const source = (await resolve(
    undefined,
    args,
    context,
    field,
    variables,
  )) as AsyncIterable<ChangeEvent>;
  return source[Symbol.asyncIterator]();
}

/**
 * The cache key of a subscription's responses, without the event. A variable that only sets `after`
 * is left out, because the point where a subscription resumes does not change its responses.
 */
function toCacheKey(
  field: FieldPlan,
  { plan, variables, operationId }: PreparedSubscription,
): string {
  const after = readAfter(field, variables);
  const entries = Object.entries(variables).filter(([name, value]) => {
    if (value === null || value !== after) return true;
    // It may have the value of `after` by chance.
    if (readAfter(field, { ...variables, [name]: "another" }) === after) return true;
    // One place is the definition of the variable, the other its use as the argument.
    return countPlaces(name, plan.source) !== 2;
  });
  return `${operationId} ${JSON.stringify(entries)}`;
}

function countPlaces(name: string, source: Source): number {
  const lexer = new Lexer(source);
  let places = 0;
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    if (token.kind === TokenKind.DOLLAR && lexer.lookahead().value === name) places += 1;
  }
  return places;
}

function readAfter({ args }: FieldPlan, variables: Variables): unknown {
  try {
    return typeof args === "function" ? args(variables)["after"] : undefined;
  } catch {
    // Listening will fail with the same error, which is reported then.
    return undefined;
  }
}

/**
 * The response to an event that is refused, because it would be too large. The stream goes on. If
 * it is refused because all responses take too much memory, the stream ends instead, so that its
 * caller gets the event after all when it resumes.
 */
function toRefusedResponse(error: unknown, { cost, isGivenUp }: RequestContext): GraphqlResponse {
  if (!(error instanceof RefusedError) || isGivenUp) throw error;
  const { errors } = error;
  return {
    body: JSON.stringify({ errors }),
    hasExtensions: false,
    errorCodes: toCodes(errors),
    oldestPartAt: undefined,
    cost,
  };
}

function countEvent(request: GraphqlRequest, errorCodes: readonly string[]): void {
  request.eventCount = (request.eventCount ?? 0) + 1;
  if (errorCodes.length === 0) return;
  request.errorCodes = [...new Set([...request.errorCodes, ...errorCodes])];
}
