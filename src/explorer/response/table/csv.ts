import type { JsonObject } from "../../connect/json.ts";
import { cellToText } from "./cells.ts";
import type { TableColumn } from "./columns.ts";

const byteOrderMark = "\uFEFF";

/**
 * A table as CSV (RFC 4180): a header, then a line for each row. A byte order mark makes
 * spreadsheets read it as UTF-8. An apostrophe keeps them from reading text as a formula. Times
 * stay as they are in the response.
 */
export function formatCsv(
  columns: readonly Pick<TableColumn, "label" | "read">[],
  rows: readonly (JsonObject | null)[],
): string {
  const header = columns.map(({ label }) => formatField(label)).join(",");
  const lines = rows.map((row) =>
    columns.map(({ read }) => formatCell(row === null ? null : read(row))).join(","),
  );
  return `${byteOrderMark}${[header, ...lines].join("\r\n")}\r\n`;
}

function formatCell(cell: unknown): string {
  // A spreadsheet reads a negative number as a number, not as a formula.
  if (typeof cell === "number" || typeof cell === "boolean") return String(cell);
  return formatField(cellToText(cell));
}

function formatField(text: string): string {
  const safe = isFormula(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Spreadsheets take other characters than the comma for separators, too, and some trim blanks. */
const needsQuotes = /["\r\n,;\t]|^\s|\s$/;

/**
 * Whether a spreadsheet could read text as a formula. It could if the text starts with a tab or a
 * line break, or if its first visible character is an operator, including the full-width ones.
 */
function isFormula(text: string): boolean {
  return /^[\t\r\n]/.test(text) || /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠|]/u.test(text);
}
