import { expect, test } from "vitest";
import { parseRetryAfter } from "../../src/registry-client/retry-after.ts";

test.for([
  ["0", 0],
  ["120", 120],
  ["Thu, 01 Jan 2026 00:00:30 GMT", 30],
  ["Wed, 31 Dec 2025 23:00:00 GMT", 0],
  ["", undefined],
  ["-5", undefined],
  ["1.5", undefined],
  ["soon", undefined],
  ["99999999999999999999", undefined],
  [["1", "2"], undefined],
  [undefined, undefined],
] as const)("Retry-After %j is %j seconds", ([header, seconds]) => {
  expect(parseRetryAfter(header, Date.parse("2026-01-01T00:00:00Z"))).toBe(seconds);
});
