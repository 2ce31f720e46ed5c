import fc from "fast-check";
import { expect, test } from "vitest";
import { toKeyDigest } from "../../../src/gateway/base/key-digest.ts";
import { Call } from "../../../src/gateway/call/call.ts";
import { UnderWay } from "../../../src/gateway/once/under-way.ts";
import { createBudget, tagCall } from "../../support/upstream.ts";

const steps = fc.array(
  fc.record({ id: fc.nat({ max: 20 }), keyDigest: fc.constantFrom("a", "b") }),
);

test("the index finds exactly the calls that are in it, for the right key, while calls come and go", () => {
  fc.assert(
    fc.property(steps, (visits) => {
      const index = new UnderWay<Call>();
      const present = new Map<string, Call>();
      for (const { id, keyDigest } of visits) {
        const call = tagCall(`${id}`, keyDigest);
        const inFlight = present.get(`${keyDigest} ${id}`);
        if (inFlight) index.remove(inFlight);
        if (inFlight) present.delete(`${keyDigest} ${id}`);
        else
          present.set(
            `${keyDigest} ${id}`,
            added(index, new Call(call, createBudget(), call.path)),
          );
        for (const other of visits) {
          const expected = present.get(`${other.keyDigest} ${other.id}`);
          expect(index.find(other.keyDigest, tagCall(`${other.id}`).cacheKey)).toBe(expected);
        }
      }
    }),
    { numRuns: 50 },
  );
});

test("calls of many keys for the same record spread over the buckets", () => {
  const index = new UnderWay<Call>();
  const buckets = Array.from({ length: 2_000 }, (_, key) => {
    const call = tagCall("1", toKeyDigest(`${key}`));
    return added(index, new Call(call, createBudget(), call.path)).bucket;
  });
  expect(new Set(buckets).size).toBeGreaterThan(500);
});

function added(index: UnderWay<Call>, call: Call): Call {
  index.add(call);
  return call;
}
