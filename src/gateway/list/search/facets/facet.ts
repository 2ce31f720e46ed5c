import { type DimensionInput, parseDimension } from "../dimension.ts";
import { badInput, SearchError } from "../errors.ts";
import type { Dimension } from "../table/column.ts";
import type { ListDescription } from "../table/table.ts";
import type { Scalar } from "../table/values.ts";

/** A facet as a caller writes it: what to count records by. */
export interface FacetInput extends DimensionInput {
  /** For numbers: the bounds between ranges, ascending. */
  readonly bounds?: readonly number[] | null | undefined;
  /** How many values to list, the most frequent first. */
  readonly first: number;
}

/** A parsed facet. */
export interface Facet {
  readonly dimension: Dimension;
  /** Null to count by values, not by ranges. */
  readonly bounds: readonly number[] | null;
  readonly first: number;
}

/** How many records have a value, or a number in a range. */
export interface FacetEntry {
  /** Null for a range. */
  readonly value: Scalar | null;
  /** The range's lower bound, which is in the range; null if it has none. */
  readonly from: number | null;
  /** The range's upper bound, which is not in the range; null if it has none. */
  readonly to: number | null;
  readonly count: number;
  /** Whether the filter selects exactly this value or range. */
  readonly isSelected: boolean;
}

/** How the records that match a query divide among the values of a dimension. */
export interface FacetCounts {
  readonly values: readonly FacetEntry[];
  /** How many records have a value that is not listed. */
  readonly otherCount: number;
  readonly nullCount: number;
}

const maxFacets = 20;
const maxBounds = 100;

/**
 * Parses facets. Checks against the structure of the additional data are left to `countFacets`.
 * @throws SearchError `BAD_USER_INPUT`, or `QUERY_TOO_COMPLEX` for too many facets.
 */
export function parseFacets<Row>(
  list: ListDescription<Row>,
  given: readonly FacetInput[],
  { maxValues }: { readonly maxValues: number },
): readonly Facet[] {
  if (given.length > maxFacets) {
    throw new SearchError("QUERY_TOO_COMPLEX", `\`facets\` has more than ${maxFacets} facets.`);
  }
  return given.map((facet, index) => {
    const { bounds = null, first } = facet;
    const path = `by[${index}]`;
    const dimension = parseDimension(list, facet, path);
    if (first < 0 || first > maxValues) {
      throw badInput(`${path}.first`, `a whole number from 0 to ${maxValues}`);
    }
    if (bounds !== null) checkBounds(bounds, `${path}.bounds`);
    return { dimension, bounds, first };
  });
}

function checkBounds(bounds: readonly number[], path: string): void {
  if (bounds.length > maxBounds) throw badInput(path, `at most ${maxBounds} bounds`);
  const isAscending = bounds.every((bound, at) => at === 0 || bound > (bounds[at - 1] ?? bound));
  if (!isAscending || !bounds.every(Number.isFinite)) throw badInput(path, "ascending numbers");
}
