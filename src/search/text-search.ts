import { add, type Bitset, createBitset, has } from "./bitset.ts";
import { bytesOfText, referenceBytes } from "./bytes.ts";
import type { Order, SortKey } from "./order.ts";
import type { Pace } from "./pace.ts";
import type { Derivation, Derived, List, Table } from "./table.ts";
import { compareCodeUnits, fold } from "./text.ts";
import { readText } from "./values.ts";

/** The words of a search, folded, each once: what white space separates. Long ones come first, because few records have them. */
export function parseWords(search: string | null | undefined): readonly string[] {
  const words = fold(search ?? "").split(/\s+/);
  return [...new Set(words)]
    .filter((word) => word !== "")
    .sort((one, other) => other.length - one.length || compareCodeUnits(one, other));
}

/** The rows among those given that have all words in what is searched. */
export async function matchWords<Row>(
  table: Table<Row>,
  words: readonly string[],
  among: Bitset,
  pace: Pace,
): Promise<Bitset> {
  const { texts } = await table.get(searchedTexts);
  const bits = createBitset(texts.length, "none");
  await eachText(texts, among, pace, (text, row) => {
    if (words.every((word) => text.includes(word))) add(bits, row);
  });
  return bits;
}

/**
 * What puts the rows that a search has found in the order of their relevance: by how many words are in the name, then by how
 * many are whole. A row's relevance depends on nothing but the row and the words.
 */
export async function createRelevanceKey<Row>(
  table: Table<Row>,
  words: readonly string[],
  { direction, found }: { readonly direction: Order["direction"]; readonly found: Bitset },
  pace: Pace,
): Promise<SortKey> {
  const { texts } = await table.get(searchedTexts);
  const codes = new Uint32Array(texts.length);
  const codeOf = new Map<number, number>();
  await eachText(texts, found, pace, (text, row) => {
    const distance = distanceOf(text, words);
    const code = codeOf.get(distance) ?? codeOf.size;
    codeOf.set(distance, code);
    codes[row] = code;
  });
  const distances = [...codeOf.keys()];
  const sign = direction === "ASC" ? 1 : -1;
  return {
    codes,
    keys: Float64Array.from(distances, (distance) => sign * distance),
    valueOf: (row) => distances[codes[row] ?? 0] ?? 0,
    keyOf: (value) => (typeof value === "number" ? sign * value : undefined),
  };
}

/** For each row a line that is its name, then a line for each other text that is searched; all folded. */
interface SearchedTexts extends Derived {
  readonly texts: readonly string[];
}

const searchedTexts: Derivation<SearchedTexts> = {
  key: "searched texts",
  async derive({ rows, list }, pace) {
    const texts: string[] = [];
    let bytes = rows.length * referenceBytes;
    await pace.overTexts(rows, (row) => {
      const text = fold(joinTexts(list, row));
      texts.push(text);
      bytes += bytesOfText(text);
      return text.length;
    });
    return { texts, bytes };
  },
};

function joinTexts<Row>({ fields, searched, readAdditionalData }: List<Row>, row: Row): string {
  const read = (field: string) => readText(fields[field]?.read(row)) ?? "";
  // A line's end within the name would end it too early.
  let text = read(searched.name).replaceAll("\n", " ");
  for (const field of searched.others) text += `\n${read(field)}`;
  for (const value of Object.values(readAdditionalData(row) ?? {})) {
    if (typeof value === "string") text += `\n${value}`;
  }
  return text;
}

async function eachText(
  texts: readonly string[],
  among: Bitset,
  pace: Pace,
  use: (text: string, row: number) => void,
): Promise<void> {
  await pace.overTexts(texts, (text, row) => {
    if (!has(among, row)) return 0;
    use(text, row);
    return text.length;
  });
}

/** How far a text is from having all words in its name, and whole: 0 is the best. */
function distanceOf(text: string, words: readonly string[]): number {
  const nameEnd = text.indexOf("\n");
  let inName = 0;
  let whole = 0;
  for (const word of words) {
    const isInName = text.indexOf(word) < nameEnd;
    if (isInName) inName++;
    if (hasWhole(text, word, isInName ? nameEnd : text.length)) whole++;
  }
  return (words.length - inName) * (words.length + 1) + words.length - whole;
}

/** Whether a word stands between white space in a text, up to an end. */
function hasWhole(text: string, word: string, end: number): boolean {
  for (let at = text.indexOf(word); at !== -1 && at < end; at = text.indexOf(word, at + 1)) {
    if (isBlank(text, at - 1) && isBlank(text, at + word.length)) return true;
  }
  return false;
}

function isBlank(text: string, at: number): boolean {
  return text.charAt(at).trim() === "";
}
