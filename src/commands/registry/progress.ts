import { Presets, SingleBar } from "cli-progress";

/** Shows the progress of long work on standard error. */
export interface Progress {
  readonly onBytes: (bytes: number) => void;
  readonly onRecords: (records: number) => void;
  /** Waits for the work. When it ends, so does the bar. */
  during<T>(work: Promise<T>): Promise<T>;
}

/** Shows a bar with the rate and the time left on a terminal. Elsewhere it prints a line at each tenth. */
export function startProgress(totalBytes: number): Progress {
  return process.stderr.isTTY ? startBar(totalBytes) : startLines(totalBytes);
}

function startBar(totalBytes: number): Progress {
  const started = performance.now();
  const bar = new SingleBar(
    { format: "{bar} {percentage}% | {records} records, {rate}/s | {eta_formatted} left" },
    Presets.shades_classic,
  );
  bar.start(totalBytes, 0, { records: 0, rate: 0 });
  return {
    onBytes: (bytes) => bar.update(bytes),
    onRecords: (records) => {
      const rate = Math.round((records * 1000) / (performance.now() - started));
      bar.update({ records: records.toLocaleString("en"), rate: rate.toLocaleString("en") });
    },
    during: async (work) => {
      try {
        return await work;
      } finally {
        bar.stop();
      }
    },
  };
}

function startLines(totalBytes: number): Progress {
  const started = performance.now();
  let tenth = 0;
  let share = 0;
  return {
    onBytes: (bytes) => {
      share = bytes / totalBytes;
    },
    onRecords: (records) => {
      const reached = Math.floor(share * 10);
      if (reached <= tenth) return;
      tenth = reached;
      const rate = Math.round((records * 1000) / (performance.now() - started));
      process.stderr.write(
        `${reached * 10}%: ${records.toLocaleString("en")} records, ${rate.toLocaleString("en")}/s\n`,
      );
    },
    during: (work) => work,
  };
}
