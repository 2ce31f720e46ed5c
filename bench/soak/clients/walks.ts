import { setTimeout } from "node:timers/promises";
import { askGraphql, count, type Json, type Scene } from "../ask.ts";
import { between, chance, pick } from "../random.ts";
import { cacheTtlSeconds } from "../stage.ts";
import { listName, rowId, selectFields } from "./fields.ts";
import { Judge, windowOf } from "./judge.ts";

const client = "walks";

/** After so many failures in a row a walk is given up. */
const maxFailures = 100;

/** Walks through a whole list by cursor. A page that fails is asked for again. */
export async function walk(scene: Scene, over: AbortSignal): Promise<void> {
  const project = pick(scene.projects);
  const kind = pick(["tag", "tag", "tag", "terminal"] as const);
  const list = project[kind];
  const size = pick([50, 100, 250, between(20, 300)]);
  const isForward = chance(0.6);
  const [limit, place] = isForward ? ["first", "after"] : ["last", "before"];
  const query = `query ($cursor: String) { ${listName(kind)}(${limit}: ${size}, ${place}: $cursor) { pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { ${selectFields(kind)} } } }`;
  const start = performance.now();
  const seen: string[] = [];
  let cursor: string | null = null;
  let anchors: string[] | null = null;
  let [failures, hasDrifted] = [0, false];
  while (!over.aborted) {
    const answer = await askGraphql(scene, project.key, { query, variables: { cursor } });
    const isWhole = count(scene, client, answer);
    hasDrifted ||= answer.codes.includes("PAGE_DRIFT");
    const connection = answer.data?.[listName(kind)];
    await setTimeout(between(50, 600));
    if (!connection || !isWhole) {
      failures += 1;
      if (failures > maxFailures) return scene.tally.wrong(client, "a walk did not get on");
      continue;
    }
    failures = 0;
    const { nodes, pageInfo } = connection;
    const window = windowOf(answer, cacheTtlSeconds);
    const judge = new Judge(scene.tally, client, { list, window, title: `${query} ${cursor}` });
    judge.rows(nodes);
    judge.page(connection, { size, from: isForward ? "start" : "end", anchors });
    const ids: string[] = nodes.map((row: Json) => rowId(kind, row));
    seen.push(...ids);
    if (!(isForward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) break;
    cursor = isForward ? pageInfo.endCursor : pageInfo.startCursor;
    anchors = isForward ? ids.toReversed() : ids;
  }
  if (over.aborted || hasDrifted) return;
  const window = { from: start - cacheTtlSeconds * 1000, to: performance.now() };
  const title = `a walk ${limit} ${size}`;
  new Judge(scene.tally, client, { list, window, title }).all(seen);
}
