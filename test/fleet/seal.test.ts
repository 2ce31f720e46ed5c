import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cacheFormat, deriveRing, open, seal, toStoredName } from "../../src/fleet/seal.ts";

const secret = "0123456789abcdef0123456789abcdef";
const registry = "https://registry.example";
const ring = deriveRing(secret, registry, "key");
const name = toStoredName(ring, "response /api/v1/tags");

const value = fc.record({
  bytes: fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes)),
  askedAt: fc.double({ noNaN: true, min: 0, max: 2 ** 45 }),
  lifeMs: fc.double({ noNaN: true, min: 1, max: 2 ** 30 }),
});

describe("a sealed value", () => {
  test("opens as it was", () => {
    fc.assert(
      fc.property(value, (given) => {
        expect(open(ring, name, seal(ring, name, given))).toEqual(given);
      }),
    );
  });

  test("is never the same twice, and shows nothing of its content or secrets", () => {
    const given = { bytes: Buffer.from("a tag's name".repeat(30)), askedAt: 1, lifeMs: 2 };
    const [one, other] = [seal(ring, name, given), seal(ring, name, given)];
    expect(one.equals(other)).toBe(false);
    for (let start = 1; start < one.length; start += 12) {
      expect(other.includes(one.subarray(start, start + 12))).toBe(false);
    }
    for (const plain of ["tag", "key", secret, "0123"]) expect(one.includes(plain)).toBe(false);
  });

  test("does not open if a single bit is flipped, or if it is cut short or has more bytes", () => {
    fc.assert(
      fc.property(value, fc.nat(), fc.nat({ max: 7 }), (given, at, bit) => {
        const sealed = seal(ring, name, given);
        const position = at % sealed.length;
        expect(open(ring, name, sealed.subarray(0, position))).toBeUndefined();
        expect(open(ring, name, Buffer.concat([sealed, Buffer.of(bit)]))).toBeUndefined();
        sealed[position] = (sealed[position] ?? 0) ^ (1 << bit);
        expect(open(ring, name, sealed)).toBeUndefined();
      }),
    );
  });

  test("does not open under another name, with another key or secret, or for another registry", () => {
    fc.assert(
      fc.property(value, (given) => {
        const sealed = seal(ring, name, given);
        expect(open(ring, toStoredName(ring, "response other"), sealed)).toBeUndefined();
        for (const other of others) expect(open(other, name, sealed)).toBeUndefined();
      }),
    );
  });

  test("reveals its length only roughly, with little padding", () => {
    const lengthOf = (bytes: number) =>
      seal(ring, name, { bytes: Buffer.alloc(bytes), askedAt: 0, lifeMs: 1 }).length;
    expect(lengthOf(0)).toBe(lengthOf(200));
    const lengths = new Set(Array.from({ length: 1_000 }, (_, more) => lengthOf(9_000 + more)));
    expect(lengths.size).toBeLessThan(6);
    expect(lengthOf(10_000)).toBeLessThan(10_000 * 1.12);
  });
});

test("bytes that were never sealed do not open", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
      expect(open(ring, name, Buffer.from(bytes))).toBeUndefined();
      expect(open(ring, name, Buffer.concat([Buffer.of(cacheFormat), bytes]))).toBeUndefined();
    }),
  );
});

test("a stored name reveals nothing, and differs by key, secret and registry", () => {
  const names = [ring, ...others].map((one) => toStoredName(one, "response /api/v1/tags"));
  expect(new Set(names).size).toBe(4);
  for (const one of names) expect(one).toMatch(/^tapgraph:[\w-]{43}$/);
  expect(toStoredName(deriveRing(secret, registry, "key"), "response /api/v1/tags")).toBe(name);
});

const others = [
  deriveRing(secret, registry, "another key"),
  deriveRing(`${secret}x`, registry, "key"),
  deriveRing(secret, `${registry}/x`, "key"),
];
