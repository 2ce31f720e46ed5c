import { expect, test } from "vitest";
import { candidates } from "./candidates.ts";
import { clientNames } from "./clients.ts";
import { prepare, startUpstream } from "./gateway.ts";
import { scenarios } from "./scenarios.ts";

const [first] = scenarios;
if (first === undefined) throw new Error("There are no scenarios");

test.each(candidates)("$name gives the responses that the benchmark checks", async (candidate) => {
  await using upstream = await startUpstream();
  await using server = await candidate.start(upstream.url, first);
  for (const scenario of scenarios) {
    for (const client of clientNames) {
      expect(await prepare(candidate, scenario, { server, client })).not.toHaveLength(0);
    }
  }
});
