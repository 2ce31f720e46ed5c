import { checkDataUses, dataUsesIn } from "../filter/data-uses.ts";
import {
  type Condition,
  type JoinCondition,
  joinsIn,
  type LinkedCondition,
  leavesOf,
  type NamesCondition,
} from "../filter/filter.ts";
import { type Joined, matchCondition, rowsWithValues } from "../filter/match.ts";
import { add, type Bitset, combine, createBitset, has, invert } from "../table/bitset.ts";
import { columnOf } from "../table/column.ts";
import { type Pause, quickRows } from "../table/pace.ts";
import type { DerivedValue, Scan, Table } from "../table/table.ts";
import type { Link } from "./link.ts";
import { leadingTo, linkIndexOf, linkNamesOf, noRow } from "./link-index.ts";

export interface JoinSource<Row> {
  /**
   * The table of a list. What it lacks would make a condition wrong, so it must be whole.
   * @throws if the list cannot be read whole.
   */
  readonly tableOf: (list: string) => Promise<Table<Row>>;
  readonly pause: Pause;
}

interface WorkedOutJoins {
  readonly joined: Joined;
  /**
   * The identifiers of conditions on joined lists that occur neither in the list's structure nor in
   * any of its records.
   */
  readonly unknownIdentifiers: readonly string[];
}

interface MatchedJoin extends DerivedValue {
  readonly rows: Bitset;
  readonly unknownIdentifiers: readonly string[];
}

/**
 * Works out the joins of a condition, each with one match over the joined list.
 * @throws SearchError as for a filter of the joined list.
 */
export async function workOutJoins<Row>(
  scan: Scan<Row>,
  condition: Condition,
  source: JoinSource<Row>,
): Promise<WorkedOutJoins> {
  const joined = new Map<JoinCondition, Bitset>();
  const unknown = new Set<string>();
  for (const leaf of leavesOf(condition)) {
    if (leaf.op === "compare") continue;
    const { rows, unknownIdentifiers } = await workOutJoin(scan, leaf, source);
    joined.set(leaf, rows);
    for (const identifier of unknownIdentifiers) unknown.add(identifier);
  }
  return { joined, unknownIdentifiers: [...unknown] };
}

/**
 * Works out a join, or finds it among those that were worked out for the same lists. It is kept
 * with the table.
 */
async function workOutJoin<Row>(
  scan: Scan<Row>,
  join: JoinCondition,
  { tableOf, pause }: JoinSource<Row>,
): Promise<MatchedJoin> {
  const tables = new Map<string, Table<Row>>();
  for (const list of listsOf(join)) tables.set(list, await tableOf(list));
  const numbers = tables.values().map(({ number }) => number);
  const key = `join of ${[...numbers].join()}: ${join.text}`;
  const match = () => new JoinMatcher(scan, tables, pause).match(join);
  // Not derived by the table, because this work ends when its caller leaves.
  const matched = scan.table.has({ key }) ? undefined : await match();
  const derive = async () => matched ?? (await match());
  return scan.table.get({ key, isForOneTable: true, derive });
}

function listsOf(join: JoinCondition): readonly string[] {
  return joinsIn(join).flatMap((one) => {
    if (one.op === "names") return [one.link.to];
    const { links, direction } = one;
    if (links.length === 0) return [];
    // If the named list lacked its first row with a name, another row would pass for it.
    return links.some(({ by }) => by !== "id") ? [direction.from, direction.to] : [direction.from];
  });
}

class JoinMatcher<Row> {
  readonly #scan: Scan<Row>;
  readonly #tables: ReadonlyMap<string, Table<Row>>;
  readonly #pause: Pause;
  readonly #unknown = new Set<string>();

  constructor(scan: Scan<Row>, tables: ReadonlyMap<string, Table<Row>>, pause: Pause) {
    this.#scan = scan;
    this.#tables = tables;
    this.#pause = pause;
  }

  async match(join: JoinCondition): Promise<MatchedJoin> {
    const rows = join.op === "names" ? await this.#matchNames(join) : await this.#matchLinked(join);
    return { rows, unknownIdentifiers: [...this.#unknown], bytes: rows.byteLength };
  }

  async #matchNames({ dimension, link, condition }: NamesCondition): Promise<Bitset> {
    const { table, pace } = this.#scan;
    const named = this.#tableOf(link.to);
    const matching = await this.#matchJoined(named, condition);
    const { codes } = await table.get(columnOf(dimension));
    const { nameOfCode } = await table.get(linkNamesOf(link));
    const { first } = await table.get(leadingTo(link, named));
    const holds = new Uint8Array(nameOfCode.length);
    const testName = (code: number) => {
      const row = first[nameOfCode[code] ?? 0] ?? noRow;
      if (row !== noRow && has(matching, row)) holds[code] = 1;
    };
    await pace.each(holds.length, testName, 1 / quickRows);
    return rowsWithValues(codes, holds, pace);
  }

  async #matchLinked({ direction, links, some, none }: LinkedCondition): Promise<Bitset> {
    const { length } = this.#scan.table.rows;
    const rows = createBitset(length, "all");
    // Without links, no row is named by any.
    if (links.length === 0) return some === null ? rows : createBitset(length, "none");
    const table = this.#tableOf(direction.from);
    table.requireItems();
    if (some !== null) {
      const naming = await this.#matchJoined(table, some);
      combine(rows, "and", await this.#namedBy(table, links, naming));
    }
    if (none !== null) {
      const named = await this.#namedBy(table, links, await this.#matchJoined(table, none));
      invert(named, length);
      combine(rows, "and", named);
    }
    return rows;
  }

  async #namedBy(table: Table<Row>, links: readonly Link[], naming: Bitset): Promise<Bitset> {
    const { table: own, pace } = this.#scan;
    const named = createBitset(own.rows.length, "none");
    for (const link of links) {
      const { rows, starts } = await table.get(linkIndexOf(link));
      const { first, repeated } = await table.get(leadingTo(link, own));
      const addIfNamed = (name: number) => {
        const row = first[name] ?? noRow;
        if (row === noRow) return;
        const start = starts[name] ?? 0;
        const end = starts[name + 1] ?? start;
        let index = start;
        while (index < end && !has(naming, rows[index] ?? 0)) index += 1;
        pace.countRows((index - start) / quickRows);
        if (index === end) return;
        add(named, row);
        for (const other of repeated.get(name) ?? noRows) add(named, other);
      };
      await pace.each(first.length, addIfNamed, 1 / quickRows);
    }
    return named;
  }

  async #matchJoined(table: Table<Row>, condition: Condition): Promise<Bitset> {
    const scan = { table, pace: this.#scan.pace };
    const unknown = await checkDataUses(table, dataUsesIn(condition), this.#pause);
    const source = { tableOf: async (list: string) => this.#tableOf(list), pause: this.#pause };
    const inner = await workOutJoins(scan, condition, source);
    for (const identifier of [...unknown, ...inner.unknownIdentifiers]) {
      this.#unknown.add(identifier);
    }
    return matchCondition(scan, condition, inner.joined);
  }

  #tableOf(list: string): Table<Row> {
    const table = this.#tables.get(list);
    if (table === undefined) throw new TypeError(`a join lacks the table of the list ${list}`);
    return table;
  }
}

const noRows: readonly number[] = [];
