/**
 * A text as a field of CSV (RFC 4180). An apostrophe keeps spreadsheets from reading it as a
 * formula.
 */
export function toCsvField(text: string): string {
  const safe = isFormula(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

// Makes spreadsheets read a file as UTF-8.
export const byteOrderMark = "\uFEFF";

// Spreadsheets take other characters than the comma for separators, too, and some trim blanks.
const needsQuotes = /["\r\n,;\t]|^\s|\s$/;

/**
 * Whether a spreadsheet could read text as a formula. It could if the text starts with a tab or a
 * line break, or if its first visible character is an operator, including the full-width ones.
 */
function isFormula(text: string): boolean {
  return /^[\t\r\n]/.test(text) || /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠|]/u.test(text);
}
