import type { CalendarUnit } from "../../gateway/base/time/calendar.ts";
import { type DimensionInput, parseDimension } from "../dimension.ts";
import { badInput, SearchError } from "../errors.ts";
import type { Dimension } from "../table/column.ts";
import type { ListDescription } from "../table/table.ts";
import type { Scalar } from "../table/values.ts";

export interface FacetInput extends DimensionInput {
  readonly bounds?: readonly number[] | null | undefined;
  readonly every?: CalendarUnit | null | undefined;
  /** Only periods that overlap the time from here on, in milliseconds since 1970. */
  readonly fromTime?: number | null | undefined;
  readonly toTime?: number | null | undefined;
  readonly first: number;
}

export interface Facet {
  readonly dimension: Dimension;
  readonly bounds: readonly number[] | null;
  readonly periods: Periods | null;
  readonly first: number;
}

export interface Periods {
  readonly unit: CalendarUnit;
  readonly from: number | null;
  readonly to: number | null;
}

export interface FacetEntry {
  readonly value: Scalar | null;
  readonly from: number | null;
  readonly to: number | null;
  /**
   * When the period begins, in milliseconds since 1970; null for anything else, and if no RFC 3339
   * time can say it.
   */
  readonly fromTime: number | null;
  readonly toTime: number | null;
  readonly count: number;
  readonly isSelected: boolean;
}

export const noTimes = { fromTime: null, toTime: null } as const;

export interface FacetCounts {
  readonly values: readonly FacetEntry[];
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
    const dimension = parseDimension(facet, path);
    if (first < 0 || first > maxValues) {
      throw badInput(`${path}.first`, `a whole number from 0 to ${maxValues}`);
    }
    if (bounds !== null) checkBounds(bounds, `${path}.bounds`);
    return { dimension, bounds, first, periods: parsePeriods(list, facet, path) };
  });
}

function parsePeriods<Row>(
  { fields }: ListDescription<Row>,
  { field, bounds, every, fromTime, toTime }: FacetInput,
  path: string,
): Periods | null {
  const isTime = fields[field]?.isTime === true;
  if (every == null) {
    if (isTime)
      throw badInput(`${path}.every`, "a unit of time, without which times are not counted");
    if (fromTime != null) throw badInput(`${path}.fromAt`, "nothing without `every`");
    if (toTime != null) throw badInput(`${path}.toAt`, "nothing without `every`");
    return null;
  }
  if (bounds != null) throw badInput(`${path}.bounds`, "nothing together with `every`");
  if (field !== "additionalData" && !isTime) throw noDates(path);
  return { unit: every, from: fromTime ?? null, to: toTime ?? null };
}

export function noDates(path: string): SearchError {
  return badInput(`${path}.every`, "nothing, because these values are no dates");
}

function checkBounds(bounds: readonly number[], path: string): void {
  if (bounds.length > maxBounds) throw badInput(path, `at most ${maxBounds} bounds`);
  const isAscending = bounds.every((bound, at) => at === 0 || bound > (bounds[at - 1] ?? bound));
  if (!isAscending || !bounds.every(Number.isFinite)) throw badInput(path, "ascending numbers");
}
