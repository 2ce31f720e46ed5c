import { ProgressBar } from "../progress-bar.ts";

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
  let asks = "";
  const bar = new ProgressBar(budget, (calls) => `${calls} of at most ${budget} calls | ${asks}`);
  bar.update(0);
  const rows: string[] = [];
  return {
    onCheck: (next) => {
      asks = next;
    },
    onCall: (spent) => bar.update(spent + 1),
    print: (row) => {
      if (process.stdout.isTTY) rows.push(row);
      else process.stdout.write(row);
    },
    stop: () => {
      bar.stop("clear");
      for (const row of rows) process.stdout.write(row);
    },
  };
}
