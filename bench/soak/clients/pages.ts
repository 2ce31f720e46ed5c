import type { RecordKind } from "../../../src/registry/record.ts";
import { askGraphql, count, type Scene } from "../ask.ts";
import { between, chance, pick, pickPopular } from "../random.ts";
import { cacheTtlSeconds } from "../stage.ts";
import { listName, newName, selectFields } from "./fields.ts";
import { Judge, windowOf } from "./judge.ts";

const client = "pages";

/** Asks for a page of a list, or for one record. */
export async function askForPages(scene: Scene): Promise<void> {
  await (chance(0.6) ? askForList(scene) : askForRecord(scene));
}

async function askForList(scene: Scene): Promise<void> {
  const project = pick(scene.projects);
  const kind: RecordKind = pick(["tag", "tag", "terminal"]);
  const size = chance(0.7) ? pick([20, 50, 100]) : between(1, 40) * 5;
  const from = chance(0.8) ? "start" : "end";
  const total = chance(0.5) ? "totalCount" : "";
  const query = `{ ${listName(kind)}(${from === "start" ? "first" : "last"}: ${size}) { ${total} pageInfo { hasNextPage hasPreviousPage } nodes { ${selectFields(kind)} } } }`;
  const answer = await askGraphql(scene, project.key, { query });
  const connection = answer.data?.[listName(kind)];
  if (!count(scene, client, answer) || !connection) return;
  const window = windowOf(answer, cacheTtlSeconds);
  const judge = new Judge(scene.tally, client, { list: project[kind], window, title: query });
  judge.rows(connection.nodes);
  judge.page(connection, { size, from, anchors: null });
  if (total) judge.count(connection.totalCount);
}

async function askForRecord(scene: Scene): Promise<void> {
  const project = pick(scene.projects);
  const kind: RecordKind = pick(["tag", "terminal"]);
  const list = project[kind];
  const gone = list.goneIds();
  const id = gone.length > 0 && chance(0.15) ? pick(gone) : pickPopular(list.ids());
  const name = chance(0.3) ? newName() : "record";
  const query = `query ($id: ID!) { ${name}: ${kind}(id: $id) { ${selectFields(kind)} } }`;
  const answer = await askGraphql(scene, project.key, { query, variables: { id } });
  if (!count(scene, client, answer) || answer.data === null) return;
  const window = windowOf(answer, cacheTtlSeconds);
  new Judge(scene.tally, client, { list, window, title: query }).record(id, answer.data[name]);
}
