import { referenceBytes } from "./bytes.ts";
import { columnOf, type Dimension, nameOf } from "./column.ts";
import { sortInTurns } from "./sort.ts";
import type { Derivation, Derived } from "./table.ts";
import { compareIntegers, compareText } from "./text.ts";
import { readText } from "./values.ts";

/** How texts are ordered: as people read them, or as the whole numbers that they are. */
export type TextOrder = "text" | "integer";

/** The places of a dimension's texts in an order. */
export interface Ranks extends Derived {
  /** For each value of the column its rank: 0 for the first, the same for those that are equal in the order. */
  readonly ofCode: Uint32Array;
  /** A text of each rank. */
  readonly texts: readonly string[];
  readonly compare: (one: string, other: string) => number;
}

const comparisons = { text: compareText, integer: compareIntegers } as const;

/** The ranks of a dimension. */
export function ranksOf(dimension: Dimension, order: TextOrder): Derivation<Ranks> {
  return {
    key: `ranks ${order} ${nameOf(dimension)}`,
    async derive(table, pace) {
      const { values } = await table.get(columnOf(dimension));
      const all = values.map(readText);
      const codes = Uint32Array.from(all.keys()).filter((code) => all[code] !== null);
      const textOf = (code: number) => all[code] ?? "";
      const compare = comparisons[order];
      const sorted = await sortInTurns(codes, (a, b) => compare(textOf(a), textOf(b)), pace);
      const ofCode = new Uint32Array(values.length);
      const texts: string[] = [];
      await pace.over(sorted.length, (from, to) => {
        for (const code of sorted.subarray(from, to)) {
          const text = textOf(code);
          const last = texts.at(-1);
          if (last === undefined || compare(last, text) !== 0) texts.push(text);
          ofCode[code] = texts.length - 1;
        }
      });
      return { ofCode, texts, compare, bytes: ofCode.byteLength + texts.length * referenceBytes };
    },
  };
}

/** The rank of a text; halfway between its neighbours' where no value has it. */
export function rankOfText({ texts, compare }: Ranks, text: string): number {
  let [low, high] = [0, texts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const difference = compare(texts[middle] ?? "", text);
    if (difference === 0) return middle;
    if (difference < 0) low = middle + 1;
    else high = middle;
  }
  return low - 0.5;
}
