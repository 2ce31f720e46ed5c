import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { seed } from "../support/seed.ts";
import { Benches, gatewaySettings } from "./bench.ts";
import type { Plant } from "./model/registry.ts";
import type { Fault } from "./oracle.ts";
import { runScenario } from "./run-scenario.ts";
import { scenarios } from "./scenarios.ts";

const benches = await Benches.start();
afterAll(() => benches[Symbol.asyncDispose]());

/** So many scenarios show whether the oracle sees a lie that no gateway can. */
const numRuns = 150;

const plants: readonly (readonly [Plant, readonly Fault[]])[] = [
  ["leaves a row out", ["lost", "claimed absent"]],
  ["has a row twice", ["delivered twice"]],
  ["swaps two rows", ["out of order"]],
  ["adds a row", ["miscounted"]],
];

test.each(plants)("the oracle finds that a registry %s, by what is %s", async (plant, expected) => {
  const found = new Set<Fault>();
  for (const scenario of fc.sample(scenarios(gatewaySettings.length, "still"), { numRuns, seed })) {
    const registries = scenario.registries.map((registry) => ({
      ...registry,
      rules: { ...registry.rules, plant },
    }));
    const { faults } = await runScenario(benches, { ...scenario, registries });
    for (const { fault } of faults) found.add(fault);
    if (expected.every((fault) => found.has(fault))) return;
  }
  expect([...found]).toEqual(expect.arrayContaining([...expected]));
});
