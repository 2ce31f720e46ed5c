import type { ResponseMeasurements } from "../rest-call.ts";

/** Size of a row before the first page has shown it: a record of either kind with some additional data. */
export const typicalRowKilobytes = 0.5;

/** Weight of the newest value. */
const newestWeight = 0.2;

/** Running averages of the sizes and times of responses; null before the first. */
export class Averages {
  rowKilobytes: number | null = null;
  recordMs: number | null = null;
  pageMs: number | null = null;

  learnPage(rows: number, { bytes, durationMs }: ResponseMeasurements): void {
    this.pageMs = average(this.pageMs, durationMs);
    if (rows > 0) this.rowKilobytes = average(this.rowKilobytes, bytes / 1000 / rows);
  }

  learnRecord({ durationMs }: ResponseMeasurements): void {
    this.recordMs = average(this.recordMs, durationMs);
  }
}

function average(before: number | null, now: number): number {
  return before === null ? now : before + newestWeight * (now - before);
}
