import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { RegistryError } from "../../../src/gateway/base/errors.ts";
import {
  babble,
  compressed,
  json,
  reset,
  resetInBody,
  stall,
  stallInBody,
  status,
  truncate,
} from "../../support/scripted-registry.ts";
import { createBudget, startUpstream, tagCall, until } from "../../support/upstream.ts";

const behaviours = {
  json: json("ok"),
  gzip: compressed("gzip", "ok"),
  reset,
  resetInBody,
  truncate,
  babble,
  stall,
  stallInBody,
  error: status(500),
  unavailable: status(503),
  tooMany: status(429, { "retry-after": "1" }),
  absent: status(404),
  redirect: status(302, { location: "?key=moved" }),
};

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      call: fc.nat({ max: 9 }),
      budget: fc.nat({ max: 5 }),
      keyDigest: fc.constantFrom("a", "b"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ pass: fc.nat({ max: 3_000 }) }) },
  { weight: 2, arbitrary: fc.constant("turn" as const) },
  { weight: 1, arbitrary: fc.record({ cancel: fc.nat({ max: 5 }) }) },
);

test("every call ends with a response or a RegistryError, and nothing is left over, whatever fails, waits or is cancelled", async () => {
  const names = fc.constantFrom(...(Object.keys(behaviours) as (keyof typeof behaviours)[]));
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 80 }),
      fc.array(names, { minLength: 1, maxLength: 20 }),
      fc.constantFrom(0, 5),
      async (steps, script, cacheTtlSeconds) => {
        await using upstream = await startUpstream(
          (call, position) =>
            behaviours[script[position % script.length] ?? "json"](call, position),
          {
            REGISTRY_MAX_CONNECTIONS: 3,
            REGISTRY_TIMEOUT_MS: 1_000,
            CACHE_TTL_SECONDS: cacheTtlSeconds,
          },
        );
        const { calls, clock } = upstream;
        const budgets = Array.from({ length: 6 }, () =>
          createBudget({ clock, deadlineMs: 8_000, maxCalls: 12 }),
        );
        const results: Promise<PromiseSettledResult<unknown>[]>[] = [];
        for (const taken of steps) {
          if (taken === "turn") await setImmediate();
          else if ("pass" in taken) clock.advance(taken.pass);
          else if ("cancel" in taken) budgets[taken.cancel]?.cancel();
          else {
            const budget = budgets[taken.budget] ?? createBudget({ clock });
            const response = calls.get(tagCall(`${taken.call}`, taken.keyDigest), budget);
            results.push(Promise.allSettled([response]));
          }
        }
        // Now every deadline has passed.
        clock.advance(8_000);
        for (const [result] of await Promise.all(results)) {
          if (result?.status === "fulfilled") expect(result.value).toBe("ok");
          else expect(result?.reason).toBeInstanceOf(RegistryError);
        }
        await setImmediate();
        while (cacheTtlSeconds > 0 && calls.statistics().running > 0) {
          await setImmediate();
          clock.advance(1_000);
        }
        expect(calls.statistics()).toMatchObject({ running: 0, waiting: 0, awaitingRetry: 0 });
        // A body that nobody waits for any more may still be inflated.
        await until(() => {
          clock.advance(20);
          return !clock.isWatched;
        });
        for (const budget of budgets) {
          expect(budget.calls).toBeLessThanOrEqual(12);
          const { waitedMs } = budget;
          clock.advance(1_000);
          expect(budget.waitedMs).toBe(waitedMs);
        }
      },
    ),
    { numRuns: 150 },
  );
});
