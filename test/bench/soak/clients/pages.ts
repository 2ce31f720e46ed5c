import type { RecordKind } from "../../../../src/registry/record.ts";
import { askGraphql, count, type Scene } from "../ask.ts";
import type { RingKey } from "../key-ring.ts";
import { between, chance, pick, pickPopular } from "../random.ts";
import { cacheTtlSeconds } from "../stage.ts";
import { findRowFault, listName, newName, selectFields } from "./fields.ts";
import { judgeCount, judgeOrderedPage, judgeRows, windowOf } from "./judge.ts";

const client = "pages";

/** Asks for a page of a list, or for one record, with keys that come and go; now and then with one that must be refused. */
export async function askForPages(scene: Scene): Promise<void> {
  if (chance(0.05)) return await askWithBadKey(scene);
  await scene.keys.lend((key) => (chance(0.6) ? askForList(scene, key) : askForRecord(scene, key)));
}

async function askForList(scene: Scene, { key, project }: RingKey): Promise<void> {
  const kind = pick(["tag", "tag", "terminal"] as const);
  const list = project[kind];
  const size = chance(0.7) ? pick([20, 50, 100]) : between(1, 40) * 5;
  const from = chance(0.8) ? "start" : "end";
  const total = chance(0.5) ? "totalCount" : "";
  const query = `{ ${listName(kind)}(${from === "start" ? "first" : "last"}: ${size}) { ${total} pageInfo { hasNextPage hasPreviousPage } nodes { ${selectFields(kind)} } } }`;
  const answer = await askGraphql(scene.url, { key, query });
  const isWhole = count(scene, client, answer);
  const connection = answer.data?.[listName(kind)];
  if (!connection) return;
  const judged = { list, window: windowOf(answer, cacheTtlSeconds), title: query };
  const { nodes, pageInfo, totalCount } = connection;
  if (!isWhole) return;
  judgeRows(scene, client, nodes, judged);
  judgeOrderedPage(scene, client, { ...judged, nodes, pageInfo, size, from, anchors: null });
  if (total) judgeCount(scene, client, totalCount, judged);
}

async function askForRecord(scene: Scene, { key, project }: RingKey): Promise<void> {
  const kind: RecordKind = pick(["tag", "terminal"]);
  const list = project[kind];
  const gone = list.goneIds();
  const id =
    chance(0.15) && gone.length > 0
      ? pick(gone)
      : chance(0.05)
        ? kind === "tag"
          ? "never"
          : "5"
        : pickPopular(list.ids());
  const name = newName();
  const query = `query ($id: ID!) { ${chance(0.3) ? name : "record"}: ${kind}(id: $id) { ${selectFields(kind)} } }`;
  const answer = await askGraphql(scene.url, { key, query, variables: { id } });
  if (!count(scene, client, answer) || answer.data === null) return;
  const row = answer.data.record ?? answer.data[name] ?? null;
  const window = windowOf(answer, cacheTtlSeconds);
  scene.tally.row(client).compared += 1;
  if (row !== null) {
    const fault = findRowFault(list, row, window);
    if (fault !== undefined) scene.tally.wrong(client, `${query} ${id}: ${fault}`);
  } else if (!list.valuesOf(id, window).includes(null)) {
    scene.tally.wrong(client, `${query}: ${id} is claimed absent`);
  }
}

async function askWithBadKey(scene: Scene): Promise<void> {
  const key = scene.keys.bad();
  const query = `{ tags(first: ${between(1, 100)}) { totalCount nodes { name } } }`;
  const answer = await askGraphql(scene.url, { key, query });
  const isRefused =
    answer.codes.length > 0 && answer.codes.every((code) => code === "UNAUTHENTICATED");
  if (!isRefused) count(scene, client, answer);
  else scene.tally.row(client).asked += 1;
  if (answer.data?.tags) scene.tally.wrong(client, "a key that must be refused got a list");
}
