import type { TerminalFacet, TerminalFilter, TerminalOrder } from "../../__generated__/graphql.ts";
import type { Chosen } from "../address/list-search.ts";
import {
  type Dimension,
  findDimensions,
  findOrder,
  toDataConditions,
  toDataFacet,
} from "../list/dimensions.ts";
import { terminalFilters } from "../project.ts";
import type { StructureItem } from "../record/structure.ts";
import { readBoolean } from "../tags/tag-filter.ts";

/** The id of the dimension of platforms. */
export const platformDimension = "platform";
/** The id of the dimension of platform versions. */
export const versionDimension = "version";

const own: readonly (Dimension & { readonly field: TerminalFacet["field"] })[] = [
  { ...field(platformDimension, "Platform"), field: "PLATFORM", isDrawn: true },
  { ...field(versionDimension, "Version"), field: "PLATFORM_VERSION", isDrawn: true },
  { ...field("model", "Model"), field: "MODEL" },
  { ...field("isActive", "Active"), field: "IS_ACTIVE" },
];

function field(id: string, label: string): Dimension {
  return { id, label, choice: "many", item: null };
}

/** The dimensions of the list of terminals. */
export function findTerminalDimensions(items: readonly StructureItem[]): readonly Dimension[] {
  return [...own, ...findDimensions(items, terminalFilters)];
}

/** The arguments that ask for the facets of the dimensions, in their order. */
export function toTerminalFacets(dimensions: readonly Dimension[]): TerminalFacet[] {
  return dimensions.map((dimension) => {
    const { field } = own.find(({ id }) => id === dimension.id) ?? {};
    return field === undefined ? toDataFacet(dimension) : { field, first: 12 };
  });
}

/** The filter for the chosen values. If there are none, it matches every terminal. */
export function toTerminalFilter(dimensions: readonly Dimension[], chosen: Chosen): TerminalFilter {
  const isActive = readBoolean(chosen.get("isActive"));
  const additionalData = toDataConditions(dimensions, chosen);
  return {
    ...oneOf("platform", chosen.get(platformDimension)),
    ...oneOf("platformVersion", chosen.get(versionDimension)),
    ...oneOf("model", chosen.get("model")),
    ...(isActive !== null && { isActive: { eq: isActive } }),
    ...(additionalData.length > 0 && { additionalData }),
  };
}

function oneOf(name: keyof TerminalFilter, values: readonly string[] = []): TerminalFilter {
  return values.length > 0 ? { [name]: { in: values } } : {};
}

const ownOrders = {
  name: "NAME",
  model: "MODEL",
  platform: "PLATFORM",
  updated: "UPDATED_AT",
  active: "IS_ACTIVE",
} as const;

/** The order that the address asks for; empty if the list has no such order. */
export function toTerminalOrder(
  sort: string | undefined,
  items: readonly StructureItem[],
): TerminalOrder[] {
  const order = findOrder(sort, items, ownOrders);
  if (order === null) return [];
  if (order.field !== "PLATFORM") return [order];
  return [order, { field: "PLATFORM_VERSION", direction: order.direction }];
}
