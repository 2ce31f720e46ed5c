import { GraphQLError, type Source } from "graphql";
import type { FieldPlan } from "./plan.ts";

/** A step of a path in the response: a field, or an index in a list. */
export type PathStep = FieldPlan | number;

/** A path in the response, beginning at its data. */
export type Path = readonly PathStep[];

export class FieldError {
  readonly error: unknown;
  readonly path: Path;

  constructor(error: unknown, path: Path) {
    this.error = error;
    this.path = path;
  }
}

/** So many errors are sorted, made or written at once: a fraction of a millisecond. */
export const errorsAtOnce = 64;

/** The errors of a response, in the order of its data, not in the order in which they occurred. */
export function toGraphqlErrors(
  fieldErrors: readonly FieldError[],
  source: Source,
): readonly GraphQLError[] {
  return makeGraphqlErrors(fieldErrors.toSorted(compare), source);
}

/** The same, of any number of errors: yields after each piece of work. */
export function* toGraphqlErrorsInPieces(
  fieldErrors: readonly FieldError[],
  source: Source,
): Generator<undefined, readonly GraphQLError[]> {
  const sorted = yield* sortInPieces(fieldErrors);
  const errors: GraphQLError[] = [];
  for (let start = 0; start < sorted.length; start += errorsAtOnce) {
    errors.push(...makeGraphqlErrors(sorted.slice(start, start + errorsAtOnce), source));
    yield;
  }
  return errors;
}

function* sortInPieces(errors: readonly FieldError[]): Generator<undefined, readonly FieldError[]> {
  let runs: (readonly FieldError[])[] = [];
  for (let start = 0; start < errors.length; start += errorsAtOnce) {
    runs.push(errors.slice(start, start + errorsAtOnce).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly FieldError[])[] = [];
    for (let pair = 0; pair < runs.length; pair += 2) {
      merged.push(yield* mergeInPieces(runs[pair] ?? [], runs[pair + 1] ?? []));
      yield;
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeInPieces(
  one: readonly FieldError[],
  other: readonly FieldError[],
): Generator<undefined, readonly FieldError[]> {
  const merged: FieldError[] = [];
  let place = 0;
  for (const error of one) {
    for (let next = other[place]; next && compare(next, error) < 0; next = other[place]) {
      merged.push(next);
      place += 1;
      if (merged.length % errorsAtOnce === 0) yield;
    }
    merged.push(error);
    if (merged.length % errorsAtOnce === 0) yield;
  }
  return merged.concat(other.slice(place));
}

function makeGraphqlErrors(sorted: readonly FieldError[], source: Source): readonly GraphQLError[] {
  // The original errors have stack traces. Capturing new ones would slow down a response with many errors.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const errors = sorted.map((fieldError) => toGraphqlError(fieldError, source));
  Error.stackTraceLimit = stackTraceLimit;
  return errors;
}

/** The coordinate of the field at a path, such as `Tag.name`. */
export function coordinateOf(path: Path): string {
  const last = lastField(path);
  return last === undefined ? "" : `${last.parentType.name}.${last.definition.name}`;
}

function toGraphqlError({ error, path: steps }: FieldError, source: Source): GraphQLError {
  const original =
    error instanceof Error ? error : new TypeError("something other than an error was thrown");
  const { message } = original;
  if (steps.length === 0 && original instanceof GraphQLError) return original;
  const path = steps.map((step) => (typeof step === "number" ? step : step.responseKey));
  const known = original instanceof GraphQLError ? original.positions : undefined;
  const ofField = lastField(steps)?.positions;
  const positions = known ?? (typeof ofField === "number" ? [ofField] : ofField);
  return new GraphQLError(message, { source, positions, path, originalError: original });
}

function lastField(path: Path): FieldPlan | undefined {
  return path.findLast((step) => typeof step !== "number");
}

function compare({ path: one }: FieldError, { path: other }: FieldError): number {
  const fork = one.findIndex((step, index) => step !== other[index]);
  const [step, otherStep] = [one[fork], other[fork]];
  // One path is the beginning of the other.
  if (step === undefined || otherStep === undefined) return one.length - other.length;
  return indexOf(step) - indexOf(otherStep);
}

function indexOf(step: PathStep): number {
  return typeof step === "number" ? step : step.index;
}
