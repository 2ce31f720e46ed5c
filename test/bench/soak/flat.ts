/** A measurement at a time, in minutes. */
export interface Point {
  readonly minute: number;
  readonly value: number;
}

/** A straight line through measurements. */
export interface Line {
  /** The mean of the values. */
  readonly level: number;
  /** What the line rises by from the first measurement to the last. */
  readonly rise: number;
  /** The standard error of `rise`. */
  readonly error: number;
}

/** The line with the least squares. */
export function fitLine(points: readonly Point[]): Line {
  const size = points.length;
  const mean = (of: (point: Point) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / size;
  const [middle, level] = [mean(({ minute }) => minute), mean(({ value }) => value)];
  const spread = points.reduce((sum, { minute }) => sum + (minute - middle) ** 2, 0);
  if (size < 3 || spread === 0) return { level, rise: Number.NaN, error: Number.NaN };
  const slope =
    points.reduce((sum, { minute, value }) => sum + (minute - middle) * (value - level), 0) /
    spread;
  const residue = points.reduce(
    (sum, { minute, value }) => sum + (value - level - slope * (minute - middle)) ** 2,
    0,
  );
  const length = (points.at(-1)?.minute ?? 0) - (points[0]?.minute ?? 0);
  const slopeError = Math.sqrt(residue / (size - 2) / spread);
  return { level, rise: slope * length, error: slopeError * length };
}

/** Whether a line rises by no more than this share of its level, or than two standard errors. One that falls shows nothing that leaks. */
export function isFlat({ level, rise, error }: Line, share: number): boolean {
  return rise <= Math.max(share * level, 2 * error);
}
