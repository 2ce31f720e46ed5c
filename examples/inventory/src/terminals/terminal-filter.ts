import type {
  TerminalFacetField,
  TerminalFilter,
  TerminalOrder,
  TerminalOrderField,
} from "../../__generated__/graphql.ts";
import type { Chosen } from "../address/list-search.ts";
import {
  active,
  type Dimension,
  findAllUsed,
  findOrder,
  isActivity,
  isIn,
  isThe,
} from "../list/dimensions.ts";

/** The id of the dimension of platforms. */
export const platformDimension = "platform";
/** The id of the dimension of platform versions. */
export const versionDimension = "version";

/** The dimensions of the list of terminals. */
export const terminalDimensions: readonly Dimension<TerminalFacetField>[] = [
  { id: platformDimension, label: "Platform", choice: "many" },
  { id: versionDimension, label: "Version", choice: "many" },
  { id: "model", label: "Model", choice: "many", facet: "MODEL" },
  active,
  { id: "data.homeSite", label: "Home site", choice: "many", facet: "DATA_HOME_SITE" },
  { id: "data.mounting", label: "Mounting", choice: "many", facet: "DATA_MOUNTING" },
  {
    // Whether tags name the terminal.
    id: "tags",
    label: "Tags",
    choice: "one",
    options: new Map([
      ["some", "with tags"],
      ["none", "without tags"],
    ]),
  },
];

/** The filter for the chosen values. If there are none, it matches every terminal. */
export function toTerminalFilter(chosen: Chosen): TerminalFilter {
  const used = findAllUsed(terminalDimensions, chosen);
  return {
    platform: isIn(used(platformDimension)),
    platformVersion: isIn(used(versionDimension)),
    model: isIn(used("model")),
    isActive: isActivity(used(active.id)),
    linkedTags: isThe(used("tags"), (tags) => (tags === "none" ? { none: {} } : {})),
    data: { homeSite: isIn(used("data.homeSite")), mounting: isIn(used("data.mounting")) },
  };
}

const orders = new Map<string, TerminalOrderField>([
  ["name", "NAME"],
  ["model", "MODEL"],
  ["platform", "PLATFORM"],
  ["updated", "UPDATED_AT"],
  ["active", "IS_ACTIVE"],
  ["data.mounting", "DATA_MOUNTING"],
  ["data.assignedTo", "DATA_ASSIGNED_TO"],
]);

/** The order that the address asks for; empty if the list has no such order. */
export function toTerminalOrder(sort: string | undefined): TerminalOrder[] {
  return findOrder(sort, orders).flatMap((order) =>
    order.field === "PLATFORM" ? [order, { ...order, field: "PLATFORM_VERSION" }] : order,
  );
}
