import { expect, test } from "vitest";
import { readRetryAfter } from "../../src/registry-client/headers.ts";

test.for([
  ["0", 0],
  ["120", 120],
  ["Thu, 01 Jan 2026 00:00:30 GMT", 30],
  ["Wed, 31 Dec 2025 23:00:00 GMT", 0],
  ["Fri, 31 Dec 9999 23:59:59 GMT", 251_635_075_199],
  ["Thursday, 01-Jan-26 00:00:02 GMT", 2],
  ["Thu Jan  1 00:00:02 2026", 2],
  ["Soon 5", undefined],
  ["", undefined],
  ["-5", undefined],
  ["1.5", undefined],
  ["soon", undefined],
  ["99999999999999999999", undefined],
  [["1", "2"], 1],
  [undefined, undefined],
] as const)("Retry-After %j is %j seconds", ([value, seconds]) => {
  const header = typeof value === "object" ? [...value] : value;
  const now = Date.parse("2026-01-01T00:00:00Z");
  expect(readRetryAfter({ "retry-after": header }, now)).toBe(seconds);
});

test("a Retry-After that is a date is read against the response's own", () => {
  const headers = {
    date: "Thu, 01 Jan 2026 01:00:00 GMT",
    "retry-after": "Thu, 01 Jan 2026 01:00:30 GMT",
  };
  expect(readRetryAfter(headers, Date.parse("2026-01-01T00:00:00Z"))).toBe(30);
});
