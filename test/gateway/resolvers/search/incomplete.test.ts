import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type GatewayResponse, startGateway, type TestGateway } from "../../../support/gateway.ts";
import type { PlainRecord } from "../../../support/project.ts";
import {
  type ScriptedRegistry,
  startScriptedRegistry,
} from "../../../support/scripted-registry.ts";

/** How many tags and terminals the registry has. They come in pages of ten. */
const size = 100;

const tagIds = Array.from({ length: size }, (_, index) => `04AB0000${1000 + index}`);
const uuids = Array.from(
  { length: size },
  (_, index) => `0000000${index % 10}-0000-4000-8000-${String(index).padStart(12, "0")}`,
);

let tags: PlainRecord[];
let terminals: PlainRecord[];
let registry: ScriptedRegistry;
let gateway: TestGateway;

beforeEach(async () => {
  tags = tagIds.map((id, index) => ({
    id,
    name: `Tag ${index}`,
    additional_data: { terminal_uuid: uuids[index] },
  }));
  terminals = uuids.map((uuid, index) => ({ id: index + 1, name: `Terminal ${index}`, uuid }));
  registry = await startScriptedRegistry({ tags, terminals });
  registry.rules.clamp = 10;
  gateway = await startGateway({
    registryUrl: registry.url,
    key: "key",
    links: "tag.terminal_uuid=terminal.uuid",
  });
});

afterEach(async () => {
  await gateway[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
});

/** From now on, so much of a list moves before each page of it that no two pages share a row where they meet. */
function keepMoving(kind: "tags" | "terminals"): void {
  const records = kind === "tags" ? tags : terminals;
  const { behaviour } = registry;
  registry.behaviour = (call, position) => {
    const { pathname, searchParams } = new URL(call.path, registry.url);
    const isPage = pathname.endsWith(`/${kind}`) && searchParams.get("limit") !== "1";
    if (isPage) records.push(...records.splice(0, 37));
    behaviour(call, position);
  };
}

/** How many records the warning says were read. */
function recordsRead({ extensions }: GatewayResponse): number {
  const warnings = (extensions?.["warnings"] ?? []) as readonly { readonly recordsRead: number }[];
  return warnings[0]?.recordsRead ?? 0;
}

describe("a list that three readings could not read whole", () => {
  test("is delivered as far as it was read, and says so", async () => {
    keepMoving("tags");
    const response = await gateway.query(`{ tags(filter: {}, first: 1000) {
      nodes { tagId } totalCount pageInfo { hasPreviousPage hasNextPage } } }`);
    const { data, errors, extensions } = response;
    const { nodes, totalCount, pageInfo } = data.tags;
    expect(nodes.length).toBeGreaterThan(10);
    expect(totalCount).toBeNull();
    expect(errors).toMatchObject([
      { path: ["tags", "totalCount"], extensions: { code: "REGISTRY_BAD_RESPONSE" } },
    ]);
    expect(pageInfo).toEqual({ hasPreviousPage: false, hasNextPage: false });
    expect(extensions?.["warnings"]).toEqual([
      {
        code: "LIST_INCOMPLETE",
        message: expect.stringContaining(`so records may be missing: ${nodes.length} `),
        list: "tags",
        recordsRead: nodes.length,
        recordsStated: 100,
      },
    ]);
  });

  test("states no number of records if the registry states none", async () => {
    registry.rules.isCountless = true;
    keepMoving("tags");
    const { extensions } = await gateway.query("{ tags(filter: {}) { nodes { tagId } } }");
    expect(extensions?.["warnings"]).toMatchObject([
      { code: "LIST_INCOMPLETE", recordsStated: null },
    ]);
  });

  test("shows the pages of what was read", async () => {
    keepMoving("tags");
    const query =
      "tags(filter: {}, first: 5) { nodes { tagId } pageInfo { hasPreviousPage hasNextPage } }";
    const { data, errors } = await gateway.query(`{ ${query} }`);
    expect(errors).toBeUndefined();
    expect(data.tags.nodes).toHaveLength(5);
    expect(data.tags.pageInfo).toEqual({ hasPreviousPage: false, hasNextPage: true });
  });

  test("claims no absence of one of many UIDs, and gives them if all are found", async () => {
    keepMoving("tags");
    const ask = (uids: readonly string[]) =>
      gateway.query(
        "query ($uids: [String!]!) { tagsByUids(uids: $uids) { matches { tag { tagId } } } }",
        { variables: { uids } },
      );
    const absent = await ask(["there is none"]);
    expect(absent.data.tagsByUids).toBeNull();
    expect(absent.errors).toMatchObject([
      { extensions: { code: "REGISTRY_BAD_RESPONSE", list: "tags" } },
    ]);
    expect(absent.extensions?.["warnings"]).toMatchObject([{ code: "LIST_INCOMPLETE" }]);
    const found = [];
    for (const tagId of tagIds) {
      const { data, errors } = await ask([tagId]);
      if (errors !== undefined) continue;
      expect(data.tagsByUids).toEqual([{ matches: [{ tag: { tagId } }] }]);
      found.push(tagId);
    }
    expect(found.length).toBeGreaterThan(0);
  });

  test("claims no absence: a look-up finds its record or is an error", async () => {
    keepMoving("tags");
    const uid = (id: string) => `0x${id.match(/../g)?.join(":")}`;
    const fields = tagIds.map((id, at) => `t${at}: tagsByUid(uid: "${uid(id)}") { tag { tagId } }`);
    const absent = 'absent: tagsByUid(uid: "0x04:FF:FF:FF:FF:FF:FF") { tag { tagId } }';
    const response = await gateway.query(`{ ${fields.join(" ")} ${absent} }`);
    const failed = new Set(response.errors?.map(({ path }) => path?.[0]));
    for (const { extensions } of response.errors ?? []) {
      expect(extensions.code).toBe("REGISTRY_BAD_RESPONSE");
    }
    const found = tagIds.flatMap((tagId, at) => {
      if (failed.has(`t${at}`)) return [];
      expect(response.data[`t${at}`]).toEqual([{ tag: { tagId } }]);
      return [tagId];
    });
    expect(found.length).toBe(recordsRead(response));
    expect(failed).toContain("absent");
  });

  test("claims no absence: a join finds its record or is an error", async () => {
    tags[3] = { ...tags[3], id: tagIds[3] ?? "", additional_data: { terminal_uuid: "nowhere" } };
    keepMoving("terminals");
    const response = await gateway.query(`{ tags(first: 100) { nodes {
      additionalDataField(identifier: "terminal_uuid") { terminal { name } } } } }`);
    const names = response.data.tags.nodes.map(
      (tag: { additionalDataField: { terminal: { name: string } | null } | null }) =>
        tag.additionalDataField?.terminal?.name ?? null,
    );
    const failed = new Set(response.errors?.map(({ path }) => path?.[2]));
    expect(names).toHaveLength(size);
    for (const [index, name] of names.entries()) {
      expect(name === null ? failed.has(index) : name === `Terminal ${index}`).toBe(true);
    }
    expect(failed).toContain(3);
    expect(failed.size).toBeLessThan(size);
  });

  test("makes no link dangling", async () => {
    const quality = `{ project { dataQuality(of: TAG, codes: [DANGLING_LINK], first: 1000) {
      nodes { code } } } }`;
    tags[3] = { ...tags[3], id: tagIds[3] ?? "", additional_data: { terminal_uuid: "nowhere" } };
    const whole = await gateway.query(quality, { key: "another" });
    expect(whole.data.project.dataQuality.nodes).toEqual([{ code: "DANGLING_LINK" }]);
    keepMoving("terminals");
    const moving = await gateway.query(quality);
    expect(moving.data.project.dataQuality.nodes).toEqual([]);
  });
});
