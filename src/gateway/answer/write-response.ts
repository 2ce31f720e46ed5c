import type { Source } from "graphql";
import type { Logger } from "pino";
import { DataTooLongError, executePlan } from "../../execution/execute.ts";
import { type FieldError, toGraphqlErrors } from "../../execution/field-error.ts";
import { toPiece } from "../../execution/json.ts";
import type { OperationPlan, Variables } from "../../execution/plan.ts";
import { Part } from "../base/time/give-way.ts";
import type { ChangeEvent } from "../list/changes/change.ts";
import { type Body, LongText } from "./body.ts";
import type { RequestContext } from "./context.ts";
import { formatErrors, toCodes } from "./errors.ts";
import { overloaded, tooLarge } from "./refusals.ts";
import type { GraphqlResponse } from "./responses.ts";

const errorsAtOnce = 64;

export interface WritingOptions {
  readonly onTooLarge?: (() => void) | undefined;
  readonly log: Logger;
}

/**
 * Executes an operation, for one request or for one event of a stream, and writes its response.
 * Disposes of the context.
 * @param execution with the event as its root, if there is one.
 * @throws RefusedError 400 `RESPONSE_TOO_LARGE`, or 503 `OVERLOADED` if it was given up to free
 * memory.
 */
export async function writeResponse(
  {
    plan,
    variables,
    root,
    ...execution
  }: {
    readonly plan: OperationPlan;
    readonly variables: Variables;
    readonly context: RequestContext;
    readonly root?: ChangeEvent;
  },
  options: WritingOptions,
): Promise<GraphqlResponse> {
  using context = execution.context;
  const { maxLength } = context;
  try {
    const input = { context, variables, root, limits: context };
    const { data, errors } = await executePlan(plan, input);
    const written =
      errors.length === 0
        ? noErrors
        : await writeErrors(errors, plan.source, { ...options, maxLength });
    // What is given up while it is executed only says that it was cancelled.
    if (context.isGivenUp) throw overloaded();
    const { warnings, cost } = context;
    const end = warnings.length > 0 ? `,"extensions":${JSON.stringify({ warnings })}}` : "}";
    const body = join(written.start, data, end);
    const bytes = typeof body === "string" ? Buffer.byteLength(body) : body.length;
    if (bytes > maxLength) throw new DataTooLongError();
    return {
      body,
      hasExtensions: warnings.length > 0,
      errorCodes: written.codes,
      oldestPartAt: context.budget.oldestResponseAt,
      cost,
    };
  } catch (error) {
    if (!(error instanceof DataTooLongError)) throw error;
    options.onTooLarge?.();
    throw tooLarge(maxLength);
  }
}

/**
 * The beginning of a response with errors, which come before its data. There may be thousands of
 * them.
 * @throws DataTooLongError
 */
async function writeErrors(
  errors: readonly FieldError[],
  source: Source,
  { maxLength, log }: { readonly maxLength: number; readonly log: Logger },
): Promise<WrittenErrors> {
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
    if (length > maxLength) throw new DataTooLongError();
  }
  return { start: [...pieces, '],"data":'], codes };
}

interface WrittenErrors {
  readonly start: readonly string[];
  readonly codes: readonly string[];
}

const noErrors: WrittenErrors = { start: ['{"data":'], codes: [] };

/** A text of more than 128 KiB takes V8 far longer, so that a long one stays in pieces. */
const maxJoinedLength = 64 * 1024;

function join(
  start: readonly string[],
  data: string | readonly (string | Buffer)[],
  end: string,
): Body {
  const first = start.length === 1 ? (start[0] ?? "") : start.join("");
  if (typeof data === "string" && first.length + data.length <= maxJoinedLength - end.length) {
    return first + data + end;
  }
  const pieces = [...start, ...(typeof data === "string" ? [data] : data), end];
  return new LongText(pieces.map((piece) => (typeof piece === "string" ? toPiece(piece) : piece)));
}
