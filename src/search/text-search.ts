import { add, type Bitset, createBitset, has } from "./bitset.ts";
import { type Folds, foldAll } from "./column.ts";
import type { Order, SortKey } from "./order.ts";
import type { Derivation, List, Scan } from "./table.ts";
import { compareCodeUnits, fold } from "./text.ts";

/** The words of a search, folded, each once: what white space separates. Long ones come first, because few records have them. */
export function parseWords(search: string | null | undefined): readonly string[] {
  const words = fold(search ?? "")
    .split(/\s+/)
    .filter((word) => word !== "");
  return [...new Set(words.sort(compareCodeUnits))].sort((one, other) => other.length - one.length);
}

/** What a search has found: rows that have all the words in what is searched. */
export interface Hits {
  readonly words: readonly string[];
  readonly rows: Bitset;
}

/** The rows among those given that have all the words. */
export async function matchWords<Row>(scan: Scan<Row>, { words, rows }: Hits): Promise<Bitset> {
  const found = createBitset(scan.table.rows.length, "none");
  await eachText(scan, rows, (text, row) => {
    if (words.every((word) => text.includes(word))) add(found, row);
  });
  return found;
}

/** What puts hits in the order of their relevance, which depends on the row and the words alone. */
export async function createRelevanceKey<Row>(
  scan: Scan<Row>,
  { words, rows }: Hits,
  direction: Order["direction"],
): Promise<SortKey> {
  const patterns = words.map((word) => {
    return { word, whole: new RegExp(`(?<!\\S)${RegExp.escape(word)}(?!\\S)`) };
  });
  const distances = new Float64Array(scan.table.rows.length);
  await eachText(scan, rows, (text, row) => {
    distances[row] = distanceOf(text, patterns);
  });
  const sign = direction === "ASC" ? 1 : -1;
  return {
    keyAt: (row) => sign * (distances[row] ?? 0),
    valueAt: (row) => distances[row] ?? 0,
    keyOf: (value) => (typeof value === "number" ? sign * value : undefined),
  };
}

interface Pattern {
  readonly word: string;
  /** The word between white space. */
  readonly whole: RegExp;
}

/** How far a text is from having all words in its name, and then from having them whole: 0 is the best. */
function distanceOf(text: string, patterns: readonly Pattern[]): number {
  const name = text.slice(0, text.indexOf("\n"));
  let [inName, whole] = [0, 0];
  for (const pattern of patterns) {
    const isInName = name.includes(pattern.word);
    if (isInName) inName++;
    if (pattern.whole.test(isInName ? name : text)) whole++;
  }
  return (patterns.length - inName) * (patterns.length + 1) + patterns.length - whole;
}

/** For each row all that is searched, folded: a line that is its name, and a line for each other text. */
const searchedTexts: Derivation<Folds> = {
  key: "searched texts",
  derive: ({ table, pace }) => foldAll(table.rows, (row) => joinTexts(table.list, row), pace),
};

function joinTexts<Row>({ fields, searched, readAdditionalData }: List<Row>, row: Row): string {
  const [name = "", ...others] = searched.map((field) => String(fields[field]?.read(row) ?? ""));
  const data = Object.values(readAdditionalData(row) ?? {});
  const texts = [...others, ...data.filter((value) => typeof value === "string")];
  // A line's end within the name would end it too early.
  return `${name.replaceAll("\n", " ")}\n${texts.join("\n")}`;
}

async function eachText<Row>(
  { table, pace }: Scan<Row>,
  rows: Bitset,
  use: (text: string, row: number) => void,
): Promise<void> {
  const { texts } = await table.get(searchedTexts);
  await pace.each(texts.length, (row) => {
    if (!has(rows, row)) return;
    const text = texts[row] ?? "";
    pace.spend(text);
    use(text, row);
  });
}
