import type { Logger } from "pino";
import { isTurnOver, nextTurn } from "../base/time/turns.ts";
import {
  DataTooLongError,
  DataUnwantedError,
  executePlan,
  type WritingLimits,
} from "../execution/execute.ts";
import type { OperationPlan, Variables } from "../execution/plan.ts";
import type { ChangeEvent } from "../list/changes/change.ts";
import type { RequestContext } from "./context.ts";
import { formatErrors, toCodes } from "./format/errors.ts";
import type { GraphqlResponse } from "./graphql-responses.ts";
import { overloaded, tooLarge } from "./refusals.ts";
import { RequestCancelledError } from "./request/graphql-request.ts";
import type { UnfinishedResponse } from "./unfinished-responses.ts";

/** After how much of a response it is asked whether the turn of the event loop is over, in characters: a fraction of a millisecond. */
const lengthPerTurn = 64 * 1024;

/** How much of a large body is joined in one turn of the event loop, in bytes. */
const joinedPerTurn = 1024 * 1024;

/** The longest character takes this many bytes. */
const maxBytesPerCharacter = 3;

interface ResponseWriterOptions {
  readonly maxBytes: number;
  readonly onTooLarge?: (() => void) | undefined;
  readonly log: Logger;
}

/** An operation to execute, for one request or for one event of a stream. */
interface OperationExecution {
  readonly plan: OperationPlan | Promise<OperationPlan>;
  readonly variables: Variables;
  readonly context: RequestContext;
  /** The event. @default none */
  readonly root?: ChangeEvent;
}

/** Executes operations and writes their responses, in as many turns of the event loop as they take. */
export class ResponseWriter {
  readonly #options: ResponseWriterOptions;

  constructor(options: ResponseWriterOptions) {
    this.#options = options;
  }

  /**
   * Executes an operation, and disposes of its context.
   * @throws RefusedError 400 `RESPONSE_TOO_LARGE`, or 503 `OVERLOADED` if all responses together take too much memory.
   * @throws RequestCancelledError if it is no longer wanted while it is written.
   */
  async write(execution: OperationExecution): Promise<GraphqlResponse> {
    using context = execution.context;
    const { variables, root } = execution;
    const { maxBytes, log } = this.#options;
    const { unfinished } = context;
    const plan = execution.plan instanceof Promise ? await execution.plan : execution.plan;
    const limits = new Writing(unfinished, maxBytes);
    try {
      const outcome = await executePlan(plan, { context, variables, root, limits });
      // What is refused while it is executed only says that it was cancelled.
      if (unfinished.isRefused) throw overloaded();
      const errors = formatErrors(outcome.errors, log);
      const { warnings, cost } = context;
      const start = errors.length > 0 ? `{"errors":${JSON.stringify(errors)},"data":` : '{"data":';
      const end = warnings.length > 0 ? `,"extensions":${JSON.stringify({ warnings })}}` : "}";
      const { data } = outcome;
      outcome.data = "";
      const body =
        typeof data === "string"
          ? start + data + end
          : await joinInTurns([Buffer.from(start), ...data, Buffer.from(end)], limits);
      if (unfinished.isRefused) throw overloaded();
      if (isLarger(body, maxBytes)) throw new DataTooLongError();
      return {
        body,
        hasExtensions: warnings.length > 0,
        errorCodes: toCodes(errors),
        oldestPartAt: context.budget.oldestResponseAt,
        cost,
      };
    } catch (error) {
      throw this.#explain(error, unfinished);
    }
  }

  #explain(error: unknown, { isRefused }: UnfinishedResponse): unknown {
    if (error instanceof DataTooLongError) {
      this.#options.onTooLarge?.();
      return tooLarge(this.#options.maxBytes);
    }
    if (!(error instanceof DataUnwantedError)) return error;
    return isRefused ? overloaded() : new RequestCancelledError();
  }
}

/** What limits the writing of one response. */
class Writing implements WritingLimits {
  readonly maxLength: number;
  readonly lengthPerTurn = lengthPerTurn;
  readonly #unfinished: UnfinishedResponse;
  #length = 0;

  constructor(unfinished: UnfinishedResponse, maxLength: number) {
    this.#unfinished = unfinished;
    this.maxLength = maxLength;
  }

  onWritten(length: number): void {
    this.#length = length;
    this.#unfinished.noteWritten(length);
  }

  isTurnOver(length: number): boolean {
    this.onWritten(length);
    const { budget } = this.#unfinished;
    return budget.isCancelled || isTurnOver(budget);
  }

  async pause(length = this.#length): Promise<boolean> {
    const { budget } = this.#unfinished;
    this.onWritten(length);
    if (!budget.isCancelled) await nextTurn(budget);
    return !budget.isCancelled;
  }

  onTooLong(): void {
    this.#unfinished.budget.cancel();
  }
}

function isLarger(body: string | Buffer, bytes: number): boolean {
  return body.length * maxBytesPerCharacter > bytes && Buffer.byteLength(body) > bytes;
}

/**
 * Joins the parts of a large body.
 * @throws DataUnwantedError if it is not wanted any more.
 */
async function joinInTurns(parts: readonly Buffer[], writing: Writing): Promise<Buffer> {
  const body = Buffer.allocUnsafe(parts.reduce((length, part) => length + part.length, 0));
  let length = 0;
  let joinedUntil = joinedPerTurn;
  for (const part of parts) {
    length += part.copy(body, length);
    if (length < joinedUntil) continue;
    joinedUntil = length + joinedPerTurn;
    if (!(await writing.pause())) throw new DataUnwantedError();
  }
  return body;
}
