import type { LearnedCount } from "../../call/page.ts";
import { once } from "../../once/once.ts";
import type { PageReader } from "./reader.ts";
import { countRowsFrom, type Run } from "./run.ts";
import { isAmong, judgeSeam, repeatsEnd, type Seam } from "./verdicts.ts";
import { coverWithOnePage } from "./window.ts";

/**
 * What to do with a part that continues a run by its position, although nothing proves that they adjoin. Rows may be missing in
 * between. `refuse` leaves the part out. `accept` adds it, and the run is then torn.
 */
export type Gaps = "refuse" | "accept";

/** Builds a run from parts that are read one after another. */
export class RunBuilder<Row> {
  readonly reader: PageReader<Row>;
  readonly #start: number;
  #run: Run<Row> | null = null;
  #repeats = 0;

  /** @param start the position from which rows are wanted. The first part must hold it. */
  constructor(reader: PageReader<Row>, start: number) {
    this.reader = reader;
    this.#start = start;
  }

  /** The run so far; null if no part has belonged to it yet. Adding a part may change it in place. */
  get run(): Run<Row> | null {
    return this.#run;
  }

  /** How many parts were the run's end once more, since rows were last added. */
  get repeats(): number {
    return this.#repeats;
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
    if (run.isLast) {
      // What was read together with the end may show that the list goes on.
      if (part.start >= run.end && !isAmong(this.reader.source, part.rows, run.rows)) this.tear();
      return;
    }
    const seam = judgeSeam(this.reader.source, run, part);
    if (seam?.shift !== 0 && repeatsEnd(this.reader.source, run, part)) {
      this.#repeats += 1;
      return;
    }
    if (seam) {
      this.#makeGrowable(run).merge(part, seam, (row) => this.reader.source.idOf(row));
    } else if (holdsStart && (part.isLast || part.end > run.end)) {
      // A single page covers all positions that were read so far, and more: what it shows is the list now.
      this.#run = part;
    } else if (endsAtVacancy(run, part, this.reader.source.learned)) {
      this.#run = { ...run, isLast: true, reach: part.reach };
    } else if (this.#adjoins(run, part, gaps)) {
      const idOf = (row: Row) => this.reader.source.idOf(row);
      this.#makeGrowable(run).append(part, isVacantSeam(run, part), idOf);
    }
  }

  /** Takes back that the list ends with the run: behind the last page there may be more rows. */
  readOn(): void {
    const run = this.#run;
    if (run) this.#run = { ...run, isLast: false, end: run.reach, promised: run.reach + 1 };
  }

  /** Notes that rows may be missing from the run. */
  tear(): void {
    if (this.#run) this.#run = { ...this.#run, isTorn: true };
  }

  /** Whether a part that shares no row with the run continues it all the same. */
  #adjoins(run: Run<Row>, part: Run<Row>, gaps: Gaps): boolean {
    if (isVacantSeam(run, part)) return true;
    if (gaps === "accept") return part.start <= run.end && (part.end > run.end || part.isLast);
    return part.start === run.end && !canOverlap(this.reader, run.end);
  }

  /** Makes the run one that can grow. Until then, it is the first part itself, whose rows belong to their page. */
  #makeGrowable(run: Run<Row>): GrowableRun<Row> {
    this.#repeats = 0;
    const growable = run instanceof GrowableRun ? run : new GrowableRun(run);
    this.#run = growable;
    return growable;
  }
}

/** A run that owns its rows, so that parts can be added in place. Copying a long run for each part would take too long. */
class GrowableRun<Row> implements Run<Row> {
  readonly rows: Row[];
  start: number;
  end: number;
  isLast: boolean;
  isTorn: boolean;
  rowsEnd: number;
  slack: number;
  reach: number;
  promised: number;
  hasHoles: boolean;
  count: number | null;
  moved: Run<Row>["moved"];
  passed: number;
  /** Whether the count is from the time at which its end was read. */
  isCountOfEnd = true;

  constructor(run: Run<Row>) {
    this.rows = [...run.rows];
    this.start = run.start;
    this.end = run.end;
    this.isLast = run.isLast;
    this.isTorn = run.isTorn;
    this.rowsEnd = run.rowsEnd;
    this.slack = run.slack;
    this.reach = run.reach;
    this.promised = run.promised;
    this.hasHoles = run.hasHoles;
    this.count = run.count;
    this.moved = run.moved;
    this.passed = run.passed ?? 0;
  }

  /**
   * Merges a part that shares rows with this run. Around the seam the rows of both are kept in their order, because what either
   * showed was there: a row that only one has came or went between the two calls.
   */
  merge(part: Run<Row>, { inRun, inPart, shift }: Seam, idOf: (row: Row) => string | null): void {
    const skipped = inPart - Math.min(inRun, inPart);
    const tail = this.rows.splice(Math.max(inRun - inPart, 0));
    // The part begins ahead of the run's own start.
    this.start = Math.max(this.start - skipped, 0);
    const isBehindPart = !this.#mergeAligned(tail, part, skipped, idOf)
      ? this.#mergeInOrder(tail, part, skipped, idOf)
      : false;
    this.hasHoles ||= part.hasHoles || this.end > this.rowsEnd;
    if (isBehindPart && !part.isLast) {
      this.#follow(part, shift);
    } else {
      this.#noteMove(shift, part);
      this.count = part.count;
      this.#endWith(part);
    }
  }

  /** Moves the positions as far as a part, which has no row behind the run's end, shows that the rows have moved. */
  #follow(part: Run<Row>, shift: number): void {
    this.#noteMove(shift, part);
    this.isCountOfEnd &&= part.count !== null && part.count - shift === this.count;
    this.count = part.count;
    this.end += shift;
    this.rowsEnd += shift;
  }

  #noteMove(shift: number, { count }: Run<Row>): void {
    const { ahead, behind } = this.moved;
    this.moved = { ahead: ahead + Math.max(-shift, 0), behind: behind + Math.max(shift, 0) };
    const growth = count === null || this.count === null ? 0 : Math.max(count - this.count, 0);
    this.passed += Math.max(shift - growth, 0);
  }

  /** Adds a part whose first rows, but for the skipped ones, are exactly the run's tail. Returns false if they are not. */
  #mergeAligned(
    tail: readonly Row[],
    { rows }: Run<Row>,
    skipped: number,
    idOf: (row: Row) => string | null,
  ): boolean {
    const isSame = (row: Row, index: number) => {
      const other = rows[index + skipped];
      return other !== undefined && idOf(row) === idOf(other);
    };
    if (skipped > 0 || !tail.every(isSame)) return false;
    for (const row of rows) this.rows.push(row);
    return true;
  }

  /** Returns whether the run's own rows are the last ones. */
  #mergeInOrder(
    tail: readonly Row[],
    part: Run<Row>,
    skipped: number,
    idOf: (row: Row) => string | null,
  ): boolean {
    const { rows } = part;
    const places = placesById(rows, idOf);
    const ids = new Set(this.rows.slice(-2 * (rows.length + tail.length)).map(idOf));
    let next = 0;
    let isBehindPart = false;
    const pushUpTo = (place: number) => {
      for (; next <= place; next++) {
        const row = rows[next];
        if (row === undefined) continue;
        const id = idOf(row);
        // A row ahead of the seam that was read before, at another place.
        const isKnown = id !== null && next < skipped + tail.length && ids.has(id);
        if (!isKnown) this.rows.push(row);
        isBehindPart = false;
      }
    };
    for (const [index, row] of tail.entries()) {
      const id = idOf(row);
      const own = id === null ? undefined : places.get(id);
      // A row without an id is known by its place alone.
      const place = id === null ? index + skipped : own?.shift();
      if (place !== undefined && place < rows.length) {
        pushUpTo(place);
      } else if (own === undefined || index + skipped >= rows.length) {
        // The part has no row of its id, or ends ahead of this one.
        this.rows.push(row);
        isBehindPart = true;
      }
    }
    // Rows that came within the run while it was read were not there all along, and do not belong at its end.
    if (isBehindPart && isWithin(this, part)) return true;
    pushUpTo(rows.length - 1);
    return isBehindPart;
  }

  /** Adds a part by its position. Unless both show that there is nothing where they meet, rows may be missing, so the run is torn. */
  append(part: Run<Row>, isVacantSeam: boolean, idOf: (row: Row) => string | null): void {
    const shared = Math.max(this.end - part.start, 0);
    // Where rows are hidden, only its id tells whether a row stands where both have been.
    const isExact = part.slack === 0 && this.slack === 0 && this.end === this.rowsEnd;
    const known = new Set(isExact || shared === 0 ? [] : this.rows.slice(-shared).map(idOf));
    for (const [index, row] of part.rows.entries()) {
      const id = idOf(row);
      const isKnown = index < shared && (isExact || id === null || known.has(id));
      if (!isKnown || isVacantSeam) this.rows.push(row);
    }
    this.isTorn ||= !isVacantSeam;
    this.hasHoles ||= part.hasHoles || (this.end > this.rowsEnd && part.rows.length > 0);
    this.count = part.count;
    const { rowsEnd, slack } = this;
    this.#endWith(part);
    // A part without rows lies behind the same last row.
    if (part.rows.length === 0) Object.assign(this, { rowsEnd, slack });
  }

  #endWith({ end, rowsEnd, isLast, slack, reach, promised }: Run<Row>): void {
    this.end = end;
    this.rowsEnd = rowsEnd;
    this.isLast = isLast;
    this.slack = slack;
    this.reach = reach;
    this.promised = promised;
    this.isCountOfEnd = true;
  }
}

/** The places at which each id occurs, ascending. */
function placesById<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string | null,
): ReadonlyMap<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, row] of rows.entries()) {
    const id = idOf(row);
    if (id !== null) once(places, id, () => []).push(place);
  }
  return places;
}

/** Whether a part lies within a run, however far rows have moved meanwhile. */
function isWithin<Row>(run: Run<Row>, part: Run<Row>): boolean {
  const growth = Math.abs((part.count ?? 0) - (run.count ?? 0));
  return !part.isLast && part.end + growth < run.end;
}

/**
 * Whether a part shows that the list ends at a position where the run may have no rows, because the registry hides them. Premise:
 * the count is the same, so nothing has moved. One that was found untrue may count something else, and proves nothing, unless it is
 * only the hidden rows that it leaves out.
 */
function endsAtVacancy<Row>(
  run: Run<Row>,
  part: Run<Row>,
  { isCountTrue, leavesOutHidden }: LearnedCount,
): boolean {
  if (isCountTrue === false && !leavesOutHidden) return false;
  const isPastEnd = part.isLast && part.rows.length === 0;
  const hasRoom = part.start - run.start >= run.rows.length;
  return isPastEnd && hasRoom && part.start <= run.end && isSameCount(run, part);
}

/**
 * Whether a run and a part meet where all rows are hidden, so that they can share none. Premise: both show nothing there, and the
 * count is the same, so nothing has moved.
 */
function isVacantSeam<Row>(run: Run<Row>, part: Run<Row>): boolean {
  const isInOrder = part.start <= run.end && part.end > run.end;
  const shared = run.end - part.start;
  const areBothVacant = run.rowsEnd <= part.start && shared > 0 && part.slack >= shared;
  const isPartVacant = part.rows.length === 0 && part.start >= run.rowsEnd - run.slack;
  const isVacant = isPartVacant || areBothVacant;
  return isInOrder && isVacant && isSameCount(run, part);
}

function isSameCount<Row>(run: Run<Row>, part: Run<Row>): boolean {
  const isCountOfEnd = !(run instanceof GrowableRun) || run.isCountOfEnd;
  return isCountOfEnd && run.count !== null && run.count === part.count;
}

/** Whether any page holds the rows on both sides of a position. */
function canOverlap<Row>({ limits }: PageReader<Row>, position: number): boolean {
  return coverWithOnePage({ start: position - 1, end: position + 1 }, limits) !== null;
}
