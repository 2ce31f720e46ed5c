import type { Conclusion } from "../finding.ts";
import {
  type Check,
  type ListPage,
  listQuestion,
  readPage,
  tellOutcome,
  type Visit,
} from "../visit.ts";

/** Rows of the pages that are held against each other: small, and of different sizes. */
const size = 40;

/** Whether a list has one order whichever page is asked for, and pages begin where they should. */
export const order: Check = {
  id: "order",
  asks: "Does the order hold, page by page?",
  async run(visit) {
    const half = Math.floor(Math.min(size, visit.known.largestLimit) / 2);
    if (half < 1) return [];
    const whole = await askIds(visit, half * 2, 1);
    if (whole === undefined || whole.length <= half) return [await judgeFew(visit, half, whole)];
    const first = await askIds(visit, half, 1);
    const second = await askIds(visit, half, 2);
    const question = listQuestion(visit, "tag", { limit: half, page: 2 });
    return [await judge(visit, { whole, first, second, half, question })];
  },
};

interface Pages {
  readonly whole: readonly string[];
  readonly first: readonly string[] | undefined;
  readonly second: readonly string[] | undefined;
  readonly half: number;
  readonly question: ReturnType<typeof listQuestion>;
}

async function judge(visit: Visit, pages: Pages): Promise<Conclusion> {
  const { whole, first, second, half, question } = pages;
  if (first === undefined || second === undefined) {
    const outcome = await visit.probe.ask(question);
    const detail = `Page 2 of ${half} rows gets ${tellOutcome(outcome)}.`;
    return { status: "warning", detail, certainty: "unknown", question };
  }
  // Where the limit is not kept to, the pages are longer than asked for.
  if (first.length > half) {
    const detail = `A page of ${half} rows has ${first.length}: the limit is not kept to, and one page cannot be held against another.`;
    const hint = "The gateway takes the rows as they come, and reads more than it needs.";
    return { status: "warning", certainty: "unknown", detail, hint, question };
  }
  if (isSame(first, whole.slice(0, half)) && isSame(second, whole.slice(half))) {
    const detail = `The same rows in the same place, whichever limit: pages of ${half * 2} and of ${half} agree.`;
    return { status: "ok", detail, question };
  }
  if (isSame(first, second)) {
    return {
      status: "error",
      detail: `Page 2 is page 1 again: "page" is not looked at.`,
      hint: "The gateway cannot read beyond the first page: such a list is an error, not a wrong answer.",
      question,
    };
  }
  if (await isCountedFromZero(visit, half, first)) return explainZero(visit, half);
  return {
    status: "warning",
    detail: "The order changes from call to call, or by the page's size.",
    hint: "Each page is right by itself; a walk from page to page may skip records or meet them twice, and PAGE_DRIFT warns where the gateway notices.",
    question,
  };
}

/** Page 0 of twice the size then has page 1 of the size as its second half. */
async function isCountedFromZero(
  visit: Visit,
  half: number,
  first: readonly string[],
): Promise<boolean> {
  const whole = await askIds(visit, half * 2, 0);
  return whole !== undefined && first.length > 0 && isSame(whole.slice(half), first);
}

function explainZero(visit: Visit, half: number): Conclusion {
  return {
    status: "error",
    detail: "Pages are counted from 0: page 1 is the second one.",
    hint: "The document counts from 1 (interface §2.4): the gateway would miss the list's beginning.",
    question: listQuestion(visit, "tag", { limit: half, page: 0 }),
  };
}

/** Where page 1 is short, page 0 may have had the rest: then it has rows, and none of page 1's. */
async function judgeFew(
  visit: Visit,
  half: number,
  whole: readonly string[] = [],
): Promise<Conclusion> {
  const before = (await askIds(visit, half * 2, 0)) ?? [];
  const isOther = before.length > 0 && before.every((id) => !whole.includes(id));
  return isOther ? explainZero(visit, half * 2) : tooFew(visit, half);
}

function tooFew(visit: Visit, half: number): Conclusion {
  const detail = "There are too few records to hold pages against each other.";
  const question = listQuestion(visit, "tag", { limit: half * 2, page: 1 });
  return { status: "ok", detail, certainty: "unknown", question };
}

async function askIds(
  visit: Visit,
  limit: number,
  page: number,
): Promise<readonly string[] | undefined> {
  const outcome = await visit.probe.ask(listQuestion(visit, "tag", { limit, page }));
  const answer: ListPage | undefined = readPage(outcome, "tag");
  return answer?.rows.map((row) => ("id" in row ? row.id : ""));
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, place) => id === other[place]);
}
