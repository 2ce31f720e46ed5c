import { setTimeout } from "node:timers/promises";
import { type Answer, askGraphql, count, type Json, type Scene } from "../ask.ts";
import type { Place, Window } from "../journal.ts";
import { between, chance, pick } from "../random.ts";
import { cacheTtlSeconds } from "../stage.ts";
import { listName, rowId, selectFields } from "./fields.ts";
import { judgeAll, judgeOrderedPage, judgeRows, windowOf } from "./judge.ts";

const client = "walks";

/** After so many failures in a row a walk is given up. */
const maxFailures = 100;

/** Milliseconds between two pages, and before a page is asked for again. */
const pauseMs = [50, 600] as const;

/** Walks through a whole list by cursor, in either direction. A page that fails is asked for again. */
export async function walk(scene: Scene, over: AbortSignal): Promise<void> {
  const { key, project } = scene.keys.lasting();
  const kind = pick(["tag", "tag", "tag", "terminal"] as const);
  const list = project[kind];
  const size = pick([50, 100, 250, between(20, 300)]);
  const isForward = chance(0.6);
  const [limit, place] = isForward ? ["first", "after"] : ["last", "before"];
  const query = `query ($cursor: String) { ${listName(kind)}(${limit}: ${size}, ${place}: $cursor) { pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { ${selectFields(kind)} } } }`;
  const start = performance.now();
  const seen: string[] = [];
  /** When the page that gave the cursor was asked for. */
  let shown = { from: start, to: start };
  let [cursor, anchors, failures, hasDrifted]: [string | null, string[] | null, number, boolean] = [
    null,
    null,
    0,
    false,
  ];
  while (!over.aborted) {
    const answer = await askGraphql(scene.url, { key, query, variables: { cursor } });
    const mayDrift = () => {
      const [anchor = ""] = anchors ?? [];
      const before = list.placesOf(anchor, agedWindow(shown));
      const now = list.placesOf(anchor, agedWindow(answer.asked));
      return before.some((one) => now.some((other) => hasLeapt(one, other, isForward)));
    };
    const isWhole = countPage(scene, answer, mayDrift);
    hasDrifted ||= answer.codes.includes("PAGE_DRIFT");
    const connection = answer.data?.[listName(kind)];
    await setTimeout(between(...pauseMs));
    if (!connection || !isWhole) {
      failures += 1;
      if (failures > maxFailures) return scene.tally.wrong(client, "a walk did not get on");
      continue;
    }
    failures = 0;
    const { nodes, pageInfo } = connection;
    const judged = { list, window: windowOf(answer, cacheTtlSeconds), title: `${query} ${cursor}` };
    judgeRows(scene, client, nodes, judged);
    const from = isForward ? "start" : "end";
    judgeOrderedPage(scene, client, { ...judged, nodes, pageInfo, size, from, anchors });
    const ids: string[] = nodes.map((row: Json) => rowId(kind, row));
    seen.push(...ids);
    if (!(isForward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) break;
    cursor = isForward ? pageInfo.endCursor : pageInfo.startCursor;
    anchors = isForward ? ids.toReversed() : ids;
    shown = answer.asked;
  }
  if (over.aborted || hasDrifted) return;
  const window = { from: start - cacheTtlSeconds * 1000, to: performance.now() };
  judgeAll(scene, client, seen, { list, window, title: `a walk ${limit} ${size}` });
}

/**
 * Counts a page, and whether it was whole. A page may come from a cache and be older than the one before it. The cursor's row has then moved
 * against what came and went, as if rows had been passed over. The gateway cannot tell, so that it warns is right.
 */
function countPage(scene: Scene, answer: Answer, mayDrift: () => boolean): boolean {
  if (!answer.codes.includes("PAGE_DRIFT") || !mayDrift()) return count(scene, client, answer);
  scene.tally.explained(client, "PAGE_DRIFT");
  const codes = answer.codes.filter((code) => code !== "PAGE_DRIFT");
  count(scene, client, { ...answer, codes });
  return false;
}

/** When what an answer shows was so. */
function agedWindow({ from, to }: Window): Window {
  return { from: from - cacheTtlSeconds * 1000, to };
}

/** So many rows that come on one side while as many go on the other can only make a walk repeat rows. */
const fewExchanged = 3;

/** Whether a row has moved by more than its list has grown or shrunk. */
function hasLeapt(before: Place, now: Place, isForward: boolean): boolean {
  const [move, growth] = [now.position - before.position, now.count - before.count];
  const [forth, back] = [move - Math.max(growth, 0), Math.min(growth, 0) - move];
  const [on, against] = isForward ? [forth, back] : [back, forth];
  return on > 0 || against > fewExchanged;
}
