import { type CalendarUnit, periodAt } from "../../gateway/base/time/calendar.ts";
import { columnOf, type Dimension, dependOn } from "../table/column.ts";
import { numbersOf } from "../table/numbers.ts";
import type { Derivation } from "../table/table.ts";
import { type Groups, groupBytes } from "./groups.ts";

/** The values of a dimension, grouped by the period of their time. */
export function periodsOf(dimension: Dimension, unit: CalendarUnit): Derivation<Groups> {
  return {
    ...dependOn(`periods ${unit}`, dimension),
    async derive({ table, pace }) {
      const { codes } = await table.get(columnOf(dimension));
      const kind = "field" in dimension ? "number" : "date";
      const { numbers } = await table.get(numbersOf(dimension, kind));
      const values: (number | null)[] = [null];
      const groups = new Map<number, number>();
      const groupOf = new Uint32Array(numbers.length);
      await pace.each(numbers.length, (code) => {
        const time = numbers[code] ?? Number.NaN;
        if (Number.isNaN(time)) return;
        const period = periodAt(unit, time);
        let group = groups.get(period);
        if (group === undefined) {
          group = values.push(period) - 1;
          groups.set(period, group);
        }
        groupOf[code] = group;
      });
      return { kind: "number", groupOf, values, codes, bytes: groupBytes(groupOf, values) };
    },
  };
}
