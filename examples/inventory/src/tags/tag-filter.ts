import type { TagFacet, TagFilter, TagOrder } from "../../__generated__/graphql.ts";
import type { Chosen } from "../address/list-search.ts";
import {
  type Dimension,
  findDimensions,
  findOrder,
  toDataConditions,
  toDataFacet,
} from "../list/dimensions.ts";
import { tagBounds, tagFilters, terminalOfTag } from "../project.ts";
import type { StructureItem } from "../record/structure.ts";

const active: Dimension = { id: "isActive", label: "Active", choice: "many", item: null };

/** The dimension by which a terminal's page links to the tags of that terminal. */
export const terminalDimension = `data.${terminalOfTag}`;

/** The dimensions of the list of tags. The terminal is a dimension only if a terminal is already chosen. */
export function findTagDimensions(
  items: readonly StructureItem[],
  chosen: Chosen,
): readonly Dimension[] {
  const wanted = chosen.has(terminalDimension) ? [...tagFilters, terminalOfTag] : tagFilters;
  return [...findDimensions(items, wanted, tagBounds), active];
}

/** The arguments that ask for the facets of the dimensions, in their order. */
export function toTagFacets(dimensions: readonly Dimension[]): TagFacet[] {
  return dimensions.map((dimension) =>
    dimension.item === null ? { field: "IS_ACTIVE" } : toDataFacet(dimension),
  );
}

/**
 * The filter for the chosen values. An empty filter matches every tag. It is sent because the gateway then reads the list from the
 * snapshot that it also uses for the facets and the changes.
 */
export function toTagFilter(dimensions: readonly Dimension[], chosen: Chosen): TagFilter {
  const isActive = readBoolean(chosen.get(active.id));
  const additionalData = toDataConditions(dimensions, chosen);
  return {
    ...(isActive !== null && { isActive: { eq: isActive } }),
    ...(additionalData.length > 0 && { additionalData }),
  };
}

const ownOrders = {
  name: "NAME",
  added: "ADDED_AT",
  updated: "UPDATED_AT",
  active: "IS_ACTIVE",
} as const;

/** The order that the address asks for; empty if the list has no such order. */
export function toTagOrder(sort: string | undefined, items: readonly StructureItem[]): TagOrder[] {
  const order = findOrder(sort, items, ownOrders);
  return order === null ? [] : [order];
}

/** Whether active or inactive records are chosen. Null, for no condition, if both are or neither is. Other values are ignored. */
export function readBoolean(values: readonly string[] = []): boolean | null {
  const [value, other] = values.filter((one) => one === "true" || one === "false");
  return value === undefined || other !== undefined ? null : value === "true";
}
