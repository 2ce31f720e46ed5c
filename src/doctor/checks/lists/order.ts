import { formatCount } from "../../../format-count.ts";
import { describeOutcome } from "../../calls/outcome.ts";
import type { Conclusion } from "../../finding.ts";
import { requireKnown } from "../../known.ts";
import { type Check, createListCall, type Visit } from "../../visit.ts";
import { areEqual, fetchIds } from "../rows.ts";

/** The larger of the two limits whose pages are compared. */
const size = 40;

export const orderCheck: Check = {
  id: "order",
  asks: "Does the order stay the same from page to page?",
  async run(visit) {
    // A registry that ignores `page` has only one page.
    if (requireKnown(visit.known, "firstPage") === "only") return [];
    const half = Math.floor(Math.min(size, requireKnown(visit.known, "largestLimit")) / 2);
    if (half < 1) return [];
    const whole = (await fetchIds(visit, { limit: half * 2, page: 1 }))?.ids;
    if (whole === undefined || whole.length <= half) return [tooFew(visit, half)];
    const first = (await fetchIds(visit, { limit: half, page: 1 }))?.ids;
    const second = (await fetchIds(visit, { limit: half, page: 2 }))?.ids;
    const call = createListCall(visit, "tag", { limit: half, page: 2 });
    return [await judgeOrder(visit, { whole, first, second, half, call })];
  },
};

interface Pages {
  readonly whole: readonly string[];
  readonly first: readonly string[] | undefined;
  readonly second: readonly string[] | undefined;
  readonly half: number;
  readonly call: ReturnType<typeof createListCall>;
}

async function judgeOrder(visit: Visit, pages: Pages): Promise<Conclusion> {
  const { whole, first, second, half, call } = pages;
  if (first === undefined || second === undefined) {
    const outcome = await visit.calls.make(call);
    const detail = `Page 2 of ${formatCount(half, "row")} gets ${describeOutcome(outcome)}.`;
    return { status: "warning", detail, certainty: "unknown", call };
  }
  // A registry that ignores the limit sends longer pages.
  if (first.length > half) {
    const detail = `A page of ${formatCount(half, "row")} has ${first.length}: it ignores the limit, so pages cannot be compared.`;
    const hint = "The gateway takes the rows as they come, and reads more than it needs.";
    return { status: "warning", certainty: "unknown", detail, hint, call };
  }
  if (areEqual(first, whole.slice(0, half)) && areEqual(second, whole.slice(half))) {
    const detail = `The same rows in the same place, whatever the limit: pages of ${half * 2} and of ${half} agree.`;
    return { status: "ok", detail, call };
  }
  return {
    status: "warning",
    detail: "The order changes from call to call, or with the page's size.",
    hint: "Each page is correct by itself. A walk from page to page may skip records or repeat them; PAGE_DRIFT warns if the gateway notices.",
    call,
  };
}

function tooFew(visit: Visit, half: number): Conclusion {
  const detail = "There are too few records to compare pages.";
  const call = createListCall(visit, "tag", { limit: half * 2, page: 1 });
  return { status: "ok", detail, certainty: "unknown", call };
}
