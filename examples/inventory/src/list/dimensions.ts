import type { AdditionalDataFilter, TagFacet, TerminalFacet } from "../../__generated__/graphql.ts";
import type { Chosen } from "../address/list-search.ts";
import type { StructureItem } from "../record/structure.ts";

/** A field or item that a list can be filtered by. */
export interface Dimension {
  /** Its name in the address. */
  readonly id: string;
  readonly label: string;
  /** Whether several values can be chosen together. */
  readonly choice: "one" | "many";
  /** The item of the additional data; null if the dimension is a field of the record. */
  readonly item: StructureItem | null;
  /** The bounds between the ranges to choose from; undefined if single values are chosen. */
  readonly bounds?: readonly number[] | undefined;
  /** What can be chosen, each with its text, if the gateway does not count it; undefined if the facet has the values. */
  readonly options?: ReadonlyMap<string, string> | undefined;
  /** Whether its values are months, such as `2026-03`. */
  readonly isMonth?: boolean;
  /** Whether a chart on the page has this filter, so that the panel need not. */
  readonly isDrawn?: boolean;
}

/** The dimension of an item of the additional data. */
export function toDimension(item: StructureItem, bounds?: readonly number[]): Dimension {
  return {
    id: `data.${item.identifier}`,
    label: item.name,
    choice: bounds === undefined ? "many" : "one",
    item,
    bounds,
  };
}

/** The dimensions of the items with options, and of the items that the project wants as filters. */
export function findDimensions(
  items: readonly StructureItem[],
  wanted: readonly string[],
  bounds: Readonly<Record<string, readonly number[] | undefined>> = {},
): readonly Dimension[] {
  return (
    items
      .filter(({ type, identifier }) => type === "SELECTBOX" || wanted.includes(identifier))
      // Only numbers have ranges. Another project can keep such an item as text.
      .map((item) =>
        toDimension(item, item.type === "NUMBER" ? bounds[item.identifier] : undefined),
      )
  );
}

interface Order<Field> {
  readonly field: Field;
  readonly identifier?: string;
  readonly direction: "ASC" | "DESC";
}

/**
 * The order that the address names, by an item of the additional data or by a field of the record; null if there is none.
 * @param fields the fields that order the list, by their names in the address
 */
export function findOrder<Field extends string>(
  sort: string | undefined,
  items: readonly StructureItem[],
  fields: Readonly<Record<string, Field>>,
): Order<Field | "ADDITIONAL_DATA"> | null {
  if (sort === undefined) return null;
  const direction = sort.startsWith("-") ? "DESC" : "ASC";
  const name = sort.replace(/^-/, "");
  const item = items.find(({ identifier }) => name === `data.${identifier}`);
  if (item) return { field: "ADDITIONAL_DATA", identifier: item.identifier, direction };
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field === undefined ? null : { field, direction };
}

/** The argument that asks for an item's facet. */
export function toDataFacet({ item, bounds }: Dimension): TagFacet & TerminalFacet {
  return {
    field: "ADDITIONAL_DATA",
    identifier: item?.identifier ?? null,
    bounds: bounds ?? null,
    first: 12,
  };
}

/** The conditions for the chosen values of the additional data. */
export function toDataConditions(
  dimensions: readonly Dimension[],
  chosen: Chosen,
): readonly AdditionalDataFilter[] {
  return dimensions.flatMap((dimension) => {
    const condition = toCondition(dimension, findUsed(dimension, chosen.get(dimension.id) ?? []));
    return condition ? [condition] : [];
  });
}

function toCondition(
  { item, bounds }: Dimension,
  values: readonly string[],
): AdditionalDataFilter | null {
  const [first] = values;
  if (item === null || first === undefined) return null;
  const { identifier } = item;
  if (bounds !== undefined) return { identifier, number: readRange(first) };
  if (item.type !== "NUMBER") return { identifier, text: { in: values } };
  return { identifier, number: { in: values.map(Number) } };
}

/** Writes a range for the address: `1..3` is from 1 to under 3. Either end can be open: `3..`. */
export function writeRange(from: number | null, to: number | null): string {
  return `${from ?? ""}..${to ?? ""}`;
}

function readRange(text: string): { gte?: number; lt?: number } | null {
  const match = /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?$/.exec(text);
  if (match === null) return null;
  const [, from, to] = match;
  const range = { ...(from && { gte: Number(from) }), ...(to && { lt: Number(to) }) };
  return Object.values(range).every(Number.isFinite) ? range : null;
}

function readNumber(text: string): number | null {
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? number : null;
}

/** Puts a range into words. */
export function formatRange(from: number | null, to: number | null): string {
  if (from === null) return to === null ? "any" : `under ${to}`;
  return to === null ? `${from} and up` : `${from} to under ${to}`;
}

/** The values that take effect: only valid ones, and only the first of several ranges. */
export function findUsed(dimension: Dimension, values: readonly string[]): readonly string[] {
  const readable = values.filter((value) => isReadable(dimension, value));
  return dimension.choice === "one" ? readable.slice(0, 1) : readable;
}

const month = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])$/;

/** A month of the address in words. */
export function formatMonth(value: string): string {
  return monthFormat.format(new Date(`${value}-01T00:00:00Z`));
}

const monthFormat = new Intl.DateTimeFormat("en", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** A month of the address as a condition on a time. Months are UTC's, as those of facets are. */
export function readMonth(value: string): { readonly gte: string; readonly lt?: string } {
  const gte = new Date(`${value}-01T00:00:00Z`);
  const lt = new Date(gte);
  lt.setUTCMonth(lt.getUTCMonth() + 1);
  const isLast = lt.getUTCFullYear() > 9999;
  return { gte: gte.toISOString(), ...(!isLast && { lt: lt.toISOString() }) };
}

function isReadable({ id, item, bounds, options, isMonth }: Dimension, value: string): boolean {
  if (isMonth) return month.test(value);
  if (options !== undefined) return options.has(value);
  if (bounds !== undefined) return readRange(value) !== null;
  if (item?.type === "NUMBER") return readNumber(value) !== null;
  return id !== "isActive" || value === "true" || value === "false";
}

const booleanNames = new Map([
  ["true", "yes"],
  ["false", "no"],
]);

/** Puts a value of the address into words. */
export function formatChoice(dimension: Dimension, value: string): string {
  const { id, bounds, options } = dimension;
  if (dimension.isMonth && isReadable(dimension, value)) return formatMonth(value);
  if (options !== undefined) return options.get(value) ?? value;
  if (bounds !== undefined) {
    const range = readRange(value);
    return range ? formatRange(range.gte ?? null, range.lt ?? null) : value;
  }
  if (value === "") return "(empty)";
  if (id.startsWith("data.")) return value;
  return booleanNames.get(value) ?? value;
}
