import { expect, test } from "vitest";
import { toKeyDigest } from "../../../src/gateway/base/key-digest.ts";
import { Call } from "../../../src/gateway/call/call.ts";
import { UnderWay } from "../../../src/gateway/once/under-way.ts";
import { createBudget, tagCall } from "../../support/upstream.ts";

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
