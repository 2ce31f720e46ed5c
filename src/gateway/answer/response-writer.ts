import type { GraphQLError } from "graphql";
import type { Logger } from "pino";
import {
  DataTooLongError,
  DataUnwantedError,
  executePlan,
  type WritingLimits,
} from "../../execution/execute.ts";
import { errorsAtOnce } from "../../execution/field-error.ts";
import { toPiece } from "../../execution/json.ts";
import type { OperationPlan, Variables } from "../../execution/plan.ts";
import { isTurnOver, nextTurn } from "../base/time/turns.ts";
import type { ChangeEvent } from "../list/changes/change.ts";
import { type Body, byteLength, LongText } from "./body.ts";
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
      const errors = new ErrorsWriter(limits, log);
      const isFew = outcome.errors.length <= errorsAtOnce;
      const start = isFew
        ? errors.write(outcome.errors)
        : await errors.writeInTurns(outcome.errors);
      const { warnings, cost } = context;
      const end = warnings.length > 0 ? `,"extensions":${JSON.stringify({ warnings })}}` : "}";
      const { data } = outcome;
      outcome.data = "";
      const body =
        typeof data === "string" && typeof start === "string"
          ? start + data + end
          : await join([...toPieces(start), ...toPieces(data), toPiece(end)], limits);
      if (unfinished.isRefused) throw overloaded();
      if (isLarger(body, maxBytes)) throw new DataTooLongError();
      return {
        body,
        hasExtensions: warnings.length > 0,
        errorCodes: errors.codes,
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

  /** How much has been written, in characters, and as much as errors take. */
  get length(): number {
    return this.#length;
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

/** Writes the errors of a response, which come before its data. */
class ErrorsWriter {
  readonly codes: string[] = [];
  readonly #writing: Writing;
  readonly #log: Logger;

  constructor(writing: Writing, log: Logger) {
    this.#writing = writing;
    this.#log = log;
  }

  /** The beginning of a response with few errors, or none. */
  write(errors: readonly GraphQLError[]): string {
    return errors.length === 0 ? '{"data":' : `{"errors":[${this.#writePiece(errors)}],"data":`;
  }

  /**
   * The beginning of a response with any number of errors, with turns for other requests between.
   * @throws DataTooLongError
   * @throws DataUnwantedError
   */
  async writeInTurns(errors: readonly GraphQLError[]): Promise<readonly Buffer[]> {
    const pieces: Buffer[] = [];
    const before = this.#writing.length;
    let length = 0;
    for (let start = 0; start < errors.length; start += errorsAtOnce) {
      const piece = this.#writePiece(errors.slice(start, start + errorsAtOnce));
      pieces.push(Buffer.from(`${start === 0 ? '{"errors":[' : ","}${piece}`));
      length += piece.length;
      if (length > this.#writing.maxLength) throw new DataTooLongError();
      if (!this.#writing.isTurnOver(before + length)) continue;
      if (!(await this.#writing.pause(before + length))) throw new DataUnwantedError();
    }
    return [...pieces, Buffer.from('],"data":')];
  }

  /** The errors of a list, without its brackets. */
  #writePiece(errors: readonly GraphQLError[]): string {
    const formatted = formatErrors(errors, this.#log);
    this.codes.push(...toCodes(formatted));
    return JSON.stringify(formatted).slice(1, -1);
  }
}

function toPieces(text: string | readonly (string | Buffer)[]): readonly (string | Buffer)[] {
  return typeof text === "string" ? [toPiece(text)] : text;
}

function isLarger(body: Body, bytes: number): boolean {
  return body.length * maxBytesPerCharacter > bytes && byteLength(body) > bytes;
}

/**
 * The body of these pieces. A large one is joined, so that it can be shared without being copied at once.
 * @throws DataUnwantedError if it is not wanted any more.
 */
async function join(pieces: readonly (string | Buffer)[], writing: Writing): Promise<Body> {
  const text = new LongText(pieces);
  if (text.length <= joinedPerTurn) return text;
  const body = Buffer.allocUnsafe(text.length);
  let length = 0;
  let joinedUntil = joinedPerTurn;
  for (const piece of pieces) {
    length += typeof piece === "string" ? body.write(piece, length) : piece.copy(body, length);
    if (length < joinedUntil) continue;
    joinedUntil = length + joinedPerTurn;
    if (!(await writing.pause())) throw new DataUnwantedError();
  }
  return body;
}
