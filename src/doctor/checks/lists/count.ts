import { isDeepStrictEqual } from "node:util";
import { formatCount, formatNumber } from "../../../format-count.ts";
import type { Subject } from "../../../registry-client/records.ts";
import { describeOutcome } from "../../calls/outcome.ts";
import type { Conclusion } from "../../finding.ts";
import { askList, type ListPage, requireKnown, sampleLimit, type Visit } from "../../visit.ts";

export async function checkCount(visit: Visit, subject: Subject): Promise<Conclusion> {
  const first = await askList(visit, subject, firstPage(visit));
  const { call, outcome, page } = first;
  if (!page) {
    const detail = `The call for the list of ${subject}s gets ${describeOutcome(outcome)}.`;
    const hint = "Callers get an error for this list. Everything else works.";
    return { status: "warning", detail, hint, call };
  }
  const isOnly = requireKnown(visit, "firstPage") === "only";
  return { call, ...(await (isOnly ? judgeOnlyPage : judgeCount)(visit, subject, page)) };
}

function firstPage(visit: Visit): { readonly limit: number; readonly page: number } {
  return { limit: sampleLimit(visit), page: 1 };
}

function measure(visit: Visit, { rows, limit, count }: ListPage) {
  const size = Math.max(1, rows.length, Math.min(limit ?? 1, sampleLimit(visit)));
  return { size, pages: Math.max(1, Math.ceil((count ?? 0) / size)) };
}

async function judgeCount(visit: Visit, subject: Subject, first: ListPage): Promise<Conclusion> {
  const { count, pageCount } = first;
  if (count === null) {
    const detail = `The envelope of the ${subject}s has no count that can be read.`;
    const hint = "The gateway has to look for the list's end, so totalCount costs more calls.";
    return { status: "warning", detail, hint };
  }
  const { size, pages } = measure(visit, first);
  const lastPage = { limit: pages === 1 ? sampleLimit(visit) : size, page: pages };
  const { call, page: last, ids } = await askList(visit, subject, lastPage);
  const { ids: next = [] } = await askList(visit, subject, { limit: size, page: pages + 1 });
  // A record may have been added meanwhile.
  const rest = (last?.count ?? count) - (pages - 1) * size;
  const { ids: start = [] } = await askList(visit, subject, firstPage(visit));
  const isPastEnd = [[], start, ids ?? []].some((known) => isDeepStrictEqual(known, next));
  if (last?.rows.length !== rest || !isPastEnd) {
    return {
      status: "warning",
      detail: `count is ${formatNumber(count)}, but the list does not end there${await guessMeaning(visit, subject, first)}.`,
      hint: "The gateway checks it at the list's end: totalCount is correct, or null with an error.",
      call,
    };
  }
  const detail = `count is the number of ${subject}s, ${formatNumber(count)}`;
  if ([null, Math.ceil(count / size), pages].includes(pageCount)) {
    return { status: "ok", detail: `${detail}, as the list's end shows.`, call };
  }
  return {
    status: "warning",
    detail: `${detail}, but page_count is ${pageCount}.`,
    hint: "The gateway trusts neither, and may read the whole list for a page.",
    call,
  };
}

async function guessMeaning(visit: Visit, subject: Subject, first: ListPage): Promise<string> {
  if (first.count === first.rows.length) return ": it is the number of rows on the page";
  if (subject === "tag") return "";
  const { page: tags } = await askList(visit, "tag", firstPage(visit));
  return tags?.count === first.count ? ": it is the number of tags" : "";
}

const largerLimit = 10_000;

async function judgeOnlyPage(visit: Visit, subject: Subject, first: ListPage): Promise<Conclusion> {
  const { count } = first;
  if (count === first.rows.length) {
    const detail = `One page has all of them: ${formatCount(count, subject)}, as count says.`;
    return { status: "ok", detail };
  }
  const larger = await askList(visit, subject, { limit: largerLimit, page: 1 });
  const rows = larger.page?.rows.length ?? 0;
  if (count === rows) {
    return {
      status: "warning",
      detail: `A page of ${formatNumber(largerLimit)} rows has all of them: ${formatCount(count, subject)}, as count says.`,
      hint: "Set REGISTRY_MAX_LIMIT, or records after the first 1,000 cannot be read.",
      settings: { REGISTRY_MAX_LIMIT: String(largerLimit) },
      call: larger.call,
    };
  }
  const known = formatNumber(Math.max(rows, first.rows.length));
  const readable =
    count === null
      ? `Of the ${subject}s only the first ${known} can be read, and nothing shows whether there are more`
      : `Of ${formatCount(count, subject)} only the first ${known} can be read`;
  return {
    status: "error",
    detail: `${readable}: "page" is ignored.`,
    hint: "Requests beyond those rows fail and never return wrong rows. Filters, sorting and searches also fail.",
  };
}

export async function checkPastEnd(visit: Visit): Promise<Conclusion | undefined> {
  if (requireKnown(visit, "firstPage") === "only") return undefined;
  const first = await askList(visit, "tag", firstPage(visit));
  if (!first.page) return undefined;
  const { size, pages } = measure(visit, first.page);
  const past = await askList(visit, "tag", { limit: size, page: pages + 1 });
  const { call, outcome } = past;
  if (!past.ids) {
    const detail = `A page past the end gets ${describeOutcome(outcome)}.`;
    const hint = "The gateway relies on the count, and takes this for the end.";
    return { status: "ok", detail, hint, call };
  }
  if (past.ids.length === 0) return { status: "ok", detail: "A page past the end is empty.", call };
  if (first.page.count === null) return undefined;
  const isFirst = past.ids[0] === first.ids?.[0];
  const detail = `A page past the end gets ${isFirst ? "the first page" : "rows"} again.`;
  const hint = "The gateway compares pages, and uses none twice.";
  return { status: "warning", detail, hint, call };
}
