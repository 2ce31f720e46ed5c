import { GraphQLError, type Source } from "graphql";
import type { FieldPlan } from "./plan.ts";

/** A step to a place in the answer: a field, or an index of a list. */
export type Step = FieldPlan | number;

/** A place in the answer, by the steps that lead there. */
export type Place = readonly Step[];

/** Something that went wrong at a place of the answer. */
export class Failure {
  readonly error: unknown;
  readonly place: Place;

  constructor(error: unknown, place: Place) {
    this.error = error;
    this.place = place;
  }
}

/** The errors of an answer, in the order in which their places stand in its data, however long each took to come up. */
export function toGraphqlErrors(
  failures: readonly Failure[],
  source: Source,
): readonly GraphQLError[] {
  const sorted = failures.toSorted((one, other) => comparePlaces(one.place, other.place));
  // The errors behind these have their stacks; another one for each would take longer than many an answer.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const errors = sorted.map((failure) => toGraphqlError(failure, source));
  Error.stackTraceLimit = stackTraceLimit;
  return errors;
}

/** The field to which a value belongs, as messages name it: `Tag.name`. */
export function coordinateOf(place: Place): string {
  const last = lastField(place);
  return last === undefined ? "" : `${last.parent.name}.${last.field.name}`;
}

function toGraphqlError({ error, place }: Failure, source: Source): GraphQLError {
  const original =
    error instanceof Error ? error : new TypeError("something else than an error was thrown");
  const { message } = original;
  if (place.length === 0 && original instanceof GraphQLError) return original;
  const path = place.map((step) => (typeof step === "number" ? step : step.key));
  const known = original instanceof GraphQLError ? original.positions : undefined;
  const own = lastField(place)?.positions;
  const positions = known ?? (typeof own === "number" ? [own] : own);
  return new GraphQLError(message, { source, positions, path, originalError: original });
}

function lastField(place: Place): FieldPlan | undefined {
  return place.findLast((step) => typeof step !== "number");
}

function comparePlaces(one: Place, other: Place): number {
  const at = one.findIndex((step, index) => step !== other[index]);
  const [step, otherStep] = [one[at], other[at]];
  // One leads to the other.
  if (step === undefined || otherStep === undefined) return one.length - other.length;
  return rankOf(step) - rankOf(otherStep);
}

function rankOf(step: Step): number {
  return typeof step === "number" ? step : step.rank;
}
