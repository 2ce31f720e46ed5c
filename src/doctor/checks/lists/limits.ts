import { formatCount, formatNumber } from "../../../format-count.ts";
import type { CallOutcome } from "../../calls/fetcher.ts";
import { describeOutcome } from "../../calls/outcome.ts";
import type { Conclusion } from "../../finding.ts";
import {
  type Check,
  createListCall,
  decodeListPage,
  type ListPage,
  type Visit,
} from "../../visit.ts";
import { fetchIds } from "../rows.ts";

/** The limits to try one after another, until one is served. A registry's maximum is usually a round number. */
const usualLimits = [1000, 500, 300, 250, 200, 100, 50, 25, 20, 10, 5, 1];

const refusalStatuses = [400, 413, 422];

export const largestLimitCheck: Check = {
  id: "largest-limit",
  asks: "What is the largest limit?",
  async run(visit) {
    for (const limit of usualLimits) {
      const call = createListCall(visit, "tag", { limit, page: 1 });
      const outcome = await visit.calls.make(call);
      const page = decodeListPage(outcome, "tag");
      if (page) return [await judgeLimit(visit, page, limit)];
    }
    const call = createListCall(visit, "tag", { limit: 1, page: 1 });
    const detail = "The registry refused every limit except that of the first call.";
    const learned = { largestLimit: 1 };
    return [{ status: "warning", certainty: "unknown", detail, call, learned }];
  },
};

async function judgeLimit(visit: Visit, page: ListPage, asked: number): Promise<Conclusion> {
  const call = createListCall(visit, "tag", { limit: asked, page: 1 });
  const { limit, rows, count } = page;
  if (asked < 1000) return judgeRefusedLimit(visit, asked);
  if (rows.length > asked) {
    const detail = `Asked for ${formatCount(asked, "row")}, it returns ${formatNumber(rows.length)}: it ignores the limit.`;
    const hint = "The gateway takes the rows as they come, and reads more than it needs.";
    return { status: "warning", detail, hint, call, learned: { largestLimit: rows.length } };
  }
  if (limit !== null && limit < asked) {
    const detail = describeClamp(limit);
    const hint = "The gateway learns this from the first response.";
    return { status: "ok", detail, hint, call, learned: { largestLimit: limit } };
  }
  if (count !== null && rows.length < asked && count > rows.length && rows.length > 0) {
    return judgeSilentClamp(visit, { asked, served: rows.length, count });
  }
  return tryLarger(visit);
}

function describeClamp(limit: number): string {
  return `${formatCount(limit, "row")} per page: a larger limit is reduced to that, and the envelope says so.`;
}

/** The conclusion if larger limits were refused. The limit must be the reason, because a call with a limit of 1 was answered. */
async function judgeRefusedLimit(visit: Visit, served: number): Promise<Conclusion> {
  const larger = usualLimits[usualLimits.indexOf(served) - 1] ?? 1000;
  const call = createListCall(visit, "tag", { limit: larger, page: 1 });
  const refusal = await visit.calls.make(call);
  const detail = describeRefusedLimit(served, larger, refusal);
  const isLearned = refusal.isAnswered && refusalStatuses.includes(refusal.status);
  const settings = { REGISTRY_MAX_LIMIT: String(served) };
  const learned = { largestLimit: served };
  // A failure that has nothing to do with the limit does not come twice.
  const stillLarger = createListCall(visit, "tag", { limit: larger + 1, page: 1 });
  const again = await visit.calls.make(stillLarger);
  if (describeOutcome(again) !== describeOutcome(refusal)) {
    const hint = `limit=${larger + 1} gets ${describeOutcome(again)}, so the limit may not be the reason.`;
    return { status: "warning", certainty: "unknown", detail, hint, call, learned };
  }
  if (isLearned) {
    const hint =
      "The gateway finds that out by itself; REGISTRY_MAX_LIMIT saves the refused calls.";
    return { status: "ok", detail, hint, call, settings, learned };
  }
  const hint = "The gateway cannot tell this from an outage. Set REGISTRY_MAX_LIMIT.";
  return { status: "warning", detail, hint, call, settings, learned };
}

function describeRefusedLimit(served: number, refused: number, outcome: CallOutcome): string {
  const range = `At least ${formatCount(served, "row")} per page, but fewer than ${formatNumber(refused)}`;
  return `${range}: limit=${refused} gets ${describeOutcome(outcome)}.`;
}

/** The conclusion if a page is shorter than the limit and the count say. If there are more rows, another page has them. */
async function judgeSilentClamp(
  visit: Visit,
  rows: { readonly asked: number; readonly served: number; readonly count: number },
): Promise<Conclusion> {
  const { asked, served, count } = rows;
  const first = await fetchIds(visit, { limit: asked, page: 1 });
  const next = await fetchIds(visit, { limit: served, page: 2 });
  const less = await fetchIds(visit, { limit: Math.ceil((asked + served) / 2), page: 1 });
  const hasMore = next?.ids.some((id) => !first?.ids.includes(id)) ?? false;
  if (!hasMore || less?.ids.length !== served) {
    return {
      status: "warning",
      certainty: "unknown",
      detail: `Asked for ${formatCount(asked, "row")}, it returns ${formatNumber(served)}, and count is ${formatNumber(count)}.`,
      hint: "Nothing shows that a page can have no more rows. The gateway checks it at the list's end.",
      call: createListCall(visit, "tag", { limit: asked, page: 1 }),
      learned: { largestLimit: asked },
    };
  }
  return {
    status: "warning",
    detail: `Asked for ${formatCount(asked, "row")}, it returns ${formatNumber(served)} of ${formatNumber(count)}, and claims to return ${formatNumber(asked)}.`,
    hint: "The gateway notices, and misses no rows; REGISTRY_MAX_LIMIT saves a call for each page.",
    settings: { REGISTRY_MAX_LIMIT: String(served) },
    certainty: "likely",
    call: createListCall(visit, "tag", { limit: asked, page: 1 }),
    learned: { largestLimit: served },
  };
}

async function tryLarger(visit: Visit): Promise<Conclusion> {
  const asked = 10_000;
  const call = createListCall(visit, "tag", { limit: asked, page: 1 });
  const outcome = await visit.calls.make(call);
  const page = decodeListPage(outcome, "tag");
  const learned = { largestLimit: 1000 };
  const hint = "The gateway asks for 1,000 rows at most, unless REGISTRY_MAX_LIMIT is larger.";
  if (!page) {
    const detail = describeRefusedLimit(1000, asked, outcome);
    return { status: "ok", detail, hint, call, learned };
  }
  const served = Math.min(page.limit ?? asked, asked);
  const count = page.count ?? 0;
  const isTested = served < asked || page.rows.length >= Math.min(asked, Math.max(count, 1001));
  const detail = served < asked ? describeClamp(served) : "10,000 rows per page, or more.";
  return { status: "ok", detail, hint, call, learned, certainty: isTested ? "seen" : "likely" };
}
