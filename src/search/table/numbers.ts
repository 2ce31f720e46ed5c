import { columnOf, type Dimension, dependOn } from "./column.ts";
import type { Derivation, DerivedValue } from "./table.ts";

export interface Numbers extends DerivedValue {
  /**
   * By the value's index in the column. Dates are milliseconds since 1970. NaN for what is no
   * number or date.
   */
  readonly numbers: Float64Array;
}

export function numbersOf(dimension: Dimension, kind: "number" | "date"): Derivation<Numbers> {
  return {
    ...dependOn(`${kind}s`, dimension),
    async derive({ table, pace }) {
      const { values } = await table.get(columnOf(dimension));
      const read = table.readers[kind];
      const numbers = new Float64Array(values.length);
      await pace.each(values.length, (code) => {
        const value = values[code];
        const number = read(value);
        numbers[code] = typeof number === "number" ? number : Number.NaN;
        if (typeof value === "string") pace.countCharacters(value.length);
      });
      return { numbers, bytes: numbers.byteLength };
    },
  };
}
