import type { PageReader } from "./reader.ts";
import { countRowsFrom, type Run } from "./run.ts";
import { findSharedRow, type SharedRow } from "./shared-row.ts";
import { coverWithOnePage } from "./window.ts";

/**
 * What to do with a part that continues a run by its position, but does not share a row with it as it should. Rows may be missing
 * in between. `refuse` leaves the part out. `accept` adds it, and the run is then torn.
 */
export type Gaps = "refuse" | "accept";

/** Builds a run from parts that are read one after another. */
export class RunBuilder<Row> {
  readonly reader: PageReader<Row>;
  readonly #start: number;
  #run: Run<Row> | null = null;

  /** @param start the position from which rows are wanted. The first part must hold it. */
  constructor(reader: PageReader<Row>, start: number) {
    this.reader = reader;
    this.#start = start;
  }

  /** The run so far; null if no part has belonged to it yet. Adding a part may change it in place. */
  get run(): Run<Row> | null {
    return this.#run;
  }

  /** How many rows the run has from the wanted position on. */
  get length(): number {
    return this.#run ? countRowsFrom(this.#run, this.#start) : 0;
  }

  /** Adds a part at the run's end, or leaves it out if it does not belong there. */
  add(part: Run<Row>, gaps: Gaps): void {
    const run = this.#run;
    const holdsStart = part.start <= this.#start;
    if (!run) {
      if (holdsStart && (part.end > this.#start || part.isLast)) this.#run = part;
      return;
    }
    if (run.isLast) return;
    const shared = findSharedRow(this.reader.source, run, part);
    if (shared) {
      this.#joinAtSharedRow(run, part, shared);
    } else if (holdsStart && (part.isLast || part.end > run.end)) {
      // The part has none of the rows read so far. They are gone, because it covers all of their positions.
      this.#run = part;
    } else if (this.#isNext(run, part, gaps)) {
      this.#joinByPosition(run, part);
    }
  }

  #joinAtSharedRow(run: Run<Row>, part: Run<Row>, { inRun, inPart }: SharedRow): void {
    const growable = this.#makeGrowable(run);
    const isLastInPart = inPart === part.rows.length - 1;
    if (isLastInPart && !part.isLast) {
      // The part does not show what follows the shared row. The run keeps its own rows there, at the positions that they have now.
      const rowsAfterShared = run.rows.length - 1 - inRun;
      growable.end = part.end + rowsAfterShared;
    } else {
      // The part shows what follows the shared row. Rows that only the run has there came or went between the two calls.
      growable.append(inRun + 1, part, inPart + 1);
    }
  }

  /** Joins by positions alone. The list may have moved between the calls and rows may be missing, so the run is torn. */
  #joinByPosition(run: Run<Row>, part: Run<Row>): void {
    const growable = this.#makeGrowable(run);
    growable.append(run.rows.length, part, Math.max(run.end - part.start, 0));
    growable.isTorn = true;
  }

  #isNext(run: Run<Row>, part: Run<Row>, gaps: Gaps): boolean {
    if (gaps === "accept") return part.start <= run.end && (part.end >= run.end || part.isLast);
    return part.start === run.end && !canOverlap(this.reader, run.end);
  }

  /** Makes the run one that can grow. Until then, it is the first part itself, whose rows belong to their page. */
  #makeGrowable(run: Run<Row>): GrowableRun<Row> {
    const growable = run instanceof GrowableRun ? run : new GrowableRun(run);
    this.#run = growable;
    return growable;
  }
}

/** A run that owns its rows, so that parts can be added in place. Copying a long run for each part would take too long. */
class GrowableRun<Row> implements Run<Row> {
  readonly rows: Row[];
  readonly start: number;
  end: number;
  isLast: boolean;
  isTorn: boolean;

  constructor({ rows, start, end, isLast, isTorn }: Run<Row>) {
    this.rows = [...rows];
    this.start = start;
    this.end = end;
    this.isLast = isLast;
    this.isTorn = isTorn;
  }

  /** Keeps the first `kept` rows, and adds the part's rows from index `from` on. */
  append(kept: number, part: Run<Row>, from: number): void {
    this.rows.length = kept;
    for (let index = from; index < part.rows.length; index++) {
      const row = part.rows[index];
      if (row !== undefined) this.rows.push(row);
    }
    this.end = part.end;
    this.isLast = part.isLast;
  }
}

/** Whether any page holds the rows on both sides of a position. */
function canOverlap<Row>({ limits }: PageReader<Row>, position: number): boolean {
  return coverWithOnePage({ start: position - 1, end: position + 1 }, limits) !== null;
}
