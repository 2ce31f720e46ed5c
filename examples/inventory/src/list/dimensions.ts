import type { AdditionalDataFilter, TagFacet, TerminalFacet } from "../../__generated__/graphql.ts";
import type { Chosen } from "../address/list-search.ts";
import type { StructureItem } from "../record/structure.ts";

/** Something that a list can be narrowed down by. */
export interface Dimension {
  /** Its name in the address. */
  readonly id: string;
  readonly label: string;
  /** Whether several values can be chosen at once. */
  readonly choice: "one" | "many";
  /** The item of the additional data that it stands for; null for a field of the record's own. */
  readonly item: StructureItem | null;
  readonly bounds?: readonly number[] | undefined;
  /** Whether a drawing on the page stands for it, and the filters need not. */
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

/** Which items a list is narrowed down by: those with options, and those that the project asks for. */
export function findDimensions(
  items: readonly StructureItem[],
  asked: readonly string[],
  bounds: Readonly<Record<string, readonly number[] | undefined>> = {},
): readonly Dimension[] {
  return (
    items
      .filter(({ type, identifier }) => type === "SELECTBOX" || asked.includes(identifier))
      // Another project may keep as a text what this one keeps as a number.
      .map((item) =>
        toDimension(item, item.type === "NUMBER" ? bounds[item.identifier] : undefined),
      )
  );
}

/** The item of the additional data that an order's name in the address stands for; undefined where there is none. */
export function findOrderItem(
  items: readonly StructureItem[],
  name: string,
): StructureItem | undefined {
  return items.find(({ identifier }) => name === `data.${identifier}`);
}

/** What the facet of an item is asked for by. */
export function toDataFacet({ item, bounds }: Dimension): TagFacet & TerminalFacet {
  return {
    field: "ADDITIONAL_DATA",
    identifier: item?.identifier ?? null,
    bounds: bounds ?? null,
    first: 12,
  };
}

/** The conditions for what is chosen of the additional data. */
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

/** A range as it stands in the address: `1..3`, from 1 up to 3, which is out; an end may be open. */
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

/** A range in words. */
export function formatRange(from: number | null, to: number | null): string {
  if (from === null) return to === null ? "any" : `below ${to}`;
  return to === null ? `${from} and up` : `${from} to under ${to}`;
}

/** Which values of the address narrow the list down: what makes no sense is left out, and a second range beside the first. */
export function findUsed(dimension: Dimension, values: readonly string[]): readonly string[] {
  const readable = values.filter((value) => isReadable(dimension, value));
  return dimension.choice === "one" ? readable.slice(0, 1) : readable;
}

function isReadable({ id, item, bounds }: Dimension, value: string): boolean {
  if (bounds !== undefined) return readRange(value) !== null;
  if (item?.type === "NUMBER") return readNumber(value) !== null;
  return id !== "isActive" || value === "true" || value === "false";
}

/** A value of the address in words. */
export function formatChoice({ id, bounds }: Dimension, value: string): string {
  if (bounds !== undefined) {
    const range = readRange(value);
    return range ? formatRange(range.gte ?? null, range.lt ?? null) : value;
  }
  if (value === "") return "(empty)";
  if (id.startsWith("data.")) return value;
  return value === "true" ? "yes" : value === "false" ? "no" : value;
}
