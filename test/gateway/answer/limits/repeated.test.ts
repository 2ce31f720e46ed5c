import { afterAll, describe, expect, test } from "vitest";
import { startSampleGateway } from "../../../support/gateway.ts";
import { countOperations } from "../../../support/metrics.ts";
import {
  complexDocuments,
  estimatedOperations,
  many,
  passingDocuments,
  refusedDocuments,
} from "./documents.ts";

const gateway = await startSampleGateway();

afterAll(() => gateway[Symbol.asyncDispose]());

/** Sends a request, and returns the response without the headers that differ each time. */
async function ask(body: object) {
  const response = await fetch(`${gateway.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": gateway.registry.key },
    body: JSON.stringify(body),
  });
  const { status, headers } = response;
  return { status, type: headers.get("content-type"), text: await response.text() };
}

describe("a request that is repeated gets the same response again:", () => {
  const tooComplex = [...refusedDocuments, ...complexDocuments];
  test.each(tooComplex.map(([title, query]) => [title, query] as const))(
    "QUERY_TOO_COMPLEX for %s",
    async (_, query) => {
      const first = await ask({ query });
      expect(first.status).toBe(400);
      expect(first.text).toContain('"code":"QUERY_TOO_COMPLEX"');
      expect(await ask({ query })).toEqual(first);
    },
  );

  test.each(passingDocuments)("no QUERY_TOO_COMPLEX for %s", async (_, query) => {
    const first = await ask({ query });
    expect(first.text).not.toContain("QUERY_TOO_COMPLEX");
    expect(await ask({ query })).toEqual(first);
  });

  test.each(estimatedOperations)("the response to %s with %j", async (query, variables) => {
    const first = await ask({ query, variables });
    expect(first.text).not.toContain("QUERY_TOO_COMPLEX");
    expect(await ask({ query, variables })).toEqual(first);
  });
});

test("all of 140 operations of one document are answered, and known once one of them was sent", async () => {
  const { data } = await gateway.query("{ tags(first: 1) { nodes { tagId } } }");
  const [{ tagId }] = data.tags.nodes;
  const query = many(
    140,
    (of) => `query Q${of}($id: ID!) { project { projectId } t${of}: tag(id: $id) { tagId } }`,
  );
  const counts = await countOperations(gateway.url, async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      for (let of = 0; of < 140; of += 1) {
        const result = await ask({ query, operationName: `Q${of}`, variables: { id: tagId } });
        expect(JSON.parse(result.text)).toEqual({
          data: { project: { projectId: expect.any(String) }, [`t${of}`]: { tagId } },
        });
      }
    }
  });
  expect(counts).toEqual({ newDocument: 1, rememberedDocument: 279 });
});

describe("an operation that would be 1,000 times as long without fragments", () => {
  const times = (text: string, spreads: number, fragment: string) =>
    (spreads * fragment.length) / text.length;

  test("is answered, both times alike, if it has no more fields than allowed", async () => {
    const identifier = "x".repeat(100_000);
    const field = `additionalDataField(identifier: "${identifier}") { value }`;
    const list = "tags(first: 1) { ...List }";
    const query = `{ ${many(400, (of) => `a${of}: project { ...Project }`)} }
      fragment Project on Project { ${list} terminals(first: 1) { nodes { project { ${list} } } } }
      fragment List on TagConnection { nodes { ...Tag } edges { node { ...Tag } } }
      fragment Tag on Tag { ${field} }`;
    expect(times(query, 400 * 4, field)).toBeGreaterThan(1_000);
    const first = await ask({ query });
    expect(first.status).toBe(200);
    const { data, errors } = JSON.parse(first.text);
    expect(errors).toBeUndefined();
    expect(data.a399.tags.edges).toEqual([{ node: { additionalDataField: { value: null } } }]);
    expect(await ask({ query })).toEqual(first);
  });

  test("with more aliases than allowed is refused alike both times", async () => {
    const [width, height] = [10, 5];
    const leaf = "projectId tags(first: 1) { totalCount } terminals(first: 1) { totalCount }";
    const spread = (next: number) =>
      many(width, (of) => `a${of}: tags(first: 1) { nodes { project { ...F${next} } } }`);
    const fragments = many(height, (of) => `fragment F${of} on Project { ${spread(of + 1)} }`);
    const query = `{ project { ...F0 } } ${fragments} fragment F${height} on Project { ${leaf} }`;
    expect(times(query, width ** height, leaf)).toBeGreaterThan(1_000);
    const first = await ask({ query });
    expect(first.status).toBe(400);
    expect(first.text).toMatch(/500 aliases.*"code":"QUERY_TOO_COMPLEX"/);
    expect(await ask({ query })).toEqual(first);
  });
});
