/** A run: rows that follow one another in a list, from one page or from several that were joined. */
export interface Run<Row> {
  readonly rows: readonly Row[];
  /** The position of the first row, at the time it was read. */
  readonly start: number;
  /** The position after the last row, at the time it was read. */
  readonly end: number;
  /** Whether the list ends with these rows. */
  readonly isLast: boolean;
  /** Whether rows may be missing: two parts were joined although they share no row, or the reading gave up. */
  readonly isTorn: boolean;
}

/** Whether a run shows where its list ends. An empty run past the start shows only that the list ends somewhere before it. */
export function isEnd<Row>({ isLast, rows, start }: Run<Row>): boolean {
  return isLast && (rows.length > 0 || start === 0);
}

/** How many of a run's rows stand at a position or after it. */
export function countRowsFrom<Row>({ rows, start }: Run<Row>, position: number): number {
  return rows.length - (position - start);
}
