import { toText } from "./cells.ts";
import type { Column } from "./columns.ts";
import type { JsonObject } from "./sources.ts";

const byteOrderMark = "\uFEFF";

/**
 * A table as CSV (RFC 4180): a head, then one line for each row, with a byte order mark so that spreadsheets read it as UTF-8.
 * Text that a spreadsheet would take for a formula gets an apostrophe before it; times stay as the answer has them.
 */
export function formatCsv(
  columns: readonly Column[],
  rows: readonly (JsonObject | null)[],
): string {
  const head = columns.map(({ label }) => formatField(label)).join(",");
  const lines = rows.map((row) =>
    columns.map(({ read }) => formatCell(row === null ? null : read(row))).join(","),
  );
  return `${byteOrderMark}${[head, ...lines].join("\r\n")}\r\n`;
}

function formatCell(cell: unknown): string {
  // A number is a number to a spreadsheet too, its minus sign no formula.
  if (typeof cell === "number" || typeof cell === "boolean") return String(cell);
  return formatField(toText(cell));
}

function formatField(text: string): string {
  const safe = isFormula(text) ? `'${text}` : text;
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The signs that begin a formula, their full-width forms too, behind any blanks or control characters. */
function isFormula(text: string): boolean {
  return /^[\t\r\n]/.test(text) || /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠|]/u.test(text);
}
