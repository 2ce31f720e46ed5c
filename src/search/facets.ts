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

/** What records are counted by, as a caller asks for it. */
export interface FacetInput {
  /** A field of the list, or `additionalData`. */
  readonly field: string;
  /** With additional data only, and needed there. */
  readonly identifier?: string | null | undefined;
  /** For numbers, the limits between ranges. */
  readonly bounds?: readonly number[] | null | undefined;
  /** How many values are told, the most frequent. */
  readonly first: number;
}

/** What records are counted by, read. */
export interface Facet {
  readonly dimension: Dimension;
  /** Null: by their values. */
  readonly bounds: readonly number[] | null;
  readonly first: number;
}

/** How many records have one value, or one in a range: from `from` on, up to `to`; null: without an end. */
export interface FacetEntry {
  readonly value: Scalar | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly count: number;
  /** Whether the filter asks for just this. */
  readonly isSelected: boolean;
}

/** How many records a query leaves by their values in one dimension. */
export interface FacetCounts {
  readonly values: readonly FacetEntry[];
  /** Those with a value that is not told. */
  readonly otherCount: number;
  readonly nullCount: number;
}

const mostFacets = 20;
const mostBounds = 100;

/** Reads what a caller counts by. Throws `SearchError`, but for what depends on the structure of the additional data. */
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
      throw badInput(`${path}.identifier`, "one with additional data, and only there");
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

/** Counts what a query leaves, for each facet without the query's own conditions on it. Throws `SearchError`. */
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

/**
 * As what values are counted: ranges are for numbers, and what may be compared as anything is counted as text, as which each
 * value can be read.
 */
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
  throw badInput(path, `none, because the values are no numbers but of kind ${kind}`);
}

/** What must hold all together. */
function partsOf(condition: Condition): readonly Condition[] {
  return condition.op === "and" ? condition.parts : [condition];
}

function isOn(part: Condition, dimension: Dimension): part is Comparison {
  return part.op === "compare" && JSON.stringify(part.dimension) === JSON.stringify(dimension);
}

/** The rows that a query leaves, each of its parts matched once. */
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

/** The values of a dimension as they are counted: those that read alike are one. */
interface Groups extends Derived {
  readonly kind: Kind;
  /** For each value of the column the place of its group. */
  readonly groupOf: Uint32Array;
  /** What the groups have; the first is null, for what cannot be read. */
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
    // Bit by bit: to be called for each row would cost more than to count it.
    for (let rest = rows[word] ?? 0; rest !== 0; rest &= rest - 1) {
      const row = first + 31 - Math.clz32(rest & -rest);
      const group = groupOf[codes[row] ?? 0] ?? 0;
      tally[group] = (tally[group] ?? 0) + 1;
    }
  };
  await pace.each(rows.length, countWord, rowsPerWord);
  return tally;
}

/** What was counted, and the filter's own conditions on it. */
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
  const comesFirst = (one: number, other: number) =>
    (tally[other] ?? 0) - (tally[one] ?? 0) ||
    compareText(String(values[one]), String(values[other]));
  const kept: number[] = [];
  let total = 0;
  await scan.pace.each(values.length, (group) => {
    const count = tally[group] ?? 0;
    if (group === 0 || count === 0) return;
    total += count;
    const last = kept[first - 1];
    if (first === 0 || (last !== undefined && comesFirst(last, group) <= 0)) return;
    kept.splice(
      countAhead(kept, (other) => comesFirst(other, group) <= 0),
      0,
      group,
    );
    if (kept.length > first) kept.pop();
  });
  const asked = await findAsked(scan, values, own);
  const selected = new Set(asked.flatMap((one) => one.groups));
  const counts = new Map(
    [...new Set([...kept, ...selected])].map((group) => [values[group] ?? null, group]),
  );
  // What no record has is told as the facet would tell it.
  for (const { operand, groups: found } of asked) {
    if (found.length === 0) counts.set(kind === "text" ? String(operand) : operand, values.length);
  }
  const entries = [...counts].map(([value, group]) => ({
    value,
    from: null,
    to: null,
    count: tally[group] ?? 0,
    isSelected: group === values.length || selected.has(group),
  }));
  return {
    values: entries,
    otherCount: entries.reduce((rest, { count }) => rest - count, total),
    nullCount: tally[0] ?? 0,
  };
}

/** A value that a filter asks for by name. */
interface AskedValue {
  readonly operand: Scalar;
  /** The values counted that read as this: of what may be compared as anything there may be several. */
  readonly groups: number[];
}

/** The values that conditions ask for by `eq` or `in`, in their order. */
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

/** All ranges between the bounds, in their order. */
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
