import { bytesOfString, referenceBytes } from "../../gateway/base/collections/memory-size.ts";
import { findItemKey } from "./keys.ts";
import type { Pace } from "./pace.ts";
import { isKnown } from "./record-keys.ts";
import type { Derivation, DerivedValue, Table } from "./table.ts";
import { fold } from "./text.ts";
import { readText } from "./values.ts";

/**
 * What a comparison, an order or a facet looks at: a field, or the additional data under an
 * identifier.
 */
export type Dimension = { readonly field: string } | { readonly identifier: string };

export interface Column extends DerivedValue {
  readonly codes: Uint32Array;
  /**
   * The first is null, for rows without a value. One object stands for all values that no
   * comparison can read.
   */
  readonly values: readonly unknown[];
  /**
   * How many times sorting has compared its strings. Sort keys count this, to know when ranking
   * pays off.
   */
  readonly comparisons: { count: number };
}

const unreadableValue = {};

/**
 * Maximum number of values to remember, so that equal ones are stored only once. In a column with
 * more values, few repeat, and remembering all of them would cost more than it saves.
 */
const maxRemembered = 10_000;

export function columnOf(dimension: Dimension): Derivation<Column> {
  return {
    ...dependOn("column", dimension),
    async derive({ table, pace }) {
      if ("identifier" in dimension && !(await isKnown(table, dimension.identifier))) {
        return table.get(columnOfNulls);
      }
      const read = createReader(table, dimension);
      const values: unknown[] = [null];
      const codeOf = new Map<unknown, number>();
      const codes = new Uint32Array(table.rows.length);
      await pace.each(codes.length, (row) => {
        const given = read(table.rows[row] as (typeof table.rows)[number]);
        if (given == null) return;
        const value = readText(given) === null ? unreadableValue : given;
        let code = codeOf.get(value);
        if (code === undefined) {
          code = values.push(value) - 1;
          if (codeOf.size === maxRemembered) codeOf.clear();
          codeOf.set(value, code);
        }
        codes[row] = code;
      });
      const bytes = codes.byteLength + values.length * referenceBytes;
      return { codes, values, comparisons: { count: 0 }, bytes };
    },
  };
}

const columnOfNulls: Derivation<Column> = {
  key: "column of nulls",
  derive: async ({ table: { rows } }) => {
    const codes = new Uint32Array(rows.length);
    return { codes, values: [null], comparisons: { count: 0 }, bytes: codes.byteLength };
  },
};

/**
 * The key of what is derived from a dimension. It is not kept for an identifier that is not known,
 * because callers can make up any number of those.
 */
export function dependOn(
  what: string,
  dimension: Dimension,
): Pick<Derivation<DerivedValue>, "key" | "isKept"> {
  const key = `${what} ${JSON.stringify(dimension)}`;
  if ("field" in dimension) return { key };
  return { key, isKept: (table) => isKnown(table, dimension.identifier) };
}

/** The function returns undefined if the row has no such field or key. */
function createReader<Row>({ list, items }: Table<Row>, dimension: Dimension) {
  if ("field" in dimension) return list.fields[dimension.field]?.read ?? (() => undefined);
  const keys = items.get(dimension.identifier) ?? { ...dimension, alias: null };
  return (row: Row) => {
    const data = list.readAdditionalData(row) ?? {};
    const key = findItemKey(keys, data);
    return key === undefined ? undefined : data[key];
  };
}

export interface Folds extends DerivedValue {
  readonly strings: readonly (string | null)[];
}

export function foldsOf(dimension: Dimension): Derivation<Folds> {
  return {
    ...dependOn("folds", dimension),
    async derive({ table, pace }) {
      const { values } = await table.get(columnOf(dimension));
      return foldAll(values, readText, pace);
    },
  };
}

export async function foldAll<T>(
  entries: readonly T[],
  read: (entry: T) => string | null,
  pace: Pace,
): Promise<Folds> {
  const strings: (string | null)[] = [];
  let bytes = entries.length * referenceBytes;
  await pace.each(entries.length, (index) => {
    const entry = entries[index] as T;
    const text = read(entry);
    const folded = text === null ? null : fold(text);
    pace.countCharacters(text?.length ?? 0);
    strings.push(folded);
    // A string that folding does not change takes no further memory.
    if (folded !== null && folded !== entry) bytes += bytesOfString(folded);
  });
  return { strings, bytes };
}
