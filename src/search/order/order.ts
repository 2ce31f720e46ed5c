import { badInput, SearchError, wrongIdentifier } from "../errors.ts";
import type { Dimension } from "../table/column.ts";
import type { ListDescription } from "../table/table.ts";

/** An order, as a caller writes it. */
export interface OrderInput {
  /** A field of the list, `additionalData` or `relevance`. */
  readonly field: string;
  /** Needed with `additionalData`, and allowed only there. */
  readonly identifier?: string | null | undefined;
  readonly direction: "ASC" | "DESC";
}

/** An order that has been read. */
export interface Order {
  readonly dimension: Dimension | "relevance" | "registry";
  readonly direction: "ASC" | "DESC";
}

const maxOrders = 10;

/**
 * Reads the orders of a query, the most important first; the default if it has none.
 * @throws SearchError `BAD_USER_INPUT`, or `QUERY_TOO_COMPLEX` for too many orders.
 */
export function parseOrders<Row>(
  { fields }: ListDescription<Row>,
  given: readonly OrderInput[] | null | undefined,
  byDefault: "relevance" | "registry",
): readonly Order[] {
  if (!given || given.length === 0) return [{ dimension: byDefault, direction: "ASC" }];
  if (given.length > maxOrders) {
    throw new SearchError("QUERY_TOO_COMPLEX", `\`orderBy\` has more than ${maxOrders} orders.`);
  }
  return given.map(({ field, identifier, direction }, index) => {
    const path = `orderBy[${index}]`;
    const isData = field === "additionalData";
    if (isData !== (typeof identifier === "string")) {
      throw wrongIdentifier(`${path}.identifier`);
    }
    if (isData) return { dimension: { identifier: identifier ?? "" }, direction };
    if (field === "relevance") return { dimension: field, direction };
    if (!Object.hasOwn(fields, field)) throw badInput(`${path}.field`, "a field of the list");
    return { dimension: { field }, direction };
  });
}
