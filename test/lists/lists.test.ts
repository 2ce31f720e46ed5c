import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seed } from "../connection/seed.ts";
import { Benches, gatewaySettings } from "./bench.ts";
import { type Outcome, runScenario } from "./run-scenario.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { formatTally, Tally } from "./tally.ts";

/** How many scenarios are generated. `LIST_RUNS` sets a different number, for example in CI. */
const numRuns = Number(process.env["LIST_RUNS"] ?? 600);

/** Whether all faults are counted by kind of registry, instead of shrinking the first one. */
const isSurvey = process.env["LIST_SURVEY"] !== undefined;

let benches: Benches;

beforeAll(async () => {
  benches = await Benches.start();
});

afterAll(() => benches[Symbol.asyncDispose]());

test("whatever a registry does, no record is lost in silence, told twice as new, or claimed absent (rules 1 to 6)", {
  timeout: 3_600_000,
}, async () => {
  const tally = new Tally();
  const property = fc.asyncProperty(scenarios(gatewaySettings.length), async (scenario) => {
    const outcome = await runScenario(benches, scenario);
    tally.add(outcome);
    if (!isSurvey) expect(outcome.faults, describe(scenario, outcome)).toEqual([]);
  });
  try {
    await fc.assert(property, { numRuns, seed });
  } finally {
    if (isSurvey) console.info(formatTally(tally, seed));
  }
  if (isSurvey) expect(tally.faults).toEqual(new Map());
});

function describe(scenario: Scenario, { faults }: Outcome): string {
  return `${faults.map(({ fault, question }) => `${question}: ${fault}`)} in ${JSON.stringify(scenario)}`;
}
