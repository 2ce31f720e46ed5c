import { formatCount, formatNumber } from "../../../format-count.ts";
import { limitRefusals, usualLimits } from "../../../registry-client/page.ts";
import { describeOutcome, hasStatus } from "../../calls/outcome.ts";
import type { Conclusion } from "../../finding.ts";
import { askList, type ListPage, type Visit } from "../../visit.ts";

export async function checkLargestLimit(visit: Visit): Promise<Conclusion> {
  const [largest, ...smaller] = usualLimits;
  const { page } = await askList(visit, "tag", { limit: largest, page: 1 });
  if (page) return judgeServed(visit, largest, page);
  let refused: number = largest;
  for (const limit of smaller) {
    if ((await askList(visit, "tag", { limit, page: 1 })).page) {
      return judgeRefused(visit, limit, refused);
    }
    refused = limit;
  }
  // The first call had this limit.
  return judgeRefused(visit, 1, refused);
}

async function judgeServed(visit: Visit, asked: number, page: ListPage): Promise<Conclusion> {
  const { limit, rows, count } = page;
  const { call } = await askList(visit, "tag", { limit: asked, page: 1 });
  if (rows.length > asked) {
    visit.known.largestLimit = rows.length;
    const detail = `Asked for ${formatCount(asked, "row")}, it returns ${formatNumber(rows.length)}: it ignores the limit.`;
    const hint = "The gateway takes the rows as they come, and reads more than it needs.";
    return { status: "warning", detail, hint, call };
  }
  if (limit !== null && limit < asked) {
    visit.known.largestLimit = limit;
    const hint = "The gateway learns this from the first response.";
    return { status: "ok", detail: describeClamp(limit), hint, call };
  }
  if (count !== null && count > rows.length && rows.length > 0 && rows.length < asked) {
    return judgeShortPage(visit, { asked, served: rows.length, count });
  }
  return tryLarger(visit, asked);
}

function describeClamp(limit: number): string {
  return `${formatCount(limit, "row")} per page: a larger limit is reduced to that, and the envelope says so.`;
}

async function judgeRefused(visit: Visit, served: number, refused: number): Promise<Conclusion> {
  visit.known.largestLimit = served;
  const { call, outcome } = await askList(visit, "tag", { limit: refused, page: 1 });
  const refusal = describeOutcome(outcome);
  const detail = describeRange(served, refused, refusal);
  // A failure that has nothing to do with the limit does not come twice.
  const again = await askList(visit, "tag", { limit: refused + 1, page: 1 });
  if (describeOutcome(again.outcome) !== refusal) {
    const hint = `limit=${refused + 1} gets ${describeOutcome(again.outcome)}, so the limit may not be the reason.`;
    return { status: "warning", certainty: "unknown", detail, hint, call };
  }
  const settings = { REGISTRY_MAX_LIMIT: String(served) };
  if (hasStatus(outcome, ...limitRefusals)) {
    const hint =
      "The gateway finds that out by itself; REGISTRY_MAX_LIMIT saves the refused calls.";
    return { status: "ok", detail, hint, call, settings };
  }
  const hint = "The gateway cannot tell this from an outage. Set REGISTRY_MAX_LIMIT.";
  return { status: "warning", detail, hint, call, settings };
}

function describeRange(served: number, refused: number, refusal: string): string {
  const range = `At least ${formatCount(served, "row")} per page, but fewer than ${formatNumber(refused)}`;
  return `${range}: limit=${refused} gets ${refusal}.`;
}

async function judgeShortPage(
  visit: Visit,
  { asked, served, count }: { asked: number; served: number; count: number },
): Promise<Conclusion> {
  const { call, ids: first = [] } = await askList(visit, "tag", { limit: asked, page: 1 });
  const { ids: next = [] } = await askList(visit, "tag", { limit: served, page: 2 });
  const between = Math.ceil((asked + served) / 2);
  const { ids: less = [] } = await askList(visit, "tag", { limit: between, page: 1 });
  // Unless another page has more rows, and another limit gets as many, the count is wrong.
  if (!next.some((id) => !first.includes(id)) || less.length !== served)
    return tryLarger(visit, asked);
  visit.known.largestLimit = served;
  return {
    status: "warning",
    certainty: "likely",
    detail: `Asked for ${formatCount(asked, "row")}, it returns ${formatNumber(served)} of ${formatNumber(count)}, and claims to return ${formatNumber(asked)}.`,
    hint: "The gateway notices, and misses no rows; REGISTRY_MAX_LIMIT saves a call for each page.",
    settings: { REGISTRY_MAX_LIMIT: String(served) },
    call,
  };
}

async function tryLarger(visit: Visit, served: number): Promise<Conclusion> {
  const asked = 10_000;
  const { call, outcome, page } = await askList(visit, "tag", { limit: asked, page: 1 });
  visit.known.largestLimit = served;
  const hint = "The gateway asks for 1,000 rows at most, unless REGISTRY_MAX_LIMIT is larger.";
  if (!page) {
    const detail = describeRange(served, asked, describeOutcome(outcome));
    return { status: "ok", detail, hint, call };
  }
  const limit = Math.min(page.limit ?? asked, asked);
  const isTested =
    limit < asked || page.rows.length >= Math.min(asked, Math.max(page.count ?? 0, served + 1));
  const detail = limit < asked ? describeClamp(limit) : "10,000 rows per page, or more.";
  return { status: "ok", detail, hint, call, certainty: isTested ? "seen" : "likely" };
}
