import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSampleGateway } from "./support/gateway.ts";

const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");

let gateway: Awaited<ReturnType<typeof startSampleGateway>>;

beforeAll(async () => {
  gateway = await startSampleGateway();
});

afterAll(() => gateway[Symbol.asyncDispose]());

/** The first code block in a language. */
function firstBlock(language: string): string {
  const [, block = ""] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(readme) ?? [];
  return block;
}

test("the first query gives the answer printed beside it, at the cost of a few small calls", async () => {
  const { data, errors } = await gateway.query(firstBlock("graphql"));
  expect(errors).toBeUndefined();
  expect({ data }).toEqual(JSON.parse(firstBlock("json")));
  expect([...gateway.registry.calls].sort()).toEqual([
    "GET /api/v1/additional_data/structure/tag",
    "GET /api/v1/tags?limit=1&page=1",
    "GET /api/v1/terminals/1019/",
    "GET /api/v1/terminals?limit=2&page=1",
    // The end of the list proves that the envelope's `count` counts terminals, once for a key.
    "GET /api/v1/terminals?limit=8&page=8",
  ]);
});

test("the queries with filters find what the sample has, for a snapshot of its tags", async () => {
  const page = join(import.meta.dirname, "../docs/filter-and-order.md");
  const texts = [readme, readFileSync(page, "utf8")];
  const queries = texts
    .flatMap((text) => [...text.matchAll(/```graphql\n(.*?)```/gs)])
    .flatMap(([, query = ""]) => (query.includes("filter:") ? [query] : []));
  expect(queries).toHaveLength(2);
  for (const query of queries) {
    const { data, errors, extensions } = await gateway.query(query);
    expect([errors, extensions]).toEqual([undefined, undefined]);
    expect(data.tags.totalCount).toBeGreaterThan(0);
  }
});

test("the first commands start the gateway and run the tests", () => {
  const { scripts } = JSON.parse(
    readFileSync(join(import.meta.dirname, "../package.json"), "utf8"),
  );
  expect(firstBlock("sh")).toBe("npm ci && npm start\nnpm ci && npm test\n");
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(["start", "test"]));
});
