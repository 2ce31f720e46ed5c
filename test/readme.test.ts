import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSampleGateway } from "./support/gateway.ts";
import { blocksOf, readPage } from "./support/pages.ts";

const readme = readPage("README.md");

let gateway: Awaited<ReturnType<typeof startSampleGateway>>;

beforeAll(async () => {
  gateway = await startSampleGateway();
});

afterAll(() => gateway[Symbol.asyncDispose]());

test("the first query returns the printed response, and costs a few small calls", async () => {
  const [query = ""] = blocksOf(readme, "graphql");
  const [response = ""] = blocksOf(readme, "json");
  const { data, errors } = await gateway.query(query);
  expect(errors).toBeUndefined();
  expect({ data }).toEqual(JSON.parse(response));
  expect([...gateway.registry.calls].sort()).toEqual([
    "GET /api/v1/tags?limit=1&page=1",
    "GET /api/v1/terminals/1039/",
    "GET /api/v1/terminals?limit=2&page=1",
    // The list's end proves, once for each key, that the envelope's `count` counts terminals.
    "GET /api/v1/terminals?limit=8&page=8",
  ]);
});

test("the first commands start the gateway and run the tests", () => {
  const { scripts } = JSON.parse(
    readFileSync(join(import.meta.dirname, "../package.json"), "utf8"),
  );
  const [first] = blocksOf(readme, "sh");
  expect(first).toBe("npm ci && npm start\nnpm ci && npm test\n");
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(["start", "test"]));
});

test("the README has at most 120 lines", () => {
  expect(readme.text.split("\n").length - 1).toBeLessThanOrEqual(120);
});
