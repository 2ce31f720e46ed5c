import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  checked,
  type Field,
  integer,
  list,
  nullable,
  Opaque,
  Output,
  object,
  rest,
  scalar,
  string,
  unsigned,
} from "../../../src/gateway/base/opaque.ts";
import { runs, seed } from "../../support/seed.ts";

const loneSurrogate = fc.constant("\ud800x");

/** One field of each type, and the values that it can have. */
const fields: readonly (readonly [string, Field<unknown>, fc.Arbitrary<unknown>])[] = [
  ["an integer", integer, fc.oneof(fc.nat(300), fc.maxSafeNat())],
  ["a number of one byte", unsigned(1), fc.nat(255)],
  ["a number of six bytes", unsigned(6), fc.integer({ min: 0, max: 2 ** 48 - 1 })],
  ["the rest", rest, fc.string({ unit: "binary" })],
  ["a string", string, fc.oneof(fc.string({ unit: "binary" }), loneSurrogate)],
  [
    "a scalar",
    scalar,
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      fc.boolean(),
      fc.constant(null),
    ),
  ],
  ["a field that may be null", nullable(integer), fc.option(fc.maxSafeNat())],
  ["a list", list(integer), fc.array(fc.maxSafeNat())],
  [
    "an object",
    object({ name: string, counts: list(object({ one: unsigned(2), many: integer })), id: rest }),
    fc.record({
      name: fc.string(),
      counts: fc.array(fc.record({ one: fc.nat(2 ** 16 - 1), many: fc.nat() })),
      id: fc.string(),
    }),
  ],
];

describe.each(fields)(`a text of %s (seed ${seed})`, (_, field, values) => {
  const texts = new Opaque<unknown>("listCursor", field);

  test("is read as it was written, and is safe in a URL", () => {
    const property = fc.property(values, (value) => {
      const text = texts.write(value);
      expect(texts.read(text)).toEqual(value);
      expect(text).toMatch(/^[\w-]+$/);
    });
    fc.assert(property, { seed });
  });

  test("is refused in another scope, as another kind, and beyond the maximum length", () => {
    const property = fc.property(values, (value) => {
      const text = texts.write(value);
      const { length } = text;
      expect(texts.within("tag").read(text)).toBeUndefined();
      expect(texts.within("tag").read(texts.within("terminal").write(value))).toBeUndefined();
      expect(texts.within("tag").read(texts.within("tag").write(value))).toEqual(value);
      expect(new Opaque("orderCursor", field).read(text)).toBeUndefined();
      expect(new Opaque("listCursor", field, { maxLength: length }).read(text)).toEqual(value);
      expect(new Opaque("listCursor", field, { maxLength: length - 1 }).read(text)).toBeUndefined();
    });
    fc.assert(property, { seed });
  });

  test("is never read from made-up bytes with the right checksum, unless they are what is written", () => {
    const property = fc.property(fc.uint8Array({ maxLength: 24 }), (made) => {
      const text = forge(made);
      const value = texts.read(text);
      if (value !== undefined) expect(texts.write(value)).toBe(text);
    });
    fc.assert(property, { seed, numRuns: runs(500) });
  });
});

test.each([
  ["nothing", integer, []],
  ["an integer with no end", integer, [0x80]],
  ["an integer in more bytes than it needs", integer, [0x81, 0]],
  ["an integer beyond the safe ones", integer, Array.from({ length: 9 }, () => 0x7f | 0x80)],
  ["more bytes than its fields", integer, [1, 1]],
  ["a list longer than the text", list(integer), [200, 1, 1, 1]],
  ["no JSON", scalar, [1, 0x7b]],
  ["JSON with a space", scalar, [2, 0x20, 0x31]],
  ["a number in place of a string", string, [1, 0x31]],
  ["an array", scalar, [2, 0x5b, 0x5d]],
  ["an array nested deeply", scalar, nested(100_000)],
  ["bytes that are not UTF-8", rest, [0xff]],
  ["a flag that is neither 0 nor 1", nullable(integer), [2, 5]],
  ["a value that is never written", checked(integer, (value) => value < 5), [5]],
] as const)("%s after the right checksum is refused", (_, field, made) => {
  expect(new Opaque("listCursor", field).read(forge(Buffer.from(made)))).toBeUndefined();
});

test("a text longer than most is written and read", () => {
  const texts = new Opaque("orderCursor", object({ id: string, more: rest }));
  const long = { id: "x".repeat(10_000), more: "é".repeat(10_000) };
  expect(texts.read(texts.write(long))).toEqual(long);
});

/** A scalar that is an array of arrays in truth. */
function nested(depth: number): readonly number[] {
  const output = new Output();
  integer.write(2 * depth, output);
  output.addText("[".repeat(depth) + "]".repeat(depth));
  return [...output.bytes.subarray(5, output.end)];
}

/** A text of the kind `listCursor` with any bytes and their right checksum, as someone who has read the code could forge it. */
function forge(fields: Uint8Array): string {
  const head = Buffer.alloc(5, 0xa0);
  head.writeUInt32BE(crc32(fields, 0xa0), 1);
  return Buffer.concat([head, fields]).toString("base64url");
}
