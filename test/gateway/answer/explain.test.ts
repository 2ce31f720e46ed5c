import { expect, test } from "vitest";
import { RequestBudget } from "../../../src/gateway/call/request-budget.ts";
import {
  startSampleGateway,
  startScriptedGateway,
  type TestGateway,
} from "../../support/gateway.ts";
import { inTurn, json, status } from "../../support/scripted-registry.ts";

interface Told {
  readonly calls: number;
  readonly cacheHits: number;
  readonly snapshot?: object;
  readonly made: readonly {
    readonly for: string;
    readonly call: string;
    readonly again?: string;
  }[];
}

async function costOf(gateway: TestGateway, query: string): Promise<Told> {
  const { extensions } = await gateway.query(query, { headers: { "x-tapgraph-explain": "1" } });
  return extensions?.["tapgraph"] as Told;
}

test("each call is told with what it was for, and without the key, to who asks for it", async () => {
  await using gateway = await startSampleGateway();
  const query =
    "{ tags(first: 2) { nodes { additionalDataFields { identifier } } } terminal(id: 1001) { name } }";
  expect((await gateway.query(query)).extensions).toBeUndefined();
  const cost = await costOf(gateway, query);
  expect({ ...cost, made: new Set(cost.made) }).toEqual({
    ...{ calls: 3, pages: 1, retries: 0, shared: 0, cacheHits: 0 },
    waitedMs: expect.any(Number),
    made: new Set([
      { for: "rows 1 to 2 of the tags", call: "/api/v1/tags?limit=2&page=1" },
      { for: "one terminal by its id", call: "/api/v1/terminals/1001/" },
      {
        for: "the structure of the additional data of tags",
        call: "/api/v1/additional_data/structure/tag",
      },
    ]),
  });
});

test("what reads a snapshot is not among a request's own calls; what confirms it is", async () => {
  await using gateway = await startSampleGateway();
  const cost = await costOf(gateway, "{ tags(filter: {}) { totalCount } }");
  expect(cost.snapshot).toMatchObject({ rows: 2500, age: expect.any(Number) });
  expect(cost.made).toEqual([
    {
      for: "the number of tags, and whether the key is accepted",
      call: "/api/v1/tags?limit=1&page=1",
    },
  ]);
});

test("a call that is made again is told again, with the reason", async () => {
  await using gateway = await startScriptedGateway(
    inTurn(status(503), json({ items: [], last_update: 1 })),
  );
  const { made } = await costOf(gateway, "{ additionalDataStructure(of: TAG) { items { name } } }");
  const told = {
    for: "the structure of the additional data of tags",
    call: "/api/v1/additional_data/structure/tag",
  };
  expect(made).toEqual([told, { ...told, again: "after a failure" }]);
});

test("a kept response has made no calls, whoever asked first", async () => {
  await using gateway = await startSampleGateway({ CACHE_TTL_SECONDS: "60" });
  const query = "{ tags(first: 3) { nodes { name } } }";
  expect(await costOf(gateway, query)).toMatchObject({ calls: 1, made: [{}] });
  expect(await costOf(gateway, query)).toMatchObject({ calls: 0, cacheHits: 1, made: [] });
});

test("of many calls the first hundred are told, and all are counted", () => {
  const budget = new RequestBudget({ deadlineMs: 1000, maxCalls: 200, tellsCalls: true });
  for (let page = 1; page <= 150; page += 1) {
    budget.countCall({ kind: "tags", cacheKey: `/api/v1/tags?limit=1&page=${page}` });
  }
  expect(budget.calls).toBe(150);
  expect(budget.made).toHaveLength(100);
  expect(budget.made?.at(-1)?.for).toBe("row 100 of the tags");
});
