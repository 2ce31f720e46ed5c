import type { GatewayResponse } from "../../support/gateway.ts";
import type { Row } from "../model/list.ts";
import type { Subject } from "../model/registry.ts";
import { type Finding, judgeExactPage, judgePage, judgeWhole } from "../oracle.ts";
import type { Kind } from "../scenarios.ts";
import {
  type Asker,
  countLeast,
  type Ending,
  idField,
  type Node,
  stableIds,
  toEndings,
  type Verdict,
  verdictOf,
} from "./asker.ts";

export async function askPage(
  asker: Asker,
  { subject, from, size, cursor, total }: Kind<"page">,
): Promise<Verdict> {
  const given = cursor === null ? undefined : asker.pick(subject, cursor);
  const moment = asker.plainMoments()[subject];
  const page = await fetchPage(asker, { subject, from, size, cursor: given?.text ?? null, total });
  if (page.delivered === null) return page.verdict;
  const anchors = given && (from === "start" ? given.before : given.after);
  const stable = stableIds(asker.world, subject, Math.min(moment, given?.moment ?? moment));
  const { delivered, verdict } = page;
  keepCursors(asker, subject, delivered, moment);
  const findings = [...verdict.findings];
  // A page that repeats or skips says so. One that is not whole claims nothing of what it lacks.
  if (verdict.endings.includes("whole")) {
    const page = { ...delivered, size, from, anchors: anchors ?? null };
    findings.push(...judgePage(stable, page));
    // A row that was taken out meanwhile may be delivered.
    const seen = asker.world.list(subject).seenSince(moment);
    if (seen.length === stable.length) findings.push(...judgeExactPage(stable, page));
  }
  if (total)
    findings.push(...judgeTotal(asker, page.response, { subject, moment, isSnapshot: false }));
  return { findings, endings: verdict.endings };
}

export async function walk(
  asker: Asker,
  { subject, from, size, filter }: Kind<"walk">,
): Promise<Verdict> {
  const moment = (filter === "none" ? asker.plainMoments() : asker.snapshotMoments())[subject];
  const ids: string[] = [];
  const findings: Finding[] = [];
  const endings = new Set<Ending>();
  const cursorRows: string[] = [];
  let cursor: string | null = null;
  let isWhole = false;
  let isStuck = false;
  const maxPages = Math.ceil(20 + (4 * (asker.world.list(subject).rows.length + 40)) / size);
  const { cacheSeconds, snapshotSeconds } = asker.bench.settings;
  for (let pages = 0; !isWhole; pages++) {
    // From a place that was lost, a walk may come back to where it has been, until the responses that were kept from there are out of date.
    if (pages === Math.floor(maxPages / 2))
      asker.bench.clock.advance(1000 * (Math.max(cacheSeconds, snapshotSeconds) + 1));
    if (pages > maxPages) {
      findings.push({ fault: "walk without an end", detail: `${pages} pages` });
      break;
    }
    const page = await fetchPage(asker, { subject, from, size, cursor, total: false, filter });
    for (const ending of page.verdict.endings) endings.add(ending);
    findings.push(...page.verdict.findings);
    const { delivered } = page;
    if (delivered === null) break;
    const [more, next] =
      from === "start"
        ? [delivered.hasNextPage, delivered.cursors.at(-1)]
        : [delivered.hasPreviousPage, delivered.cursors.at(0)];
    if (from === "start") ids.push(...delivered.ids);
    else ids.unshift(...delivered.ids);
    isWhole = !more;
    isStuck = more && next === undefined;
    if (isStuck) break;
    cursor = next ?? null;
    const cursorRow = delivered.ids.at(from === "start" ? -1 : 0);
    if (cursorRow !== undefined) cursorRows.push(cursorRow);
  }
  const isFound = ({ body }: Row) => filter !== "name" || String(body["name"]).includes("red");
  const stable = stableIds(asker.world, subject, moment, isFound);
  const isSilent = !endings.has("PAGE_DRIFT") && !endings.has("LIST_INCOMPLETE");
  if (isSilent && isStuck)
    findings.push({ fault: "lost", detail: "a page without rows says that more follow" });
  if (isSilent) {
    const found = judgeWhole(stable, ids, { isWhole, isForward: from === "start" });
    // If a cursor's own record has moved to a place further ahead, the walk goes on from there.
    const isStable = new Set(stable);
    const mayRepeat = cursorRows.some((id) => !isStable.has(id));
    const repeats = ["delivered twice", "out of order"];
    findings.push(...found.filter(({ fault }) => !(mayRepeat && repeats.includes(fault))));
  }
  return { findings, endings: toEndings(endings) };
}

export async function askTotal(
  asker: Asker,
  { subject, isFiltered }: Kind<"total">,
): Promise<Verdict> {
  const moment = (isFiltered ? asker.snapshotMoments() : asker.plainMoments())[subject];
  const response = await asker.query(
    `{ list: ${subject}${isFiltered ? "(filter: {})" : ""} { totalCount } }`,
  );
  const verdict = verdictOf(response, "list");
  if (!response.data?.list) return verdict;
  const findings = judgeTotal(asker, response, { subject, moment, isSnapshot: isFiltered });
  return { ...verdict, findings: [...verdict.findings, ...findings] };
}

export function judgeTotal(
  asker: Asker,

  { data, errors }: GatewayResponse,
  {
    subject,
    moment,
    isSnapshot,
  }: { readonly subject: Subject; readonly moment: number; readonly isSnapshot: boolean },
): readonly Finding[] {
  const total: number | null = data.list.totalCount;
  if (total === null) {
    return errors?.length ? [] : [{ fault: "null without an error", detail: "totalCount" }];
  }
  const { model, registry } = asker.world;
  const list = asker.world.list(subject);
  const counts = ({ id }: Row) => !isSnapshot || id !== null;
  const least = countLeast(list, moment, counts);
  const most = list.seenSince(moment).filter(counts).length;
  if (total >= least && total <= most) return [];
  // Nobody can tell hidden rows from those of a count that is too large.
  const isStale = registry.rules.envelope.count === "stale";
  const stated = model.statedCounts(subject);
  const hidden = list.rows.length - list.visible.length;
  // A count that is too large by as many rows as are known to be hidden is believed, less those.
  const isStated = stated.includes(total) || (isStale && stated.includes(total + hidden));
  const isBelievable = !isSnapshot && (total > most || isStale) && isStated;
  const mayCountHidden = total > most && total <= most + hidden;
  // That rows are no longer hidden shows in no count, but only if all are read.
  const mayMissShown = total < least && total >= least - list.shownAgain;
  if (!isSnapshot && (isBelievable || mayCountHidden || mayMissShown)) return [];
  return [{ fault: "miscounted", detail: `${total} instead of ${least} to ${most}` }];
}

const filters = {
  none: "",
  all: ", filter: {}",
  name: ', filter: { name: { contains: "red" } }',
} as const;

async function fetchPage(
  asker: Asker,
  options: {
    readonly subject: Subject;
    readonly from: "start" | "end";
    readonly size: number;
    readonly cursor: string | null;
    readonly total: boolean;
    readonly filter?: Kind<"walk">["filter"];
  },
) {
  const { subject, from, size, cursor, total, filter = "none" } = options;
  const document = `query ($size: Int, $cursor: String) {
    list: ${subject}(${from === "start" ? "first: $size, after: $cursor" : "last: $size, before: $cursor"}
      ${filters[filter]}) {
      edges { cursor node { own: ${idField[subject]} } }
      pageInfo { hasNextPage hasPreviousPage } ${total ? "totalCount" : ""} } }`;
  const response = await asker.query(document, { size, cursor });
  const verdict = verdictOf(response, "list");
  const list = response.data?.list as PageData | null | undefined;
  if (!list) return { response, verdict, delivered: null };
  const rows = list.edges.map(({ node }) => node?.own ?? null);
  return {
    response,
    verdict,
    delivered: {
      ids: rows.filter((id) => id !== null),
      rows,
      length: rows.length,
      cursors: list.edges.map((edge) => edge.cursor),
      ...list.pageInfo,
    },
  };
}

function keepCursors(
  asker: Asker,

  subject: Subject,
  {
    rows,
    cursors,
  }: { readonly rows: readonly (string | null)[]; readonly cursors: readonly string[] },
  moment: number,
): void {
  const isId = (id: string | null) => id !== null;
  for (const [index, text] of cursors.entries()) {
    const before = rows
      .slice(0, index + 1)
      .toReversed()
      .filter(isId);
    const after = rows.slice(index).filter(isId);
    asker.keepCursor({ subject, text, before, after, moment });
  }
}

interface PageData {
  readonly edges: readonly { readonly cursor: string; readonly node: Node | null }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean };
}
