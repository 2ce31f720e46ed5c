import { type ReadListOptions, readRun } from "../pages/read-list.ts";
import type { PageReader } from "../pages/reader.ts";
import type { Run } from "../pages/run.ts";
import { coverWithOnePage, type Limits, type Window } from "../pages/window.ts";

/** A boundary between two rows of a list, with the rows around it. */
export interface RowsAround<Row> {
  readonly run: Run<Row>;
  /** How many of the run's rows are ahead of the boundary. */
  readonly index: number;
  /** Whether the list moved so much that the boundary or the rows may be wrong. */
  readonly isDrifted: boolean;
}

/** The rows to read around a boundary. */
export interface WantedRows {
  readonly ahead: number;
  readonly behind: number;
  /** Whether to read the rows next to those as well: page info and cursors need them. */
  readonly withNeighbours: boolean;
}

/** No rows: only the boundary itself is wanted. */
export const noRows: WantedRows = { ahead: 0, behind: 0, withNeighbours: false };

/**
 * How many more rows to read around those wanted, also where the count is unknown. A cursor's place is found by them, and new cursors
 * know them. Fewer than a cursor can know, because each is read with every page.
 */
export const margin = 4;

/** How the rows of one connection are read. */
export const readOptions: ReadListOptions = { concurrency: 6 };

/** Reads the rows at the start of a list. Costs one REST call if a page can hold them. */
export async function readStart<Row>(
  reader: PageReader<Row>,
  { behind, withNeighbours }: WantedRows,
): Promise<RowsAround<Row>> {
  const window = withNeighbours
    ? firstOnOnePage([around(0, 0, behind + margin), around(0, 0, behind + 1)], reader.limits)
    : around(0, 0, behind);
  const run = await readRun(reader, window, readOptions);
  return { run, index: 0, isDrifted: run.isTorn };
}

/** Windows that serve the same purpose, the best first. */
export type Windows = readonly [Window, ...Window[]];

/** The first window that fits on one page; if none does, the first of all. */
export function firstOnOnePage(windows: Windows, limits: Limits): Window {
  return windows.find((window) => coverWithOnePage(window, limits)) ?? windows[0];
}

/** The window of the rows ahead of a position and behind it: at least one row, and none before the list's start. */
export function around(position: number, ahead: number, behind: number): Window {
  const start = Math.max(position - ahead, 0);
  return { start, end: Math.max(position + behind, start + 1) };
}

/**
 * Whether a run has all the rows wanted around a boundary, as far as the list has them. If the registry hides rows, only a row that
 * it shows proves that the list has one more.
 */
export function hasWanted<Row>(
  run: Run<Row>,
  index: number,
  { ahead, behind, withNeighbours }: WantedRows,
): boolean {
  const hasAhead = run.start === 0 || index >= ahead + (withNeighbours && run.hasHoles ? 1 : 0);
  const end = index + behind + (withNeighbours ? 1 : 0);
  return hasAhead && (run.isLast || run.rows.length >= end);
}
