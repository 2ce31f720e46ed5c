import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/doctor/finding.ts";
import { createFolder } from "../support/folder.ts";
import { createProject } from "../support/project.ts";
import { startSampleRegistry } from "../support/real-registry.ts";
import { startScriptedRegistry } from "../support/scripted-registry.ts";
import { type Examination, examine } from "./examine.ts";
import { misbehaviours } from "./misbehaviours.ts";
import { replay } from "./replay.ts";

/** An examination without what can differ: addresses, the hint on the key, and how long calls took. */
function toComparable({ findings, settings, outcome, calls }: Examination) {
  const stripped = findings.map(({ call: _, ...rest }: Finding) => {
    if (rest.id === "latency" || rest.id === "reach") return rest.id;
    const detail = rest.detail.replace(/https?:\S+/, "another");
    return { ...rest, detail, hint: rest.id === "key" ? null : rest.hint };
  });
  return { findings: stripped, settings: { ...settings, REGISTRY_URL: "" }, outcome, calls };
}

/** Records the examination of a registry, examines the recording, and expects the same diagnosis. */
async function compare(registry: { readonly url: string; readonly key: string }) {
  await using folder = await createFolder();
  const first = await examine(registry, { record: folder.path });
  const unknown: string[] = [];
  await using recorded = await startScriptedRegistry(replay(folder.path, unknown));
  const again = await examine(recorded);
  expect(unknown).toEqual([]);
  expect(toComparable(again)).toEqual(toComparable(first));
  return readdirSync(folder.path).map((name) => readFileSync(join(folder.path, name), "utf8"));
}

describe("a recording gets the same diagnosis as its registry when", () => {
  test.each(Object.entries(misbehaviours))("%s", async (_, given) => {
    const { project = createProject(), misbehave } = given;
    await using registry = await startScriptedRegistry(project, { misbehave });
    await compare(registry);
  });

  test("the registry is the sample, and none of its strings, numbers, ids and addresses is left", async () => {
    await using registry = await startSampleRegistry();
    const { store: _, ...address } = registry;
    const files = await compare(address);
    const recorded = files.join("\n");
    const { json: rows } = await read(`${registry.url}/api/v1/tags?key=${registry.key}`);
    const { json: terminals } = await read(`${registry.url}/api/v1/terminals?key=${registry.key}`);
    const records = [...rows.tags, ...terminals.terminals];
    const strings = records.flatMap(
      ({ id, name, description, uuid, imei, additional_data: data }) => [
        ...[name, description, uuid, imei].filter((text) => text?.length > 5),
        ...(typeof id === "string" ? [id] : []),
        ...Object.values(data ?? {}).filter((text) => typeof text === "string" && text.length > 8),
      ],
    );
    const options = /good|worn|damaged|missing|handheld|Hospital|School|Warehouse|Railway station/;
    // Another tag's shifted date can be the same by chance.
    const date = /^\d{4}-\d\d-\d\d/;
    const others = strings.filter((text) => !options.test(text) && !date.test(text));
    expect(others.filter((text) => recorded.includes(`"${text}"`))).toEqual([]);
    expect(recorded).not.toContain(new URL(registry.url).host);
    expect(recorded).not.toContain("127.0.0.1");
    // Only the same tag's time counts, for the same reason.
    const sixth = files.map((text) => JSON.parse(text).response.body?.json?.tags?.[5]);
    const times = sixth.filter((tag) => tag !== undefined).map((tag) => tag.added_when);
    expect(times.length).toBeGreaterThan(0);
    expect(times).not.toContain(rows.tags[5].added_when);
    const dates = sixth.flatMap((tag) => tag?.additional_data.next_check ?? []);
    expect(dates.length).toBeGreaterThan(0);
    expect(dates).not.toContain(rows.tags[5].additional_data.next_check);
  });
});

test("numbers that JavaScript would change are replaced in a recording, and keep their form (rule 17)", async () => {
  const project = createProject(3);
  const marked = (records: readonly object[]) =>
    records.map((record, place) => ({
      ...record,
      id: `@90071992547409${93 + place}@`,
      additional_data: { serial: `@1234567890123456789${place}@`, far: "@1e400@" },
    }));
  const changed = { ...project, tags: marked(project.tags), terminals: marked(project.terminals) };
  await using registry = await startScriptedRegistry(changed, {
    misbehave(call, honest) {
      const path = call.path.replace(/(\d{16})/, "@$1@");
      const { body, ...response } = honest({ ...call, path });
      return { ...response, body: JSON.stringify(body).replaceAll(/"@([^"]*)@"/g, "$1") };
    },
  });
  const files = (await compare(registry)).join("\n");
  expect(files).toMatch(/"serial": [1-9]\d{19}\b/);
  expect(files).not.toMatch(/90071992547409|1234567890123456789|1e400/);
});

// biome-ignore lint/suspicious/noExplicitAny: a test names the fields that it expects.
async function read(url: string): Promise<{ readonly json: any }> {
  return { json: await (await fetch(url)).json() };
}
