import { SearchError } from "../errors.ts";
import type { Comparison } from "../filter/comparison.ts";
import type { Condition } from "../filter/filter.ts";
import { matchCondition } from "../filter/match.ts";
import type { Matches, SearchQuery } from "../query.ts";
import { type Bitset, combine, createBitset, has } from "../table/bitset.ts";
import type { Dimension } from "../table/column.ts";
import type { Pace } from "../table/pace.ts";
import { mayHoldDates, type Table } from "../table/table.ts";
import type { ValueKind } from "../table/values.ts";
import { searchText } from "../text-search.ts";
import { countPeriods } from "./count-periods.ts";
import { countRanges } from "./count-ranges.ts";
import {
  type CountedGroups,
  countValues,
  findWantedValues,
  type WantedValue,
} from "./count-values.ts";
import { type Facet, type FacetCounts, noDates } from "./facet.ts";
import { countGroups, type Groups, groupsOf, periodsOf } from "./groups.ts";

export interface PreparedFacet {
  readonly facet: Facet;
  readonly groups: Groups;
  readonly rows: Bitset;
  readonly comparisons: readonly Comparison[];
  readonly wanted: readonly WantedValue[];
  readonly path: string;
}

/**
 * Prepares to count the records that match a query, by each facet. A facet ignores the query's
 * conditions on its own dimension, so that it shows what another choice there would find.
 * @throws SearchError `BAD_USER_INPUT` for bounds on values that are not numbers, and for periods
 * of values that are no dates.
 */
export async function prepareFacets<Row>(
  matches: Matches<Row>,
  facets: readonly Facet[],
): Promise<readonly PreparedFacet[]> {
  const { table, pace, query } = matches;
  const kinds = facets.map((facet, index) => kindOf(table, facet, `by[${index}]`));
  const conditions = conditionsOf(query);
  const matched = await matchAll(matches, conditions);
  const prepared: PreparedFacet[] = [];
  for (const [index, facet] of facets.entries()) {
    const { dimension, bounds, periods } = facet;
    const groups = await table.get(
      periods === null
        ? groupsOf(dimension, kinds[index] ?? "text")
        : periodsOf(dimension, periods.unit),
    );
    const comparisons = conditions.flatMap((condition) =>
      isOn(condition, dimension) && condition.op === "compare" ? [condition] : [],
    );
    const { values } = groups;
    const wanted =
      bounds === null && periods === null
        ? await findWantedValues({ values, readers: table.readers }, comparisons, pace)
        : [];
    const rows = matched.without(dimension);
    prepared.push({ facet, groups, rows, comparisons, wanted, path: `by[${index}]` });
  }
  return prepared;
}

/**
 * Counts the records that match a query, by each facet.
 * @param within the rows to which the query is limited. Counting takes time for these alone.
 * @default all
 */
export async function countFacets<Row>(
  { pace }: Matches<Row>,
  prepared: readonly PreparedFacet[],
  within?: Uint32Array,
): Promise<readonly FacetCounts[]> {
  const counted: FacetCounts[] = [];
  for (const { facet, groups, rows, comparisons, wanted, path } of prepared) {
    const { bounds, first, periods } = facet;
    const counts =
      within === undefined
        ? { ...groups, counts: await countGroups(rows, groups, pace), wanted }
        : await countGroupsOf(within, { rows, groups, wanted }, pace);
    if (periods !== null) counted.push(countPeriods(counts, { periods, comparisons, path }));
    else if (bounds !== null) {
      counted.push(await countRanges(counts, bounds, comparisons, pace));
    } else counted.push(await countValues(counts, first, pace));
  }
  return counted;
}

async function countGroupsOf(
  within: Uint32Array,
  { rows, groups, wanted }: Pick<PreparedFacet, "rows" | "groups" | "wanted">,
  pace: Pace,
): Promise<CountedGroups> {
  const { groupOf, codes, values, kind } = groups;
  // The first group is the one of null.
  const countOf = new Map([[0, 0]]);
  for (const one of wanted) for (const group of one.groups) countOf.set(group, 0);
  await pace.each(within.length, (index) => {
    const row = within[index] ?? 0;
    if (!has(rows, row)) return;
    const group = groupOf[codes[row] ?? 0] ?? 0;
    countOf.set(group, (countOf.get(group) ?? 0) + 1);
  });
  const counted = [...countOf.keys()].sort((one, other) => one - other);
  const indexOf = new Map(counted.map((group, index) => [group, index]));
  return {
    kind,
    values: counted.map((group) => values[group] ?? null),
    counts: Uint32Array.from(counted, (group) => countOf.get(group) ?? 0),
    wanted: wanted.map((one) => ({
      ...one,
      groups: one.groups.map((group) => indexOf.get(group) ?? 0),
    })),
  };
}

/** Text for values of unknown kind, because any scalar can be read as text. */
function kindOf<Row>(
  { list, items }: Table<Row>,
  { dimension, bounds, periods }: Facet,
  path: string,
): ValueKind {
  if (periods !== null) {
    const isDated = "field" in dimension || mayHoldDates(items.get(dimension.identifier));
    if (!isDated) throw noDates(path);
  }
  const kind =
    "field" in dimension
      ? (list.fields[dimension.field]?.kind ?? "any")
      : (items.get(dimension.identifier)?.kind ?? "any");
  if (bounds === null) return kind === "any" ? "text" : kind;
  if (kind === "number" || kind === "any") return "number";
  const message = `\`${path}.bounds\` works only with numbers; these values are \`${kind}\`.`;
  throw new SearchError("BAD_USER_INPUT", message);
}

function conditionsOf({ condition }: SearchQuery): readonly Condition[] {
  return condition.op === "and" ? condition.parts : [condition];
}

function isOn(condition: Condition, dimension: Dimension): boolean {
  return (
    (condition.op === "compare" || condition.op === "names") &&
    JSON.stringify(condition.dimension) === JSON.stringify(dimension)
  );
}

/** Matches each condition of a query once, so that facets can leave some out. */
async function matchAll<Row>(matches: Matches<Row>, conditions: readonly Condition[]) {
  const matched: (readonly [Condition, Bitset])[] = [];
  for (const condition of conditions) {
    matched.push([condition, await matchCondition(matches, condition, matches.joined)]);
  }
  const all = createBitset(matches.table.rows.length, "all");
  const found = await searchText(matches, matches.query.words, all);
  return {
    without(dimension: Dimension): Bitset {
      const rows = found.rows.slice();
      for (const [condition, bits] of matched) {
        if (!isOn(condition, dimension)) combine(rows, "and", bits);
      }
      return rows;
    },
  };
}
