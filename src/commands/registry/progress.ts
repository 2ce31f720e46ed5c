import { formatCount, formatNumber } from "../../format-count.ts";
import { ProgressBar } from "../progress-bar.ts";

interface ProgressDisplay {
  readonly onAdvance: (done: number) => void;
  readonly onRecords: (records: number) => void;
  /** Waits for the work. When it ends, so does the bar. */
  during<T>(work: Promise<T>): Promise<T>;
}

/**
 * On a console, shows a bar with the rate and the time left. Elsewhere, prints a line at each tenth.
 * @param total how much work there is, in bytes or records.
 */
export function startProgress(total: number): ProgressDisplay {
  return process.stderr.isTTY ? startBar(total) : startLines(total);
}

function startBar(total: number): ProgressDisplay {
  const started = performance.now();
  let records = 0;
  const bar = new ProgressBar(total, (done) => {
    const seconds = (performance.now() - started) / 1000;
    const share = total > 0 ? done / total : 1;
    const left = share > 0 ? `${formatNumber(Math.ceil(seconds / share - seconds))} s left` : "";
    const rate = formatNumber(Math.round(records / seconds));
    return `${Math.floor(share * 100)}% | ${formatCount(records, "record")}, ${rate}/s | ${left}`;
  });
  return {
    onAdvance: (done) => bar.update(done),
    onRecords: (read) => {
      records = read;
    },
    during: async (work) => {
      try {
        return await work;
      } finally {
        bar.stop("keep");
      }
    },
  };
}

function startLines(total: number): ProgressDisplay {
  const started = performance.now();
  let tenth = 0;
  let share = 0;
  return {
    onAdvance: (done) => {
      share = done / total;
    },
    onRecords: (records) => {
      const reached = Math.floor(share * 10);
      if (reached <= tenth || records === 0) return;
      tenth = reached;
      const rate = Math.round((records * 1000) / (performance.now() - started));
      process.stderr.write(
        `${reached * 10}%: ${formatCount(records, "record")}, ${formatNumber(rate)}/s\n`,
      );
    },
    during: (work) => work,
  };
}
