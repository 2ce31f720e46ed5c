import { expect, test } from "vitest";
import {
  type UnfinishedResponse,
  UnfinishedResponses,
} from "../../../src/gateway/answer/unfinished-responses.ts";

const maxBytes = 1_000;

test("what the registry has sent and what is written counts, until the response is made (rule 12)", () => {
  const { all, begin } = setUp();
  const one = begin("a");
  const other = begin("b");
  expect([one, other].map((response) => receive(response, 50))).toEqual([100, 100]);
  one.noteWritten(40);
  one.noteWritten(50);
  expect(one.bytes).toBe(200);
  expect(all.bytes).toBe(300);
  one[Symbol.dispose]();
  expect(all.bytes).toBe(100);
  // What comes late belongs to nobody.
  one.noteWritten(100);
  receive(one, 100);
  expect(all.bytes).toBe(100);
  one[Symbol.dispose]();
  expect(all.bytes).toBe(100);
  other[Symbol.dispose]();
  expect(all.bytes).toBe(0);
});

test("beyond the maximum, the key that holds most gives up what began last (rule 12)", () => {
  const { all, begin, refused } = setUp();
  const small = begin("b");
  receive(small, 100);
  const [first, second, third] = [begin("a"), begin("a"), begin("a")];
  for (const response of [third, first, second]) receive(response, 130);
  expect(all.bytes).toBe(980);
  expect(refused()).toEqual([]);
  receive(small, 20);
  expect(refused()).toEqual([third]);
  expect(third.budget.isCancelled).toBe(true);
  expect(all.bytes).toBe(760);
  receive(first, 200);
  expect(refused()).toEqual([second, third]);
  expect(all.bytes).toBe(900);
});

test("the last response that is left goes on, whatever it takes (rule 12)", () => {
  const { all, begin, refused } = setUp();
  const [first, second] = [begin("a"), begin("a")];
  receive(first, 400);
  receive(second, 400);
  receive(first, 4_000);
  expect(refused()).toEqual([second]);
  expect(all.bytes).toBe(8_800);
  first[Symbol.dispose]();
  expect(all.bytes).toBe(0);
});

test("however many keys there are, they keep within the maximum (rule 12)", () => {
  const { all, begin, refused } = setUp();
  for (let key = 0; key < 50; key += 1) receive(begin(`key ${key}`), 40 + (key % 10));
  expect(all.bytes).toBeLessThanOrEqual(maxBytes);
  expect(refused().length).toBeGreaterThan(30);
});

test("a response whose turn does not come in time is given up (rule 12)", () => {
  const { all, begin, refused } = setUp();
  const response = begin("a");
  receive(response, 100);
  response.budget.onLate?.();
  expect(refused()).toEqual([response]);
  expect(response.budget.isCancelled).toBe(true);
  expect(all.bytes).toBe(0);
});

test("near the maximum, nothing begins for the key that holds most, and everything for others (rule 12)", () => {
  const { all, begin } = setUp();
  receive(begin("b"), 50);
  const large = begin("a");
  receive(large, 300);
  expect(all.isNearlyFull).toBe(false);
  receive(large, 30);
  expect(all.isNearlyFull).toBe(true);
  expect(["a", "b", "c"].map((key) => all.isHeaviest(key))).toEqual([true, false, false]);
  large[Symbol.dispose]();
  expect(all.isNearlyFull).toBe(false);
});

/** The registry sends a response. Returns what the response that is being made takes then. */
function receive(response: UnfinishedResponse, bytes: number): number {
  response.budget.onBody?.(bytes);
  return response.bytes;
}

function setUp() {
  const all = new UnfinishedResponses({ maxBytes });
  const responses: UnfinishedResponse[] = [];
  return {
    all,
    begin(keyDigest: string): UnfinishedResponse {
      const response = all.begin({ deadlineMs: 1_000, maxCalls: 10, keyDigest });
      responses.push(response);
      return response;
    },
    refused: () => responses.filter(({ isRefused }) => isRefused),
  };
}
