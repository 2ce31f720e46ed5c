import type { Subject } from "../../../gateway/call/decode/records.ts";
import type { Conclusion } from "../../finding.ts";
import { type Check, createListCall, type ListPage, type Visit } from "../../visit.ts";
import { areEqual, fetchIds } from "../rows.ts";

/**
 * Finds the number of a list's first page, and whether the list has more pages. It runs before the checks that read other pages. A
 * list with one record proves nothing.
 */
export const pagesCheck: Check = {
  id: "pages",
  asks: "From which number are pages counted?",
  async run(visit) {
    for (const subject of ["tag", "terminal"] as const) {
      const found = await judgeFirstPage(visit, subject);
      if (found) return [found];
    }
    return [await explainUnclear(visit)];
  },
};

/** The conclusion from one list; undefined if it has too few records for one. */
async function judgeFirstPage(visit: Visit, subject: Subject): Promise<Conclusion | undefined> {
  const first = await fetchIds(visit, { limit: 1, page: 1 }, subject);
  if (first === undefined) return undefined;
  const second = await fetchIds(visit, { limit: 1, page: 2 }, subject);
  if (first.ids.length > 0 && second && areEqual(first.ids, second.ids)) {
    const isIgnored = await isPageIgnored(visit, subject, first.ids);
    if (isIgnored === undefined) return undefined;
    if (isIgnored) return explainIgnored(visit, subject);
  }
  const zero = await findPageZero(visit, subject, first.ids);
  if (zero) return explainZero(visit, subject, zero);
  if (first.ids.length === 0) return undefined;
  const call = createListCall(visit, subject, { limit: 1, page: 1 });
  const detail = "Pages are counted from 1, as documented.";
  return { status: "ok", detail, call, learned: { firstPage: 1 } };
}

/**
 * Whether page 2 and page 3 are page 1 again, whatever the limit; undefined if the list does not have two records with different
 * ids. A registry that repeats its last page past the end looks like this with fewer records.
 */
async function isPageIgnored(
  visit: Visit,
  subject: Subject,
  first: readonly string[],
): Promise<boolean | undefined> {
  const one = await fetchIds(visit, { limit: 2, page: 1 }, subject);
  if (new Set(one?.ids).size < 2) return undefined;
  const other = await fetchIds(visit, { limit: 2, page: 2 }, subject);
  const third = await fetchIds(visit, { limit: 1, page: 3 }, subject);
  if (!one || !other || !third) return false;
  return areEqual(one.ids, other.ids) && areEqual(first, third.ids);
}

/** Page 0, if its rows differ from those of page 1, and come directly before them. */
async function findPageZero(
  visit: Visit,
  subject: Subject,
  first: readonly string[],
): Promise<ListPage | undefined> {
  const zero = await fetchIds(visit, { limit: 1, page: 0 }, subject);
  if (!zero || zero.ids.length === 0 || first.length === 0 || areEqual(zero.ids, first)) {
    return undefined;
  }
  const both = await fetchIds(visit, { limit: 2, page: 0 }, subject);
  return both && areEqual(both.ids, [...zero.ids, ...first]) ? zero : undefined;
}

/** The conclusion if no list has two records. What later checks read begins at the page that has a record. */
async function explainUnclear(visit: Visit): Promise<Conclusion> {
  const hint = "Run the doctor again when there are more.";
  const unclear = { status: "ok", certainty: "unknown" } as const;
  for (const subject of ["tag", "terminal"] as const) {
    const call = createListCall(visit, subject, { limit: 1, page: 0 });
    const zero = await fetchIds(visit, { limit: 1, page: 0 }, subject);
    const first = await fetchIds(visit, { limit: 1, page: 1 }, subject);
    if (first === undefined || first.ids.length > 0 || !zero || zero.ids.length === 0) continue;
    const detail = `Page 0 has the only ${subject}, and page 1 has none: perhaps pages are counted from 0.`;
    const learned = { firstPage: 0, firstInEnvelope: zero.page === 0 ? 0 : 1 } as const;
    const setHint = `${hint} If that is so, set REGISTRY_FIRST_PAGE=0.`;
    return { ...unclear, status: "warning", detail, hint: setHint, call, learned };
  }
  const detail = "With so few records, pages cannot be told apart.";
  const call = createListCall(visit, "tag", { limit: 1, page: 1 });
  return { ...unclear, detail, hint, call, learned: { firstPage: 1 } };
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
