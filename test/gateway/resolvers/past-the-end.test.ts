import { afterEach, beforeEach, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../../support/gateway.ts";
import type { PlainRecord } from "../../support/project.ts";
import { type ScriptedRegistry, startScriptedRegistry } from "../../support/scripted-registry.ts";

let tags: PlainRecord[];
let registry: ScriptedRegistry;
let gateway: TestGateway;

beforeEach(async () => {
  tags = Array.from({ length: 100 }, (_, index) => ({ id: `04${1000 + index}`, name: "tag" }));
  registry = await startScriptedRegistry({ tags });
  registry.rules.pastEnd = 404;
  gateway = await startGateway({
    registryUrl: registry.url,
    key: "key",
    settings: { REGISTRY_MAX_LIMIT: "10" },
  });
});

afterEach(async () => {
  await gateway[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
});

const page = `query ($first: Int, $after: String) { tags(first: $first, after: $after) {
  nodes { tagId } totalCount pageInfo { hasNextPage endCursor } } }`;

test.each([10, 20, 7])(
  "a list that ends with a full page is walked to its end by %i, though the page past it is a 404",
  async (first) => {
    const ids: string[] = [];
    let after: string | null = null;
    do {
      const { data, errors, extensions } = await gateway.query(page, {
        variables: { first, after },
      });
      expect(errors).toBeUndefined();
      expect(extensions?.["warnings"]).toBeUndefined();
      expect(data.tags.totalCount).toBe(100);
      ids.push(...data.tags.nodes.map(({ tagId }: { tagId: string }) => tagId));
      after = data.tags.pageInfo.hasNextPage ? data.tags.pageInfo.endCursor : null;
    } while (after !== null);
    expect(ids).toEqual(tags.map(({ id }) => id));
  },
);

test("and read whole", async () => {
  registry.rules.isCountless = true;
  const { data, errors } = await gateway.query("{ tags(filter: {}) { totalCount } }");
  expect(errors).toBeUndefined();
  expect(data.tags.totalCount).toBe(100);
});

test("a cursor whose place is gone says PAGE_DRIFT, though the page there is a 404", async () => {
  const { data } = await gateway.query(page, { variables: { first: 95 } });
  const after = data.tags.pageInfo.endCursor;
  tags.splice(20);
  const response = await gateway.query(page, { variables: { first: 10, after } });
  expect(response.errors).toBeUndefined();
  expect(response.extensions?.["warnings"]).toMatchObject([{ code: "PAGE_DRIFT" }]);
  expect(response.data.tags.pageInfo.hasNextPage).toBe(false);
});

test("a list that is gone, its first page included, is an error", async () => {
  const { data } = await gateway.query(page, { variables: { first: 30 } });
  const after = data.tags.pageInfo.endCursor;
  const { behaviour } = registry;
  registry.behaviour = (call, position) => {
    if (!call.path.includes("/tags")) return behaviour(call, position);
    call.response.writeHead(404, { "content-type": "application/json" }).end("{}");
  };
  for (const variables of [{ first: 10 }, { first: 10, after }]) {
    const { errors } = await gateway.query(page, { variables });
    expect(errors).toMatchObject([{ path: ["tags"] }]);
  }
});
