import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seed } from "../support/seed.ts";
import { cases } from "./differential/cases.ts";
import { clientForms, otherForms, persistedForms } from "./differential/clients.ts";
import { keys } from "./differential/projects.ts";
import { type Bench, startBench } from "./differential/setup.ts";
import { trials } from "./differential/trials.ts";

/** How many operations are generated. `DIFFERENTIAL_RUNS` sets a different number, as CI does. */
const numRuns = Number(process.env["DIFFERENTIAL_RUNS"] ?? 60);

/** For how long a smaller operation is sought once the gateway has answered one wrongly. */
const shrinkingMs = 60_000;

let bench: Bench;

beforeAll(async () => {
  bench = await startBench(seed);
});

afterAll(() => bench[Symbol.asyncDispose]());

/** All forms except the persisted ones. The clients' own come first, in reverse order, and again at the end. */
const forms = [...clientForms.toReversed(), ...otherForms, ...clientForms];

test.each(cases)("$name", async ({ name: _, key = keys.sound, ...operation }) => {
  expect(await bench.judge.try({ operation, key, forms, other: null })).toEqual([]);
});

test.each(persistedForms)(
  "a hash is known, whichever client sent its document before: $name",
  async (form) => {
    const query = `{ tags(first: 1) { nodes { name } } } # ${form.name}`;
    const trial = {
      operation: { query },
      key: keys.sound,
      forms: [...forms, form],
      other: null,
    };
    expect(await bench.judge.try(trial)).toEqual([]);
  },
);

test("a list of the broken project fails where it breaks off, and not before", async () => {
  const errorsOf = async (first: number) => {
    const query = `{ tags(first: ${first}) { nodes { tagId } } }`;
    return (await bench.oracle.answer({ query, variables: {} }, keys.broken)).errors;
  };
  expect(await errorsOf(4)).toEqual([]);
  const extensions = { code: "REGISTRY_BAD_RESPONSE", registryStatus: 418 };
  expect(await errorsOf(20)).toMatchObject([{ path: ["tags"], extensions }]);
});

/** Sends generated operations. If the gateway answers one wrongly, finds a small one that it also answers wrongly. */
async function tryMany({ judge, oracle, values }: Bench, runs: number): Promise<void> {
  let until = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(trials(oracle.schema, values), async (trial) => {
    if (performance.now() > until) return;
    const differences = await judge.try(trial);
    if (differences.length > 0) until = Math.min(until, performance.now() + shrinkingMs);
    expect(differences).toEqual([]);
  });
  await fc.assert(property, { numRuns: runs, seed });
}

test(`every client always gets the response of graphql-js (seed ${seed})`, {
  timeout: 1_200_000,
}, async () => {
  const { executed: before } = { ...bench.judge.tally.operations };
  await tryMany(bench, numRuns);
  // If most operations were refused, the comparison would prove little.
  expect(bench.judge.tally.operations.executed - before).toBeGreaterThan(numRuns / 2);
});

test(`every client always gets the response of graphql-js, even with a cache (seed ${seed})`, {
  timeout: 1_200_000,
}, async () => {
  await using caching = await startBench(seed, { CACHE_TTL_SECONDS: "3600" });
  await tryMany(caching, Math.ceil(numRuns / 4));
});

test("all but the first requests for an operation are prepared", async () => {
  const { judge, client } = bench;
  const { unknownHashes } = client;
  const executed = await client.scrape();
  // Each trial checks its own count. This checks that there was something to count.
  expect(executed.prepared).toBeGreaterThan(judge.tally.requests.executed / 2);
  expect(unknownHashes).toBeGreaterThan(0);
  expect(judge.tally.operations["document refused"]).toBeGreaterThan(0);
  expect(judge.tally.operations["variables refused"]).toBeGreaterThan(0);
});
