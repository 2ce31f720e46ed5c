import type { Order } from "./order/order.ts";
import { compareNumbers, type SortKey } from "./order/sort-key.ts";
import { type Bitset, remove, rowsPerWord, visitRows } from "./table/bitset.ts";
import { type Folds, foldAll } from "./table/column.ts";
import type { Pace } from "./table/pace.ts";
import type { Derivation, ListDescription } from "./table/table.ts";
import { compareCodeUnits, fold } from "./table/text.ts";

/** The words of a search, folded, each once. The longest come first, because few records have those. */
export function parseWords(search: string | null | undefined): readonly string[] {
  const words: string[] = fold(search ?? "").match(/\S+/g) ?? [];
  return [...new Set(words.sort(compareCodeUnits))].sort((one, other) => other.length - one.length);
}

/** A search for words among some rows of a table. */
export interface TextSearch {
  readonly words: readonly string[];
  /** What the search looks at in each of the table's rows. */
  readonly strings: Folds["strings"];
  /** The rows that it looks at. */
  readonly rows: Bitset;
}

/** The rows that have all the words. */
export async function matchWords(search: TextSearch, pace: Pace): Promise<Bitset> {
  const { words, rows } = search;
  const found = rows.slice();
  await visitStrings(search, pace, (text, row) => {
    const isIn = (word: string) => {
      pace.spend(text.length);
      return text.includes(word);
    };
    if (!words.every(isIn)) remove(found, row);
  });
  return found;
}

/** Compares found rows by relevance: the more of the words are in the name the better, then the more of them are whole words. */
export async function createRelevanceKey(
  search: TextSearch,
  order: Order,
  pace: Pace,
): Promise<SortKey> {
  const { words, strings } = search;
  // Made at the first row: a search can have thousands of words that no record has.
  let wholeWords: readonly RegExp[] | undefined;
  const distances = new Uint32Array(strings.length);
  await visitStrings(search, pace, (text, row) => {
    const name = text.slice(0, text.indexOf("\n"));
    const foundIn = words.map((word) => (name.includes(word) ? name : text));
    const outsideName = foundIn.filter((part) => part === text).length;
    wholeWords ??= words.map((word) => new RegExp(`(?<!\\S)${RegExp.escape(word)}(?!\\S)`));
    const notWhole = wholeWords.filter((word, index) => !word.test(foundIn[index] ?? "")).length;
    distances[row] = outsideName * (words.length + 1) + notWhole;
    pace.spend(2 * text.length * words.length);
  });
  const sign = order.direction === "ASC" ? 1 : -1;
  return {
    keyAt: (row) => sign * (distances[row] ?? 0),
    compare: compareNumbers,
    valueAt: (row) => distances[row] ?? 0,
    keyOf: (value) => (typeof value === "number" ? sign * value : undefined),
  };
}

/** What a search looks at in each row, folded: the name on the first line, then each other string on its own line. */
export const searchedStrings: Derivation<Folds> = {
  key: "searched strings",
  derive: ({ table, pace }) => foldAll(table.rows, createJoin(table.list), pace),
};

function createJoin<Row>({ fields, searched, readAdditionalData }: ListDescription<Row>) {
  const [name, ...others] = searched.map((field) => fields[field]);
  return (row: Row) => {
    // The name must stay on the first line.
    let text = `${String(name?.read(row) ?? "").replaceAll("\n", " ")}\n`;
    for (const field of others) text += `${field?.read(row) ?? ""}\n`;
    for (const value of Object.values(readAdditionalData(row) ?? {})) {
      if (typeof value === "string") text += `${value}\n`;
    }
    return text;
  };
}

async function visitStrings(
  { strings, rows }: TextSearch,
  pace: Pace,
  use: (text: string, row: number) => void,
) {
  const useRow = (row: number) => use(strings[row] ?? "", row);
  await pace.each(rows.length, (word) => visitRows(rows, word, useRow), rowsPerWord);
}
