import { expect, test } from "vitest";
import type { CachePartition, FindOptions } from "../../../src/fleet/shared-cache.ts";
import { systemClock } from "../../../src/gateway/base/time/clock.ts";
import type { RestCall } from "../../../src/gateway/call/rest-call.ts";
import { SharedResponses } from "../../../src/gateway/call/shared-responses.ts";
import { blockEventLoop } from "../../support/manual-clock.ts";

const call = { key: "key", keyDigest: "digest", cacheKey: "tags" } as RestCall<unknown>;

test("another gateway's response is not looked up again when no time is left", async () => {
  const looks: (number | undefined)[] = [];
  const waits: string[] = [];
  const partition: CachePartition = {
    async findOrLock(_, { withinMs }: FindOptions = {}) {
      looks.push(withinMs);
      // The process is busy for longer than the look-up may take.
      setImmediate(() => blockEventLoop(60));
      return { kind: "awaited" };
    },
    put: async () => false,
    countWait: (kind, outcome) => waits.push(`${kind} ${outcome}`),
  };
  const sharedCache = { waitMs: 100, partitionOf: () => partition };
  const responses = new SharedResponses({
    sharedCache,
    kind: "response",
    ttlMs: 1_000,
    maxBodyBytes: 1_000,
    clock: systemClock,
  });
  expect(await responses.lookUp(call, { patienceMs: 50 })).toBeUndefined();
  expect(looks).toHaveLength(1);
  expect(waits).toEqual(["response timed_out"]);
});
