import type { TableColumn } from "../table/columns.ts";
import { formatCsv } from "../table/csv.ts";
import type { FacetChart } from "./find-charts.ts";

const members = {
  values: ["value"],
  ranges: ["from", "to"],
  times: ["fromAt", "toAt"],
} as const;

/** A chart's data as CSV: a line for each value or range, then the records with another value, and those with none. */
export function formatChartCsv({ kind, entries, otherCount, nullCount }: FacetChart): string {
  const [first] = members[kind];
  const columns = [...members[kind], "count", "selected"].map(
    (name): TableColumn => ({
      id: name,
      label: name,
      kind: "value",
      width: 10,
      read: (row) => row[name],
    }),
  );
  const rows = [
    ...entries.map(({ row }) => row),
    ...(otherCount === null ? [] : [{ [first]: "(other)", count: otherCount }]),
    ...(nullCount === null ? [] : [{ [first]: "(none)", count: nullCount }]),
  ];
  return formatCsv(columns, rows);
}
