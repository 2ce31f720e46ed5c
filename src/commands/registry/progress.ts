import { formatCount, formatNumber } from "../../format-count.ts";
import { ProgressBar } from "../progress-bar.ts";

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
): Promise<T> {
  const started = performance.now();
  let [records, tenth, share] = [0, 0, 0];
  const describe = () => {
    const rate = Math.round((records * 1000) / (performance.now() - started));
    return `${formatCount(records, "record")}, ${formatNumber(rate)}/s`;
  };
  const bar = new ProgressBar(total, () => {
    const seconds = (performance.now() - started) / 1000;
    const left = share > 0 ? `${formatNumber(Math.ceil(seconds / share - seconds))} s left` : "";
    return `${Math.floor(share * 100)}% | ${describe()} | ${left}`;
  });
  const isConsole = process.stderr.isTTY;
  try {
    return await work({
      onAdvance(done) {
        share = total > 0 ? done / total : 1;
        if (isConsole) bar.update(done);
      },
      onRecords(read) {
        records = read;
        const reached = Math.floor(share * 10);
        if (isConsole || reached <= tenth || records === 0) return;
        tenth = reached;
        process.stderr.write(`${reached * 10}%: ${describe()}\n`);
      },
    });
  } finally {
    if (isConsole) bar.stop("keep");
  }
}
