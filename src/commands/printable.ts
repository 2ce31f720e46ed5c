const maxLength = 200;

/**
 * A text from a file or a registry, as it can be shown on a terminal: without control characters,
 * which could change what the terminal shows or does, without characters that change the direction
 * of writing, and not too long.
 */
export function toPrintable(text: string): string {
  const shown = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return shown.replace(
    /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export function formatTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(toPrintable));
  const widths = cells[0]?.map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const lines = cells.map((row) =>
    row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join("  "),
  );
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}
