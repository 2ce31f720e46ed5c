import { describe, expect, test } from "vitest";
import { startScriptedGateway } from "../../../support/gateway.ts";
import { type ListGateway, startListGateway } from "../../../support/list-gateway.ts";
import { failWith } from "../../list/whole/setup.ts";

async function callsOf(gateway: ListGateway, query: string): Promise<readonly string[]> {
  gateway.registry.resetCalls();
  const { errors } = await gateway.query(query);
  expect(errors).toBeUndefined();
  return gateway.registry.calls.filter((call) => !call.endsWith("?limit=1&page=1")).sort();
}

const page = (list: string) => `GET /api/v1/${list}?limit=1000&page=1`;
const structure = (subject: string) => `GET /api/v1/additional_data/structure/${subject}`;
const ofTags = [structure("tag"), page("tags")];
const ofTerminals = [structure("terminal"), page("terminals")];

const records = {
  tags: [
    { id: "04A1B2C3", name: "x" },
    { id: "b", name: "y" },
  ],
  terminals: [
    { id: 1, uuid: "u", imei: "1" },
    { id: 2, uuid: "v", imei: "2" },
  ],
};

describe("the cost in REST calls:", () => {
  test.each<[string, readonly string[]]>([
    ["{ tags(filter: {}) { totalCount } }", ofTags],
    ["{ tags(orderBy: [{ field: NAME }]) { nodes { name } } }", ofTags],
    [
      '{ tagsByUid(uid: "04:a1:b2:c3") { tag { name } } }',
      ["GET /api/v1/tags/04%3Aa1%3Ab2%3Ac3/", ...ofTags],
    ],
    ['{ terminalByUuid(uuid: "u") { name } }', ofTerminals],
    ['{ terminalsByImei(imei: "none") { name } }', []],
    [
      '{ a: tags(filter: {}) { totalCount } b: tags(search: "x", last: 1) { edges { cursor } } c: terminalByUuid(uuid: "u") { name } d: terminals(orderBy: [{ field: MODEL }]) { totalCount } }',
      [...ofTags, ...ofTerminals],
    ],
  ])("%s is %j", async (query, calls) => {
    await using gateway = await startListGateway(records);
    expect(await callsOf(gateway, query)).toEqual([...calls].sort());
  });

  test.each([
    "{ tags(first: 2) { snapshotAt nodes { name } } }",
    "{ tags(first: 2, filter: null, search: null, orderBy: null) { snapshotAt nodes { name } } }",
    '{ tags(first: 2, search: " ", orderBy: []) { snapshotAt nodes { name } } }',
  ])("%s costs as much as the plain list, without a snapshot", async (query) => {
    await using gateway = await startListGateway(records);
    expect(await callsOf(gateway, query)).toEqual(["GET /api/v1/tags?limit=2&page=1"]);
    expect((await gateway.query(query)).data.tags.snapshotAt).toBeNull();
  });
});

describe("a snapshot", () => {
  test("that fits in memory is not read again, whatever is derived from it", async () => {
    const tags = Array.from({ length: 200 }, (_, index) => ({
      id: `t${index}`,
      description: `Ärgerlich lang, ${index} `.repeat(40),
    }));
    const query = '{ tags(search: "argerlich 7", first: 1) { totalCount } }';
    const headers = { "x-tapgraph-explain": "1" };
    await using plenty = await startListGateway({ tags });
    const first = await plenty.query("{ tags(filter: {}, first: 0) { totalCount } }", { headers });
    const { tapgraph } = first.extensions as { tapgraph: { snapshot: { bytes: number } } };
    const MAX_MEMORY_BYTES = String(Math.ceil(tapgraph.snapshot.bytes * 1.1));
    await using gateway = await startListGateway({ tags, settings: { MAX_MEMORY_BYTES } });
    const { data } = await plenty.query(query);
    for (const calls of [ofTags, [], []]) {
      expect(await callsOf(gateway, query)).toEqual(calls);
      expect((await gateway.query(query)).data).toEqual(data);
    }
  });

  test("says when it was read", async () => {
    await using gateway = await startListGateway(records);
    gateway.clock.advance(1_234);
    const { snapshotAt } = await gateway.find({ filter: {} });
    expect(Date.parse(snapshotAt ?? "")).toBe(gateway.clock.now());
  });

  test("has no rows without an id, and counts none", async () => {
    const tags = [{ id: "a" }, {}, { id: "b" }, null, { id: "c" }, { id: {} }];
    await using gateway = await startScriptedGateway({ tags: tags as never });
    const { data, errors } = await gateway.query(
      "{ tags(filter: {}) { totalCount nodes { tagId } } }",
    );
    expect(errors).toBeUndefined();
    const nodes = ["a", "b", "c"].map((tagId) => ({ tagId }));
    expect(data.tags).toEqual({ totalCount: 3, nodes });
  });

  test("whose structure cannot be read fails what needs it, and nothing else", async () => {
    await using gateway = await startScriptedGateway({ tags: [{ id: "a", name: "x" }] });
    failWith(gateway.registry, 403, /structure/);
    const failing = [
      'tags(filter: { additionalData: [{ identifier: "x", isNull: true }] })',
      'tags(filter: { or: [{ not: { additionalData: [{ identifier: "x", text: {} }] } }] })',
      'tags(orderBy: [{ field: NAME }, { field: ADDITIONAL_DATA, identifier: "x" }])',
    ];
    for (const list of failing) {
      const { data, codes } = await gateway.query(`{ ${list} { totalCount } }`);
      expect([data, codes]).toEqual([{ tags: null }, ["FORBIDDEN"]]);
    }
    const quality = await gateway.query("{ project { dataQuality(of: TAG) { totalCount } } }");
    expect(quality.codes).toEqual(["FORBIDDEN"]);
    const others = ['filter: { name: { eq: "x" } }', 'search: "x"', "orderBy: [{ field: NAME }]"];
    for (const args of others) {
      const { data, errors } = await gateway.query(`{ tags(${args}) { totalCount } }`);
      expect([data, errors]).toEqual([{ tags: { totalCount: 1 } }, undefined]);
    }
  });

  test("needs the key, whatever is wrong with the arguments", async () => {
    await using gateway = await startListGateway(records);
    const query = "{ tags(filter: { name: null }) { totalCount } }";
    expect((await gateway.query(query, { key: null })).codes).toEqual(["UNAUTHENTICATED"]);
  });
});
