import { setTimeout } from "node:timers/promises";
import { type Answer, askGraphql, type Json, type Scene } from "../ask.ts";
import { between, chance, pick } from "../random.ts";
import { cacheTtlSeconds } from "../stage.ts";
import { countPage } from "./drift.ts";
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
  /** The page that gave the cursor. */
  let shown: Answer | undefined;
  let [cursor, anchors, failures, hasDrifted]: [string | null, string[] | null, number, boolean] = [
    null,
    null,
    0,
    false,
  ];
  while (!over.aborted) {
    const answer = await askGraphql(scene.url, { key, query, variables: { cursor } });
    const before = shown && { list, answer: shown, anchor: anchors?.[0] ?? "", isForward };
    const isWhole = countPage(scene, client, answer, before);
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
    shown = answer;
  }
  if (over.aborted || hasDrifted) return;
  const window = { from: start - cacheTtlSeconds * 1000, to: performance.now() };
  judgeAll(scene, client, seen, { list, window, title: `a walk ${limit} ${size}` });
}
