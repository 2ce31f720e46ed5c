import { count, type Json, post, type Scene } from "../ask.ts";
import type { JournalRecord } from "../journal.ts";
import { pick } from "../random.ts";
import { snapshotTtlSeconds } from "../stage.ts";
import { Judge, windowOf } from "./judge.ts";

const client = "tools";

/** Calls a tool that counts a list by the value of an item. */
export async function countByTool(scene: Scene): Promise<void> {
  const kind = pick(["tag", "terminal"] as const);
  const project = pick(scene.projects);
  const params = { name: "count_by", arguments: { kind, field: "Condition" } };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const answer = await post(scene, "/mcp", project.key, body);
  const { content, isError } = answer.json?.result ?? {};
  const text: string = content?.[0]?.text ?? "";
  const result: Json = text.startsWith("{") && !isError ? JSON.parse(text) : null;
  const codes = isError ? [/^\w+/.exec(text)?.[0] ?? "TOOL_ERROR"] : answer.codes;
  const others = [...(result?.errors ?? []), ...(result?.warnings ?? [])];
  const all = [...codes, ...others.map(({ code }: Json) => code ?? "NO_CODE")];
  if (!count(scene, client, { ...answer, codes: all }) || result === null) return;
  const window = windowOf(answer, snapshotTtlSeconds);
  const asked = { list: project[kind], window, title: `count_by ${kind}` };
  const judge = new Judge(scene.tally, client, asked);
  judge.count(result.total, () => true);
  for (const { value, count: found } of result.rows) {
    const isIn = ({ additional_data }: JournalRecord) =>
      (additional_data as Json).condition === value;
    judge.count(found, isIn);
  }
}
