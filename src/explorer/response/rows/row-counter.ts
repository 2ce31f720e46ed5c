export type RowForm = "csv" | "ndjson";

const [lineFeed, quote] = [0x0a, 0x22];

/** Counts the rows of a file, chunk by chunk. A quoted cell of CSV may have line breaks. */
export function createRowCounter(form: RowForm): (chunk: Uint8Array) => number {
  const isCsv = form === "csv";
  // The first line of CSV has the titles.
  let rows = isCsv ? -1 : 0;
  let isQuoted = false;
  return (chunk) => {
    for (const byte of chunk) {
      if (isCsv && byte === quote) isQuoted = !isQuoted;
      else if (byte === lineFeed && !isQuoted) rows += 1;
    }
    return Math.max(rows, 0);
  };
}
