import { bytesOfString, referenceBytes } from "../../gateway/base/collections/memory-size.ts";
import type { Derivation, DerivedValue, ListDescription } from "./table.ts";

export interface RecordIndex extends DerivedValue {
  readonly positionsOf: (name: string) => readonly number[];
}

const entryBytes = 6 * referenceBytes;

const none: readonly number[] = [];

/**
 * How to derive an index of a table's rows.
 * @param key identifies the index among all that is derived from the table.
 */
export function indexBy(
  key: string,
  namesOf: <Row>(list: ListDescription<Row>, row: Row) => readonly string[],
): Derivation<RecordIndex> {
  return {
    key,
    async derive({ table: { list, rows }, pace }) {
      const positions = new Map<string, number | number[]>();
      let bytes = 0;
      await pace.each(rows.length, (position) => {
        for (const name of namesOf(list, rows[position] as (typeof rows)[number])) {
          const known = positions.get(name);
          if (known === undefined) positions.set(name, position);
          else if (typeof known === "number") positions.set(name, [known, position]);
          else known.push(position);
          bytes += known === undefined ? entryBytes + bytesOfString(name) : referenceBytes;
        }
      });
      const positionsOf = (name: string) => {
        const known = positions.get(name) ?? none;
        return typeof known === "number" ? [known] : known;
      };
      return { bytes, positionsOf };
    },
  };
}

/**
 * How to derive an index of a table's rows by the normalized values of a field. Rows whose
 * normalized value is empty are left out.
 * @param key identifies the index among all that is derived from the table.
 */
export function indexByField(
  key: string,
  field: string,
  normalize: (text: string) => string,
): Derivation<RecordIndex> {
  return indexBy(key, ({ fields }, row) => {
    const name = normalize(String(fields[field]?.read(row) ?? ""));
    return name === "" ? [] : [name];
  });
}
