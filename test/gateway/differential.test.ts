import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seed } from "../connection/seed.ts";
import { cases } from "./differential/cases.ts";
import { clientManners, otherManners, persistedManners } from "./differential/clients.ts";
import { keys } from "./differential/projects.ts";
import { type Bench, startBench } from "./differential/setup.ts";
import { trials } from "./differential/trials.ts";

/** Operations that are generated: more in CI, and many more by hand. */
const numRuns = Number(process.env["DIFFERENTIAL_RUNS"] ?? 600);

let bench: Bench;

beforeAll(async () => {
  bench = await startBench(seed);
});

afterAll(() => bench[Symbol.asyncDispose]());

/** All manners but the persisted ones, that of a script first and again. */
const manners = [...clientManners.toReversed(), ...otherManners, ...clientManners];

test.each(cases)("$name", async ({ name: _, key = keys.sound, ...operation }) => {
  expect(await bench.judge.try({ operation, key, manners, other: null })).toEqual([]);
});

test.each(persistedManners)(
  "a hash is remembered whoever sent its document before: $name",
  async (manner) => {
    const query = `{ tags(first: 1) { nodes { name } } } # ${manner.name}`;
    const trial = {
      operation: { query },
      key: keys.sound,
      manners: [...manners, manner],
      other: null,
    };
    expect(await bench.judge.try(trial)).toEqual([]);
  },
);

/** Sends generated operations until one is answered wrongly, and finds a small one that is. */
async function tryMany({ judge, oracle, values }: Bench, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(trials(oracle.schema, values), async (trial) => {
      expect(await judge.try(trial)).toEqual([]);
    }),
    { numRuns: runs, seed },
  );
}

test("every client gets the answer of graphql-js, every time", { timeout: 1_200_000 }, async () => {
  const { executed: before } = { ...bench.judge.tally.operations };
  await tryMany(bench, numRuns);
  // A comparison of refusals would prove little.
  expect(bench.judge.tally.operations.executed - before).toBeGreaterThan(numRuns / 2);
});

test("and so with a cache", { timeout: 1_200_000 }, async () => {
  await using caching = await startBench(seed, { CACHE_TTL_SECONDS: "3600" });
  await tryMany(caching, numRuns / 4);
});

test("all but the first requests for an operation are prepared", async () => {
  const { judge, client } = bench;
  const { unknownHashes, reminders } = client;
  const executed = await client.scrape();
  console.info(`seed ${seed}:`, { ...judge.tally, unknownHashes, reminders, executed });
  // Each trial is counted on its own; here is told that there was something to count.
  expect(executed.prepared).toBeGreaterThan(judge.tally.requests.executed / 2);
});
