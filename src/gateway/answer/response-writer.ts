import type { Source } from "graphql";
import type { Logger } from "pino";
import { DataTooLongError, executePlan } from "../../execution/execute.ts";
import { type FieldError, toGraphqlErrors } from "../../execution/field-error.ts";
import { toPiece } from "../../execution/json.ts";
import type { OperationPlan, Variables } from "../../execution/plan.ts";
import { Part } from "../base/time/give-way.ts";
import type { ChangeEvent } from "../list/changes/change.ts";
import { type Body, byteLength, LongText } from "./body.ts";
import type { RequestContext } from "./context.ts";
import { formatErrors, toCodes } from "./format/errors.ts";
import type { GraphqlResponse } from "./graphql-responses.ts";
import { overloaded, tooLarge } from "./refusals.ts";

/** So many errors are made and written at once: a fraction of a millisecond. */
const errorsAtOnce = 64;

/** The longest character takes this many bytes. */
const maxBytesPerCharacter = 3;

interface ResponseWriterOptions {
  readonly maxBytes: number;
  readonly onTooLarge?: (() => void) | undefined;
  readonly log: Logger;
}

/** An operation to execute, for one request or for one event of a stream. */
interface OperationExecution {
  readonly plan: OperationPlan;
  readonly variables: Variables;
  readonly context: RequestContext;
  /** The event. @default none */
  readonly root?: ChangeEvent;
}

/** Executes operations and writes their responses. */
export class ResponseWriter {
  readonly #options: ResponseWriterOptions;

  constructor(options: ResponseWriterOptions) {
    this.#options = options;
  }

  /**
   * Executes an operation, and disposes of its context.
   * @throws RefusedError 400 `RESPONSE_TOO_LARGE`, or 503 `OVERLOADED` if it was given up to free memory.
   */
  async write({ plan, variables, ...execution }: OperationExecution): Promise<GraphqlResponse> {
    using context = execution.context;
    const { maxBytes } = this.#options;
    const limits = {
      maxLength: maxBytes,
      onWritten: (length: number) => context.noteWritten(length),
      onTooLong: () => context.budget.cancel(),
    };
    try {
      const { root } = execution;
      const { data, errors } = await executePlan(plan, { context, variables, root, limits });
      const written = errors.length === 0 ? noErrors : await this.#writeErrors(errors, plan.source);
      // What is given up while it is executed only says that it was cancelled.
      if (context.isGivenUp) throw overloaded();
      const { warnings, cost } = context;
      const end = warnings.length > 0 ? `,"extensions":${JSON.stringify({ warnings })}}` : "}";
      const body = join([...written.pieces, ...(typeof data === "string" ? [data] : data), end]);
      if (isLarger(body, maxBytes)) throw new DataTooLongError();
      return {
        body,
        hasExtensions: warnings.length > 0,
        errorCodes: written.codes,
        oldestPartAt: context.budget.oldestResponseAt,
        cost,
      };
    } catch (error) {
      if (!(error instanceof DataTooLongError)) throw error;
      this.#options.onTooLarge?.();
      throw tooLarge(maxBytes);
    }
  }

  /**
   * The beginning of a response with errors, which come before its data. There may be thousands of them.
   * @throws DataTooLongError
   */
  async #writeErrors(errors: readonly FieldError[], source: Source): Promise<WrittenErrors> {
    const { maxBytes, log } = this.#options;
    const pieces: string[] = [];
    const codes: string[] = [];
    const part = new Part();
    let length = 0;
    for (let start = 0; start < errors.length; start += errorsAtOnce) {
      if (part.isOver) await part.next();
      const some = toGraphqlErrors(errors.slice(start, start + errorsAtOnce), source);
      const formatted = formatErrors(some, log);
      codes.push(...toCodes(formatted));
      const piece = JSON.stringify(formatted).slice(1, -1);
      pieces.push(start === 0 ? '{"errors":[' : ",", piece);
      length += piece.length;
      if (length > maxBytes) throw new DataTooLongError();
    }
    return { pieces: [...pieces, '],"data":'], codes };
  }
}

interface WrittenErrors {
  readonly pieces: readonly string[];
  readonly codes: readonly string[];
}

const noErrors: WrittenErrors = { pieces: ['{"data":'], codes: [] };

/** A text of more than 128 KiB takes V8 far longer, so that a long one stays in pieces. */
const maxJoinedLength = 64 * 1024;

function join(pieces: readonly (string | Buffer)[]): Body {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const isText = pieces.every((piece) => typeof piece === "string");
  if (isText && length <= maxJoinedLength) return pieces.join("");
  return new LongText(pieces.map((piece) => (typeof piece === "string" ? toPiece(piece) : piece)));
}

function isLarger(body: Body, bytes: number): boolean {
  return body.length * maxBytesPerCharacter > bytes && byteLength(body) > bytes;
}
