import type { OrderInput } from "../../search/order/order.ts";
import type {
  TagOrder,
  TagOrderField,
  TerminalOrder,
  TerminalOrderField,
} from "../types.generated.ts";

/** The search engine's names for what lists can be ordered by. */
const fields: Readonly<Record<TagOrderField | TerminalOrderField, string>> = {
  RELEVANCE: "relevance",
  NAME: "name",
  TAG_ID: "tagId",
  TERMINAL_ID: "terminalId",
  TYPE: "type",
  MODEL: "model",
  PLATFORM: "platform",
  PLATFORM_VERSION: "platformVersion",
  IS_ACTIVE: "isActive",
  ADDED_AT: "addedAt",
  UPDATED_AT: "updatedAt",
  ADDITIONAL_DATA: "additionalData",
};

/** The orders of a list, for the search engine. */
export function toOrders(
  orders: readonly (TagOrder | TerminalOrder)[] | null | undefined,
): readonly OrderInput[] | null {
  if (orders === null || orders === undefined) return null;
  return orders.map(({ field, identifier, direction = "ASC" }) => ({
    field: fields[field],
    identifier,
    direction,
  }));
}
