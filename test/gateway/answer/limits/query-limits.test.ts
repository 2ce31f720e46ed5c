import { getIntrospectionQuery } from "graphql";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startSampleGateway } from "../../../support/gateway.ts";
import { complexDocuments, many } from "./documents.ts";

const gateway = await startSampleGateway({ MAX_REGISTRY_CALLS: "8" });

afterAll(() => gateway[Symbol.asyncDispose]());

beforeEach(() => gateway.registry.resetCalls());

describe("QUERY_TOO_COMPLEX, with status 400 and before any REST call, is the response to", () => {
  const rows = "tags(first: 1000) { nodes { id } }";

  test.each(complexDocuments)("%s", async (_, document) => {
    const { status, errors } = await gateway.query(document);
    expect(status).toBe(400);
    expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: "QUERY_TOO_COMPLEX" }]);
    expect(gateway.registry.calls).toEqual([]);
  });

  test("a complex query by GET", async () => {
    const query = `{ ${many(501, (id) => `a${id}:__typename`)} }`;
    const response = await fetch(`${gateway.url}/graphql?query=${encodeURIComponent(query)}`, {
      headers: { accept: "application/json", "x-api-key": "k" },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: "QUERY_TOO_COMPLEX" } }],
    });
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

test.each([
  [
    "fragments that spread each other",
    "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }",
  ],
  [
    "introspections that follow types in circles",
    `{ __schema { types { ${"fields { type { ".repeat(4)} name ${"} } ".repeat(4)} } } }`,
  ],
])("%s are refused as invalid", async (_, document) => {
  const { errors } = await gateway.query(document);
  expect(errors?.[0]?.extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
});

test("the introspection of tools is answered", async () => {
  const { data, errors } = await gateway.query(
    getIntrospectionQuery({ oneOf: true, inputValueDeprecation: true }),
  );
  expect(errors).toBeUndefined();
  expect(data.__schema.queryType.name).toBe("Query");
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
