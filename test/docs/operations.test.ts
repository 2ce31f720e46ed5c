import { buildSchema, parse, validate } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readTypeDefinitions } from "../../src/gateway/resolvers/schema.ts";
import { startSampleGateway } from "../support/gateway.ts";
import { blocksOf, readPage, readPages } from "../support/pages.ts";

const operations = readPages().flatMap((page) =>
  blocksOf(page, "graphql")
    .filter((text) => !/^(type|extend) /.test(text))
    .map((text, at) => ({ path: page.path, at, text })),
);

let gateway: Awaited<ReturnType<typeof startSampleGateway>>;

beforeAll(async () => {
  gateway = await startSampleGateway();
});

afterAll(() => gateway[Symbol.asyncDispose]());

const schema = buildSchema(readTypeDefinitions());

test.each(operations)("operation $at of $path is valid for the schema", ({ text }) => {
  expect(validate(schema, parse(text))).toEqual([]);
});

test("the queries of docs/filter-and-order.md find tags in the sample", async () => {
  const queries = blocksOf(readPage("docs/filter-and-order.md"), "graphql");
  expect(queries).toHaveLength(3);
  for (const query of queries) {
    const { data, errors, extensions } = await gateway.query(query);
    expect([errors, extensions]).toEqual([undefined, undefined]);
    expect(data.tags.totalCount).toBeGreaterThan(0);
  }
});

test("the query of docs/additional-data.md gets the response that is printed with it", async () => {
  const page = readPage("docs/additional-data.md");
  const [query = ""] = blocksOf(page, "graphql");
  const [response = ""] = blocksOf(page, "json");
  gateway.registry.resetCalls();
  const { data, errors } = await gateway.query(query);
  expect(errors).toBeUndefined();
  expect({ data }).toEqual(JSON.parse(response));
  expect([...gateway.registry.calls].sort()).toEqual([
    "GET /api/v1/additional_data/structure/tag",
    "GET /api/v1/tags?limit=1&page=1",
    "GET /api/v1/terminals/1019/",
  ]);
});
