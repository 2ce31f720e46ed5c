import type { PageRequest } from "../../call/page.ts";
import type { Look, PlacedPage } from "./page-source.ts";
import type { PageReader } from "./reader.ts";
import { type Run, toPart, toPartWithHoles, toVacantPart } from "./run.ts";
import {
  hasRepeatedIds,
  haveSameRows,
  haveSharedIds,
  impliesCut,
  isAmong,
  judgeEnding,
  judgeShortPage,
  promisedLength,
  type ShortCause,
  tellingIndex,
} from "./verdicts.ts";
import { coverWithOnePage } from "./window.ts";

/** How often a page is looked at again until two looks show the same. */
const looksAgain = 2;

/** How often a page may change while it is inquired into. */
const maxChanges = 2;

/** How many smaller pages are read in search of a page's rows. */
const maxPagesWithin = 8;

/**
 * The rows of one page as a part of the list; null if they cannot be used, because the registry serves only a smaller limit, or
 * because it sends different rows each time. What the page shows about the list goes into `learned`.
 *
 * Costs one REST call. A short page costs more if its envelope does not confirm that the list ends with it: one call shows whether
 * the registry cut it and, if it did not, another look at the page shows whether the missing rows are hidden. A page that has an id
 * twice is looked at again too.
 * @throws the source's contradiction if it is a different page from the requested one, and any error of the source.
 */
export async function fetchPart<Row>(
  reader: PageReader<Row>,
  request: PageRequest,
): Promise<Run<Row> | null> {
  const page = await reader.fetchPlaced(request);
  const part = page && (await new PageInquiry(reader, request).settle(page));
  if (page && part === null) reader.unsettled = page;
  return part;
}

/**
 * Finds out why a page is as long as it is: the list ends with it, the registry cut it, or rows are hidden within it. It asks one
 * question after the other, each at the cost of a REST call, until one verdict of `verdicts.ts` is left.
 */
class PageInquiry<Row> {
  readonly #reader: PageReader<Row>;
  readonly #request: PageRequest;
  /** The look of all questions: what it shows is not older than the page. */
  readonly #look: Look;
  readonly #changes: number;

  /** @param changes how often the page has changed so far. */
  constructor(reader: PageReader<Row>, request: PageRequest, changes = 0) {
    this.#reader = reader;
    this.#request = request;
    this.#look = reader.source.nextLook();
    this.#changes = changes;
  }

  /** The part of the list that the page is; null if it cannot be used, because it has rows elsewhere than it says, or never the same. */
  async settle(page: PlacedPage<Row>): Promise<Run<Row> | null> {
    if (!hasRepeatedIds(this.#source, page)) return this.#settleDistinct(page);
    const confirmed = await this.#lookAgain(page);
    return confirmed && this.#inquireInto(confirmed);
  }

  async #settleDistinct(page: PlacedPage<Row>): Promise<Run<Row> | null> {
    const ending = judgeEnding(page, this.#learned);
    // Where rows are hidden, the envelope may fit the page by chance.
    const hidesRows = this.#reader.hasSeenHoles || this.#learned.hasHoles;
    const mayFitByChance = ending === "ends" && hidesRows && page.rows.length > 0;
    if (mayFitByChance && (await this.#goesOn(page)))
      return this.#confirm(page, () => toPartWithHoles(this.#learned, page, null));
    if (ending === "ends" && page.start === 0 && page.rows.length === 0 && this.#learned.hasRows)
      return this.#confirm(page, () => this.#settleEmptied(page));
    if (ending !== "unclear") return toPart(this.#learned, page, ending === "ends");
    if (page.rows.length === 0) return this.#confirm(page, () => this.#settleEmpty(page));
    const second = await this.#fetchBehind(page);
    if (!second) return null;
    const cause = await this.#causeOf(page, second);
    if (cause === "cut") return this.#confirm(page, () => this.#settleCut(page));
    if (cause === "misplaced") return this.#reject(page);
    if (impliesCut(page, second, this.#learned)) return this.#reject(page, page.rows.length);
    if (cause === "exact") return this.#settleExact(page, second);
    const isCut = (await this.#isFollowed(page, second)) || (await this.#isCutBehind(page, second));
    const isRejected = isCut || !(await this.#standsInPlace(page, second));
    return isRejected ? this.#reject(page) : this.#confirm(page, () => this.#settleHidden(page));
  }

  /**
   * Why a page is short. If the second page is short as well, a row is hidden on it, too: the one that seems to follow directly may stand
   * behind that, and the last one's place may be another. So the position behind the page is looked at by itself.
   */
  async #causeOf(page: PlacedPage<Row>, second: PlacedPage<Row>): Promise<ShortCause> {
    const cause = judgeShortPage(this.#source, page, second);
    if (cause !== "cut" || second.rows.length >= second.limit) return cause;
    const next = await this.#fetch({ limit: 1, page: page.start + page.rows.length + 1 });
    return next === null || isAmong(this.#source, next.rows, page.rows) ? "hidden" : "cut";
  }

  /** The registry cuts pages to as many rows as this one has. */
  #settleCut(page: PlacedPage<Row>): Run<Row> {
    const { length } = page.rows;
    this.#reader.lowerLimit(length);
    // A page of one row is too little to tell for all later requests.
    if (length > 1) this.#source.learnCut(length);
    return toPart(this.#learned, page, false);
  }

  /** The last row of a page stands where it should, and none stands directly behind it. */
  async #settleExact(page: PlacedPage<Row>, second: PlacedPage<Row>): Promise<Run<Row> | null> {
    const learned = this.#learned;
    const end = page.start + page.rows.length;
    // A count that fits is believed rather than a page count that does not.
    if (page.count === end && learned.isCountTrue !== false) return toPart(learned, page, true);
    const promised = Math.max(promisedLength(page, learned), promisedLength(second, learned));
    if (promised <= end) return this.#settleUnpromised(page);
    return this.#confirm(page, async () => {
      // All positions behind its rows are vacant. The list goes on if more is promised than the page covers.
      if (promised > page.reach) return toVacantPart(learned, page, promised);
      // The row next to the last one may be hidden, and the page cut there.
      if (await this.#reader.hasRowAt(promised - 1, this.#look)) return this.#reject(page);
      // A count that leaves out the hidden rows ends too early.
      const goesOn = await this.#goesOn(page);
      return goesOn ? toVacantPart(learned, page, page.reach + 1) : toPart(learned, page, true);
    });
  }

  /**
   * Nothing is promised behind a page, and no row stands directly behind it. The list ends there unless the next page has rows.
   * Premise: a registry that hides that row does not hide the whole next page as well.
   */
  async #settleUnpromised(page: PlacedPage<Row>): Promise<Run<Row> | null> {
    if (await this.#isCountRightAgain(page)) return this.#settleDistinct(page);
    const { rows, limit, reach } = page;
    const next = await this.#fetch({ limit, page: reach / limit + 1 });
    if (next === null) return null;
    if (isAmong(this.#source, next.rows, rows)) return toPart(this.#learned, page, true);
    // The next page shows the rows that its number promises, unless the registry has cut both.
    const [there] = (await this.#fetch({ limit: 1, page: reach + 1 }))?.rows ?? [];
    const [first] = next.rows;
    const isInPlace = there && first && this.#source.idOf(there) === this.#source.idOf(first);
    if (!isInPlace) return this.#reject(page);
    return this.#confirm(page, () => this.#settleHidden(page));
  }

  /** Whether the page after a page has rows of its own. */
  async #goesOn({ rows, limit, reach }: PlacedPage<Row>): Promise<boolean> {
    const next = await this.#fetch({ limit, page: reach / limit + 1 });
    return next !== null && next.start >= reach && !isAmong(this.#source, next.rows, rows);
  }

  /** Rows are hidden within a page. */
  async #settleHidden(page: PlacedPage<Row>): Promise<Run<Row> | null> {
    this.#reader.hasSeenHoles = true;
    this.#learned.hasHoles = true;
    const end = await this.#findCountedEnd(page);
    return end === "cut" ? this.#reject(page) : toPartWithHoles(this.#learned, page, end);
  }

  /** A list that had rows has none. Premise: a page that is empty by accident is not so twice. */
  #settleEmptied(page: PlacedPage<Row>): Run<Row> {
    this.#learned.hasRows = false;
    return toPart(this.#learned, page, true);
  }

  /** The page has no rows. */
  async #settleEmpty(page: PlacedPage<Row>): Promise<Run<Row> | null> {
    const learned = this.#learned;
    const promised = promisedLength(page, learned);
    if (promised > page.start) {
      // A count may leave out the hidden rows, and so promise too few positions.
      const goesOn = promised <= page.reach && (await this.#goesOn(page));
      return toVacantPart(learned, page, goesOn ? page.reach + 1 : promised);
    }
    if (await this.#isCountRightAgain(page)) return this.#settleDistinct(page);
    // A single row may be hidden. So may all rows of a first page, if the count has been taken for wrong because of that.
    const mayGoOn = page.limit === 1 || (page.start === 0 && (page.count ?? 0) > 0);
    const isEnd = !mayGoOn || !(await this.#goesOn(page));
    const part = toPart(learned, page, isEnd);
    return isEnd ? part : { ...part, end: page.reach };
  }

  /** Goes on once another look has shown the same rows. Otherwise the page that it showed is inquired into. */
  async #confirm(
    page: PlacedPage<Row>,
    goOn: () => Run<Row> | null | Promise<Run<Row> | null>,
  ): Promise<Run<Row> | null> {
    const confirmed = await this.#lookAgain(page);
    if (confirmed === null) return null;
    return haveSameRows(this.#source, page, confirmed) ? goOn() : this.#inquireInto(confirmed);
  }

  /** Inquires into a page that came with a later look. */
  async #inquireInto(page: PlacedPage<Row>): Promise<Run<Row> | null> {
    if (this.#changes >= maxChanges) return null;
    const inquiry = new PageInquiry(this.#reader, this.#request, this.#changes + 1);
    return inquiry.#settleDistinct(page);
  }

  /**
   * Requests the page again, until it is full or two looks show the same rows: then the missing ones are hidden, and an id that occurs
   * twice is no accident. Null if each look shows something else.
   */
  async #lookAgain(page: PlacedPage<Row>): Promise<PlacedPage<Row> | null> {
    let earlier = page;
    for (let looks = 0; looks < looksAgain; looks++) {
      const again = await this.#reader.fetchPlaced(this.#request, this.#source.nextLook());
      if (!again) return null;
      const isFull = again.rows.length >= again.limit && !hasRepeatedIds(this.#source, again);
      if (isFull || haveSameRows(this.#source, earlier, again)) return again;
      earlier = again;
    }
    return null;
  }

  /**
   * The rows of a page do not stand where it says. Perhaps the registry serves only smaller pages.
   * @param least the limit is not lowered beyond this: one page that is wrong must not have all others read row by row.
   */
  #reject({ rows }: PlacedPage<Row>, least = Math.floor(this.#reader.limits.max / 2)): null {
    this.#reader.lowerLimit(Math.max(rows.length, least));
    return null;
  }

  /**
   * Whether the registry has other rows behind a short page after all, if the page after it showed none of its own: some registries
   * serve pages of one size, whatever the limit.
   */
  async #isFollowed(page: PlacedPage<Row>, second: PlacedPage<Row>): Promise<boolean> {
    const limit = page.rows.length;
    if (second.rows.length > 0 || limit === 0) return false;
    const number = Math.floor((page.start + limit) / limit) + 1;
    const next = await this.#fetch({ limit, page: number });
    return next !== null && !isAmong(this.#source, next.rows, page.rows);
  }

  /**
   * Whether the registry cut a page within which rows are hidden: then another row follows the place where its last one stands, as
   * the second page shows by the page's telling row, although the page should have had it.
   */
  async #isCutBehind({ rows, reach }: PlacedPage<Row>, second: PlacedPage<Row>): Promise<boolean> {
    const telling = tellingIndex(this.#source, rows);
    const row = rows[telling];
    const id = row === undefined ? null : this.#source.idOf(row);
    const index = second.rows.findIndex((other) => id !== null && this.#source.idOf(other) === id);
    const behind = second.start + index + rows.length - telling;
    if (index < 0) return false;
    for (let position = behind; position < Math.min(reach, behind + maxPagesWithin); position++) {
      const next = await this.#fetch({ limit: 1, page: position + 1 });
      const [there] = next?.rows ?? [];
      if (there === undefined) return false;
      if (!isAmong(this.#source, [there], rows)) return true;
      // Whether a row without an id is another one, only the next one tells.
      if (this.#source.idOf(there) !== null) return false;
    }
    return false;
  }

  /**
   * Whether a page's rows stand within its positions, if no page behind them shows one of them. A registry that cuts pages without
   * saying so may also count their positions in the smaller pages. Premise: it cuts no page of as many rows as this one has.
   */
  async #standsInPlace(page: PlacedPage<Row>, second: PlacedPage<Row>): Promise<boolean> {
    const { rows, start, reach, count } = page;
    const isCounted = count !== null && count > start && this.#learned.isCountTrue !== false;
    if (start === 0 || isCounted || second.rows.length > 0) return true;
    const limit = rows.length;
    const first = Math.floor(start / limit) + 1;
    const last = Math.min(Math.ceil(reach / limit), first + maxPagesWithin);
    for (let number = first; number <= last; number++) {
      const within = await this.#fetch({ limit, page: number });
      if (within === null) return false;
      if (within.rows.length > 0) return haveSharedIds(this.#source, within.rows, rows);
    }
    return false;
  }

  /**
   * Whether a count that is not believed counts rows behind a page after all: then one stands where it says that the last one does,
   * halfway, or, if it leaves out as many hidden rows, twice as far. It is believed again.
   */
  async #isCountRightAgain({ rows, start, count }: PlacedPage<Row>): Promise<boolean> {
    const end = start + rows.length;
    const { isCountTrue, leavesOutHidden } = this.#learned;
    if (isCountTrue !== false || leavesOutHidden || count === null || count <= end) return false;
    const halfway = Math.ceil((end + 1 + count) / 2);
    for (const number of new Set([count, halfway, 2 * count - end])) {
      const there = await this.#fetch({ limit: 1, page: number });
      if (there?.start !== number - 1 || isAmong(this.#source, there.rows, rows)) continue;
      this.#learned.isCountTrue = null;
      return true;
    }
    return false;
  }

  /**
   * A page, no larger than a short one, that holds the position behind the short one's last row, and those from its telling row on.
   */
  async #fetchBehind({ rows, start }: PlacedPage<Row>): Promise<PlacedPage<Row> | null> {
    const end = start + rows.length;
    const telling = start + tellingIndex(this.#source, rows);
    const limits = { ...this.#reader.limits, max: rows.length };
    const overlapping =
      rows.length > 1 ? coverWithOnePage({ start: telling, end: end + 1 }, limits) : null;
    const page = overlapping && (await this.#fetch(overlapping));
    // A full page shows where its rows stand, and any page that the list goes on. If a page of two has only a row that is known, the
    // other may be hidden on either side of it.
    const isTelling =
      page && (page.rows.length >= page.limit || !isAmong(this.#source, page.rows, rows));
    if (isTelling) return page;
    const numbers = Array.from({ length: end - telling + 1 }, (_, nth) => telling + nth + 1);
    const singles = await Promise.all(
      numbers.map((number) => this.#fetch({ limit: 1, page: number })),
    );
    const [behind] = singles.slice(-1);
    if (!behind || singles.includes(null)) return null;
    const own = singles.slice(0, -1).flatMap((single) => single?.rows ?? []);
    // The list's last page may have come in place of one past the end.
    const rowsBehind = behind.start < end ? [] : behind.rows;
    return { ...behind, start: end - own.length, rows: [...own, ...rowsBehind] };
  }

  /**
   * Where the list ends by its count, if that is within a page with hidden rows and no other row stands there or behind; else null. A
   * count may or may not count the hidden ones. `cut` if other rows turn up where the page should have them.
   */
  async #findCountedEnd(page: PlacedPage<Row>): Promise<number | "cut" | null> {
    const { rows, start, reach, count } = page;
    const isWithin = count !== null && count > start + rows.length && count <= reach;
    if (!isWithin || this.#learned.isCountTrue === false) return null;
    const hidden = count - start - rows.length;
    const around = { start: count - 1, end: count + hidden };
    const request =
      coverWithOnePage(around, this.#reader.limits) ?? ({ limit: 1, page: count + 1 } as const);
    const next = await this.#fetch(request);
    if (next === null) return null;
    // A count that leaves out the hidden rows ends too early.
    if (isAmong(this.#source, next.rows, rows)) return (await this.#goesOn(page)) ? null : count;
    return next.start + next.rows.length <= reach ? "cut" : null;
  }

  #fetch(request: PageRequest): Promise<PlacedPage<Row> | null> {
    return this.#reader.fetchPlaced(request, this.#look);
  }

  get #source() {
    return this.#reader.source;
  }

  get #learned() {
    return this.#source.learned;
  }
}
