import { bytesOfText, referenceBytes } from "./bytes.ts";
import type { Pace } from "./pace.ts";
import type { Derivation, Derived, Table } from "./table.ts";
import { fold } from "./text.ts";
import { readText } from "./values.ts";

/** What a comparison or an order looks at: a field, or the additional data of one identifier. */
export type Dimension = { readonly field: string } | { readonly identifier: string };

/** The values of a dimension: each different one once, and for each row which of them it has. */
export interface Column extends Derived {
  /** For each row the place of its value among the different ones. */
  readonly codes: Codes;
  /** The different values. The first is null, for rows that have none; one object stands for all that no comparison can read. */
  readonly values: readonly unknown[];
  /** Whether any record has the field or the key, if only with null. */
  readonly isKnown: boolean;
}

/** A whole number for each row, in as few bytes as hold the largest. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;

const unreadable = {};

/** A name that no other dimension has. */
export function nameOf(dimension: Dimension): string {
  return "field" in dimension ? `field ${dimension.field}` : `data ${dimension.identifier}`;
}

/** The column of a dimension. */
export function columnOf(dimension: Dimension): Derivation<Column> {
  return {
    key: `column ${nameOf(dimension)}`,
    async derive({ table, pace }) {
      const { rows } = table;
      const read = createReader(table, dimension);
      const values: unknown[] = [null];
      const codeOf = new Map<unknown, number>([[null, 0]]);
      const codes = new Uint32Array(rows.length);
      let isKnown = false;
      await pace.each(rows.length, (position) => {
        const given = read(rows[position] as (typeof rows)[number]);
        if (given === undefined) return;
        isKnown = true;
        const value = given === null || readText(given) !== null ? given : unreadable;
        const code = codeOf.get(value) ?? values.length;
        if (code === values.length) codeOf.set(value, values.push(value) - 1);
        codes[position] = code;
      });
      const packed = pack(codes, values.length);
      const bytes = packed.byteLength + values.length * referenceBytes;
      return { codes: packed, values, isKnown, bytes };
    },
  };
}

/** A row's value in a dimension; undefined where it has no such key. */
function createReader<Row>({ list, items }: Table<Row>, dimension: Dimension) {
  if ("field" in dimension) return list.fields[dimension.field]?.read ?? (() => undefined);
  const { identifier } = dimension;
  const name = items.get(identifier)?.name ?? identifier;
  return (row: Row) => {
    const data = list.readAdditionalData(row) ?? {};
    if (Object.hasOwn(data, identifier)) return data[identifier];
    return Object.hasOwn(data, name) ? data[name] : undefined;
  };
}

function pack(codes: Uint32Array, count: number): Codes {
  if (count <= 2 ** 8) return Uint8Array.from(codes);
  return count <= 2 ** 16 ? Uint16Array.from(codes) : codes;
}

/** Folded texts; null in the place of what has no text. */
export interface Folds extends Derived {
  readonly texts: readonly (string | null)[];
}

/** The folded texts of a column's values. */
export function foldsOf(dimension: Dimension): Derivation<Folds> {
  return {
    key: `folds ${nameOf(dimension)}`,
    async derive({ table, pace }) {
      const { values } = await table.get(columnOf(dimension));
      return foldAll(values, readText, pace);
    },
  };
}

/** The folded texts of entries. */
export async function foldAll<T>(
  entries: readonly T[],
  read: (entry: T) => string | null,
  pace: Pace,
): Promise<Folds> {
  const texts: (string | null)[] = [];
  let bytes = entries.length * referenceBytes;
  await pace.each(entries.length, (index) => {
    const text = read(entries[index] as T);
    const folded = text === null ? null : fold(text);
    // What folding leaves as it is takes no room of its own.
    const isOwn = folded !== null && folded !== entries[index];
    if (isOwn) bytes += bytesOfText(folded);
    texts.push(isOwn ? folded : text);
    pace.spend(text);
  });
  return { texts, bytes };
}
