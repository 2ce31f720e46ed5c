import type { WriteStream } from "node:tty";
import { formatCount, formatNumber } from "../../format-count.ts";

const width = 30;
const pauseMs = 100;

/**
 * Runs `work`. On a console, shows a bar with the rate and the time left. Elsewhere, prints a line
 * at each tenth.
 * @param total how much work there is, in bytes or records.
 */
export async function withProgress<T>(
  total: number,
  work: (progress: {
    onAdvance(done: number): void;
    onRecords(records: number): void;
  }) => Promise<T>,
  console: Pick<WriteStream, "write" | "columns" | "isTTY"> = process.stderr,
): Promise<T> {
  const started = performance.now();
  let [records, tenth, share, drawnAt] = [0, 0, 0, Number.NEGATIVE_INFINITY];
  const describe = () => {
    const rate = Math.round((records * 1000) / (performance.now() - started));
    return `${formatCount(records, "record")}, ${formatNumber(rate)}/s`;
  };
  const draw = () => {
    drawnAt = performance.now();
    const full = Math.round(share * width);
    const bar = "█".repeat(full) + "░".repeat(width - full);
    const seconds = (drawnAt - started) / 1000;
    const left = share > 0 ? `${formatNumber(Math.ceil(seconds / share - seconds))} s left` : "";
    const line = `${bar} ${Math.floor(share * 100)}% | ${describe()} | ${left}`;
    // A longer line would wrap, and could not be cleared. Some consoles do not tell their width.
    console.write(`\r\x1b[K${line.slice(0, (console.columns || 80) - 1)}`);
  };
  try {
    return await work({
      onAdvance(done) {
        share = total > 0 ? Math.min(done / total, 1) : 1;
        if (console.isTTY && performance.now() >= drawnAt + pauseMs) draw();
      },
      onRecords(read) {
        records = read;
        const reached = Math.floor(share * 10);
        if (console.isTTY || reached <= tenth || records === 0) return;
        tenth = reached;
        console.write(`${reached * 10}%: ${describe()}\n`);
      },
    });
  } finally {
    if (console.isTTY) {
      draw();
      console.write("\n");
    }
  }
}
