import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seed } from "../connection/seed.ts";
import { cases } from "./differential/cases.ts";
import { clientManners, otherManners, persistedManners } from "./differential/clients.ts";
import { keys } from "./differential/projects.ts";
import { type Bench, startBench } from "./differential/setup.ts";
import { trials } from "./differential/trials.ts";

/** Operations that are generated: 2,000 in CI, more by hand. */
const numRuns = Number(process.env["DIFFERENTIAL_RUNS"] ?? 600);

let bench: Bench;

beforeAll(async () => {
  bench = await startBench(seed);
});

afterAll(() => bench[Symbol.asyncDispose]());

test.each(cases)("$name", async ({ name: _, key = keys.sound, ...operation }) => {
  const [apollo, urql, script] = clientManners;
  const manners = [apollo, script, urql, ...otherManners, script, ...persistedManners].filter(
    (manner) => manner !== undefined,
  );
  const { differences } = await bench.judge.try({ operation, key, manners });
  expect(differences).toEqual([]);
});

test("every client gets the answer of graphql-js, every time", { timeout: 600_000 }, async () => {
  const { judge, oracle, values } = bench;
  await fc.assert(
    fc.asyncProperty(trials(oracle.schema, values), async (trial) => {
      const { differences } = await judge.try(trial);
      expect(differences).toEqual([]);
    }),
    { numRuns, seed },
  );
  // A comparison of refusals would prove little.
  expect(judge.executedTrials).toBeGreaterThan(numRuns / 2);
});

test("all but the first requests for an operation are prepared", async () => {
  const { judge } = bench;
  const { prepared = 0, first = 0 } = (await judge.scrape()) ?? {};
  console.info(`seed ${seed}:`, { ...judge.counts, prepared, first });
  expect(prepared + first).toBe(judge.counts.executed);
  expect(first).toBeLessThanOrEqual(judge.executedTrials);
});
