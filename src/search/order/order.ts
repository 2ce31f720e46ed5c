import { type DimensionInput, parseDimension } from "../dimension.ts";
import { SearchError } from "../errors.ts";
import type { Dimension } from "../table/column.ts";

export interface OrderInput extends DimensionInput {
  readonly field: string;
  readonly direction: "ASC" | "DESC";
}

export interface Order {
  readonly dimension: Dimension | "relevance" | "registry";
  readonly direction: "ASC" | "DESC";
}

const maxOrders = 10;

/**
 * Parses the orders of a query, the most important first. A query without any has the default
 * order.
 * @throws SearchError `BAD_USER_INPUT`, or `QUERY_TOO_COMPLEX` for too many orders.
 */
export function parseOrders(
  given: readonly OrderInput[] | null | undefined,
  byDefault: "relevance" | "registry",
): readonly Order[] {
  if (!given || given.length === 0) return [{ dimension: byDefault, direction: "ASC" }];
  if (given.length > maxOrders) {
    throw new SearchError("QUERY_TOO_COMPLEX", `\`orderBy\` has more than ${maxOrders} orders.`);
  }
  return given.map(({ field, identifier = null, direction }, index) => {
    if (field === "relevance" && identifier === null) return { dimension: field, direction };
    return { dimension: parseDimension({ field, identifier }, `orderBy[${index}]`), direction };
  });
}
