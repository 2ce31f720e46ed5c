import { expect, test } from "vitest";
import type { CallersList, RegistryClient } from "../../../../src/gateway/call/client.ts";
import { LearnedLists } from "../../../../src/gateway/call/learning/learned-lists.ts";
import { readWhole } from "../../../../src/gateway/list/reading/whole.ts";
import { RecordList } from "../../../../src/gateway/list/records/record-list.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import {
  type ScriptedRegistry,
  startScriptedRegistry,
} from "../../../support/scripted-registry.ts";
import { createBudget, createCalls, createClient, until } from "../../../support/upstream.ts";

const minute = 60_000;
const tags = Array.from({ length: 400 }, (_, index) => ({ id: `04${index}` }));

interface Setup extends AsyncDisposable {
  readonly clock: ManualClock;
  readonly registry: ScriptedRegistry;
  readonly client: RegistryClient;
  listOf(key: string): CallersList<"tag">;
  /** Reads the whole list with a key. Returns the limits of the calls, and how many calls were charged to the request. */
  read(
    key?: string,
  ): Promise<{ readonly limits: readonly (number | null)[]; readonly paid: number }>;
}

async function setUp(): Promise<Setup> {
  const clock = new ManualClock();
  const registry = await startScriptedRegistry({ tags });
  const calls = createCalls(registry.url, { clock });
  const client = createClient(calls, clock);
  return {
    clock,
    registry,
    client,
    listOf: (key) =>
      client.listOf("tag", { key, keyDigest: `digest of ${key}`, budget: createBudget({ clock }) }),
    async read(key = "a") {
      registry.calls.length = 0;
      const budget = createBudget({ clock });
      const list = new RecordList(client, { key, keyDigest: `digest of ${key}`, budget }, "tag");
      const { rows } = await readWhole(list, { concurrency: 4, maxReadings: 1 });
      expect(rows).toHaveLength(tags.length);
      await until(() => calls.statistics().running === 0);
      return { limits: registry.calls.map(({ limit }) => limit), paid: budget.calls };
    },
    async [Symbol.asyncDispose]() {
      await calls[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

const largest = (limits: readonly (number | null)[]) => Math.max(...limits.map(Number));

test("a larger limit than the clamp is tried every five minutes, by one call that no request is charged for", async () => {
  await using setup = await setUp();
  const { clock, registry, read } = setup;
  registry.rules.clamp = 100;
  await read();
  clock.advance(4 * minute);
  expect(largest((await read()).limits)).toBe(100);
  clock.advance(2 * minute);
  const { limits, paid } = await read();
  expect(limits.filter((limit) => limit === 1000)).toHaveLength(1);
  expect(paid).toBe(limits.length - 1);
  expect(largest((await read()).limits)).toBe(100);
});

test("after a refusal larger limits are tried again, so that a new maximum is found", async () => {
  await using setup = await setUp();
  const { clock, registry, read } = setup;
  registry.rules.refuseAbove = 100;
  expect((await read()).limits.slice(0, 4)).toEqual([1000, 500, 250, 100]);
  registry.rules.refuseAbove = 300;
  const tried: number[] = [];
  for (let time = 0; time < 4; time += 1) {
    clock.advance(5 * minute);
    const { limits } = await read();
    tried.push(...limits.map(Number).filter((limit) => limit > 250 || (time < 2 && limit > 100)));
  }
  expect(tried).toEqual([1000, 250, 1000, 500]);
  expect(largest((await read()).limits)).toBe(250);
});

test("a last page that reports the number of its rows as the limit is not a clamp", async () => {
  await using setup = await setUp();
  setup.registry.rules.reportedLimit = "rows";
  await setup.read();
  expect(largest((await setup.read()).limits)).toBe(1000);
});

test("an envelope that always reports the same limit is not a clamp if all rows come", async () => {
  await using setup = await setUp();
  setup.registry.rules.reportedLimit = 20;
  await setup.read();
  await setup.client.fetchPage(setup.listOf("a"), { limit: 150, page: 3 });
  expect(largest((await setup.read()).limits)).toBe(1000);
});

test("what was learned about a key outlasts thousands of other keys", () => {
  const lists = new LearnedLists("auto", new ManualClock());
  const learned = lists.of("a");
  for (let key = 0; key < 9_000; key += 1) lists.of(`made-up ${key}`);
  expect(lists.of("a")).toBe(learned);
});

test("a page shows the size of its rows, but not a page of one row, read for its count", async () => {
  await using setup = await setUp();
  const list = setup.listOf("a");
  await setup.client.fetchPage(list, { limit: 400, page: 1 });
  const { rowBytes } = list.learned;
  expect(rowBytes).toBeLessThan(30);
  await setup.client.fetchPage(list, { limit: 1, page: 1 });
  expect(list.learned).toMatchObject({ rowBytes, count: 400 });
});
