/** A run: rows that follow one another in a list, from one page or from several that were joined. */
export interface Run<Row> {
  readonly rows: readonly Row[];
  /** The position of the first row, at the time it was read. */
  readonly start: number;
  /** The position after the last row, at the time it was read. */
  readonly end: number;
  /** Whether the list ends with these rows. */
  readonly isLast: boolean;
  /** Whether rows may be missing: two parts were joined although nothing shows that they adjoin, or the reading gave up. */
  readonly isTorn: boolean;
  /** How many positions of the last page that it was read from have no row, because the registry hides it. */
  readonly vacant: number;
  /** Whether any of its positions has no row. Then the positions of its rows are estimates. */
  readonly hasHoles: boolean;
  /** How many positions of the list that page promised to be filled, if it has vacant ones; else 0. */
  readonly promised: number;
  /** The `count` in the envelope of that page; null if it had none. */
  readonly count: number | null;
  /** By how many positions rows were found to have moved while it was read: towards the list's start, and towards its end. */
  readonly moved: { readonly ahead: number; readonly behind: number };
}

/** Nothing has moved. */
export const unmoved: Run<never>["moved"] = { ahead: 0, behind: 0 };

/** Whether a run shows where its list ends. An empty run past the start shows only that the list ends somewhere before it. */
export function isEnd<Row>({ isLast, rows, start }: Run<Row>): boolean {
  return isLast && (rows.length > 0 || start === 0);
}

/** The position of a row of a run, by its index. Where rows are hidden it is estimated, as if they were spread evenly. */
export function positionOfIndex<Row>(
  { rows, start, end, hasHoles }: Run<Row>,
  index: number,
): number {
  if (!hasHoles || rows.length === 0) return start + index;
  return start + Math.floor((index * (end - start)) / rows.length);
}

/** The index that the row at a position has in a run: the inverse of `positionOfIndex`. It may lie outside the run. */
export function indexOfPosition<Row>(
  { rows, start, end, hasHoles }: Run<Row>,
  position: number,
): number {
  if (!hasHoles || position <= start || end <= start) return position - start;
  if (position >= end) return rows.length + position - end;
  return Math.ceil(((position - start) * rows.length) / (end - start));
}

/** How many of a run's rows stand at a position or after it. */
export function countRowsFrom<Row>(run: Run<Row>, position: number): number {
  return run.rows.length - indexOfPosition(run, position);
}
