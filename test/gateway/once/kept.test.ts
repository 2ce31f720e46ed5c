import fc from "fast-check";
import { expect, test } from "vitest";
import { Kept } from "../../../src/gateway/once/kept.ts";
import { ManualClock } from "../../support/manual-clock.ts";

test("what is kept stays below its maximum, whatever is put there", () => {
  const answers = fc.array(
    fc.record({ name: fc.nat({ max: 50 }), bytes: fc.nat({ max: 50_000 }) }),
  );
  fc.assert(
    fc.property(answers, (given) => {
      const kept = keptOf(100_000);
      for (const { name, bytes } of given) kept.set("digest", `${name}`, { bytes });
      expect(kept.statistics.bytes).toBeLessThanOrEqual(100_000);
      expect(kept.statistics.entries).toBeLessThanOrEqual(100);
    }),
  );
});

test("a cache key of any length counts", () => {
  const kept = keptOf(10_000);
  kept.set("digest", "x".repeat(10_000), { bytes: 0 });
  expect(kept.statistics).toEqual({ entries: 0, bytes: 0 });
});

test("the least recently used answer makes room", () => {
  const kept = keptOf(4_500);
  for (const name of ["a", "b"]) kept.set("digest", name, { bytes: 1_000 });
  kept.get("digest", "a");
  kept.set("digest", "c", { bytes: 1_000 });
  const names = ["a", "b", "c"].filter((name) => kept.get("digest", name));
  expect(names).toEqual(["a", "c"]);
});

test("no key is given another's answer", () => {
  const kept = keptOf(3_000);
  kept.set("one", "same", { bytes: 0 });
  expect(kept.get("other", "same")).toBeUndefined();
});

test("an answer ages from when it was asked for, and is given up to its age limit, of any fraction of a millisecond", () => {
  const clock = new ManualClock();
  const ageLimit = { maxMs: 2.01 * 1000, clock };
  const kept = new Kept<object>({ maxBytes: 10_000, bytesOf: () => 0, ageLimit });
  kept.set("digest", "now", {});
  kept.set("digest", "before", {}, clock.now() - 1_500);
  clock.advance(500);
  const given = () => ["now", "before"].map((name) => Boolean(kept.get("digest", name)));
  expect(given()).toEqual([true, true]);
  clock.advance(1_000);
  expect(given()).toEqual([true, false]);
  clock.advance(1_000);
  expect(given()).toEqual([false, false]);
});

test("an answer replaces none that was asked for later, while that one is given", () => {
  const clock = new ManualClock();
  const ageLimit = { maxMs: 2_000, clock };
  const kept = new Kept<{ name: string }>({ maxBytes: 10_000, bytesOf: () => 0, ageLimit });
  const setAndGet = (name: string, ageMs: number) => {
    kept.set("digest", "question", { name }, clock.now() - ageMs);
    return kept.get("digest", "question")?.name;
  };
  expect(setAndGet("later", 100)).toBe("later");
  expect(setAndGet("earlier", 101)).toBe("later");
  expect(setAndGet("same time", 100)).toBe("same time");
  clock.advance(1_901);
  expect(setAndGet("earlier", 1_999)).toBe("earlier");
  expect(setAndGet("too old", 2_001)).toBe("earlier");
});

test("answers that are too old are dropped, though nobody asks for them again", () => {
  const clock = new ManualClock();
  const ageLimit = { maxMs: 2_000, clock };
  const kept = new Kept<object>({ maxBytes: 1_000_000, bytesOf: () => 0, ageLimit });
  for (let number = 0; number < 100; number += 1) {
    kept.set("digest", `${number}`, {});
    clock.advance(1_000);
  }
  expect(kept.statistics.entries).toBeLessThan(5);
});

function keptOf(maxBytes: number) {
  return new Kept<{ readonly bytes: number }>({ maxBytes, bytesOf: ({ bytes }) => bytes });
}
