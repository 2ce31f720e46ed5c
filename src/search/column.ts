import { bytesOfText, referenceBytes } from "./bytes.ts";
import type { Derivation, Derived, Table } from "./table.ts";
import { fold } from "./text.ts";
import { readText } from "./values.ts";

/** What a comparison or an order looks at: a field, or the additional data of one identifier. */
export type Dimension = { readonly field: string } | { readonly identifier: string };

/** The values of a dimension: each different one once, and for each row which of them it has. */
export interface Column extends Derived {
  /** For each row the place of its value among the different ones. */
  readonly codes: Codes;
  /** The different values. The first is null, for the rows that have none; one object stands for all nested values. */
  readonly values: readonly unknown[];
  /** Whether any record has such a key, if only with null. True for a field. */
  readonly isKnown: boolean;
}

/** A whole number for each row, in as few bytes as hold the largest. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** A name that no other dimension has. */
export function nameOf(dimension: Dimension): string {
  return "field" in dimension ? `field ${dimension.field}` : `data ${dimension.identifier}`;
}

/** The column of a dimension. */
export function columnOf(dimension: Dimension): Derivation<Column> {
  return {
    key: `column ${nameOf(dimension)}`,
    async derive(table, pace) {
      const { rows } = table;
      const { read, isKnown } = createReader(table, dimension);
      const codeOf = new Map<unknown, number>([[null, 0]]);
      const codes = new Uint32Array(rows.length);
      await pace.over(rows.length, (from, to) => {
        let position = from;
        for (const row of rows.slice(from, to)) {
          const value = simplify(read(row));
          const code = codeOf.get(value) ?? codeOf.size;
          if (code === codeOf.size) codeOf.set(value, code);
          codes[position++] = code;
        }
      });
      const values = [...codeOf.keys()];
      const packed = pack(codes, values.length);
      const bytes = packed.byteLength + values.length * referenceBytes;
      return { codes: packed, values, isKnown: isKnown(), bytes };
    },
  };
}

/** The folded texts of a column's values, in their order; null where a value is no text. */
export interface Folds extends Derived {
  readonly texts: readonly (string | null)[];
}

/** The folds of a dimension. */
export function foldsOf(dimension: Dimension): Derivation<Folds> {
  return {
    key: `folds ${nameOf(dimension)}`,
    async derive(table, pace) {
      const { values } = await table.get(columnOf(dimension));
      const texts: (string | null)[] = [];
      let bytes = values.length * referenceBytes;
      await pace.overTexts(values, (value) => {
        const text = readText(value);
        const folded = text === null ? null : fold(text);
        // What folding has left alone is one text in memory.
        texts.push(folded === text ? text : folded);
        if (folded !== null && folded !== text) bytes += bytesOfText(folded);
        return folded?.length ?? 0;
      });
      return { texts, bytes };
    },
  };
}

interface Reader<Row> {
  readonly read: (row: Row) => unknown;
  readonly isKnown: () => boolean;
}

function createReader<Row>({ list, items }: Table<Row>, dimension: Dimension): Reader<Row> {
  if ("field" in dimension) {
    const read = list.fields[dimension.field]?.read ?? (() => null);
    return { read, isKnown: () => true };
  }
  const { identifier } = dimension;
  const name = items.get(identifier)?.name ?? null;
  let isKnown = false;
  const read = (row: Row) => {
    const data = list.readAdditionalData(row);
    if (data === null) return null;
    if (Object.hasOwn(data, identifier)) {
      isKnown = true;
      return data[identifier];
    }
    return name !== null && Object.hasOwn(data, name) ? data[name] : null;
  };
  return { read, isKnown: () => isKnown };
}

/** Stands for every object, list and number beyond a double: there is a value, and no comparison can read it. */
const unreadable = {};

function simplify(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  return readText(value) === null ? unreadable : value;
}

function pack(codes: Uint32Array, count: number): Codes {
  if (count <= 2 ** 8) return Uint8Array.from(codes);
  return count <= 2 ** 16 ? Uint16Array.from(codes) : codes;
}
