import { referenceBytes } from "../../../base/collections/memory-size.ts";
import { columnOf, type Dimension, dependOn } from "../table/column.ts";
import type { Derivation, DerivedValue } from "../table/table.ts";
import { type Compare, readText } from "../table/values.ts";
import { countAhead, sortInTurns } from "./sort.ts";

/** Numbers that stand for a column's strings, and are in the same order. */
export interface Ranks extends DerivedValue {
  /** The rank of each value of the column, from 1; 0 for a value that cannot be read as text. */
  readonly ranks: Uint32Array;
  /** The rank of any string, between two ranks if the column does not have it. */
  readonly rankOf: (text: unknown) => number;
}

/** The ranks of a dimension's strings. The key does not name the comparison, because a dimension has only one. */
export function ranksOf(dimension: Dimension, compare: Compare<string>): Derivation<Ranks> {
  return {
    ...dependOn("ranks", dimension),
    async derive({ table, pace }) {
      const { values } = await table.get(columnOf(dimension));
      const textOf = (code: number) => readText(values[code]) ?? "";
      const codes = values.map((_, code) => code).filter((code) => readText(values[code]) !== null);
      const compareCodes = (one: number, other: number) => {
        pace.countCharacters(textOf(one).length);
        return compare(textOf(one), textOf(other));
      };
      const sorted = await sortInTurns(codes, compareCodes, pace);
      const ranks = new Uint32Array(values.length);
      const strings: string[] = [];
      await pace.each(sorted.length, (index) => {
        const code = sorted[index] ?? 0;
        const [last, text] = [strings.at(-1), textOf(code)];
        pace.countCharacters(text.length);
        // Different strings may be equal in the order. They have the same rank.
        if (last === undefined || compare(last, text) !== 0) strings.push(text);
        ranks[code] = strings.length;
      });
      const rankOf = (text: unknown) => findRank(strings, String(text), compare);
      return { ranks, rankOf, bytes: ranks.byteLength + strings.length * referenceBytes };
    },
  };
}

function findRank(strings: readonly string[], text: string, compare: Compare<string>): number {
  const ahead = countAhead(strings, (other) => compare(other, text) < 0);
  const next = strings[ahead];
  return next !== undefined && compare(next, text) === 0 ? ahead + 1 : ahead + 0.5;
}
