import { badInput, SearchError } from "./errors.ts";
import type { Comparison } from "./filter/comparison.ts";
import type { Condition } from "./filter/filter.ts";
import { matchCondition } from "./filter/match.ts";
import { countAhead } from "./order/sort.ts";
import type { Query } from "./query.ts";
import { type Bitset, combine, createBitset, rowsPerWord } from "./table/bitset.ts";
import { columnOf, type Dimension } from "./table/column.ts";
import { Pace, type Pause } from "./table/pace.ts";
import type { Derivation, Derived, List, Scan, Table } from "./table/table.ts";
import { compareText } from "./table/text.ts";
import { type Kind, readers, type Scalar } from "./table/values.ts";
import { matchWords, searchedTexts } from "./text-search.ts";

/** What to count records by, as a caller asks for it. */
export interface FacetInput {
  /** A field of the list, or `additionalData`. */
  readonly field: string;
  /** Needed with `additionalData`, and allowed only there. */
  readonly identifier?: string | null | undefined;
  /** For numbers: the limits between ranges, ascending. */
  readonly bounds?: readonly number[] | null | undefined;
  /** How many values to list, the most frequent first. */
  readonly first: number;
}

/** What to count records by, once read. */
export interface Facet {
  readonly dimension: Dimension;
  /** Null to count by values, not by ranges. */
  readonly bounds: readonly number[] | null;
  readonly first: number;
}

/** How many records have a value, or a number in a range: at least `from`, and less than `to`. Null if the range is open there. */
export interface FacetEntry {
  readonly value: Scalar | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly count: number;
  /** Whether the filter asks for exactly this value or range. */
  readonly isSelected: boolean;
}

/** How the records that a query finds divide among the values of a dimension. */
export interface FacetCounts {
  readonly values: readonly FacetEntry[];
  /** The records whose value is not listed. */
  readonly otherCount: number;
  readonly nullCount: number;
}

const mostFacets = 20;
const mostBounds = 100;

/** Reads facets. Throws `SearchError`. What depends on the structure of the additional data is left to `countFacets`. */
export function parseFacets<Row>(
  { fields }: List<Row>,
  given: readonly FacetInput[],
  { mostValues }: { readonly mostValues: number },
): readonly Facet[] {
  if (given.length > mostFacets) {
    throw new SearchError("QUERY_TOO_COMPLEX", `\`facets\` has more than ${mostFacets} facets.`);
  }
  return given.map(({ field, identifier, bounds = null, first }, index) => {
    const path = `by[${index}]`;
    const isData = field === "additionalData";
    if (isData !== (typeof identifier === "string")) {
      throw badInput(`${path}.identifier`, "one with additional data, and none without");
    }
    if (!isData && !Object.hasOwn(fields, field))
      throw badInput(`${path}.field`, "a field of the list");
    if (first < 0 || first > mostValues) {
      throw badInput(`${path}.first`, `a whole number from 0 to ${mostValues}`);
    }
    if (bounds !== null) checkBounds(bounds, `${path}.bounds`);
    return { dimension: isData ? { identifier: identifier ?? "" } : { field }, bounds, first };
  });
}

function checkBounds(bounds: readonly number[], path: string): void {
  if (bounds.length > mostBounds) throw badInput(path, `at most ${mostBounds} limits`);
  const isAscending = bounds.every((bound, at) => at === 0 || bound > (bounds[at - 1] ?? bound));
  if (!isAscending || !bounds.every(Number.isFinite)) throw badInput(path, "ascending numbers");
}

/** Counts the records that a query finds. Each facet leaves out the query's conditions on its own dimension. Throws `SearchError`. */
export async function countFacets<Row>(
  table: Table<Row>,
  query: Query,
  { facets, pause }: { readonly facets: readonly Facet[]; readonly pause: Pause },
): Promise<readonly FacetCounts[]> {
  const scan = { table, pace: new Pace(pause) };
  const kinds = facets.map((facet, index) => kindOf(table, facet, `by[${index}].bounds`));
  const parts = partsOf(query.condition);
  const matches = await matchAll(scan, query, parts);
  const counts: FacetCounts[] = [];
  for (const [index, facet] of facets.entries()) {
    const rows = matches.without(facet.dimension);
    const groups = await table.get(groupsOf(facet.dimension, kinds[index] ?? "text"));
    const tally = await countGroups(scan, rows, groups);
    const own = parts.flatMap((part) => (isOn(part, facet.dimension) ? [part] : []));
    const { bounds, first } = facet;
    const counted = { groups, tally, own };
    counts.push(
      bounds === null
        ? await toValues(scan, { ...counted, first })
        : await toRanges(scan, { ...counted, bounds }),
    );
  }
  return counts;
}

/** How values are read to be counted: for ranges as numbers; of an unknown kind as text, because any value can be read as text. */
function kindOf<Row>(
  { list, items }: Table<Row>,
  { dimension, bounds }: Facet,
  path: string,
): Kind {
  const kind =
    "field" in dimension
      ? (list.fields[dimension.field]?.kind ?? "any")
      : (items.get(dimension.identifier)?.kind ?? "any");
  if (bounds === null) return kind === "any" ? "text" : kind;
  if (kind === "number" || kind === "any") return "number";
  throw badInput(path, `no bounds, because the values are of kind \`${kind}\``);
}

/** The conditions that must all hold. */
function partsOf(condition: Condition): readonly Condition[] {
  return condition.op === "and" ? condition.parts : [condition];
}

function isOn(part: Condition, dimension: Dimension): part is Comparison {
  return part.op === "compare" && JSON.stringify(part.dimension) === JSON.stringify(dimension);
}

/** The rows that a query finds. Each of its conditions is matched once, so that any of them can be left out. */
async function matchAll<Row>(scan: Scan<Row>, { words }: Query, parts: readonly Condition[]) {
  const { length } = scan.table.rows;
  const matched: (readonly [Condition, Bitset])[] = [];
  for (const part of parts) matched.push([part, await matchCondition(scan, part)]);
  const all = createBitset(length, "all");
  const texts = words.length > 0 ? (await scan.table.get(searchedTexts)).texts : [];
  const found = words.length > 0 ? await matchWords({ words, texts, rows: all }, scan.pace) : all;
  return {
    without(dimension: Dimension): Bitset {
      const rows = found.slice();
      for (const [part, bits] of matched) if (!isOn(part, dimension)) combine(rows, "and", bits);
      return rows;
    },
  };
}

/** The values of a column, grouped by how they are read: 5 and "5" may be one group. */
interface Groups extends Derived {
  readonly kind: Kind;
  /** The index of the group of each of the column's values. */
  readonly groupOf: Uint32Array;
  /** The value of each group. The first is null, for what cannot be read. */
  readonly values: readonly (Scalar | null)[];
  readonly codes: Uint32Array;
}

function groupsOf(dimension: Dimension, kind: Kind): Derivation<Groups> {
  return {
    key: `groups ${kind} ${JSON.stringify(dimension)}`,
    async derive({ table, pace }) {
      const column = await table.get(columnOf(dimension));
      const values: (Scalar | null)[] = [null];
      const places = new Map<Scalar | null, number>([[null, 0]]);
      const groupOf = new Uint32Array(column.values.length);
      await pace.each(column.values.length, (code) => {
        const value = readers[kind](column.values[code]);
        const place = places.get(value) ?? values.length;
        if (place === values.length) places.set(value, values.push(value) - 1);
        groupOf[code] = place;
      });
      const bytes = groupOf.byteLength + values.length * 4 * 8;
      return { kind, groupOf, values, codes: column.codes, bytes };
    },
  };
}

async function countGroups<Row>(
  { pace }: Scan<Row>,
  rows: Bitset,
  { groupOf, values, codes }: Groups,
): Promise<Uint32Array> {
  const tally = new Uint32Array(values.length);
  const countWord = (word: number) => {
    const first = word * rowsPerWord;
    // `visitRows` would be simpler, but a call for each row costs more than the counting.
    for (let rest = rows[word] ?? 0; rest !== 0; rest &= rest - 1) {
      const row = first + 31 - Math.clz32(rest & -rest);
      const group = groupOf[codes[row] ?? 0] ?? 0;
      tally[group] = (tally[group] ?? 0) + 1;
    }
  };
  await pace.each(rows.length, countWord, rowsPerWord);
  return tally;
}

/** The number of rows in each group, and the filter's conditions on the dimension. */
interface Counted {
  readonly groups: Groups;
  readonly tally: Uint32Array;
  readonly own: readonly Comparison[];
}

/** The most frequent values, then those that the filter asks for. */
async function toValues<Row>(
  scan: Scan<Row>,
  { groups, tally, own, first }: Counted & { readonly first: number },
): Promise<FacetCounts> {
  const { values, kind } = groups;
  const { frequent, total } = await findMostFrequent(scan, { groups, tally, first });
  const asked = await findAsked(scan, values, own);
  const selected = new Set(asked.flatMap((one) => one.groups));
  const entries = [...new Set([...frequent, ...selected])].map((group) => ({
    ...toEntry(values[group] ?? null, tally[group]),
    isSelected: selected.has(group),
  }));
  // A value that no record has is listed too, as the facet would spell it.
  const missing = asked.flatMap((one) => (one.groups.length > 0 ? [] : [one.operand]));
  for (const value of new Set(kind === "text" ? missing.map(String) : missing)) {
    entries.push({ ...toEntry(value, 0), isSelected: true });
  }
  const otherCount = entries.reduce((rest, { count }) => rest - count, total);
  return { values: entries, otherCount, nullCount: tally[0] ?? 0 };
}

function toEntry(value: Scalar | null, count = 0) {
  return { value, from: null, to: null, count };
}

/** The groups with the most rows, by their number of rows and then by value. `total` is how many rows all groups have. */
async function findMostFrequent<Row>(
  { pace }: Scan<Row>,
  { groups: { values }, tally, first }: Omit<Counted, "own"> & { readonly first: number },
): Promise<{ readonly frequent: readonly number[]; readonly total: number }> {
  const compare = (one: number, other: number) =>
    (tally[other] ?? 0) - (tally[one] ?? 0) ||
    compareText(String(values[one]), String(values[other]));
  const frequent: number[] = [];
  let total = 0;
  await pace.each(values.length, (group) => {
    const count = tally[group] ?? 0;
    if (group === 0 || count === 0) return;
    total += count;
    const last = frequent[first - 1];
    if (first === 0 || (last !== undefined && compare(last, group) <= 0)) return;
    const place = countAhead(frequent, (other) => compare(other, group) <= 0);
    frequent.splice(place, 0, group);
    if (frequent.length > first) frequent.pop();
  });
  return { frequent, total };
}

/** A value that a filter asks for by `eq` or `in`. */
interface AskedValue {
  readonly operand: Scalar;
  /** The groups with values that read as this. There may be several if the structure gives no kind. */
  readonly groups: number[];
}

/** The values that conditions ask for by `eq` or `in`, in the order of the conditions. */
async function findAsked<Row>(
  { pace }: Scan<Row>,
  values: readonly (Scalar | null)[],
  own: readonly Comparison[],
): Promise<readonly AskedValue[]> {
  const asked = new Map<Comparison["kind"], Map<unknown, AskedValue>>();
  for (const { kind, operator, operand } of own) {
    if (operator !== "eq" && operator !== "in") continue;
    const operands = operator === "eq" ? [operand as Scalar] : (operand as ReadonlySet<Scalar>);
    const ofKind = asked.get(kind) ?? new Map<unknown, AskedValue>();
    for (const one of operands) ofKind.set(one, { operand: one, groups: [] });
    asked.set(kind, ofKind);
  }
  await pace.each(asked.size === 0 ? 0 : values.length, (group) => {
    for (const [kind, ofKind] of asked) {
      ofKind.get(readers[kind](values[group]))?.groups.push(group);
    }
  });
  return [...asked.values()].flatMap((ofKind) => [...ofKind.values()]);
}

/** All ranges between the bounds, ascending. */
async function toRanges<Row>(
  { pace }: Scan<Row>,
  { groups: { values }, tally, own, bounds }: Counted & { readonly bounds: readonly number[] },
): Promise<FacetCounts> {
  const limitOf = (name: "gte" | "lt") =>
    own.flatMap(({ operator, operand }) => (operator === name ? [operand] : []));
  const [froms, tos] = [limitOf("gte"), limitOf("lt")];
  const counts = new Array<number>(bounds.length + 1).fill(0);
  await pace.each(values.length, (group) => {
    const value = values[group];
    if (typeof value !== "number") return;
    const range = countAhead(bounds, (bound) => bound <= value);
    counts[range] = (counts[range] ?? 0) + (tally[group] ?? 0);
  });
  const isLimit = (given: readonly unknown[], bound: number | null) =>
    bound === null ? given.length === 0 : given.includes(bound);
  const isLimited = froms.length + tos.length > 0;
  return {
    values: counts.map((count, at) => {
      const [from, to] = [bounds[at - 1] ?? null, bounds[at] ?? null];
      const isSelected = isLimited && isLimit(froms, from) && isLimit(tos, to);
      return { value: null, from, to, count, isSelected };
    }),
    otherCount: 0,
    nullCount: tally[0] ?? 0,
  };
}
