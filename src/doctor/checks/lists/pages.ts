import type { Subject } from "../../../upstream/decoding/records.ts";
import type { Conclusion } from "../../finding.ts";
import { type Check, createListCall, type ListPage, type Visit } from "../../visit.ts";
import { areEqual, fetchIds } from "../rows.ts";

/** Finds the number of a list's first page, and whether the list has more pages. It runs before the checks that read other pages. */
export const pagesCheck: Check = {
  id: "pages",
  asks: "From which number are pages counted?",
  async run(visit) {
    for (const subject of ["tag", "terminal"] as const) {
      const found = await judgeFirstPage(visit, subject);
      if (found) return [found];
    }
    return [
      {
        status: "ok",
        certainty: "unknown",
        detail: "Without records, pages cannot be told apart.",
        hint: "Run the doctor again when there are some.",
        call: createListCall(visit, "tag", { limit: 1, page: 1 }),
        learned: { firstPage: 1 },
      },
    ];
  },
};

/** The conclusion from one list; undefined if it has no record. */
async function judgeFirstPage(visit: Visit, subject: Subject): Promise<Conclusion | undefined> {
  const first = await fetchIds(visit, { limit: 1, page: 1 }, subject);
  if (first === undefined) return undefined;
  if (await isPageIgnored(visit, subject, first)) return explainIgnored(visit, subject);
  const zero = await findPageZero(visit, subject, first.ids);
  if (zero) return explainZero(visit, subject, zero);
  if (first.ids.length === 0) return undefined;
  const call = createListCall(visit, subject, { limit: 1, page: 1 });
  const detail = "Pages are counted from 1, as documented.";
  return { status: "ok", detail, call, learned: { firstPage: 1 } };
}

/**
 * Whether page 2 is page 1 again, whatever the limit. A registry that merely repeats its last page past the end also repeats that page's
 * number.
 */
async function isPageIgnored(
  visit: Visit,
  subject: Subject,
  { ids, count }: { readonly ids: readonly string[]; readonly count: number | null },
): Promise<boolean> {
  if (ids.length === 0) return false;
  const second = await fetchIds(visit, { limit: 1, page: 2 }, subject);
  if (!second || !areEqual(ids, second.ids)) return false;
  if (count !== null && count <= ids.length) return second.page === 2;
  // Two records with the same id would look like this at a limit of 1.
  const one = await fetchIds(visit, { limit: 2, page: 1 }, subject);
  const other = await fetchIds(visit, { limit: 2, page: 2 }, subject);
  return one !== undefined && other !== undefined && areEqual(one.ids, other.ids);
}

/** Page 0, if its rows differ from those of page 1, and come directly before them. */
async function findPageZero(
  visit: Visit,
  subject: Subject,
  first: readonly string[],
): Promise<ListPage | undefined> {
  const zero = await fetchIds(visit, { limit: 1, page: 0 }, subject);
  if (!zero || zero.ids.length === 0 || areEqual(zero.ids, first)) return undefined;
  const both = await fetchIds(visit, { limit: 2, page: 0 }, subject);
  return both && areEqual(both.ids, [...zero.ids, ...first]) ? zero : undefined;
}

function explainIgnored(visit: Visit, subject: Subject): Conclusion {
  return {
    status: "warning",
    detail: `Page 2 is page 1 again: "page" is ignored.`,
    hint: "Set REGISTRY_FIRST_PAGE. Then the gateway reads with the limit alone. Requests for rows beyond the largest limit fail, and never return wrong rows.",
    settings: { REGISTRY_FIRST_PAGE: "only" },
    call: createListCall(visit, subject, { limit: 1, page: 2 }),
    learned: { firstPage: "only" },
  };
}

function explainZero(visit: Visit, subject: Subject, { page }: ListPage): Conclusion {
  return {
    status: "warning",
    detail: "Pages are counted from 0: page 1 is the second one.",
    hint: "Set REGISTRY_FIRST_PAGE, or the gateway misses each list's beginning (the documentation says 1).",
    settings: { REGISTRY_FIRST_PAGE: "0" },
    call: createListCall(visit, subject, { limit: 1, page: 0 }),
    learned: { firstPage: 0, firstInEnvelope: page === 0 ? 0 : 1 },
  };
}
