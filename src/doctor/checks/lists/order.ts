import { isDeepStrictEqual } from "node:util";
import { formatCount } from "../../../format-count.ts";
import { describeOutcome } from "../../calls/outcome.ts";
import type { Conclusion } from "../../finding.ts";
import { askList, requireKnown, type Visit } from "../../visit.ts";

const size = 40;

export async function checkOrder(visit: Visit): Promise<Conclusion | undefined> {
  // A registry that ignores `page` has only one page.
  if (requireKnown(visit, "firstPage") === "only") return undefined;
  const half = Math.floor(Math.min(size, requireKnown(visit, "largestLimit")) / 2);
  if (half < 1) return undefined;
  const whole = await askList(visit, "tag", { limit: half * 2, page: 1 });
  if (whole.ids === undefined || whole.ids.length <= half) {
    const detail = "There are too few records to compare pages.";
    return { status: "ok", certainty: "unknown", detail, call: whole.call };
  }
  const first = await askList(visit, "tag", { limit: half, page: 1 });
  const { call, outcome, ids: second } = await askList(visit, "tag", { limit: half, page: 2 });
  if (first.ids === undefined || second === undefined) {
    const detail = `Page 2 of ${formatCount(half, "row")} gets ${describeOutcome(outcome)}.`;
    return { status: "warning", certainty: "unknown", detail, call };
  }
  if (first.ids.length > half) {
    const detail = `A page of ${formatCount(half, "row")} has ${first.ids.length}: it ignores the limit, so pages cannot be compared.`;
    const hint = "The gateway takes the rows as they come, and reads more than it needs.";
    return { status: "warning", certainty: "unknown", detail, hint, call };
  }
  if (isDeepStrictEqual([...first.ids, ...second], whole.ids)) {
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
