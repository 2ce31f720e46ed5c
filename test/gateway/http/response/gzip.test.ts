import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { gzip } from "../../../../src/gateway/http/response/gzip.ts";

const bodies = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 200 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).map((text) => text.repeat(3_000)),
  fc.uint8Array({ minLength: 1, maxLength: 40_000 }).map((bytes) => Buffer.from(bytes)),
);

test("bodies that are compressed at the same time or in turn are each inflated whole", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(bodies, { maxLength: 12 }), async (some) => {
      const inflated = (await Promise.all(some.map(gzip))).map((bytes) => gunzipSync(bytes));
      expect(inflated).toEqual(some.map((body) => Buffer.from(body)));
    }),
    { numRuns: 50, verbose: true },
  );
});
