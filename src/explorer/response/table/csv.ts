import { byteOrderMark, toCsvField } from "../../../csv-field.ts";
import type { JsonObject } from "../../connect/json.ts";
import { cellToText } from "./cells.ts";
import type { TableColumn } from "./columns.ts";

/**
 * A table as CSV: a header, then a line for each row. Times stay as they are in the response.
 */
export function formatCsv(
  columns: readonly Pick<TableColumn, "label" | "read">[],
  rows: readonly (JsonObject | null)[],
): string {
  const header = columns.map(({ label }) => toCsvField(label)).join(",");
  const lines = rows.map((row) =>
    columns.map(({ read }) => formatCell(row === null ? null : read(row))).join(","),
  );
  return `${byteOrderMark}${[header, ...lines].join("\r\n")}\r\n`;
}

function formatCell(cell: unknown): string {
  // A spreadsheet reads a negative number as a number, not as a formula.
  if (typeof cell === "number") return String(cell);
  return toCsvField(cellToText(cell));
}
