import { ProgressBar } from "../progress-bar.ts";

/**
 * A bar on a console. Rows that are printed on the same console wait until it is removed, because
 * nothing else may be written there.
 */
export function startDoctorProgress(budget: number) {
  let asks = "";
  const bar = process.stderr.isTTY
    ? new ProgressBar(budget, (calls) => `${calls} of at most ${budget} calls | ${asks}`)
    : undefined;
  bar?.update(0);
  const isShared = bar !== undefined && process.stdout.isTTY;
  const rows: string[] = [];
  return {
    onCheck(next: string): void {
      asks = next;
    },
    onCall: (callsBefore: number) => bar?.update(callsBefore + 1),
    print(row: string): void {
      if (isShared) rows.push(row);
      else process.stdout.write(row);
    },
    stop(): void {
      bar?.stop("clear");
      for (const row of rows) process.stdout.write(row);
    },
  };
}
