/** What a gateway must never do in silence. */
export type Fault =
  | "lost"
  | "delivered twice"
  | "out of order"
  | "miscounted"
  | "claimed absent"
  | "claimed dangling"
  | "claimed duplicate"
  | "duplicate not told"
  | "told as new twice"
  | "told as removed"
  | "change never told"
  | "a record from nowhere"
  | "null without an error"
  | "walk without an end"
  | "no answer"
  | "not exact";

export interface Finding {
  readonly fault: Fault;
  readonly detail: string;
}

/** A page as it was delivered. Ids are in its order; rows that the oracle knows nothing of are left out. */
export interface DeliveredPage {
  readonly ids: readonly string[];
  /** How many rows it had in all. */
  readonly length: number;
  readonly size: number;
  readonly from: "start" | "end";
  /** Rows of the page that gave the cursor, from the cursor's own away from this page; null without a cursor. */
  readonly anchors: readonly string[] | null;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/**
 * Holds a page against the records that were there all along, in their order. None of them may be missing between two rows of the
 * page, between the page and its cursor, or between the page and an end of the list that it claims to have reached.
 */
export function judgePage(stable: readonly string[], page: DeliveredPage): readonly Finding[] {
  const { places, findings } = placesOf(stable, page.ids);
  const lost = (from: number, to: number, where: string) => {
    if (from < to) findings.push(lostBetween(stable, from, to, where));
  };
  const isForward = page.from === "start";
  const anchor = anchorOf(stable, page.anchors);
  /** Up to which record of the list's near end nothing need be delivered; null if nobody knows. */
  const near = page.anchors === null ? (isForward ? 0 : stable.length) : nearOf(anchor, isForward);
  const [first, last] = [places.at(0), places.at(-1)];
  if (first !== undefined && last !== undefined) {
    if (isForward && near !== null) lost(near, first, "before the page");
    if (!isForward && near !== null) lost(last + 1, near, "after the page");
    if (!page.hasNextPage) lost(last + 1, stable.length, "after the last page");
    if (!page.hasPreviousPage) lost(0, first, "before the first page");
    return findings;
  }
  if (near === null || page.length >= page.size) return findings;
  // Nothing that the oracle knows was delivered although there was room.
  if (isForward && (!page.hasNextPage || page.length === 0))
    lost(near, stable.length, "after the empty page");
  if (!isForward && (!page.hasPreviousPage || page.length === 0))
    lost(0, near, "before the empty page");
  return findings;
}

/** Holds a page against a list in which nothing has moved, and of which the oracle knows all rows. */
export function judgeExactPage(all: readonly string[], page: DeliveredPage): readonly Finding[] {
  const isForward = page.from === "start";
  const own = page.anchors?.[0];
  const near =
    own === undefined ? (isForward ? 0 : all.length) : nearOf(all.indexOf(own), isForward);
  if (near === null || (own !== undefined && !all.includes(own))) return [];
  const [from, to] = isForward
    ? [near, Math.min(near + page.size, all.length)]
    : [Math.max(near - page.size, 0), near];
  const isExact =
    String(all.slice(from, to)) === String(page.ids) &&
    page.hasNextPage === to < all.length &&
    page.hasPreviousPage === from > 0;
  if (isExact) return [];
  const told = `${page.length} rows, next ${page.hasNextPage}, previous ${page.hasPreviousPage}`;
  return [{ fault: "not exact", detail: `${told} instead of ${from} to ${to} of ${all.length}` }];
}

/** Holds a whole list, or all pages of a walk, against the records that were there all along. */
export function judgeWhole(
  stable: readonly string[],
  ids: readonly string[],
  ends: { readonly isWhole: boolean; readonly isForward: boolean },
): readonly Finding[] {
  const { places, findings } = placesOf(stable, ids);
  const [first = stable.length, last = -1] = [places.at(0), places.at(-1)];
  if (places.length === 0) {
    if (ends.isWhole && stable.length > 0)
      findings.push(lostBetween(stable, 0, stable.length, "all"));
    return findings;
  }
  if ((ends.isForward || ends.isWhole) && first > 0) {
    findings.push(lostBetween(stable, 0, first, "at the start"));
  }
  if ((!ends.isForward || ends.isWhole) && last + 1 < stable.length) {
    findings.push(lostBetween(stable, last + 1, stable.length, "at the end"));
  }
  return findings;
}

/** Holds records in another order than the list's against those that were there all along. */
export function judgeSet(stable: readonly string[], ids: readonly string[]): readonly Finding[] {
  const delivered = new Set(ids);
  const findings: Finding[] = [];
  const missing = stable.filter((id) => !delivered.has(id));
  if (missing.length > 0) {
    findings.push({
      fault: "lost",
      detail: `${missing.length} of ${stable.length}: ${missing.slice(0, 5)}`,
    });
  }
  const known = new Set(stable);
  const counted = ids.filter((id) => known.has(id));
  if (counted.length > new Set(counted).size)
    findings.push({ fault: "delivered twice", detail: "" });
  return findings;
}

function placesOf(stable: readonly string[], ids: readonly string[]) {
  const index = new Map(stable.map((id, place) => [id, place]));
  const places = ids.map((id) => index.get(id)).filter((place) => place !== undefined);
  const findings: Finding[] = [];
  for (const [at, place] of places.entries()) {
    const before = places[at - 1];
    if (before === undefined || place === before + 1) continue;
    if (place > before) findings.push(lostBetween(stable, before + 1, place, "within"));
    else if (places.indexOf(place) < at) {
      findings.push({ fault: "delivered twice", detail: `${stable[place]}` });
    } else findings.push({ fault: "out of order", detail: `${stable[place]}` });
  }
  return { places, findings };
}

function lostBetween(stable: readonly string[], from: number, to: number, where: string): Finding {
  return {
    fault: "lost",
    detail: `${where}, ${to - from} of ${stable.length}: ${stable.slice(from, to).slice(0, 5)}`,
  };
}

function anchorOf(stable: readonly string[], anchors: readonly string[] | null): number | null {
  for (const id of anchors ?? []) {
    const place = stable.indexOf(id);
    if (place >= 0) return place;
  }
  return null;
}

function nearOf(anchor: number | null, isForward: boolean): number | null {
  if (anchor === null) return null;
  return isForward ? anchor + 1 : anchor;
}
