import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { seed } from "../support/seed.ts";
import { Benches, gatewaySettings } from "./bench.ts";
import { inexcusable, type Outcome, runScenario } from "./run-scenario.ts";
import { type Scenario, scenarios } from "./scenarios.ts";

/** How many scenarios are generated. `LIST_RUNS` sets a different number, as CI does. */
const numRuns = Number(process.env["LIST_RUNS"] ?? 60);

const benches = await Benches.start();
afterAll(() => benches[Symbol.asyncDispose]());

test("whatever a registry does, no record is lost in silence, told twice as new, or claimed absent", {
  timeout: 3_600_000,
}, async () => {
  let [questions, faulty] = [0, 0];
  const property = fc.asyncProperty(scenarios(gatewaySettings.length, "all"), async (scenario) => {
    const outcome = await runScenario(benches, scenario);
    questions += outcome.questions;
    faulty += new Set(outcome.faults.map(({ step }) => step)).size;
    expect(promisedIn(outcome), describe(scenario, outcome)).toEqual([]);
  });
  await fc.assert(property, { numRuns, seed });
  // Who lies in several ways at once is served as well as the rules for one lie serve him.
  expect(faulty).toBeLessThanOrEqual(Math.max(questions * 0.002, 2));
});

/** The faults that no registry excuses, and all others of those that tell one lie at most. */
function promisedIn({ faults }: Outcome): Outcome["faults"] {
  return faults.filter(
    ({ fault, honesty }) => inexcusable.includes(fault) || honesty !== "several lies",
  );
}

function describe(scenario: Scenario, { faults }: Outcome): string {
  return `${faults.map(({ fault, question }) => `${question}: ${fault}`)} in ${JSON.stringify(scenario)}`;
}
