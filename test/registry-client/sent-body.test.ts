import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { packBody, unpackBody } from "../../src/registry-client/sent-body.ts";

const encoders = {
  gzip: gzipSync,
  "x-gzip": gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
  Deflate: deflateRawSync,
};

const bodies = fc.uint8Array({ maxLength: 10_000 }).map((bytes) => Buffer.from(bytes));

test("a packed body, compressed or not, is unpacked as it was", async () => {
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const plain = packBody({ bytes: body, encoding: undefined });
      expect(plain && (await unpackBody(plain, 10_000))).toEqual(body);
      for (const [encoding, encode] of Object.entries(encoders)) {
        const packed = packBody({ bytes: encode(body), encoding });
        expect(packed && (await unpackBody(packed, 10_000))).toEqual(body);
      }
    }),
    // Its raw form fails only one of the two checks for the zlib header.
    { numRuns: 30, examples: [[Buffer.from("58")]] },
  );
});

test("bytes that were not packed, and bodies above the maximum, are not unpacked", async () => {
  await fc.assert(
    fc.asyncProperty(bodies, async (bytes) => {
      const body = await unpackBody(bytes, 5_000);
      expect(body?.length ?? 0).toBeLessThanOrEqual(5_000);
    }),
  );
  const long = packBody({ bytes: gzipSync(Buffer.alloc(5_001)), encoding: "gzip" });
  expect(await unpackBody(long ?? Buffer.alloc(0), 5_000)).toBeUndefined();
  expect(await unpackBody(Buffer.from([9, 1, 2]), 5_000)).toBeUndefined();
  expect(await unpackBody(Buffer.alloc(0), 5_000)).toBeUndefined();
  expect(packBody({ bytes: Buffer.from("body"), encoding: "compress" })).toBeUndefined();
});
