import { SearchError } from "../errors.ts";
import type { Comparison } from "../filter/comparison.ts";
import type { Condition } from "../filter/filter.ts";
import { matchCondition } from "../filter/match.ts";
import type { SearchQuery } from "../query.ts";
import { type Bitset, combine, createBitset } from "../table/bitset.ts";
import type { Dimension } from "../table/column.ts";
import { Pace, type Pause } from "../table/pace.ts";
import type { Scan, Table } from "../table/table.ts";
import type { ValueKind } from "../table/values.ts";
import { searchText } from "../text-search.ts";
import { countRanges } from "./count-ranges.ts";
import { countValues } from "./count-values.ts";
import type { Facet, FacetCounts } from "./facet.ts";
import { countGroups, groupsOf } from "./groups.ts";

/**
 * Counts the records that match a query, by each facet. A facet ignores the query's conditions on its own dimension, so that it
 * shows what another choice there would find.
 * @throws SearchError `BAD_USER_INPUT` for bounds on values that are not numbers.
 */
export async function countFacets<Row>(
  table: Table<Row>,
  query: SearchQuery,
  { facets, pause }: { readonly facets: readonly Facet[]; readonly pause: Pause },
): Promise<readonly FacetCounts[]> {
  const pace = new Pace(pause);
  const facetsWithKinds = facets.map((facet, index) => ({
    ...facet,
    kind: kindOf(table, facet, `by[${index}].bounds`),
  }));
  const conditions = conditionsOf(query);
  const matches = await matchAll({ table, pace }, query, conditions);
  const counted: FacetCounts[] = [];
  for (const { dimension, kind, bounds, first } of facetsWithKinds) {
    const rows = matches.without(dimension);
    const groups = await table.get(groupsOf(dimension, kind));
    const counts = await countGroups(rows, groups, pace);
    const comparisons = conditions.filter((condition) => isOn(condition, dimension));
    const facet = { groups, counts, comparisons, readers: table.readers };
    counted.push(
      bounds === null
        ? await countValues(facet, first, pace)
        : await countRanges(facet, bounds, pace),
    );
  }
  return counted;
}

/**
 * The kind that a facet counts values as: numbers for ranges, and text for values of unknown kind, because any scalar can be read
 * as text.
 */
function kindOf<Row>(
  { list, items }: Table<Row>,
  { dimension, bounds }: Facet,
  path: string,
): ValueKind {
  const kind =
    "field" in dimension
      ? (list.fields[dimension.field]?.kind ?? "any")
      : (items.get(dimension.identifier)?.kind ?? "any");
  if (bounds === null) return kind === "any" ? "text" : kind;
  if (kind === "number" || kind === "any") return "number";
  const message = `\`${path}\` works only with numbers; these values are \`${kind}\`.`;
  throw new SearchError("BAD_USER_INPUT", message);
}

/** The conditions that must all hold. */
function conditionsOf({ condition }: SearchQuery): readonly Condition[] {
  return condition.op === "and" ? condition.parts : [condition];
}

function isOn(condition: Condition, dimension: Dimension): condition is Comparison {
  return (
    condition.op === "compare" && JSON.stringify(condition.dimension) === JSON.stringify(dimension)
  );
}

/** Matches each condition of a query once, so that facets can leave some out. */
async function matchAll<Row>(
  scan: Scan<Row>,
  { words }: SearchQuery,
  conditions: readonly Condition[],
) {
  const matched: (readonly [Condition, Bitset])[] = [];
  for (const condition of conditions) {
    matched.push([condition, await matchCondition(scan, condition)]);
  }
  const all = createBitset(scan.table.rows.length, "all");
  const found = await searchText(scan, words, all);
  return {
    /** The rows that match the search, and all conditions except those on a dimension. */
    without(dimension: Dimension): Bitset {
      const rows = found.rows.slice();
      for (const [condition, bits] of matched) {
        if (!isOn(condition, dimension)) combine(rows, "and", bits);
      }
      return rows;
    },
  };
}
