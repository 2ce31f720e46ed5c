import type { OrderInput } from "../../search/order/order.ts";
import type { TagOrder, TerminalOrder } from "../types.generated.ts";
import { fieldNames } from "./field-names.ts";

/** The orders of a list, for the search engine. */
export function toOrders(
  orders: readonly (TagOrder | TerminalOrder)[] | null | undefined,
): readonly OrderInput[] | null {
  if (orders === null || orders === undefined) return null;
  return orders.map(({ field, identifier, direction = "ASC" }) => ({
    field: fieldNames[field],
    identifier,
    direction,
  }));
}
