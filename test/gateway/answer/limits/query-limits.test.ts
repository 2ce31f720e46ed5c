import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startSampleGateway } from "../../../support/gateway.ts";
import { countOperations } from "../../../support/metrics.ts";
import { complexDocuments, many } from "./documents.ts";

const gateway = await startSampleGateway({ MAX_REGISTRY_CALLS: "8" });

afterAll(() => gateway[Symbol.asyncDispose]());

beforeEach(() => gateway.registry.resetCalls());

/** Sends a request, and returns the response without the headers that differ each time. */
async function ask(body: object) {
  const response = await gateway.send(JSON.stringify(body));
  const { status, headers } = response;
  return { status, type: headers.get("content-type"), text: await response.text() };
}

test("more than 2,000 tokens are for callers who are known, although they are remembered", async () => {
  const query = `{ project { projectId } ${many(190, (of) => `a${of}: __type(name: "Tag") { name }`)} }`;
  await gateway.query("{ project { projectId } }");
  const statusFor = async (key: string | null, of: number) =>
    (await gateway.query(query, { key, variables: { of } })).status;
  for (let time = 0; time < 3; time += 1) {
    expect(await statusFor(gateway.registry.key, 0)).toBe(200);
    expect([await statusFor(null, 0), await statusFor("a made up key", time)]).toEqual([400, 400]);
  }
});

describe("QUERY_TOO_COMPLEX, with status 400 and before any REST call, is the response to", () => {
  const rows = "tags(first: 1000) { nodes { id } }";

  test.each(complexDocuments)("%s, each time that it is sent", async (_, query) => {
    const first = await ask({ query });
    expect(first.status).toBe(400);
    expect(first.text).toContain('"extensions":{"code":"QUERY_TOO_COMPLEX"}}]}');
    expect(await ask({ query })).toEqual(first);
    expect(gateway.registry.calls).toEqual([]);
  });

  test("a known operation with other variables", async () => {
    const document = `query ($n: Int!) { tags(first: $n) { nodes { project { ${rows} } } } }`;
    const ask = async (n: number) => {
      const { status, data } = await gateway.query(document, { variables: { n } });
      return [status, data?.tags.nodes.length];
    };
    expect(await ask(2)).toEqual([200, 2]);
    expect(await ask(3)).toEqual([200, 3]);
    gateway.registry.resetCalls();
    expect(await ask(1_000)).toEqual([400, undefined]);
    expect(gateway.registry.calls).toEqual([]);
    expect(await ask(2)).toEqual([200, 2]);
  });
});

test("beyond MAX_REGISTRY_CALLS the fetched part is delivered, and the rest is REGISTRY_CALL_LIMIT", async () => {
  const { data, errors } = await gateway.query(
    `{ ${many(12, (at) => `t${at}: tags(first: ${at + 1}) { nodes { id } }`)} }`,
  );
  expect(gateway.registry.calls).toHaveLength(8);
  const missing = Object.keys(data).filter((alias) => data[alias] === null);
  expect(missing).toHaveLength(4);
  expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual(
    missing.map((alias) => [[alias], "REGISTRY_CALL_LIMIT"]),
  );
});

test("all of 40 operations of one document are answered, and known once one of them was sent", async () => {
  const { data } = await gateway.query("{ tags(first: 1) { nodes { tagId } } }");
  const [{ tagId }] = data.tags.nodes;
  const query = many(
    40,
    (of) => `query Q${of}($id: ID!) { project { projectId } t${of}: tag(id: $id) { tagId } }`,
  );
  const counts = await countOperations(gateway.url, async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      for (let of = 0; of < 40; of += 1) {
        const result = await ask({ query, operationName: `Q${of}`, variables: { id: tagId } });
        expect(JSON.parse(result.text)).toEqual({
          data: { project: { projectId: expect.any(String) }, [`t${of}`]: { tagId } },
        });
      }
    }
  });
  expect(counts).toEqual({ newDocument: 1, rememberedDocument: 79 });
});

test("an operation that would be 1,000 times as long without fragments is answered, both times alike", async () => {
  const identifier = "x".repeat(30_000);
  const field = `additionalDataField(identifier: "${identifier}") { value }`;
  const list = "tags(first: 1) { ...List }";
  const query = `{ ${many(400, (of) => `a${of}: project { ...Project }`)} }
    fragment Project on Project { ${list} terminals(first: 1) { nodes { project { ${list} } } } }
    fragment List on TagConnection { nodes { ...Tag } edges { node { ...Tag } } }
    fragment Tag on Tag { ${field} }`;
  expect((400 * 4 * field.length) / query.length).toBeGreaterThan(1_000);
  const first = await ask({ query });
  expect(first.status).toBe(200);
  const { data, errors } = JSON.parse(first.text);
  expect(errors).toBeUndefined();
  expect(data.a399.tags.edges).toEqual([{ node: { additionalDataField: { value: null } } }]);
  expect(await ask({ query })).toEqual(first);
});
