import { Presets, SingleBar } from "cli-progress";

interface DoctorProgress {
  /** @param asks what the doctor is finding out. */
  onCheck(asks: string): void;
  /** @param spent how many calls were made before. */
  onCall(spent: number): void;
  /** Prints a row on standard output: immediately, or at the end if the bar is on the same console. */
  print(row: string): void;
  /** Removes the bar and prints the rows that waited for it. */
  stop(): void;
}

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
