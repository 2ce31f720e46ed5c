import type { DateTimeFilter, TagFacet, TagFilter, TagOrder } from "../../__generated__/graphql.ts";
import type { Chosen } from "../address/list-search.ts";
import {
  type Dimension,
  findDimensions,
  findOrder,
  findUsed,
  readMonth,
  toDataConditions,
  toDataFacet,
} from "../list/dimensions.ts";
import { dueItem, tagBounds, tagFilters, terminalOfTag } from "../project.ts";
import type { StructureItem } from "../record/structure.ts";

const active: Dimension = { id: "isActive", label: "Active", choice: "many", item: null };

/** The dimension of the month in which tags were added. */
export const addedDimension = "added";

const added: Dimension = {
  id: addedDimension,
  label: "Added",
  choice: "one",
  item: null,
  isMonth: true,
  isDrawn: true,
};

/** The dimension of when tags are due for inspection. */
const dueDimension = "due";

const dueOptions = new Map([
  ["overdue", "overdue"],
  ["soon", "in the next 30 days"],
]);

/** The dimension by which a terminal's page links to the tags of that terminal. */
export const terminalDimension = `data.${terminalOfTag}`;

/** The dimensions of the list of tags. The terminal is a dimension only if a terminal is already chosen. */
export function findTagDimensions(
  items: readonly StructureItem[],
  chosen: Chosen,
): readonly Dimension[] {
  const wanted = chosen.has(terminalDimension) ? [...tagFilters, terminalOfTag] : tagFilters;
  const due = items.find(({ identifier }) => identifier === dueItem);
  return [
    ...findDimensions(items, wanted, tagBounds),
    ...(due ? [toDueDimension(due)] : []),
    active,
    added,
  ];
}

function toDueDimension({ name: label }: StructureItem): Dimension {
  return { id: dueDimension, label, choice: "one", item: null, options: dueOptions };
}

const dayMs = 86_400_000;

/** The times of a choice. A day is its first instant in UTC, so what is overdue was due before today. */
function toDueDates(choice: string, now: number): DateTimeFilter {
  const today = now - (now % dayMs);
  const toTime = (days: number) => new Date(today + days * dayMs).toISOString();
  return choice === "overdue" ? { lt: toTime(0) } : { gte: toTime(0), lt: toTime(30) };
}

/** The arguments that ask for the facets of the dimensions, in their order, but for the last one: a chart has its own. */
export function toTagFacets(dimensions: readonly Dimension[]): TagFacet[] {
  const counted = dimensions.filter(({ id }) => id !== addedDimension);
  return counted.map((dimension) => {
    if (dimension.id === dueDimension)
      return { field: "ADDITIONAL_DATA", identifier: dueItem, first: 0 };
    return dimension.item === null ? { field: "IS_ACTIVE" } : toDataFacet(dimension);
  });
}

/**
 * The filter for the chosen values. An empty filter matches every tag. It is sent because the gateway then reads the list from the
 * snapshot that it also uses for the facets and the changes.
 */
export function toTagFilter(dimensions: readonly Dimension[], chosen: Chosen): TagFilter {
  const isActive = readBoolean(chosen.get(active.id));
  const chosenIn = (id: string) =>
    dimensions.filter((one) => one.id === id).flatMap((one) => findUsed(one, chosen.get(id) ?? []));
  const [due] = chosenIn(dueDimension);
  const [month] = chosenIn(addedDimension);
  const additionalData = [
    ...toDataConditions(dimensions, chosen),
    ...(due === undefined ? [] : [{ identifier: dueItem, date: toDueDates(due, Date.now()) }]),
  ];
  return {
    ...(month !== undefined && { addedAt: readMonth(month) }),
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
