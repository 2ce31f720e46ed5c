import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seed } from "../support/seed.ts";
import { Benches, gatewaySettings } from "./bench.ts";
import { inexcusable, type Outcome, runScenario } from "./run-scenario.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { formatTally, Tally } from "./tally.ts";

/** How many scenarios are generated. `LIST_RUNS` sets a different number, as CI does. */
const numRuns = Number(process.env["LIST_RUNS"] ?? 200);

/**
 * What happens when a fault is found. `shrink`: a small scenario that shows it is sought. `first`: none is. `survey`: all scenarios
 * are tried, and a table of endings and faults by kind of registry is printed.
 */
const mode = process.env["LIST_MODE"] ?? "shrink";

/** `still`: only registries that are sane, and that nobody edits. */
const kinds = process.env["LIST_KINDS"] === "still" ? "still" : "all";

/** The numbers of scenarios to leave out, from 0 and with commas between them. */
const skipped = new Set((process.env["LIST_SKIP"] ?? "").split(",").filter(Boolean).map(Number));

let benches: Benches;

beforeAll(async () => {
  benches = await Benches.start();
});

afterAll(() => benches[Symbol.asyncDispose]());

test("whatever a registry does, no record is lost in silence, told twice as new, or claimed absent", {
  timeout: 3_600_000,
}, async () => {
  const tally = new Tally();
  let number = -1;
  const property = fc.asyncProperty(scenarios(gatewaySettings.length, kinds), async (scenario) => {
    number += 1;
    if (skipped.has(number)) return;
    const outcome = await runScenario(benches, scenario);
    tally.add(number, outcome);
    if (mode !== "survey") expect(promisedIn(outcome), describe(scenario, outcome)).toEqual([]);
  });
  try {
    await fc.assert(property, { numRuns, seed, endOnFailure: mode === "first" });
  } finally {
    if (mode === "survey") console.info(formatTally(tally, seed));
  }
  // Who lies in several ways at once is served as well as the rules for one lie serve him.
  const questions = tally.endings.get("all")?.get("questions") ?? 0;
  const faults = tally.faultsByKind.get("several lies") ?? 0;
  expect(faults).toBeLessThanOrEqual(Math.max(questions * 0.002, 2));
  expect(tally.faultsByKind.get("all") ?? 0).toBe(faults);
});

/** The faults that no registry excuses, and all others of those that tell one lie at most. */
function promisedIn({ faults, asked }: Outcome): Outcome["faults"] {
  return faults.filter(
    ({ fault, step }) =>
      inexcusable.includes(fault) || !asked[step]?.kinds.includes("several lies"),
  );
}

function describe(scenario: Scenario, { faults }: Outcome): string {
  return `${faults.map(({ fault, question }) => `${question}: ${fault}`)} in ${JSON.stringify(scenario)}`;
}
