import { formatCount, formatNumber } from "../../../format-count.ts";
import type { Subject } from "../../../gateway/call/decode/records.ts";
import { describeOutcome } from "../../calls/outcome.ts";
import type { Conclusion } from "../../finding.ts";
import { requireKnown } from "../../known.ts";
import {
  type Check,
  createListCall,
  decodeListPage,
  type ListPage,
  sampleLimit,
  type Visit,
} from "../../visit.ts";

/** What the envelope's `count` counts, as the list's end shows. */
export function countCheckOf(subject: Subject): Check {
  return {
    id: `count-${subject}s`,
    asks: `What does count mean in the list of ${subject}s?`,
    async run(visit) {
      const limit = sampleLimit(visit);
      const call = createListCall(visit, subject, { limit, page: 1 });
      const outcome = await visit.calls.make(call);
      const first = decodeListPage(outcome, subject);
      if (!first) {
        const detail = `The call for the list of ${subject}s gets ${describeOutcome(outcome)}.`;
        const hint = "Callers get an error for this list. Everything else works.";
        return [{ status: "warning", detail, hint, call }];
      }
      const isOnly = requireKnown(visit.known, "firstPage") === "only";
      return [await (isOnly ? judgeOnlyPage : judgeCount)(visit, subject, first)];
    },
  };
}

async function judgeCount(visit: Visit, subject: Subject, first: ListPage): Promise<Conclusion> {
  const largest = requireKnown(visit.known, "largestLimit");
  const size = Math.max(1, first.rows.length, Math.min(first.limit ?? 1, largest));
  const noun = `${subject}s`;
  const { count } = first;
  if (count === null) return explainNoCount(visit, subject, size);
  const lastPage = Math.max(1, Math.ceil(count / size));
  const last =
    lastPage === 1 ? first : await fetchPage(visit, subject, { limit: size, page: lastPage });
  const next = await fetchPage(visit, subject, { limit: size, page: lastPage + 1 });
  const call = createListCall(visit, subject, { limit: size, page: lastPage });
  // The list may have changed between the two calls, so the later count decides.
  const rest = (last?.count ?? count) - (lastPage - 1) * size;
  const isEnd = last?.rows.length === rest && isPastEnd(next, lastPage);
  if (isEnd && isPageCountRight(first, size)) {
    const detail = `count is the number of ${noun}, ${formatNumber(count)}, as the list's end shows.`;
    return { status: "ok", detail, call };
  }
  if (isEnd) {
    const detail = `count is the number of ${noun}, ${formatNumber(count)}, but page_count is ${first.pageCount ?? "missing"}.`;
    return {
      status: "warning",
      detail,
      hint: "The gateway does not rely on page_count.",
      call,
    };
  }
  return {
    status: "warning",
    detail: `count is ${formatNumber(count)}, but the list does not end there${await guessMeaning(visit, subject, first)}.`,
    hint: "The gateway checks it at the list's end: totalCount is correct, or null with an error.",
    call,
  };
}

const largerLimit = 10_000;

/** Judges a registry that ignores `page`. Rows that do not fit on one page cannot be read. */
async function judgeOnlyPage(visit: Visit, subject: Subject, first: ListPage): Promise<Conclusion> {
  const { count } = first;
  const query = { limit: sampleLimit(visit), page: 1 };
  const call = createListCall(visit, subject, query);
  if (count === first.rows.length) {
    const detail = `One page has all of them: ${formatCount(count, subject)}, as count says.`;
    return { status: "ok", detail, call };
  }
  const larger = { limit: largerLimit, page: 1 };
  const rows = (await fetchPage(visit, subject, larger))?.rows.length ?? 0;
  if (count !== null && count === rows) {
    return {
      status: "warning",
      detail: `A page of ${formatNumber(largerLimit)} rows has all of them: ${formatCount(count, subject)}, as count says.`,
      hint: "Set REGISTRY_MAX_LIMIT, or records after the first 1,000 cannot be read.",
      settings: { REGISTRY_MAX_LIMIT: String(largerLimit) },
      call: createListCall(visit, subject, larger),
    };
  }
  const known = Math.max(rows, first.rows.length);
  const readable =
    count === null
      ? `Of the ${subject}s only the first ${formatNumber(known)} can be read, and nothing shows whether there are more`
      : `Of ${formatCount(count, subject)} only the first ${formatNumber(known)} can be read`;
  return {
    status: "error",
    detail: `${readable}: "page" is ignored.`,
    hint: "Requests beyond those rows fail and never return wrong rows. Filters, sorting and searches also fail.",
    call,
  };
}

/** Whether a page is past the end: registries send it empty, refuse it, or send the last one again. */
function isPastEnd(page: ListPage | undefined, lastPage: number): boolean {
  return page === undefined || page.rows.length === 0 || (page.page ?? lastPage + 1) <= lastPage;
}

function isPageCountRight({ count, pageCount }: ListPage, size: number): boolean {
  if (pageCount === null) return false;
  return pageCount === Math.ceil((count ?? 0) / size) || (count === 0 && pageCount === 1);
}

/** What `count` may count instead, if that can be guessed. */
async function guessMeaning(visit: Visit, subject: Subject, first: ListPage): Promise<string> {
  if (first.count === first.rows.length) return ": it is the number of rows on the page";
  if (subject === "terminal") {
    const limit = sampleLimit(visit);
    const tags = await fetchPage(visit, "tag", { limit, page: 1 });
    const isKnown = tags?.count === first.count && tags.rows.length <= (tags.count ?? 0);
    if (isKnown) return ": it is the number of tags";
  }
  return "";
}

function explainNoCount(visit: Visit, subject: Subject, limit: number): Conclusion {
  return {
    status: "warning",
    detail: `The envelope of the ${subject}s has no count that can be read.`,
    hint: "The gateway has to look for the list's end, so totalCount costs more calls.",
    call: createListCall(visit, subject, { limit, page: 1 }),
  };
}

/** Fetches a page. Its number in the envelope is adjusted to count from 1. */
async function fetchPage(
  visit: Visit,
  subject: Subject,
  query: { readonly limit: number; readonly page: number },
): Promise<ListPage | undefined> {
  const page = decodeListPage(
    await visit.calls.make(createListCall(visit, subject, query)),
    subject,
  );
  if (page?.page == null) return page;
  return { ...page, page: page.page + 1 - visit.known.firstInEnvelope };
}

export const pastEndCheck: Check = {
  id: "past-end",
  asks: "What does a page past the end get?",
  async run(visit) {
    if (requireKnown(visit.known, "firstPage") === "only") return [];
    const limit = sampleLimit(visit);
    const first = await fetchPage(visit, "tag", { limit, page: 1 });
    const size = Math.max(1, first?.rows.length ?? limit, Math.min(first?.limit ?? 1, limit));
    const page = Math.max(1, Math.ceil((first?.count ?? 0) / size)) + 1;
    const call = createListCall(visit, "tag", { limit: size, page });
    const outcome = await visit.calls.make(call);
    const past = decodeListPage(outcome, "tag");
    if (!past) {
      const detail = `A page past the end gets ${describeOutcome(outcome)}.`;
      const hint = "The gateway relies on the count, and takes this for the end.";
      return [{ status: "ok", detail, hint, call }];
    }
    if (past.rows.length === 0) {
      return [{ status: "ok", detail: "A page past the end is empty.", call }];
    }
    if (first?.count === null) return [];
    const isFirst = firstIdOf(past) === firstIdOf(first);
    const detail = `A page past the end gets ${isFirst ? "the first page" : "rows"} again.`;
    const hint = "The gateway compares pages, and uses none twice.";
    return [{ status: "warning", detail, hint, call }];
  },
};

function firstIdOf(page: ListPage | undefined): string | null | undefined {
  const row = page?.rows[0];
  return row && ("id" in row ? row.id : null);
}
