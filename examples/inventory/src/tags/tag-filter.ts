import type { TagFacet, TagFilter, TagOrder } from "../../__generated__/graphql.ts";
import type { Chosen } from "../address/list-search.ts";
import {
  type Dimension,
  findDimensions,
  findOrderItem,
  toDataConditions,
  toDataFacet,
} from "../list/dimensions.ts";
import { tagBounds, tagFilters, terminalOfTag } from "../project.ts";
import type { StructureItem } from "../record/structure.ts";

const active: Dimension = { id: "isActive", label: "Active", choice: "many", item: null };

/** The dimension by which a terminal's page leads to the tags that name it. */
export const terminalDimension = `data.${terminalOfTag}`;

/** What the list of tags can be narrowed down by; by the terminal only where one was chosen. */
export function findTagDimensions(
  items: readonly StructureItem[],
  chosen: Chosen,
): readonly Dimension[] {
  const asked = chosen.has(terminalDimension) ? [...tagFilters, terminalOfTag] : tagFilters;
  return [...findDimensions(items, asked, tagBounds), active];
}

/** What the facets of these dimensions are asked for by. */
export function toTagFacets(dimensions: readonly Dimension[]): TagFacet[] {
  return dimensions.map((dimension) =>
    dimension.item === null ? { field: "IS_ACTIVE" } : toDataFacet(dimension),
  );
}

/**
 * The filter for what is chosen. Where nothing is, it holds for every tag and is there all the same: such a list comes from the
 * same reading as the facets, and as the changes that are told.
 */
export function toTagFilter(dimensions: readonly Dimension[], chosen: Chosen): TagFilter {
  const isActive = readBoolean(chosen.get(active.id));
  const additionalData = toDataConditions(dimensions, chosen);
  return {
    ...(isActive !== null && { isActive: { eq: isActive } }),
    ...(additionalData.length > 0 && { additionalData }),
  };
}

const ownOrders: Readonly<Record<string, TagOrder["field"]>> = {
  name: "NAME",
  added: "ADDED_AT",
  updated: "UPDATED_AT",
  active: "IS_ACTIVE",
};

/** The order that the address asks for; none where it makes no sense. */
export function toTagOrder(sort: string | undefined, items: readonly StructureItem[]): TagOrder[] {
  if (sort === undefined) return [];
  const direction = sort.startsWith("-") ? "DESC" : "ASC";
  const id = sort.replace(/^-/, "");
  const item = findOrderItem(items, id);
  if (item) return [{ field: "ADDITIONAL_DATA", identifier: item.identifier, direction }];
  const field = Object.hasOwn(ownOrders, id) ? ownOrders[id] : undefined;
  return field ? [{ field, direction }] : [];
}

/** Yes and no together are no condition, and what is neither says nothing. */
export function readBoolean(values: readonly string[] = []): boolean | null {
  const [value, other] = values.filter((one) => one === "true" || one === "false");
  return value === undefined || other !== undefined ? null : value === "true";
}
