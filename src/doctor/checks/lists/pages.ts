import { isDeepStrictEqual } from "node:util";
import type { Subject } from "../../../registry-client/records.ts";
import type { Conclusion } from "../../finding.ts";
import { askList, firstRow, type Visit } from "../../visit.ts";

export async function checkPages(visit: Visit): Promise<Conclusion> {
  for (const subject of ["tag", "terminal"] as const) {
    const found = await judgeFirstPage(visit, subject);
    if (found) return found;
  }
  visit.known.firstPage = 1;
  const { call } = await askList(visit, "tag", firstRow);
  const detail = "With so few records, pages cannot be told apart.";
  const hint = "Run the doctor again when there are more.";
  return { status: "ok", certainty: "unknown", detail, hint, call };
}

async function judgeFirstPage(visit: Visit, subject: Subject): Promise<Conclusion | undefined> {
  const { call, ids: first = [] } = await askList(visit, subject, firstRow);
  if (first.length === 0) return undefined;
  const second = await askList(visit, subject, { limit: 1, page: 2 });
  const isRepeated = isDeepStrictEqual(first, second.ids ?? []);
  const isIgnored = isRepeated && (await isPageIgnored(visit, subject, first));
  if (isIgnored === undefined) return undefined;
  if (isIgnored) {
    visit.known.firstPage = "only";
    return {
      status: "warning",
      detail: `Page 2 is page 1 again: "page" is ignored.`,
      hint: "Set REGISTRY_FIRST_PAGE. Then the gateway reads with the limit alone. Requests for rows beyond the largest limit fail, and never return wrong rows.",
      settings: { REGISTRY_FIRST_PAGE: "only" },
      call: second.call,
    };
  }
  const zero = await askList(visit, subject, { limit: 1, page: 0 });
  if (await isPageBefore(visit, subject, zero.ids, first)) {
    visit.known.firstPage = 0;
    return {
      status: "warning",
      detail: "Pages are counted from 0: page 1 is the second one.",
      hint: "Set REGISTRY_FIRST_PAGE, or the gateway misses each list's beginning (the documentation says 1).",
      settings: { REGISTRY_FIRST_PAGE: "0" },
      call: zero.call,
    };
  }
  visit.known.firstPage = 1;
  return { status: "ok", detail: "Pages are counted from 1, as documented.", call };
}

/**
 * Whether page 2 and page 3 are page 1 again, whatever the limit; undefined if there are no two
 * records: a registry that repeats its last page past the end would look the same.
 */
async function isPageIgnored(
  visit: Visit,
  subject: Subject,
  first: readonly string[],
): Promise<boolean | undefined> {
  const { ids: one = [] } = await askList(visit, subject, { limit: 2, page: 1 });
  if (new Set(one).size < 2) return undefined;
  const { ids: other = [] } = await askList(visit, subject, { limit: 2, page: 2 });
  const { ids: third = [] } = await askList(visit, subject, { limit: 1, page: 3 });
  return isDeepStrictEqual(one, other) && isDeepStrictEqual(first, third);
}

async function isPageBefore(
  visit: Visit,
  subject: Subject,
  zero: readonly string[] = [],
  first: readonly string[],
): Promise<boolean> {
  if (zero.length === 0 || isDeepStrictEqual(zero, first)) return false;
  const { ids: both = [] } = await askList(visit, subject, { limit: 2, page: 0 });
  return isDeepStrictEqual(both, [...zero, ...first]);
}
