import type { GraphQLFormattedError } from "graphql";

/** A place in an answer: the keys and indices that lead there. */
type Path = readonly (string | number)[];

/**
 * Errors in the order in which their places stand in the answer's data, however long each took to come up. Those without a
 * path come first.
 */
export function sortErrors(
  errors: readonly GraphQLFormattedError[],
  data: unknown,
): readonly GraphQLFormattedError[] {
  if (errors.length < 2) return errors;
  const rankOf = createRanks();
  return errors.toSorted(({ path: one = [] }, { path: other = [] }) =>
    comparePaths(one, other, data, rankOf),
  );
}

function comparePaths(one: Path, other: Path, data: unknown, rankOf: RankOf): number {
  let parent = data;
  for (const [index, step] of one.entries()) {
    const otherStep = other[index];
    if (otherStep === undefined) return 1;
    if (step !== otherStep) return rankOf(parent, step) - rankOf(parent, otherStep);
    parent = isParent(parent) ? parent[step] : undefined;
  }
  return one.length - other.length;
}

type RankOf = (parent: unknown, step: string | number) => number;

/** Where a step stands in its parent: by its index in a list, by the order of keys in an object. */
function createRanks(): RankOf {
  const known = new Map<object, ReadonlyMap<string, number>>();
  return (parent, step) => {
    if (typeof step === "number") return step;
    if (!isParent(parent)) return 0;
    let ranks = known.get(parent);
    if (ranks === undefined) {
      ranks = new Map(Object.keys(parent).map((key, rank) => [key, rank]));
      known.set(parent, ranks);
    }
    return ranks.get(step) ?? 0;
  };
}

function isParent(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === "object" && value !== null;
}
