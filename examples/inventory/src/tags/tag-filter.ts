import type {
  DateTimeFilter,
  TagFacetField,
  TagFilter,
  TagOrder,
  TagOrderField,
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
  readMonth,
  readRange,
} from "../list/dimensions.ts";

/** The dimension of the month in which tags were added. */
export const addedDimension = "added";

/** The dimension by which a terminal's page links to the tags of that terminal. */
export const terminalDimension = "data.terminal";

/** The dimensions of the list of tags. */
export const tagDimensions: readonly Dimension<TagFacetField>[] = [
  { id: "data.site", label: "Site", choice: "many", facet: "DATA_SITE" },
  { id: "data.siteKind", label: "Kind of site", choice: "many", facet: "DATA_SITE_KIND" },
  { id: "data.floor", label: "Floor", choice: "one", facet: "DATA_FLOOR", bounds: [1, 3, 6] },
  { id: "data.condition", label: "Condition", choice: "many", facet: "DATA_CONDITION" },
  {
    id: "due",
    label: "Next check",
    choice: "one",
    options: new Map([
      ["overdue", "overdue"],
      ["soon", "in the next 30 days"],
    ]),
  },
  active,
  { id: addedDimension, label: "Added", choice: "one", isMonth: true },
  { id: terminalDimension, label: "Terminal", choice: "many" },
];

/**
 * The filter for the chosen values. One without conditions matches every tag. It is sent because the gateway then reads the list
 * from the snapshot that it also uses for the facets and the changes.
 */
export function toTagFilter(chosen: Chosen): TagFilter {
  const used = findAllUsed(tagDimensions, chosen);
  const terminalId = isIn(used(terminalDimension));
  return {
    addedAt: isThe(used(addedDimension), readMonth),
    isActive: isActivity(used(active.id)),
    data: {
      site: isIn(used("data.site")),
      siteKind: isIn(used("data.siteKind")),
      floor: isThe(used("data.floor"), readRange),
      condition: isIn(used("data.condition")),
      nextCheck: isThe(used("due"), toDueDates),
      terminal: terminalId && { terminalId },
    },
  };
}

/**
 * A choice as a span from the moment the gateway is asked. A day is its first instant in UTC, so what is overdue is a day old, and
 * today with the 29 days after it is the next 30.
 */
function toDueDates(choice: string): DateTimeFilter {
  return { within: choice === "overdue" ? { to: "-P1D" } : { from: "-P1D", to: "P29D" } };
}

const orders = new Map<string, TagOrderField>([
  ["name", "NAME"],
  ["added", "ADDED_AT"],
  ["updated", "UPDATED_AT"],
  ["active", "IS_ACTIVE"],
  ["data.site", "DATA_SITE"],
  ["data.floor", "DATA_FLOOR"],
  ["data.condition", "DATA_CONDITION"],
  ["data.nextCheck", "DATA_NEXT_CHECK"],
]);

/** The order that the address asks for; empty if the list has no such order. */
export function toTagOrder(sort: string | undefined): TagOrder[] {
  return findOrder(sort, orders);
}
