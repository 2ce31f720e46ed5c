import { badInput, SearchError, wrongIdentifier } from "../errors.ts";
import type { Dimension } from "../table/column.ts";
import type { ListDescription } from "../table/table.ts";
import type { Scalar } from "../table/values.ts";

/** A facet as a caller writes it: what to count records by. */
export interface FacetInput {
  /** A field of the list, or `additionalData`. */
  readonly field: string;
  /** Needed with `additionalData`, and allowed only there. */
  readonly identifier?: string | null | undefined;
  /** For numbers: the bounds between ranges, ascending. */
  readonly bounds?: readonly number[] | null | undefined;
  /** How many values to list, the most frequent first. */
  readonly first: number;
}

/** A facet that has been read. */
export interface Facet {
  readonly dimension: Dimension;
  /** Null to count by values, not by ranges. */
  readonly bounds: readonly number[] | null;
  readonly first: number;
}

/** How many records have a value, or a number in a range: at least `from`, and less than `to`. Null if the range is open there. */
export interface FacetEntry {
  readonly value: Scalar | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly count: number;
  /** Whether the filter selects exactly this value or range. */
  readonly isSelected: boolean;
}

/** How the records that match a query divide among the values of a dimension. */
export interface FacetCounts {
  readonly values: readonly FacetEntry[];
  /** The records whose value is not listed. */
  readonly otherCount: number;
  readonly nullCount: number;
}

const maxFacets = 20;
const maxBounds = 100;

/**
 * Reads facets. What depends on the structure of the additional data is left to `countFacets`.
 * @throws SearchError `BAD_USER_INPUT`, or `QUERY_TOO_COMPLEX` for too many facets.
 */
export function parseFacets<Row>(
  { fields }: ListDescription<Row>,
  given: readonly FacetInput[],
  { maxValues }: { readonly maxValues: number },
): readonly Facet[] {
  if (given.length > maxFacets) {
    throw new SearchError("QUERY_TOO_COMPLEX", `\`facets\` has more than ${maxFacets} facets.`);
  }
  return given.map(({ field, identifier, bounds = null, first }, index) => {
    const path = `by[${index}]`;
    const isData = field === "additionalData";
    if (isData !== (typeof identifier === "string")) {
      throw wrongIdentifier(`${path}.identifier`);
    }
    if (!isData && !Object.hasOwn(fields, field))
      throw badInput(`${path}.field`, "a field of the list");
    if (first < 0 || first > maxValues) {
      throw badInput(`${path}.first`, `a whole number from 0 to ${maxValues}`);
    }
    if (bounds !== null) checkBounds(bounds, `${path}.bounds`);
    return { dimension: isData ? { identifier: identifier ?? "" } : { field }, bounds, first };
  });
}

function checkBounds(bounds: readonly number[], path: string): void {
  if (bounds.length > maxBounds) throw badInput(path, `at most ${maxBounds} bounds`);
  const isAscending = bounds.every((bound, at) => at === 0 || bound > (bounds[at - 1] ?? bound));
  if (!isAscending || !bounds.every(Number.isFinite)) throw badInput(path, "ascending numbers");
}
