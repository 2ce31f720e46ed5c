import { expect, test } from "vitest";
import { ManualClock } from "../../../support/manual-clock.ts";
import { json, startScriptedRegistry } from "../../../support/scripted-registry.ts";
import { createBudget, createCalls, createClient } from "../../../support/upstream.ts";

const page = { tags: [{ id: "04" }], limit: 10, page: 1, count: 1, page_count: 1 };

/** A client of a registry that takes this long for each response, in milliseconds of a manual clock. */
async function setUp(milliseconds: () => number, cacheTtlSeconds = 0) {
  const clock = new ManualClock();
  const registry = await startScriptedRegistry((call, position) => {
    clock.advance(milliseconds());
    json(call.path.includes("/tags/") ? { tag: { id: "04" } } : page)(call, position);
  });
  const restCalls = createCalls(registry.url, {
    clock,
    settings: { CACHE_TTL_SECONDS: cacheTtlSeconds },
  });
  const client = createClient(restCalls, clock);
  const listOf = (key: string) =>
    client.listOf("tag", { key, keyDigest: `digest of ${key}`, budget: createBudget({ clock }) });
  return {
    client,
    listOf,
    registry,
    async [Symbol.asyncDispose]() {
      await restCalls[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

test("the client learns from responses how long a page and a single record take", async () => {
  let milliseconds = 500;
  await using setup = await setUp(() => milliseconds);
  const list = setup.listOf("a");
  await setup.client.fetchPage(list, { limit: 10, page: 1 });
  milliseconds = 30;
  await setup.client.fetchRecord(list, "04");
  expect(list.learned.statistics).toMatchObject({ pageMs: 500, recordMs: 30, count: 1 });
});

test("a response from the cache does not count as a quick one", async () => {
  await using setup = await setUp(() => 500, 60);
  const list = setup.listOf("a");
  for (let time = 0; time < 5; time += 1) {
    await setup.client.fetchPage(list, { limit: 10, page: 1 });
    await setup.client.fetchRecord(list, "04");
  }
  expect(setup.registry.calls).toHaveLength(2);
  expect(list.learned.statistics).toMatchObject({ pageMs: 500, recordMs: 500 });
});

test("a response that several requests share counts once", async () => {
  let milliseconds = 100;
  await using setup = await setUp(() => milliseconds);
  const list = setup.listOf("a");
  const ask = () => setup.client.fetchPage(list, { limit: 10, page: 1 });
  await Promise.all(Array.from({ length: 10 }, ask));
  milliseconds = 200;
  await Promise.all(Array.from({ length: 10 }, ask));
  expect(list.learned.statistics.pageMs).toBe(120);
});

test("another key's statistics are used only until a key has its own", async () => {
  let milliseconds = 1_000;
  await using setup = await setUp(() => milliseconds);
  const [slow, quick] = [setup.listOf("slow"), setup.listOf("quick")];
  await setup.client.fetchPage(slow, { limit: 10, page: 1 });
  // A first guess, from the other key's list.
  expect(quick.learned.statistics.pageMs).toBe(1_000);
  milliseconds = 10;
  await setup.client.fetchPage(quick, { limit: 10, page: 1 });
  expect(quick.learned.statistics).toMatchObject({ pageMs: 10, count: 1 });
  expect(slow.learned.statistics.pageMs).toBe(1_000);
});

test("a page of one row, read for its count, does not change the averages of pages", async () => {
  let milliseconds = 500;
  await using setup = await setUp(() => milliseconds);
  const list = setup.listOf("a");
  await setup.client.fetchPage(list, { limit: 10, page: 1 });
  const { rowKilobytes } = list.learned.statistics;
  milliseconds = 5;
  for (let time = 0; time < 20; time += 1) {
    await setup.client.fetchPage(list, { limit: 1, page: 1 });
  }
  expect(list.learned.statistics).toMatchObject({ pageMs: 500, rowKilobytes, count: 1 });
});
