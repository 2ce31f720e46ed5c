import fc from "fast-check";
import { expect, test } from "vitest";
import { parseUid } from "../../../../../src/gateway/resolvers/search/look-up/uid.ts";
import { findUidIn } from "../../../../../src/gateway/resolvers/search/look-up/uid-in-text.ts";
import { runs, seed } from "../../../../support/seed.ts";

const uid = "04E141124C2880";
const uuid = "550e8400-e29b-41d4-a716-446655440000";

test.each<readonly [string, string | null]>([
  [`https://example.org/t?uid=${uid}&ctr=003F31`, uid],
  [`https://example.org/t/${uid}X003f31`, uid],
  [`https://example.org/t?m=${uid.toLowerCase()}x003F31`, uid],
  [`https://example.org/#/tags/0x${uid}/edit`, uid],
  [`https://example.org/t?q=uid%3D${uid}`, uid],
  [`https://example.org/t?uid=%30${uid.slice(1)}`, uid],
  [`https://example.org/t?uid=%2530${uid.slice(1)}`, null],
  [`https://example.org/t?text=%FF%fe${uid}%ZZ`, uid],
  [`https://example.org/${uuid}/${uid}`, uid],
  [`https://example.org/tag-${uid}_x`, uid],
  [`https://example.org/t/${uid}?again=${uid.toLowerCase()}`, uid],
  [`https://example.org/t/${uid}/04E141124C2881`, null],
  ["https://example.org/t/04A1B2C3/04A1B2C4", null],
  [`https://example.org/t/${uuid}`, "550E8400"],
  ["https://example.org/t/E00401001234567890AB", "E00401001234567890AB"],
  ["https://example.org/t/77705923", "77705923"],
  ["https://example.org/t/00077705923", null],
  [`https://${uid}.example.org/t`, null],
  [`https://${uid}@example.org:8080/t/04A1B2C3`, "04A1B2C3"],
  [`https://a.example/?next=https%3A%2F%2Fb.example&uid=${uid}`, uid],
  ["https://example.org/t/04:E1:41:12:4C:28:80", null],
  [`https://example.org/t/${uid}x003F3`, null],
  [`https://example.org/t/${uid}x003F311`, null],
  [`https://example.org/t/a${uid}`, null],
  [`https://example.org/t/%C3%A9${uid}`, null],
])("in %j the UID is %j", (text, expected) => {
  expect(findUidIn(text)).toEqual(expected === null ? null : parseUid(expected));
});

const hex = (length: number) =>
  fc.string({
    unit: fc.constantFrom(..."0123456789abcdefABCDEF"),
    minLength: length,
    maxLength: length,
  });
/** No token of it is long enough, and it neither begins a host nor an escape. */
const noise = fc
  .string({ unit: fc.constantFrom(..."ghxyz012é/?#&=_-. "), maxLength: 30 })
  .filter((text) => !/[012]{8}/.test(text));

test(`a text without a long token has no UID (seed ${seed})`, () => {
  const property = fc.property(noise, (text) => {
    expect(findUidIn(text)).toBeNull();
  });
  fc.assert(property, { seed, numRuns: runs(300) });
});

test("a text longer than any tag holds has no UID", () => {
  const text = "https://example.org/t?uid=04E141124C2880&";
  expect(findUidIn(text.padEnd(8_192))).not.toBeNull();
  expect(findUidIn(text.padEnd(8_193))).toBeNull();
});

test(`a UID is found in any text between the ends of a token (seed ${seed})`, () => {
  const ends = fc.constantFrom("/", "=", "_", "-", " ", "#", "?", "&");
  const digits = fc.oneof(hex(8), hex(14), hex(20));
  const property = fc.property(
    noise,
    ends,
    digits,
    ends,
    noise,
    (before, start, uid, end, after) => {
      expect(findUidIn(`${before}${start}${uid}${end}${after}`)).toEqual(
        parseUid(uid.toUpperCase()),
      );
    },
  );
  fc.assert(property, { seed, numRuns: runs(300) });
});
