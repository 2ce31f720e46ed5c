import { GraphQLError, type Source } from "graphql";
import type { FieldPlan } from "./plan.ts";

export type PathStep = FieldPlan | number;

export type Path = readonly PathStep[];

export class FieldError {
  readonly error: unknown;
  readonly path: Path;

  constructor(error: unknown, path: Path) {
    this.error = error;
    this.path = path;
  }
}

// More are not sorted, which would take too long. Nobody reads so many in order.
const maxSorted = 500;

/** Into the order of the data, not that in which they occurred, unless they are too many. */
export function sortErrors(fieldErrors: readonly FieldError[]): readonly FieldError[] {
  if (fieldErrors.length > maxSorted) return fieldErrors;
  return fieldErrors.toSorted((one, other) => comparePaths(one.path, other.path));
}

export function toGraphqlErrors(
  fieldErrors: readonly FieldError[],
  source: Source,
): readonly GraphQLError[] {
  // The original errors have stack traces. Capturing new ones would slow down a response with many
  // errors.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const errors = fieldErrors.map((fieldError) => toGraphqlError(fieldError, source));
  Error.stackTraceLimit = stackTraceLimit;
  return errors;
}

export function notAnError(): TypeError {
  return new TypeError("something other than an error was thrown");
}

export function coordinateOf(path: Path): string {
  const last = lastField(path);
  return last === undefined ? "" : `${last.parentType.name}.${last.definition.name}`;
}

function toGraphqlError({ error, path: steps }: FieldError, source: Source): GraphQLError {
  const original = error instanceof Error ? error : notAnError();
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

function comparePaths(one: Path, other: Path): number {
  const fork = one.findIndex((step, index) => step !== other[index]);
  const [step, otherStep] = [one[fork], other[fork]];
  // One path is the beginning of the other.
  if (step === undefined || otherStep === undefined) return one.length - other.length;
  return indexOf(step) - indexOf(otherStep);
}

function indexOf(step: PathStep): number {
  return typeof step === "number" ? step : step.index;
}
