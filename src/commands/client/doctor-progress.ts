import { Presets, SingleBar } from "cli-progress";

/** How far the doctor is, and its rows. */
export interface DoctorProgress {
  /** @param asks what is being found out. */
  onCheck(asks: string): void;
  onCall(spent: number): void;
  /** Prints a row on standard output: at once, or at the end where a bar is in its way. */
  print(row: string): void;
  /** Ends the showing, and prints what is left. */
  stop(): void;
}

/** A bar on a terminal, and the rows after it; elsewhere the rows as they come. */
export function startDoctorProgress(budget: number): DoctorProgress {
  if (!process.stderr.isTTY) {
    return {
      onCheck: () => {},
      onCall: () => {},
      print: (row) => void process.stdout.write(row),
      stop: () => {},
    };
  }
  const bar = new SingleBar(
    { format: "{bar} {value} of at most {total} calls | {asks}", clearOnComplete: true },
    Presets.shades_classic,
  );
  bar.start(budget, 0, { asks: "" });
  const rows: string[] = [];
  return {
    onCheck: (asks) => bar.update({ asks }),
    onCall: (spent) => bar.update(spent + 1),
    print: (row) => {
      if (process.stdout.isTTY) rows.push(row);
      else process.stdout.write(row);
    },
    stop: () => {
      bar.stop();
      for (const row of rows) process.stdout.write(row);
    },
  };
}
