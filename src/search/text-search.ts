import type { Order } from "./order/order.ts";
import { compareNumbers, type SortKey } from "./order/sort-key.ts";
import { type Bitset, remove, rowsPerWord, visitRows } from "./table/bitset.ts";
import { type Folds, foldAll } from "./table/column.ts";
import type { Pace } from "./table/pace.ts";
import type { Derivation, ListDescription, Scan } from "./table/table.ts";
import { compareCodeUnits, fold } from "./table/text.ts";

/**
 * The words of a search, folded, each once. They are split before they are folded, because folding
 * turns characters such as U+00B4 into a space with a mark, and a word may contain those. Their
 * order depends only on the words, because cursors are valid only for the same words in the same
 * order. The longest come first, because they usually rule out the most records.
 */
export function parseWords(search: string | null | undefined): readonly string[] {
  const words = (search?.match(/\S+/g) ?? []).map(fold).filter((word) => word.trim() !== "");
  return [...new Set(words.sort(compareCodeUnits))].sort((one, other) => other.length - one.length);
}

export interface TextMatches {
  readonly words: readonly string[];
  /**
   * The text of each of the table's rows, as `searchedStrings` has it; empty if there are no words.
   */
  readonly strings: Folds["strings"];
  readonly rows: Bitset;
}

export async function searchText<Row>(
  { table, pace }: Scan<Row>,
  words: readonly string[],
  rows: Bitset,
): Promise<TextMatches> {
  if (words.length === 0) return { words, strings: [], rows };
  const { strings } = await table.get(searchedStrings);
  const found = rows.slice();
  await visitStrings({ strings, rows }, pace, (text, row) => {
    const missing = words.findIndex((word) => !text.includes(word));
    const looksInText = missing < 0 ? words.length : missing + 1;
    pace.countCharacters(looksInText * text.length);
    if (missing >= 0) remove(found, row);
  });
  return { words, strings, rows: found };
}

/**
 * Creates the sort key of relevance. Records with more of the words in their names come first. Of
 * those with equally many, records with more of them as whole words come first.
 */
export async function createRelevanceKey(
  matches: TextMatches,
  order: Order,
  pace: Pace,
): Promise<SortKey> {
  const { words, strings } = matches;
  // Compiled only if a row is found: a search can have thousands of words that no record has.
  let wholeWords: readonly RegExp[] | undefined;
  const distances = new Uint32Array(strings.length);
  await visitStrings(matches, pace, (text, row) => {
    wholeWords ??= words.map((word) => new RegExp(`(?<!\\S)${RegExp.escape(word)}(?!\\S)`));
    const name = text.slice(0, text.indexOf("\n"));
    const isInName = words.map((word) => name.includes(word));
    const outsideName = isInName.filter((isIn) => !isIn).length;
    const notWhole = wholeWords.filter(
      (wholeWord, index) => !wholeWord.test(isInName[index] ? name : text),
    ).length;
    distances[row] = outsideName * (words.length + 1) + notWhole;
    pace.countCharacters(2 * text.length * words.length);
  });
  const sign = order.direction === "ASC" ? 1 : -1;
  return {
    keyAt: (row) => sign * (distances[row] ?? 0),
    compare: compareNumbers,
    valueAt: (row) => distances[row] ?? 0,
    keyOf: (value) => (typeof value === "number" ? sign * value : undefined),
  };
}

/**
 * The text of each row that a search looks in, folded: the name on the first line, then each other
 * string on its own line.
 */
const searchedStrings: Derivation<Folds> = {
  key: "searched strings",
  derive: ({ table, pace }) => foldAll(table.rows, createTextReader(table.list), pace),
};

function createTextReader<Row>({ fields, searched, readAdditionalData }: ListDescription<Row>) {
  const [name, ...others] = searched.map((field) => fields[field]);
  return (row: Row) => {
    // A line break in the name would end the first line early.
    let text = `${String(name?.read(row) ?? "").replaceAll("\n", " ")}\n`;
    for (const field of others) text += `${field?.read(row) ?? ""}\n`;
    for (const value of Object.values(readAdditionalData(row) ?? {})) {
      if (typeof value === "string") text += `${value}\n`;
    }
    return text;
  };
}

async function visitStrings(
  { strings, rows }: Pick<TextMatches, "strings" | "rows">,
  pace: Pace,
  visit: (text: string, row: number) => void,
) {
  const visitRow = (row: number) => visit(strings[row] ?? "", row);
  await pace.each(rows.length, (word) => visitRows(rows, word, visitRow), rowsPerWord);
}
