import { checkDataUses, dataUsesIn } from "../filter/data-uses.ts";
import {
  type Condition,
  type JoinCondition,
  type LinkedCondition,
  leavesOf,
  type NamesCondition,
} from "../filter/filter.ts";
import { type Joined, matchCondition, rowsWithValues } from "../filter/match.ts";
import { add, type Bitset, combine, createBitset, has, invert } from "../table/bitset.ts";
import { columnOf } from "../table/column.ts";
import { type Pause, quickRows } from "../table/pace.ts";
import type { Scan, Table } from "../table/table.ts";
import type { Link } from "./link.ts";
import { linkIndexOf, namedRowsOf } from "./link-index.ts";

/** Where the rows of joined lists come from. */
export interface JoinSource<Row> {
  /**
   * The table of a list. What it lacks would make a condition wrong, so it must be whole.
   * @throws if the list cannot be read whole.
   */
  readonly tableOf: (list: string) => Promise<Table<Row>>;
  readonly pause: Pause;
}

/** The joins of a condition, worked out. */
export interface WorkedOutJoins {
  readonly joined: Joined;
  /** The identifiers of conditions on joined lists that occur neither in the list's structure nor in any of its records. */
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
  const join = new JoinMatcher(scan, source, unknown);
  for (const leaf of leavesOf(condition)) {
    if (leaf.op === "names") joined.set(leaf, await join.matchNames(leaf));
    else if (leaf.op === "linked") joined.set(leaf, await join.matchLinked(leaf));
  }
  return { joined, unknownIdentifiers: [...unknown] };
}

class JoinMatcher<Row> {
  readonly #scan: Scan<Row>;
  readonly #source: JoinSource<Row>;
  readonly #unknown: Set<string>;

  constructor(scan: Scan<Row>, source: JoinSource<Row>, unknown: Set<string>) {
    this.#scan = scan;
    this.#source = source;
    this.#unknown = unknown;
  }

  /** The rows whose value names a row that matches. */
  async matchNames({ dimension, link, condition }: NamesCondition): Promise<Bitset> {
    const { table, pace } = this.#scan;
    const named = await this.#source.tableOf(link.to);
    const matching = await this.#match(named, condition);
    const { positionsOf } = await named.get(namedRowsOf(link));
    const { codes, values } = await table.get(columnOf(dimension));
    const holds = new Uint8Array(values.length);
    await pace.each(values.length, (code) => {
      const name = link.readName(values[code]);
      const [first] = name === null ? [] : positionsOf(name);
      if (first !== undefined && has(matching, first)) holds[code] = 1;
    });
    return rowsWithValues(codes, holds, pace);
  }

  /** The rows that are named by a row that matches `some`, and by none that matches `none`. */
  async matchLinked({ direction, links, some, none }: LinkedCondition): Promise<Bitset> {
    const { length } = this.#scan.table.rows;
    const rows = createBitset(length, "all");
    // Without links, no row is named by any.
    if (links.length === 0) return some === null ? rows : createBitset(length, "none");
    const table = await this.#source.tableOf(direction.from);
    table.requireItems();
    // If the named list lacked its first row with a name, another row would pass for it.
    if (links.some(({ by }) => by !== "id")) await this.#source.tableOf(direction.to);
    if (some !== null) {
      combine(rows, "and", await this.#namedBy(table, links, await this.#match(table, some)));
    }
    if (none !== null) {
      const named = await this.#namedBy(table, links, await this.#match(table, none));
      invert(named, length);
      combine(rows, "and", named);
    }
    return rows;
  }

  /** The rows that some rows of a joined list name. */
  async #namedBy(table: Table<Row>, links: readonly Link[], naming: Bitset): Promise<Bitset> {
    const { table: own, pace } = this.#scan;
    const named = createBitset(own.rows.length, "none");
    const idAt = (position: number) => own.list.readId(own.rows[position] as Row);
    for (const link of links) {
      const { names, rows, starts } = await table.get(linkIndexOf(link));
      const { positionsOf } = await own.get(namedRowsOf(link));
      const entries = names.entries();
      await pace.each(names.size, () => {
        const [name, number] = entries.next().value ?? ["", 0];
        const start = starts[number] ?? 0;
        const end = starts[number + 1] ?? start;
        let index = start;
        while (index < end && !has(naming, rows[index] ?? 0)) index += 1;
        pace.countRows((index - start) / quickRows);
        if (index === end) return;
        const [first, ...others] = positionsOf(name);
        if (first === undefined) return;
        add(named, first);
        // A list may have its first record of that name several times.
        for (const other of others) if (idAt(other) === idAt(first)) add(named, other);
      });
    }
    return named;
  }

  /** Matches a condition on a joined list. */
  async #match(table: Table<Row>, condition: Condition): Promise<Bitset> {
    const scan = { table, pace: this.#scan.pace };
    const unknown = await checkDataUses(table, dataUsesIn(condition), this.#source.pause);
    const inner = await workOutJoins(scan, condition, this.#source);
    for (const identifier of [...unknown, ...inner.unknownIdentifiers]) {
      this.#unknown.add(identifier);
    }
    return matchCondition(scan, condition, inner.joined);
  }
}
