import type { QueryInput } from "../../src/search/query.ts";
import type { Item } from "../../src/search/table/table.ts";
import type { TagRow } from "./tags.ts";

/**
 * The rules of filter, search and order, applied one record at a time and as simply as possible. The engine is compared with
 * them, and shares no code with them.
 */

type Json = unknown;
type Members = Record<string, Json>;

export function findNaively(
  rows: readonly TagRow[],
  { filter, search, orderBy }: QueryInput,
  items: readonly Item[],
): readonly TagRow[] {
  const words = wordsOf(search ?? "");
  const matching = rows.filter(
    (row) => (filter == null || holds(row, filter as Members, items)) && hasWords(row, words),
  );
  const orders = ordersOf(orderBy ?? [], words);
  if (orders.length === 0) return matching;
  return matching.sort((one, other) => {
    for (const order of orders) {
      const difference = compareBy(order, [one, other], words, items);
      if (difference !== 0) return difference;
    }
    return one.id < other.id ? -1 : 1;
  });
}

/** The orders of a query, or else relevance if there is a search. */
function ordersOf(given: readonly NaiveOrder[], words: readonly string[]): readonly NaiveOrder[] {
  if (given.length > 0 || words.length === 0) return given;
  return [{ field: "relevance", direction: "ASC" }];
}

function holds(row: TagRow, filter: Members, items: readonly Item[]): boolean {
  return Object.entries(filter).every(([name, value]) => {
    switch (name) {
      case "and":
        return (value as Members[]).every((part) => holds(row, part, items));
      case "or":
        return (value as Members[]).some((part) => holds(row, part, items));
      case "not":
        return !holds(row, value as Members, items);
      case "additionalData":
        return (value as Members[]).every((entry) => holdsData(row, entry, items));
      case "isActive":
        return compareAll(toBoolean(row["is_active"]), value as Members);
      case "addedAt":
        return compareTimes(row["added_when"], value as Members);
      default:
        return compareAll(ownText(row, name), value as Members);
    }
  });
}

function holdsData(row: TagRow, entry: Members, items: readonly Item[]): boolean {
  const value = dataOf(row, String(entry["identifier"]), items);
  if ("text" in entry) return compareAll(toText(value), entry["text"] as Members);
  if ("number" in entry) return compareAll(toNumber(value), entry["number"] as Members);
  if ("boolean" in entry) return compareAll(toBoolean(value), entry["boolean"] as Members);
  return (value === null || value === undefined) === entry["isNull"];
}

function compareTimes(value: Json, comparisons: Members): boolean {
  const seconds = typeof value === "number" && Number.isInteger(value) ? value : null;
  const wanted = Object.entries(comparisons).map(([name, operand]) => [
    name,
    name === "isNull" ? operand : Date.parse(String(operand)) / 1000,
  ]);
  return compareAll(seconds, Object.fromEntries(wanted));
}

function compareAll(value: Json, comparisons: Members): boolean {
  return Object.entries(comparisons).every(([name, operand]) => compare(value, name, operand));
}

function compare(value: Json, operator: string, operand: Json): boolean {
  if (operator === "ne") return value !== operand;
  if (operator === "notIn") return !(operand as Json[]).includes(value);
  if (operator === "isNull") return (value === null) === operand;
  if (value === null) return false;
  switch (operator) {
    case "eq":
      return value === operand;
    case "in":
      return (operand as Json[]).includes(value);
    case "contains":
      return naiveFold(String(value)).includes(naiveFold(String(operand)));
    case "startsWith":
      return naiveFold(String(value)).startsWith(naiveFold(String(operand)));
    case "gt":
      return Number(value) > Number(operand);
    case "gte":
      return Number(value) >= Number(operand);
    case "lt":
      return Number(value) < Number(operand);
    case "lte":
      return Number(value) <= Number(operand);
    default:
      throw new Error(`no operator ${operator}`);
  }
}

function ownText(row: TagRow, name: string): string | null {
  const value = name === "tagId" ? row.id : row[name];
  return typeof value === "string" ? value : null;
}

/** A value of the additional data, by its identifier, else by the name of its item. */
export function dataOf(row: TagRow, identifier: string, items: readonly Item[]): Json {
  const data = row["additional_data"];
  if (typeof data !== "object" || data === null || Array.isArray(data)) return null;
  const entries = new Map(Object.entries(data));
  if (entries.has(identifier)) return entries.get(identifier) ?? null;
  const name = items.find((item) => item.identifier === identifier)?.alias;
  return (typeof name === "string" ? entries.get(name) : null) ?? null;
}

export function toText(value: Json): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") {
    const spelled = JSON.stringify(value);
    return spelled === "null" ? null : spelled;
  }
  return null;
}

export function toNumber(value: Json): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string") return null;
  try {
    const parsed: unknown = JSON.parse(value.trim());
    return typeof parsed === "number" && Number.isFinite(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

export function toBoolean(value: Json): boolean | null {
  if ([true, 1, "1", "true"].includes(value as string)) return true;
  return [false, 0, "0", "false"].includes(value as string) ? false : null;
}

/** A text's letters without marks and case, letter by letter. */
export function naiveFold(text: string): string {
  const withoutMarks = (one: string) =>
    [...one.normalize("NFKD")].filter((letter) => !/\p{M}/u.test(letter)).join("");
  const spellings = new Map(
    Object.entries({ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i", ς: "σ" }),
  );
  const lower = [...withoutMarks(text).toLowerCase()].map((one) => spellings.get(one) ?? one);
  return [...withoutMarks(lower.join(""))].map((one) => one.toWellFormed()).join("");
}

function wordsOf(search: string): readonly string[] {
  const words = search
    .split(/\s/)
    .map(naiveFold)
    .filter((word) => word.trim() !== "");
  return words.filter((word, index) => words.indexOf(word) === index);
}

function hasWords(row: TagRow, words: readonly string[]): boolean {
  const strings = [...otherStrings(row), ownText(row, "name") ?? ""].map(naiveFold);
  return words.every((word) => strings.some((text) => text.includes(word)));
}

function otherStrings(row: TagRow): readonly string[] {
  const data = row["additional_data"];
  const isObject = typeof data === "object" && data !== null && !Array.isArray(data);
  const values = isObject ? Object.values(data) : [];
  return [row.id, row["description"], ...values].filter((value) => typeof value === "string");
}

/** How many words the name contains, and how many occur whole: in the name if it contains them, else in any other string. */
function relevanceOf(row: TagRow, words: readonly string[]): readonly [number, number] {
  const name = naiveFold(ownText(row, "name") ?? "");
  const others = otherStrings(row).map(naiveFold);
  const isWhole = (text: string, word: string) =>
    Array.from({ length: text.length }).some((_, at) => {
      const ends = [text.slice(0, at).at(-1), text.slice(at + word.length).at(0)];
      return text.startsWith(word, at) && ends.every((end) => end === undefined || /\s/.test(end));
    });
  const inName = words.filter((word) => name.includes(word));
  const whole = words.filter((word) =>
    name.includes(word) ? isWhole(name, word) : others.some((text) => isWhole(text, word)),
  );
  return [inName.length, whole.length];
}

type NaiveOrder = NonNullable<QueryInput["orderBy"]>[number];

function compareBy(
  { field, identifier, direction }: NaiveOrder,
  rows: readonly [TagRow, TagRow],
  words: readonly string[],
  items: readonly Item[],
): number {
  const sign = direction === "ASC" ? 1 : -1;
  if (field === "relevance") {
    const [[oneNames, oneWhole], [otherNames, otherWhole]] = [
      relevanceOf(rows[0], words),
      relevanceOf(rows[1], words),
    ];
    return sign * (otherNames - oneNames || otherWhole - oneWhole);
  }
  const [one, other] = rows.map((row) => orderedBy(row, field, identifier ?? "", items));
  if (one === null || one === undefined) return other === null || other === undefined ? 0 : 1;
  if (other === null || other === undefined) return -1;
  return (
    sign *
    (typeof one === "string" ? compareNaively(one, String(other)) : Number(one) - Number(other))
  );
}

function orderedBy(row: TagRow, field: string, identifier: string, items: readonly Item[]): Json {
  switch (field) {
    case "isActive":
      return toBoolean(row["is_active"]);
    case "addedAt":
      return typeof row["added_when"] === "number" ? row["added_when"] : null;
    case "additionalData": {
      const value = dataOf(row, identifier, items);
      const item = items.find((candidate) => candidate.identifier === identifier);
      return item?.kind === "number" ? toNumber(value) : toText(value);
    }
    default:
      return ownText(row, field);
  }
}

/** The signs that ordered strings can have, in order. They come before digits and letters. */
const signs = " _-.";

/** The order of such strings: letters by base letter, then accents, then case; runs of digits by value. */
export function compareNaively(one: string, other: string): number {
  return (
    compareLists(one, other, (token) =>
      /\d/.test(token) ? 10 + Number(token) / 1e9 : baseOf(token),
    ) ||
    compareLists(one, other, (token) =>
      Number(token.normalize("NFD").length > 1 && !/\d/.test(token)),
    ) ||
    compareLists(one, other, (token) => Number(token !== token.toLowerCase()))
  );
}

function baseOf(token: string): number {
  const sign = signs.indexOf(token);
  return sign >= 0 ? sign : 100 + (token.normalize("NFD").toLowerCase().codePointAt(0) ?? 0);
}

function compareLists(one: string, other: string, weigh: (token: string) => number): number {
  const [left, right] = [one, other].map((text) => (text.match(/\d+|./gu) ?? []).map(weigh));
  for (const [index, weight] of (left ?? []).entries()) {
    const against = right?.[index];
    if (against === undefined) return 1;
    if (weight !== against) return weight - against;
  }
  return (left?.length ?? 0) - (right?.length ?? 0);
}
