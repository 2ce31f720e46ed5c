import type { Conclusion } from "../finding.ts";
import { type Check, listQuestion, type Visit } from "../visit.ts";
import { askIds, isSame } from "./rows.ts";

/** The number of a list's first page, and whether there are others. Before all checks that look beyond it. */
export const pages: Check = {
  id: "pages",
  asks: "From where are pages counted?",
  async run(visit) {
    const first = await askIds(visit, { limit: 1, page: 1 });
    if (first === undefined) return [];
    if (await isPageIgnored(visit, first.ids, first.count)) return [explainIgnored(visit)];
    if (await isCountedFromZero(visit, first.ids)) return [explainZero(visit)];
    const question = listQuestion(visit, "tag", { limit: 1, page: 1 });
    if (first.ids.length === 0) {
      const detail = "There is no record by which to tell pages apart.";
      return [{ status: "ok", certainty: "unknown", detail, question }];
    }
    return [{ status: "ok", detail: "Pages are counted from 1, as documented.", question }];
  },
};

/** Page 2 is page 1 again then, whatever the limit. A list's last page may also be given in the place of one past the end. */
async function isPageIgnored(
  visit: Visit,
  first: readonly string[],
  count: number | null,
): Promise<boolean> {
  if (first.length === 0 || (count !== null && count <= first.length)) return false;
  const second = await askIds(visit, { limit: 1, page: 2 });
  if (!second || !isSame(first, second.ids)) return false;
  // Two records may have the same id.
  const [one, other] = [
    await askIds(visit, { limit: 2, page: 1 }),
    await askIds(visit, { limit: 2, page: 2 }),
  ];
  return one !== undefined && other !== undefined && isSame(one.ids, other.ids);
}

/** Page 0 has other rows than page 1 then, and those of page 1 follow them. */
async function isCountedFromZero(visit: Visit, first: readonly string[]): Promise<boolean> {
  const zero = await askIds(visit, { limit: 1, page: 0 });
  if (!zero || zero.ids.length === 0 || isSame(zero.ids, first)) return false;
  const both = await askIds(visit, { limit: 2, page: 0 });
  if (!both || !isSame(both.ids, [...zero.ids, ...first])) return false;
  visit.known.firstInEnvelope = zero.page === 0 ? 0 : 1;
  return true;
}

function explainIgnored(visit: Visit): Conclusion {
  visit.known.firstPage = "only";
  return {
    status: "warning",
    detail: `Page 2 is page 1 again: "page" is not looked at.`,
    hint: "Set REGISTRY_FIRST_PAGE: the gateway reads by the limit alone then, and what lies beyond the largest is an error, never wrong rows.",
    settings: { REGISTRY_FIRST_PAGE: "only" },
    question: { ...listQuestion(visit, "tag", { limit: 1, page: 2 }) },
  };
}

function explainZero(visit: Visit): Conclusion {
  const question = listQuestion(visit, "tag", { limit: 1, page: 0 });
  visit.known.firstPage = 0;
  return {
    status: "warning",
    detail: "Pages are counted from 0: page 1 is the second one.",
    hint: "Set REGISTRY_FIRST_PAGE, or the gateway misses each list's beginning (documented is 1, interface §2.4).",
    settings: { REGISTRY_FIRST_PAGE: "0" },
    question,
  };
}
