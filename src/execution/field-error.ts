import { GraphQLError, type Source } from "graphql";
import type { FieldPlan } from "./plan.ts";

/** One step of a path in the answer: a field, or an index of a list. */
export type PathStep = FieldPlan | number;

/** A path in the answer, from its data down. */
export type Path = readonly PathStep[];

/** An error, and where in the answer it occurred. */
export class FieldError {
  readonly error: unknown;
  readonly path: Path;

  constructor(error: unknown, path: Path) {
    this.error = error;
    this.path = path;
  }
}

/** The errors of an answer, in the order of its data, not in the order in which they happened to occur. */
export function toGraphqlErrors(
  failures: readonly FieldError[],
  source: Source,
): readonly GraphQLError[] {
  const sorted = failures.toSorted((one, other) => comparePaths(one.path, other.path));
  // The original errors have stack traces. Capturing more of them would slow down an answer with many errors.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const errors = sorted.map((failure) => toGraphqlError(failure, source));
  Error.stackTraceLimit = stackTraceLimit;
  return errors;
}

/** The coordinate of the field at a path, such as `Tag.name`. */
export function coordinateOf(path: Path): string {
  const last = lastField(path);
  return last === undefined ? "" : `${last.parent.name}.${last.field.name}`;
}

function toGraphqlError({ error, path: steps }: FieldError, source: Source): GraphQLError {
  const original =
    error instanceof Error ? error : new TypeError("something other than an error was thrown");
  const { message } = original;
  if (steps.length === 0 && original instanceof GraphQLError) return original;
  const path = steps.map((step) => (typeof step === "number" ? step : step.key));
  const known = original instanceof GraphQLError ? original.positions : undefined;
  const own = lastField(steps)?.positions;
  const positions = known ?? (typeof own === "number" ? [own] : own);
  return new GraphQLError(message, { source, positions, path, originalError: original });
}

function lastField(path: Path): FieldPlan | undefined {
  return path.findLast((step) => typeof step !== "number");
}

function comparePaths(one: Path, other: Path): number {
  const at = one.findIndex((step, index) => step !== other[index]);
  const [step, otherStep] = [one[at], other[at]];
  // One path begins with the other.
  if (step === undefined || otherStep === undefined) return one.length - other.length;
  return rankOf(step) - rankOf(otherStep);
}

function rankOf(step: PathStep): number {
  return typeof step === "number" ? step : step.rank;
}
