import { expect, test } from "vitest";
import { UnreadResponses } from "../../../../src/gateway/http/load/unread-responses.ts";
import { ManualClock } from "../../../support/manual-clock.ts";

const second = 1_000;

test("a caller who in thirty seconds takes neither 64 kB nor the rest is cut off (rule 12)", () => {
  const { clock, send, closed } = setUp();
  const stuck = send("stuck", 200_000);
  const slow = send("slow", 200_000);
  const small = send("small", 10);
  for (let passed = 0; passed < 29; passed += 1) clock.advance(second);
  expect(closed).toEqual([]);
  slow.unreadBytes -= 64 * 1024;
  stuck.unreadBytes -= 64 * 1024 - 1;
  clock.advance(second);
  expect(closed).toEqual(["stuck: slow", "small: slow"]);
  for (let passed = 0; passed < 29; passed += 1) clock.advance(second);
  expect(closed).toEqual(["stuck: slow", "small: slow"]);
  clock.advance(second);
  expect(closed).toEqual(["stuck: slow", "small: slow", "slow: slow"]);
  expect(small.unreadBytes).toBe(10);
});

test("if all that waits to be read is too much, the slowest readers are cut off first (rule 12)", () => {
  const { clock, send, closed, unread } = setUp();
  const callers = ["a", "b", "c"].map((name) => send(name, 300_000));
  clock.advance(2 * second);
  callers.forEach((caller, index) => {
    caller.unreadBytes -= 10_000 * (index === 1 ? 1 : 5);
  });
  send("new", 200_000);
  expect(closed).toEqual([]);
  expect(unread.bytes).toBe(990_000);
  send("last", 20_000);
  expect(closed).toEqual(["new: memory"]);
});

test("a response that alone is too much may be read while no other waits (rule 12)", () => {
  const { clock, send, closed } = setUp();
  const large = send("large", 2_000_000);
  send("read at once", 0);
  clock.advance(second);
  large.unreadBytes -= 500_000;
  clock.advance(second);
  expect(closed).toEqual([]);
  send("other", 1_000);
  expect(closed).toEqual(["large: memory"]);
});

test("a stream may be slow, but what it has not read counts (rule 12)", () => {
  const { clock, send, open, closed } = setUp();
  open("stream", 0);
  const behind = open("behind", 600_000);
  for (let passed = 0; passed < 40; passed += 1) clock.advance(second);
  expect(closed).toEqual([]);
  behind.unreadBytes = 700_000;
  send("response", 400_000);
  clock.advance(second);
  expect(closed).toEqual(["behind: memory"]);
});

test("what was read is forgotten, and nothing is checked any more", () => {
  const { clock, send, unread } = setUp();
  const caller = send("a", 100);
  expect(unread.count).toBe(1);
  expect(clock.isWatched).toBe(true);
  unread.remove(caller);
  clock.advance(second);
  expect([unread.count, unread.bytes, clock.isWatched]).toEqual([0, 0, false]);
});

/** A caller whose response waits. */
interface Caller {
  unreadBytes: number;
  close(): void;
}

function setUp() {
  const clock = new ManualClock();
  const closed: string[] = [];
  let reason = "";
  const unread = new UnreadResponses({
    maxBytes: 1_000_000,
    clock,
    onClosed: (why) => {
      reason = why;
    },
  });
  const caller = (name: string, unreadBytes: number): Caller => ({
    unreadBytes,
    close: () => void closed.push(`${name}: ${reason}`),
  });
  return {
    clock,
    closed,
    unread,
    send(name: string, bytes: number): Caller {
      const sent = caller(name, bytes);
      unread.add(sent, bytes);
      return sent;
    },
    open(name: string, bytes: number): Caller {
      const stream = caller(name, bytes);
      unread.addStream(stream);
      return stream;
    },
  };
}
