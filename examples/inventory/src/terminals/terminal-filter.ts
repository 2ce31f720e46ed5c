import type { TerminalFacet, TerminalFilter, TerminalOrder } from "../../__generated__/graphql.ts";
import type { Chosen } from "../address/list-search.ts";
import {
  type Dimension,
  findDimensions,
  findOrderItem,
  toDataConditions,
  toDataFacet,
} from "../list/dimensions.ts";
import { terminalFilters } from "../project.ts";
import type { StructureItem } from "../record/structure.ts";
import { readBoolean } from "../tags/tag-filter.ts";

/** The name of the platforms' dimension in the address. */
export const platformDimension = "platform";
/** The name of the versions' dimension in the address. */
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

/** What the list of terminals can be narrowed down by. */
export function findTerminalDimensions(items: readonly StructureItem[]): readonly Dimension[] {
  return [...own, ...findDimensions(items, terminalFilters)];
}

/** What the facets of these dimensions are asked for by, in their order. */
export function toTerminalFacets(dimensions: readonly Dimension[]): TerminalFacet[] {
  return dimensions.map((dimension) => {
    const { field } = own.find(({ id }) => id === dimension.id) ?? {};
    return field === undefined ? toDataFacet(dimension) : { field, first: 12 };
  });
}

/** The filter for what is chosen; for nothing, one that holds for every terminal. */
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

const orders: Readonly<Record<string, TerminalOrder["field"]>> = {
  name: "NAME",
  model: "MODEL",
  platform: "PLATFORM",
  updated: "UPDATED_AT",
  active: "IS_ACTIVE",
};

/** The order that the address asks for; none where it makes no sense. */
export function toTerminalOrder(
  sort: string | undefined,
  items: readonly StructureItem[],
): TerminalOrder[] {
  if (sort === undefined) return [];
  const direction = sort.startsWith("-") ? "DESC" : "ASC";
  const id = sort.replace(/^-/, "");
  const item = findOrderItem(items, id);
  if (item) return [{ field: "ADDITIONAL_DATA", identifier: item.identifier, direction }];
  const field = Object.hasOwn(orders, id) ? orders[id] : undefined;
  if (field === undefined) return [];
  const byVersion: TerminalOrder = { field: "PLATFORM_VERSION", direction };
  return [{ field, direction }, ...(field === "PLATFORM" ? [byVersion] : [])];
}
