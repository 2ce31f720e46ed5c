import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoizedDecoder } from "../../../src/gateway/call/memoized-decoder.ts";
import type { RestCall } from "../../../src/gateway/call/rest-call.ts";
import { readBuffers } from "../../support/heap.ts";

let decoded = 0;

/** A call whose responses decode to their own JSON. An array fails to decode. */
function call(cacheKey: string, keyDigest = "digest"): RestCall<unknown> {
  return {
    kind: "tag",
    template: "/api/v1/tags",
    path: cacheKey,
    key: "key",
    keyDigest,
    cacheKey,
    decode: (body) => {
      decoded += 1;
      if (Array.isArray(body)) throw new Error("an array");
      return { body };
    },
  };
}

function bodyOf(text: string): Buffer {
  return Buffer.from(JSON.stringify({ text, padding: "x".repeat(5_000) }));
}

function decodedFor(read: () => void): number {
  decoded = 0;
  read();
  return decoded;
}

test("a body that has come twice is not decoded a third time", () => {
  const decoder = new MemoizedDecoder();
  const read = () => decoder.decode(call("a"), bodyOf("same"));
  expect([decodedFor(read), decodedFor(read), decodedFor(read), decodedFor(read)]).toEqual([
    1, 1, 0, 0,
  ]);
  expect(read()).toEqual({ value: { body: JSON.parse(bodyOf("same").toString()) } });
});

test("the same body is decoded again for another call or another key", () => {
  const decoder = new MemoizedDecoder();
  for (let time = 0; time < 3; time += 1) decoder.decode(call("a"), bodyOf("same"));
  expect(decodedFor(() => decoder.decode(call("b"), bodyOf("same")))).toBe(1);
  expect(decodedFor(() => decoder.decode(call("a", "other"), bodyOf("same")))).toBe(1);
});

test("in any order of bodies, the response is what the body says", () => {
  const bodies = fc.constantFrom('{"a":1}', '{"a":2}', "[1]", "not JSON", '{"a":1} ', "");
  const cases = fc.array(fc.record({ cacheKey: fc.constantFrom("a", "b"), text: bodies }), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(cases, (bodies) => {
      const decoder = new MemoizedDecoder();
      for (const { cacheKey, text } of bodies) {
        const body = Buffer.from(text.padEnd(5_000));
        expect(decoder.decode(call(cacheKey), body)).toEqual(
          new MemoizedDecoder().decode(call(cacheKey), body),
        );
      }
    }),
    { verbose: true },
  );
});

test("a body that is remembered does not keep the larger buffer that it is a part of", async () => {
  const decoder = new MemoizedDecoder();
  const before = await readBuffers();
  const bodies = 500;
  for (let number = 0; number < bodies; number += 1) {
    const body = bodyOf(`${number}`);
    const large = Buffer.allocUnsafeSlow(64 * 1024);
    body.copy(large);
    decoder.decode(call(`${number}`), large.subarray(0, body.length));
  }
  expect((await readBuffers()) - before).toBeLessThan(2 * bodies * bodyOf("").length);
  const again = () => decoder.decode(call("0"), bodyOf("0"));
  expect([decodedFor(again), decodedFor(again)]).toEqual([1, 0]);
});
