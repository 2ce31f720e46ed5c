/**
 * The registry's response to one page request, in the envelope's own words (interface §2.4). A
 * number that is missing or unreadable is null.
 */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly limit: number | null;
  readonly page: number | null;
  readonly count: number | null;
  readonly pageCount: number | null;
  /** Whether the registry has no such page, and so no row there. @default false */
  readonly isMissing?: boolean;
}

/**
 * One page of the registry: the rows at positions `(page - 1) * limit` up to `page * limit`
 * (interface §4.1, §4.3).
 */
export interface PageRequest {
  readonly limit: number;
  readonly page: number;
}

/** By these a registry may refuse a page because its limit is too large. */
export const limitRefusals: ReadonlySet<number> = new Set([400, 413, 422]);

/**
 * Limits to try after a refusal, or when a larger one may be served by now. A registry's maximum is
 * usually a round number.
 */
export const usualLimits = [1000, 500, 250, 100, 50, 10, 1] as const;
