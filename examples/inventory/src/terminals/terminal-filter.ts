import type { TerminalFacet, TerminalFilter, TerminalOrder } from "../../__generated__/graphql.ts";
import type { Chosen } from "../address/list-search.ts";
import {
  type Dimension,
  findDimensions,
  findOrder,
  findUsed,
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

/** Whether tags name the terminal. The gateway's facets do not count this. */
const tags: Dimension = {
  id: "tags",
  label: "Tags",
  choice: "one",
  item: null,
  options: new Map([
    ["some", "with tags"],
    ["none", "without tags"],
  ]),
};

function field(id: string, label: string): Dimension {
  return { id, label, choice: "many", item: null };
}

/** The dimensions of the list of terminals. */
export function findTerminalDimensions(items: readonly StructureItem[]): readonly Dimension[] {
  // The facets are in the order of the dimensions, so what has none comes last.
  return [...own, ...findDimensions(items, terminalFilters), tags];
}

/** The arguments that ask for the facets of the dimensions, in their order. */
export function toTerminalFacets(dimensions: readonly Dimension[]): TerminalFacet[] {
  return dimensions
    .filter((dimension) => dimension !== tags)
    .map((dimension) => {
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
    ...withTags(findUsed(tags, chosen.get(tags.id) ?? [])[0]),
    ...(additionalData.length > 0 && { additionalData }),
  };
}

function withTags(choice: string | undefined): TerminalFilter {
  if (choice === undefined) return {};
  return { linkedTags: choice === "none" ? { none: {} } : {} };
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
