import type { PageRequest } from "../../../registry-client/page.ts";
import { findPlace } from "../place.ts";
import { type Look, type PageSource, type PlacedPage, placePage } from "./source.ts";
import { coverWithOnePage, coverWithPages, type Window } from "./window.ts";

/**
 * Rows that follow one another, from one page or from several that were joined: up to `end`, where
 * the list ends if `isLast`. `start` and `count` are as the last page showed them.
 */
export interface Run<Row> {
  readonly rows: readonly Row[];
  readonly start: number;
  readonly end: number;
  readonly isLast: boolean;
  readonly count: number | null;
}

export class Doubt extends Error {
  override readonly name = "Doubt";
}

// Rounds in a row.
const maxStalledRounds = 4;
const maxRowlessRounds = 32;

// A reading may cost few calls, and more for each page of rows that it has read.
const fewCalls = 128;
const callsPerPage = 8;

// How far a reading goes on without a row in search of those that the count promises.
const maxEmptyPages = 5;
const fewPositions = 200;

// What a page repeats of the one before it if rows are hidden: one position may show no row.
const wideOverlap = 8;

// How many rows at the end of a run are looked for in the next page.
const tailLength = 8;

/**
 * Reads windows of a list page by page. A page proves itself: it is full, or ends where its
 * envelope says that the list ends; and it repeats a row of the page before it.
 *
 * Costs one REST call where one page holds the window. A page cut without a word costs one more,
 * once; so does the end of a list whose envelope has no count.
 */
export class Reader<Row> {
  readonly source: PageSource<Row>;
  doubts = 0;
  hasCountFallen = false;
  /** By a changed count, or by rows that were found elsewhere than expected. */
  hasMoved = false;
  /** Whether pages did not adjoin, although none of them had fewer rows than it should. */
  hasGap = false;
  readonly #options: ConstructorParameters<typeof Reader>[1];
  #look: Look;
  #maxLimit: number;
  #calls = 0;
  #count: number | null | undefined;
  #emptyPages = 0;
  #hides = false;
  #maxTries = maxStalledRounds;
  #joined: Row[] | undefined;
  #known: Set<string | null> | undefined;

  constructor(
    source: PageSource<Row>,
    options: {
      readonly look: Look;
      /**
       * What to do if a page does not prove itself. `throw` ends the reading. `note` goes on by the
       * position of pages, and takes it that the registry hides the rows which are not there.
       */
      readonly onDoubt: "throw" | "note";
      readonly emptyFrom?: number | undefined;
      readonly concurrency: number;
    },
  ) {
    this.source = source;
    this.#options = options;
    this.#look = options.look;
    this.#maxLimit = Math.max(source.maxLimit, 1);
  }

  get maxLimit(): number {
    return this.#maxLimit;
  }

  /**
   * Reads the rows of a window, and more if the pages happen to hold more: fewer only if the list
   * ends, or if `wantsMore` wants no more than so many from the list's start. A run without rows
   * means that the list ends at the window's start or before it.
   * @throws Doubt if a page does not prove itself, and any error of the source.
   */
  async read(window: Window, wantsMore?: (rows: number) => boolean): Promise<Run<Row>> {
    let run: Run<Row> | null = null;
    let stalled = 0;
    let rowless = 0;
    while (run === null || !(run.isLast || run.end >= window.end)) {
      if (stalled > maxStalledRounds || rowless > maxRowlessRounds || this.#isTooDear(run)) {
        this.doubt("its pages never fit together");
        return run ?? this.#emptyRun(window.start);
      }
      const { maxLimit } = this;
      const [rows, end]: readonly [number, number] = [run?.rows.length ?? 0, run?.end ?? -1];
      const next: Run<Row> | null = await this.#readRound(run, window, stalled);
      const hasAdvanced = next !== null && (next.end > end || next.isLast);
      rowless = (next?.rows.length ?? 0) > rows ? 0 : rowless + 1;
      stalled = hasAdvanced || maxLimit > this.#maxLimit ? 0 : stalled + 1;
      if (stalled > 0) this.lookAgain();
      run = next;
      if (run !== null && wantsMore?.(run.start + run.rows.length) === false) break;
    }
    return run;
  }

  lookAgain(): void {
    this.#look = this.source.nextLook();
  }

  doubt(reason: string): void {
    if (this.#options.onDoubt === "throw") throw new Doubt(reason);
    this.doubts += 1;
  }

  #emptyRun(start: number): Run<Row> {
    return { rows: [], start, end: start, isLast: false, count: null };
  }

  #isTooDear(run: Run<Row> | null): boolean {
    const pages = (run?.rows.length ?? 0) / this.#maxLimit;
    return this.#calls > fewCalls + callsPerPage * pages;
  }

  // Fetches one page if it holds all, or some at the same time, and joins them in order up to one
  // that does not fit.
  async #readRound(
    run: Run<Row> | null,
    window: Window,
    stalled: number,
  ): Promise<Run<Row> | null> {
    const only = run === null ? coverWithOnePage(window, this.#maxLimit) : null;
    const pages = only ? [await this.#fetch(only)] : await this.#fetchSome(run, window, stalled);
    let joined = run;
    for (const page of pages) {
      const part = page && (await this.#judge(page, joined));
      const next =
        part && this.#join(joined, part, { window, isLastTry: stalled >= this.#maxTries });
      if (next === null) break;
      joined = next;
      if (joined.isLast) break;
    }
    return joined;
  }

  #fetchSome(
    run: Run<Row> | null,
    window: Window,
    stalled: number,
  ): Promise<(PlacedPage<Row> | null)[]> {
    const requests = [...this.#plan(run, window, stalled).take(this.#options.concurrency)];
    return Promise.all(requests.map((request) => this.#fetch(request)));
  }

  // Those that begin within the count, and one even if the count is wrong.
  *#plan(run: Run<Row> | null, window: Window, stalled: number): Generator<PageRequest, void> {
    const max = this.#maxLimit;
    const overlap = this.#hides ? Math.max(Math.min(wideOverlap, Math.floor(max / 2)), 1) : 1;
    const back = stalled === 0 ? overlap : Math.max(Math.min(4 ** stalled, max - 1), 1);
    const end = run?.end ?? window.start;
    const rest =
      run === null
        ? window
        : { start: Math.max(end - back, 0), end: Math.max(window.end, end + 1) };
    const count = this.source.memory.count ?? 0;
    let isPassed = false;
    for (const page of coverWithPages(rest, max, end, overlap)) {
      if (isPassed && (page.page - 1) * page.limit >= count) return;
      yield page;
      isPassed ||= page.page * page.limit > end;
    }
  }

  // Null if the registry serves only a smaller limit.
  async #fetch(request: PageRequest): Promise<PlacedPage<Row> | null> {
    const { source } = this;
    this.#calls += 1;
    const page = await source.fetchPage(request, this.#look);
    if (page === "limit-refused") {
      if (request.limit === 1) throw source.contradiction("the registry refuses every `limit`");
      const half = Math.floor(request.limit / 2);
      this.#lowerLimit(source.maxLimit < request.limit ? source.maxLimit : half);
      return null;
    }
    const placed = placePage(source, request, page);
    const { count } = placed;
    const before = this.#count ?? count;
    this.hasMoved ||= count !== before;
    this.hasCountFallen ||= count !== null && before !== null && count < before;
    this.#count = count;
    source.memory.count = count;
    if (placed.limit < request.limit) this.#lowerLimit(placed.limit);
    return placed;
  }

  #lowerLimit(limit: number): void {
    this.#maxLimit = Math.max(Math.min(this.#maxLimit, limit), 1);
  }

  /**
   * What a page shows: its rows, up to where it shows the list, and whether the list ends there.
   * Null if it was cut to a smaller limit, so that it does not stand where it was asked for.
   */
  async #judge(page: PlacedPage<Row>, run: Run<Row> | null): Promise<Run<Row> | null> {
    const { memory } = this.source;
    const { rows, start, limit, number, count, pageCount } = page;
    const end = start + rows.length;
    const shown = { rows, start, end, isLast: false, count };
    const isFull = rows.length >= limit;
    if (rows.length === 0 || (await this.#isEcho(page, run))) return this.#judgeEmpty(page, run);
    this.#emptyPages = 0;
    if (count === null) {
      const isStated = pageCount !== null && pageCount <= number;
      const isLast =
        !this.#hides &&
        (isStated || (pageCount === null && !isFull && (await this.#isNextEmpty(page))));
      if (isLast) return { ...shown, isLast };
    } else if (count < end) {
      this.doubt("there are rows behind all that are counted");
    } else if (count === end && (pageCount ?? 0) <= number) {
      // A page that is full may go on where the count says that it ends.
      memory.isCountTrusted ||= !isFull || page.isSubstitute;
      return { ...shown, isLast: memory.isCountTrusted };
    }
    if (isFull) return shown;
    if (!this.#hides) {
      const cut = await this.#findCut(page);
      if (cut !== null) return cut === "here" ? shown : null;
      this.#hides = true;
      this.doubt("a page has fewer rows than it should");
    }
    return { ...shown, end: start + limit };
  }

  /**
   * What a page without rows shows: the list's end, unless rows are due there. Where rows are
   * hidden, that takes some such pages, if fewer rows were found than are counted.
   */
  #judgeEmpty(page: PlacedPage<Row>, run: Run<Row> | null): Run<Row> {
    const { start, limit, number, count, pageCount, isSubstitute } = page;
    const isDue = !isSubstitute && (count === null ? number <= (pageCount ?? 0) : start < count);
    if (isDue) {
      this.hasGap ||= !this.#hides && run !== null && run.rows.length > 0;
      this.#hides = true;
      this.doubt("a page is empty where rows are due");
    }
    if (start === count) this.source.memory.isCountTrusted = true;
    this.#emptyPages += 1;
    const { emptyFrom = Number.POSITIVE_INFINITY } = this.#options;
    const emptyPositions = this.#emptyPages * limit;
    const isSought =
      this.#hides &&
      !isSubstitute &&
      start < emptyFrom &&
      (run?.rows.length ?? 0) < (count ?? Number.POSITIVE_INFINITY) &&
      emptyPositions < fewPositions &&
      this.#emptyPages < maxEmptyPages;
    const isLast = !isDue && !isSought;
    return { rows: [], start, end: isLast ? start : start + limit, isLast, count };
  }

  /**
   * Whether a page past the end is the list's last page once more, with the number asked for. It
   * costs one REST call to see the last page, if that was not read.
   */
  async #isEcho(page: PlacedPage<Row>, run: Run<Row> | null): Promise<boolean> {
    const { rows, start, limit, number, count, pageCount } = page;
    if (count === null && pageCount === null) {
      // What the run has up to its end stands there rightly.
      const isBehind = run !== null && start + rows.length > run.end;
      return isBehind && this.#areSame(rows, run.rows.slice(-rows.length));
    }
    const lastPage = pageCount ?? Math.ceil((count ?? 0) / limit);
    if (start < (count ?? 0) || lastPage < 1 || lastPage >= number) return false;
    this.#calls += 1;
    const last = await this.source.fetchPage({ limit, page: lastPage }, this.#look);
    return last !== "limit-refused" && this.#areSame(rows, last.rows);
  }

  async #isNextEmpty({ rows, limit, number }: PlacedPage<Row>): Promise<boolean> {
    const next = await this.#fetch({ limit, page: number + 1 });
    if (next === null) return false;
    return next.rows.length === 0 || this.#areSame(next.rows, rows);
  }

  #areSame(one: readonly Row[], other: readonly Row[]): boolean {
    const { source } = this;
    return (
      one.length === other.length &&
      one.every((row, index) => source.idOf(row) === idAt(source, other, index))
    );
  }

  /**
   * Whether a short page was cut to its length without a word, at the place where it was looked for
   * or elsewhere: no page but the first stands where the limit asked for says. Null if it was not.
   */
  async #findCut(page: PlacedPage<Row>): Promise<"here" | "elsewhere" | null> {
    const { source } = this;
    const { rows, limit, number } = page;
    const length = rows.length;
    if (number > 1) {
      const first = await this.#fetch({ limit, page: 1 });
      if (first?.rows.length !== length) return null;
      this.#learnCut(length);
      return "elsewhere";
    }
    // The page that repeats the last row, if any can, goes on directly behind it.
    const seam = { start: length - 1, end: length + 1 };
    const [request = { limit: length, page: 2 }] = coverWithPages(
      coverWithOnePage(seam, length) === null ? { start: length, end: length + 1 } : seam,
      length,
    );
    const next = await this.#fetch(request);
    if (next === null || next.rows.length === 0) return null;
    const shared = rows.slice(next.start);
    const behind = next.rows.slice(shared.length);
    const known = new Set(rows.map((row) => source.idOf(row)));
    const ids = behind.map((row) => source.idOf(row)).filter((id) => id !== null);
    const isNew = ids.length > 0 && ids.every((id) => !known.has(id));
    if (!isNew || !this.#areSame(shared, next.rows.slice(0, shared.length))) return null;
    this.#learnCut(length);
    return "here";
  }

  #learnCut(limit: number): void {
    this.#lowerLimit(limit);
    this.source.learnCut(limit);
  }

  // Null if nothing shows that the part adjoins the run.
  #join(
    run: Run<Row> | null,
    part: Run<Row>,
    { window, isLastTry }: { readonly window: Window; readonly isLastTry: boolean },
  ): Run<Row> | null {
    if (run === null) {
      const holdsStart = part.start <= window.start && (part.end > window.start || part.isLast);
      return holdsStart ? part : null;
    }
    if (part.rows.length === 0) {
      // It shows that nothing follows if it begins where the run ends, and nothing has moved.
      const isAtEnd = part.start === run.end && (part.count ?? run.end) === run.end;
      if (!isAtEnd && !(this.#hides && part.start <= run.end)) return null;
      return { ...run, end: Math.max(run.end, part.end), isLast: part.isLast, count: part.count };
    }
    const seam = this.#seamOf(run, part);
    const index = seam ?? (isLastTry ? this.#seamByPosition(run, part) : null);
    if (index === null) return null;
    const isExact = seam === run.end - part.start;
    // Where rows are hidden, nobody knows where the next ones are expected.
    this.hasMoved ||= !isExact && !this.#hides;
    const start = this.#hides ? run.start : Math.max(part.start + index - run.rows.length, 0);
    const added = part.rows.slice(index);
    // A long run is not copied for each page.
    const rows = run.rows === this.#joined ? this.#joined : [...run.rows];
    if (rows !== this.#joined) this.#known = undefined;
    this.#joined = rows;
    const isShared = isExact && index > 0;
    for (const row of isShared && !this.hasMoved ? added : this.#newAmong(rows, added)) {
      rows.push(row);
      this.#known?.add(this.source.idOf(row));
    }
    return { ...part, rows, start };
  }

  // How many of the part's rows are ahead of those that follow the run; null if none shows it.
  #seamOf({ rows, end, count }: Run<Row>, part: Run<Row>): number | null {
    const { source } = this;
    const first = rows.length - (end - part.start);
    const isShared = part.start < end && first >= 0 && part.rows.length >= end - part.start;
    // A row without an id is known by its place alone, if nothing came or went.
    const isSameAt = (row: Row, nth: number) =>
      source.idOf(row) === idAt(source, part.rows, nth) &&
      (source.idOf(row) !== null || count === part.count);
    if (isShared && rows.slice(first).every(isSameAt)) return end - part.start;
    // No page can hold the rows on both sides of some positions.
    const canOverlap = coverWithOnePage({ start: end - 1, end: end + 1 }, this.#maxLimit) !== null;
    if (part.start === end && !canOverlap && count === part.count) return 0;
    const tail = rows.slice(-tailLength);
    const place = findPlace(
      {
        start: part.start,
        length: part.rows.length,
        isLast: part.isLast,
        count: part.count,
        keyAt: (index) => idAt(source, part.rows, index),
      },
      {
        keys: tail.map((row) => source.idOf(row)),
        own: tail.length - 1,
        position: end - 1,
        count,
        isEdited: (known, index) =>
          contentsAt(source, tail, known) !== contentsAt(source, part.rows, index),
      },
      "after",
    );
    return place?.index ?? null;
  }

  #seamByPosition(run: Run<Row>, part: Run<Row>): number | null {
    if (part.start > run.end || (part.end <= run.end && !part.isLast)) return null;
    this.hasGap ||= !this.#hides;
    this.doubt("two pages share no row");
    this.#maxTries = 1;
    const { rows } = part;
    const shared = run.end - part.start;
    // A page that has all its rows shows which of them stand where the run has been.
    if (rows.length === part.end - part.start) return shared;
    // Of the others, those up to the last one that the run has, and rows without an id behind it.
    const known = new Set(run.rows.slice(-2 * shared - 1).map((row) => this.source.idOf(row)));
    const ids = rows.slice(0, shared).map((row) => this.source.idOf(row));
    const behind = ids.findLastIndex((id) => id !== null && known.has(id)) + 1;
    const next = ids.slice(behind).findIndex((id) => id !== null);
    return next < 0 ? ids.length : behind + next;
  }

  /**
   * The rows that a run does not have: one that moved while it was read may turn up again. Where
   * none has moved, an id may occur twice, but a page of known rows alone is no further one.
   */
  #newAmong(rows: readonly Row[], added: readonly Row[]): readonly Row[] {
    const known = this.#known ?? new Set(rows.map((row) => this.source.idOf(row)));
    this.#known = known;
    const isKnown = (id: string | null) => id !== null && known.has(id);
    const unknown = added.filter((row) => !isKnown(this.source.idOf(row)));
    return this.hasMoved || unknown.length === 0 ? unknown : added;
  }
}

function idAt<Row>(source: PageSource<Row>, rows: readonly Row[], index: number): string | null {
  const row = rows[index];
  return row === undefined ? null : source.idOf(row);
}

function contentsAt<Row>(source: PageSource<Row>, rows: readonly Row[], index: number) {
  const row = rows[index];
  return row === undefined ? null : source.contentsOf(row);
}
