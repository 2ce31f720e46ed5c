import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { takeTurns } from "../../../src/upstream/time/turns.ts";

test("in each turn, one waiting task continues", async () => {
  const events: string[] = [];
  const turn = takeTurns(async () => {
    await setImmediate();
    events.push("turn");
  });
  const work = async (name: string) => {
    for (let step = 0; step < 2; step++) {
      await turn();
      events.push(name);
    }
  };
  await Promise.all([work("one"), work("other")]);
  expect(events).toEqual(["turn", "one", "turn", "other", "turn", "one", "turn", "other"]);
});
