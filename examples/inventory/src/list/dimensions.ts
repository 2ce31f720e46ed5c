import type { NumberFilter } from "../../__generated__/graphql.ts";
import type { Chosen } from "../address/list-search.ts";

/** Something that a list can be filtered by. */
export interface Dimension<Facet extends string = string> {
  /** Its name in the address. */
  readonly id: string;
  readonly label: string;
  /** Whether several values can be chosen together. */
  readonly choice: "one" | "many";
  /** The facet that has the values to choose from, and their counts. Without it and `options` the panel does not show the dimension. */
  readonly facet?: Facet;
  /** The bounds between the ranges to choose from; undefined if single values are chosen. */
  readonly bounds?: readonly number[];
  /** All values that can be chosen, each with its text; undefined if the facet has the values. */
  readonly options?: ReadonlyMap<string, string>;
  /** Whether its values are months, such as `2026-03`. */
  readonly isMonth?: boolean;
}

/** A dimension for whether records are active. */
export const active = {
  id: "isActive",
  label: "Active",
  choice: "many",
  facet: "IS_ACTIVE",
  options: new Map([
    ["true", "yes"],
    ["false", "no"],
  ]),
} as const;

/** The order that the address names, or none if the list does not have it. */
export function findOrder<Field>(
  sort: string | undefined,
  fields: ReadonlyMap<string, Field>,
): { readonly field: Field; readonly direction: "ASC" | "DESC" }[] {
  const field = fields.get(sort?.replace(/^-/, "") ?? "");
  if (field === undefined) return [];
  return [{ field, direction: sort?.startsWith("-") ? "DESC" : "ASC" }];
}

/** The arguments that ask for the facets of the dimensions. */
export function toFacets<Facet extends string>(dimensions: readonly Dimension<Facet>[]) {
  return dimensions.flatMap(({ facet, bounds }) =>
    facet === undefined ? [] : [{ field: facet, bounds, first: 12 }],
  );
}

/** The chosen values that take effect, by the dimension's id; undefined if there are none. */
export function findAllUsed(
  dimensions: readonly Dimension[],
  chosen: Chosen,
): (id: string) => readonly string[] | undefined {
  const used = new Map(dimensions.map((one) => [one.id, findUsed(one, chosen.get(one.id) ?? [])]));
  return (id) => (used.get(id)?.length ? used.get(id) : undefined);
}

/** The condition that a text is one of the values. */
export function isIn(values: readonly string[] | undefined) {
  return values && { in: values };
}

/** The condition for the one value that is chosen. */
export function isThe<Condition>(
  values: readonly string[] | undefined,
  toCondition: (value: string) => Condition,
): Condition | undefined {
  const [value] = values ?? [];
  return value === undefined ? undefined : toCondition(value);
}

/** The condition for active or inactive records; undefined if both are chosen, or neither. */
export function isActivity(values: readonly string[] | undefined) {
  return values?.length === 1 ? { eq: values[0] === "true" } : undefined;
}

/** Writes a range for the address: `1..3` is from 1 to under 3. Either end can be open: `3..`. */
export function writeRange(from: number | null, to: number | null): string {
  return `${from ?? ""}..${to ?? ""}`;
}

/** A range of the address as a condition on a number. */
export function readRange(text: string): Pick<NumberFilter, "gte" | "lt"> | undefined {
  const match = /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?$/.exec(text);
  if (match === null) return undefined;
  const [, from, to] = match;
  const range = { ...(from && { gte: Number(from) }), ...(to && { lt: Number(to) }) };
  return Object.values(range).every(Number.isFinite) ? range : undefined;
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

function isReadable({ bounds, options, isMonth }: Dimension, value: string): boolean {
  if (isMonth) return month.test(value);
  if (options !== undefined) return options.has(value);
  return bounds === undefined || readRange(value) !== undefined;
}

/** Puts a value of the address into words. */
export function formatChoice(dimension: Dimension, value: string): string {
  const { bounds, options } = dimension;
  if (dimension.isMonth && isReadable(dimension, value)) return formatMonth(value);
  if (options !== undefined) return options.get(value) ?? value;
  if (bounds !== undefined) {
    const range = readRange(value);
    return range ? formatRange(range.gte ?? null, range.lt ?? null) : value;
  }
  return value === "" ? "(empty)" : value;
}
