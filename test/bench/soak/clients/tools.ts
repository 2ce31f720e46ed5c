import { createHash } from "node:crypto";
import { askGraphql, count, exchange, type Json, type Scene } from "../ask.ts";
import type { JournalRecord } from "../journal.ts";
import type { RingKey } from "../key-ring.ts";
import { conditions, words } from "../project.ts";
import { between, chance, pick, pickPopular } from "../random.ts";
import { cacheTtlSeconds, snapshotTtlSeconds } from "../stage.ts";
import { newName, selectFields } from "./fields.ts";
import { judgeAll, judgeCount, judgeRows, windowOf } from "./judge.ts";

const client = "tools";

/** Calls tools, or sends persisted operations by their hash. */
export async function callTools(scene: Scene): Promise<void> {
  await scene.keys.lend((key) =>
    pick([getRecord, findTags, countBy, sendHash, sendHash])(scene, key),
  );
}

async function sendHash(scene: Scene, { key, project }: RingKey): Promise<void> {
  const size = chance(0.5) ? 50 : between(1, 100);
  const name = chance(0.3) ? newName() : "Persisted";
  const query = `query ${name} { tags(first: ${size}) { nodes { ${selectFields("tag")} } } }`;
  const sha256Hash = createHash("sha256").update(query).digest("hex");
  const extensions = { persistedQuery: { version: 1, sha256Hash } };
  const method = pick(["GET", "POST"] as const);
  const first = await askGraphql(scene.url, { key, extensions, method });
  const isUnknown = first.codes.includes("PERSISTED_QUERY_NOT_FOUND");
  const answer = isUnknown
    ? await askGraphql(scene.url, { key, query, extensions, method })
    : first;
  if (!count(scene, client, answer) || !answer.data?.tags) return;
  const window = windowOf(answer, cacheTtlSeconds);
  judgeRows(scene, client, answer.data.tags.nodes, { list: project.tag, window, title: query });
}

async function getRecord(scene: Scene, { key, project }: RingKey): Promise<void> {
  const kind = pick(["tag", "terminal"] as const);
  const list = project[kind];
  const id = pickPopular(list.ids());
  const result = await callTool(scene, key, "get_record", { kind, id });
  if (result === null) return;
  const window = windowOf(result.answer, snapshotTtlSeconds);
  const values = list.valuesOf(id, window);
  const [row] = result.json?.rows ?? [];
  scene.tally.row(client).compared += 1;
  const isRight = row
    ? values.some((value) => value !== null && toToolName(value) === nameOf(row))
    : values.includes(null);
  if (!isRight) {
    const held = JSON.stringify(values.map((value) => value && toToolName(value)));
    scene.tally.wrong(
      client,
      `get_record ${kind} ${id}: ${result.text.slice(0, 300)}, not ${held}`,
    );
  }
}

async function findTags(scene: Scene, { key, project }: RingKey): Promise<void> {
  const word = `word${between(0, words - 1)}x`;
  const result = await callTool(scene, key, "find_tags", { search: word, first: 100 });
  if (!result?.json) return;
  const { total, rows, next, cut } = result.json;
  const window = windowOf(result.answer, snapshotTtlSeconds);
  const matches = ({ name }: JournalRecord) => String(name).includes(word);
  const judged = { list: project.tag, window, title: `find_tags ${word}`, matches };
  judgeCount(scene, client, total, judged);
  for (const row of rows) {
    scene.tally.row(client).compared += 1;
    const values = project.tag.valuesOf(row.id, window);
    if (values.some((value) => value !== null && toToolName(value) === nameOf(row))) continue;
    scene.tally.wrong(client, `find_tags ${word}: ${JSON.stringify(row)}`);
  }
  const ids = rows.map(({ id }: Json) => id);
  if (next === undefined && cut === undefined) judgeAll(scene, client, ids, judged);
}

async function countBy(scene: Scene, { key, project }: RingKey): Promise<void> {
  const kind = pick(["tag", "terminal"] as const);
  const result = await callTool(scene, key, "count_by", { kind, field: "Condition" });
  if (!result?.json) return;
  const window = windowOf(result.answer, snapshotTtlSeconds);
  const title = `count_by ${kind}`;
  judgeCount(scene, client, result.json.total, {
    list: project[kind],
    window,
    title,
    matches: () => true,
  });
  for (const { value, count: found } of result.json.rows) {
    if (!conditions.includes(value)) scene.tally.wrong(client, `${title}: ${value}`);
    const matches = ({ additional_data }: JournalRecord) =>
      (additional_data as Json).condition === value;
    judgeCount(scene, client, found, { list: project[kind], window, title, matches });
  }
}

/** What both the tools and the journal say of a version: the name, and the description, which differs in each. */
function toToolName({ name, description, is_active }: JournalRecord): string {
  return nameOf({ name, description, is_active });
}

function nameOf({ name, description, is_active }: Json): string {
  return `${name}, ${description}, ${is_active}`;
}

/** Null if the call failed. */
async function callTool(scene: Scene, key: string, name: string, given: object) {
  const params = { name, arguments: given };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const headers = { "x-api-key": key, accept: "application/json, text/event-stream" };
  const answer = await exchange(`${scene.url}/mcp`, headers, body);
  const { content, isError } = answer.json?.result ?? {};
  const text: string = content?.[0]?.text ?? JSON.stringify(answer.json);
  const json = content && text.startsWith("{") && !isError ? JSON.parse(text) : null;
  const codes = isError ? [/^\w+/.exec(text)?.[0] ?? "TOOL_ERROR"] : answer.codes;
  const inner: readonly Json[] = [...(json?.errors ?? []), ...(json?.warnings ?? [])];
  const all = [...codes, ...inner.map(({ code }) => code ?? "NO_CODE")];
  const isWhole = count(scene, client, { ...answer, codes: all });
  return isWhole ? { answer, json, text } : null;
}
