import { isObject, type JsonObject } from "../../connect/json.ts";

/** What differs between two responses: in their lists, row by row, and elsewhere. */
export interface Comparison {
  readonly lists: readonly ListDifference[];
  /** Values outside of rows, such as `tags.totalCount`. */
  readonly values: readonly ValueDifference[];
}

export interface ListDifference {
  readonly path: string;
  readonly added: readonly Row[];
  readonly removed: readonly Row[];
  readonly changed: readonly ChangedRow[];
  readonly unchangedCount: number;
  /** Whether the rows that are in both follow one another differently. */
  readonly isReordered: boolean;
}

export interface Row {
  /** What the row is called: its name and its id, as far as it has any. */
  readonly label: string;
  readonly value: unknown;
}

export interface ChangedRow {
  readonly label: string;
  readonly values: readonly ValueDifference[];
}

/** A value that differs; undefined where there is none. */
export interface ValueDifference {
  /** Its path, in the response or in its row. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

export function isSame({ lists, values }: Comparison): boolean {
  return (
    values.length === 0 && lists.every((list) => countDifferences(list) === 0 && !list.isReordered)
  );
}

export function countDifferences({ added, removed, changed }: ListDifference): number {
  return added.length + removed.length + changed.length;
}

/** Compares two values of `data`. A list of objects is compared row by row, if it is not within a row. */
export function compareData(before: unknown, after: unknown): Comparison {
  const lists: ListDifference[] = [];
  const values: ValueDifference[] = [];
  const visit = (one: unknown, other: unknown, path: string): void => {
    if (one === other) return;
    if (isRows(one) && isRows(other)) lists.push(compareRows(one, other, path));
    else if (isObject(one) && isObject(other)) {
      for (const key of keysOf(one, other)) visit(one[key], other[key], join(path, key));
    } else if (!isEqual(one, other)) values.push({ path, before: one, after: other });
  };
  visit(before, after, "");
  return { lists, values };
}

type Rows = readonly (JsonObject | null)[];

function isRows(value: unknown): value is Rows {
  return Array.isArray(value) && value.every((entry) => entry === null || isObject(entry));
}

/** By these fields rows are told apart: the first that all rows have, each with another value. */
const identities = [
  "id",
  "tagId",
  "terminalId",
  "uuid",
  "imei",
  "identifier",
  "value",
  "code",
  "name",
] as const;

function compareRows(before: Rows, after: Rows, path: string): ListDifference {
  const identify = identityOf(before, after) ?? ((row: JsonObject | null) => JSON.stringify(row));
  const left = Map.groupBy(before.entries(), ([, row]) => identify(row));
  const added: Row[] = [];
  const changed: ChangedRow[] = [];
  let unchangedCount = 0;
  let last = -1;
  let isReordered = false;
  for (const row of after) {
    // Rows that nothing tells apart are the same if they are equal; each counts once.
    const found = left.get(identify(row))?.shift();
    if (found === undefined) added.push(toRow(row));
    else {
      const [position, same] = found;
      isReordered ||= position < last;
      last = position;
      const values = compareValues(same, row, "");
      if (values.length === 0) unchangedCount += 1;
      else changed.push({ label: labelOf(row), values });
    }
  }
  const removed = [...left.values()].flat().map(([, row]) => toRow(row));
  return { path, added, removed, changed, unchangedCount, isReordered };
}

/** Tells rows apart by a field of theirs, or of an edge's node; null if no field does so. */
function identityOf(before: Rows, after: Rows): ((row: JsonObject | null) => unknown) | null {
  const read = (name: string) => (row: JsonObject | null) => contentOf(row)?.[name];
  const name = identities.find(
    (candidate) => isUnique(before, read(candidate)) && isUnique(after, read(candidate)),
  );
  return name === undefined ? null : read(name);
}

/** A record that could not be read is null, or its edge's node is, and has nothing to tell it by. */
function isUnique(rows: Rows, read: (row: JsonObject | null) => unknown): boolean {
  const present = rows.filter((row) => contentOf(row) !== null);
  const found = new Set(present.map(read));
  return (
    found.size === present.length &&
    [...found].every((value) => typeof value === "string" || typeof value === "number")
  );
}

function contentOf(row: JsonObject | null): JsonObject | null {
  const node = row?.["node"];
  return isObject(node) || node === null ? node : row;
}

function toRow(row: JsonObject | null): Row {
  return { label: labelOf(row), value: row };
}

function labelOf(row: JsonObject | null): string {
  const content = contentOf(row) ?? {};
  const id = identities.map((name) => content[name]).find(isScalar);
  const { name } = content;
  const parts = [...new Set([name, id])].filter(isScalar);
  return parts.length === 0 ? (JSON.stringify(row) ?? "") : parts.join(" · ");
}

function isScalar(value: unknown): value is string | number {
  return (typeof value === "string" && value !== "") || typeof value === "number";
}

/** What differs between two values: of objects field by field, of lists of objects row by row. */
function compareValues(before: unknown, after: unknown, path: string): readonly ValueDifference[] {
  if (isEqual(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    return keysOf(before, after).flatMap((key) =>
      compareValues(before[key], after[key], join(path, key)),
    );
  }
  if (isRows(before) && isRows(after)) return compareInner(before, after, path);
  return [{ path, before, after }];
}

function compareInner(before: Rows, after: Rows, path: string): readonly ValueDifference[] {
  const { added, removed, changed } = compareRows(before, after, path);
  const total = added.length + removed.length + changed.length;
  // Entries that only changed their order.
  if (total === 0) return [{ path, before, after }];
  return [
    ...changed.flatMap(({ label, values }) =>
      values.map((value) => ({ ...value, path: `${path}[${label}].${value.path}` })),
    ),
    ...removed.map(({ label, value }) => ({
      ...{ path: `${path}[${label}]`, before: value, after: undefined },
    })),
    ...added.map(({ label, value }) => ({
      ...{ path: `${path}[${label}]`, before: undefined, after: value },
    })),
  ];
}

function keysOf(one: JsonObject, other: JsonObject): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}

function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((entry, at) => isEqual(entry, other[at]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  return keysOf(one, other).every((key) => isEqual(one[key], other[key]));
}
