import fc from "fast-check";
import { expect, test } from "vitest";
import { Fifo } from "../../../src/upstream/protection/fifo.ts";

const steps = fc.array(fc.constantFrom("push", "push", "shift", "remove"), { maxLength: 100 });

test("whatever comes and goes, the oldest is the next, and none is lost", () => {
  fc.assert(
    fc.property(steps, fc.nat(), (visits, choice) => {
      const fifo = new Fifo<{ number: number }>();
      const expected: { number: number }[] = [];
      for (const [number, what] of visits.entries()) {
        const item = { number };
        if (what === "push") {
          expected.push(item);
          fifo.push(item);
        } else if (what === "shift") {
          expect(fifo.shift()).toBe(expected.shift());
        } else {
          const [left = item] = expected.splice(choice % Math.max(1, expected.length), 1);
          fifo.remove(left);
        }
        expect(fifo.length).toBe(expected.length);
      }
    }),
  );
});

test("a hundred thousand go through in their order, some always waiting", () => {
  const fifo = new Fifo<{ number: number }>();
  const seen: number[] = [];
  for (let number = 0; number < 100_000; number += 1) {
    fifo.push({ number });
    if (number >= 3_000) seen.push(fifo.shift()?.number ?? -1);
  }
  for (let item = fifo.shift(); item; item = fifo.shift()) seen.push(item.number);
  expect(seen).toEqual(Array.from({ length: 100_000 }, (_, number) => number));
});
