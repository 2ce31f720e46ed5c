import { compareNumbers, type Order, type SortKey } from "./order/order.ts";
import { type Bitset, remove, rowsPerWord, visitRows } from "./table/bitset.ts";
import { type Folds, foldAll } from "./table/column.ts";
import type { Pace } from "./table/pace.ts";
import type { Derivation, List } from "./table/table.ts";
import { compareCodeUnits, fold } from "./table/text.ts";

/** The words of a search, folded, each once: what white space separates. Long ones come first, because few records have them. */
export function parseWords(search: string | null | undefined): readonly string[] {
  const words: string[] = fold(search ?? "").match(/\S+/g) ?? [];
  return [...new Set(words.sort(compareCodeUnits))].sort((one, other) => other.length - one.length);
}

/** What a search has found: rows that have all the words in what is searched, which is told for all rows. */
export interface Hits extends Pick<Folds, "texts"> {
  readonly words: readonly string[];
  readonly rows: Bitset;
}

/** The rows among those given that have all the words. */
export async function matchWords(hits: Hits, pace: Pace): Promise<Bitset> {
  const { words, rows } = hits;
  const found = rows.slice();
  await eachText(hits, pace, (text, row) => {
    const isIn = (word: string) => {
      pace.spend(text.length);
      return text.includes(word);
    };
    if (!words.every(isIn)) remove(found, row);
  });
  return found;
}

/** What puts hits in the order of their relevance: by how many words are in the name, then by how many of them are whole. */
export async function createRelevanceKey(hits: Hits, order: Order, pace: Pace): Promise<SortKey> {
  const { words, texts } = hits;
  // A search may have thousands of words, as no record has.
  let wholeWords: readonly RegExp[] | undefined;
  const distances = new Uint32Array(texts.length);
  await eachText(hits, pace, (text, row) => {
    const name = text.slice(0, text.indexOf("\n"));
    const parts = words.map((word) => (name.includes(word) ? name : text));
    const others = parts.filter((part) => part === text).length;
    wholeWords ??= words.map((word) => new RegExp(`(?<!\\S)${RegExp.escape(word)}(?!\\S)`));
    const broken = wholeWords.filter((word, index) => !word.test(parts[index] ?? "")).length;
    distances[row] = others * (words.length + 1) + broken;
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

/** For each row all that is searched, folded: a line that is its name, and a line for each other text. */
export const searchedTexts: Derivation<Folds> = {
  key: "searched texts",
  derive: ({ table, pace }) => foldAll(table.rows, createJoin(table.list), pace),
};

function createJoin<Row>({ fields, searched, readAdditionalData }: List<Row>) {
  const [name, ...others] = searched.map((field) => fields[field]);
  return (row: Row) => {
    // A line's end within the name would end it too early.
    let text = `${String(name?.read(row) ?? "").replaceAll("\n", " ")}\n`;
    for (const field of others) text += `${field?.read(row) ?? ""}\n`;
    for (const value of Object.values(readAdditionalData(row) ?? {})) {
      if (typeof value === "string") text += `${value}\n`;
    }
    return text;
  };
}

type Use = (text: string, row: number) => void;

async function eachText({ texts, rows }: Hits, pace: Pace, use: Use): Promise<void> {
  const useRow = (row: number) => use(texts[row] ?? "", row);
  await pace.each(rows.length, (word) => visitRows(rows, word, useRow), rowsPerWord);
}
