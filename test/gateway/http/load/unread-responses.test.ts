import { expect, test } from "vitest";
import { Ledger } from "../../../../src/gateway/base/ledger.ts";
import { UnreadResponses } from "../../../../src/gateway/http/load/unread-responses.ts";
import { ManualClock } from "../../../support/manual-clock.ts";

const second = 1_000;

test("a caller who in thirty seconds takes neither 64 kB nor the rest is cut off", () => {
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

test("if all that is held is too much, the latest response of whoever holds most is cut off", () => {
  const { clock, send, closed, ledger } = setUp();
  const callers = ["a", "b", "c"].map((name) => send(name, 300_000, "k"));
  clock.advance(second);
  for (const caller of callers) caller.unreadBytes -= 100_000;
  clock.advance(second);
  expect(ledger.bytesOf("unread")).toBe(600_000);
  send("other", 450_000, "another");
  expect(closed).toEqual(["c: memory"]);
  expect(ledger.bytesOf("unread")).toBe(850_000);
});

test("a stream may be slow, but what it has not read counts", () => {
  const { clock, send, open, closed } = setUp();
  open("stream", 0);
  const behind = open("behind", 600_000);
  for (let passed = 0; passed < 40; passed += 1) clock.advance(second);
  expect(closed).toEqual([]);
  behind.unreadBytes = 700_000;
  send("response", 200_000, "another");
  clock.advance(second);
  expect(closed).toEqual([]);
  send("response", 200_000, "another");
  clock.advance(second);
  expect(closed).toEqual(["behind: memory"]);
});

test("a file may take as long as its reader reads, and waits as long as it has nothing to send", () => {
  const { clock, unread, caller, closed } = setUp();
  const [waiting, slow, stuck] = [0, 100_000, 100_000].map((bytes, number) =>
    caller(`file ${number}`, bytes, "k"),
  );
  for (const file of [waiting, slow, stuck]) if (file) unread.addFile(file);
  for (let passed = 0; passed < 29; passed += 1) clock.advance(second);
  if (slow) slow.unreadBytes -= 64 * 1024;
  clock.advance(second);
  expect(closed).toEqual(["file 2: slow"]);
});

test("what was read is forgotten, and nothing is checked any more until the next response", () => {
  const { clock, send, unread, ledger } = setUp();
  const caller = send("a", 100_000);
  expect([ledger.bytes, clock.isWatched]).toEqual([100_000, true]);
  unread.remove(caller);
  clock.advance(second);
  expect([ledger.bytes, clock.isWatched]).toEqual([0, false]);
  send("b", 100_000);
  expect(clock.isWatched).toBe(true);
});

/** A caller whose response waits. */
interface Caller {
  readonly identity: { readonly key: string; readonly keyDigest: string };
  unreadBytes: number;
  readonly takenBytes: number;
  unread: undefined;
  close(): void;
}

function setUp() {
  const clock = new ManualClock();
  const closed: string[] = [];
  let reason = "";
  const ledger = new Ledger({ maxBytes: 1_000_000, isKnown: (of) => /^digest/.test(of) });
  const unread = new UnreadResponses({
    ledger,
    clock,
    onClosed: (why) => {
      reason = why;
    },
  });
  const caller = (name: string, unreadBytes: number, key: string): Caller => ({
    identity: { key, keyDigest: `digest of ${key}` },
    unreadBytes,
    get takenBytes() {
      return 1_000_000 - this.unreadBytes;
    },
    unread: undefined,
    close: () => void closed.push(`${name}: ${reason}`),
  });
  return {
    ...{ clock, closed, ledger, unread, caller },
    send(name: string, bytes: number, key = "k"): Caller {
      const sent = caller(name, bytes, key);
      unread.add(sent, bytes);
      return sent;
    },
    open(name: string, bytes: number): Caller {
      const stream = caller(name, bytes, "k");
      unread.addStream(stream);
      return stream;
    },
  };
}
