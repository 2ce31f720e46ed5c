import { expect, test } from "vitest";
import {
  beginWork,
  Turns,
  type TurnTaker,
  takeSequence,
} from "../../../../src/gateway/base/time/turns.ts";

/** A piece of work that takes a whole turn, in milliseconds. */
const wholeTurn = 10;

test("the keys take turns, however much work each has (rule 12)", async () => {
  const { work, turn, order } = setUp();
  for (const name of ["large", "large"]) work(name, beginWork("a"), 2);
  work("other", beginWork("b"), 2);
  work("nobody's", beginWork(null), 1);
  for (let at = 1; at <= 7; at += 1) {
    await turn();
    expect(order).toHaveLength(at);
  }
  expect(order).toEqual(["large", "other", "nobody's", "large", "other", "large", "large"]);
  await turn();
  expect(order).toHaveLength(7);
});

test("a key has as many turns as another that has a hundred times its work (rule 12)", async () => {
  const { work, turn, order } = setUp();
  for (let request = 0; request < 100; request += 1) work("large", beginWork("a"), 10);
  work("small", beginWork("b"), 5);
  for (let at = 0; at < 10; at += 1) await turn();
  expect(order.filter((name) => name === "small")).toHaveLength(5);
});

test("the request of a key that began first ends first, whenever it needs its turns (rule 12)", async () => {
  const { work, turn, order } = setUp();
  const takers = ["first", "second", "third"].map((name) => [name, beginWork("a")] as const);
  for (const [name, taker] of takers.toReversed()) work(name, taker, 3);
  for (let at = 0; at < 9; at += 1) await turn();
  expect(order).toEqual(takers.flatMap(([name]) => [name, name, name]));
});

test("small pieces of work share a turn of the event loop, until they have taken a millisecond (rule 12)", async () => {
  const { work, turn, order } = setUp();
  work("small", beginWork("a"), 20, 0.25);
  work("large", beginWork("b"), 2);
  await turn();
  expect(order).toEqual(["small", "large"]);
  // The other key has had its part of the time.
  await turn();
  await turn();
  expect(order.slice(2)).toEqual(Array.from({ length: 8 }, () => "small"));
});

test("work that was cancelled continues at once, and takes no turn (rule 12)", async () => {
  const { work, turn, order, turns } = setUp();
  const takers = ["a", "a", "b"].map((key) => beginWork(key));
  for (const [index, taker] of takers.entries()) work(`${index}`, taker, 1);
  for (const taker of takers.slice(1)) turns.dismiss(taker);
  await settle();
  expect(order).toEqual(["1", "2"]);
  turns.dismiss(beginWork("a"));
  await turn();
  expect(order).toEqual(["1", "2", "0"]);
});

test("work that waits too long beside another key's work is told so, and a key alone waits on (rule 12)", async () => {
  const { work, turn, pass, late } = setUp();
  const begin = (name: string, key: string) =>
    work(name, { ...beginWork(key), onLate: () => late.push(name) }, 5);
  begin("first", "a");
  begin("second", "a");
  await turn();
  pass(1_500);
  await turn();
  expect(late).toEqual([]);
  begin("other", "b");
  pass(100);
  await turn();
  expect(late).toEqual(["second"]);
});

test("a request of the key that has had most of the time begins in its turn, and others at once (rule 12)", async () => {
  const { work, turn, begin, order } = setUp();
  work("large", beginWork("a"), 3);
  begin("other", "b");
  await turn();
  expect([begin("small", "a"), begin("other", "b"), begin("nobody's", null)]).toEqual([
    "later",
    "at once",
    "at once",
  ]);
  order.length = 0;
  for (let at = 0; at < 4; at += 1) await turn();
  expect(order).toEqual(["small", "large", "large"]);
  expect(begin("small", "a")).toBe("at once");
});

test("of two keys that have work, the requests of the one that has had less of the time begin at once (rule 12)", async () => {
  const { work, turn, begin } = setUp();
  work("large", beginWork("a"), 9);
  begin("another", "c");
  await turn();
  await turn();
  work("medium", beginWork("b"), 9, 2);
  await turn();
  expect([begin("a's", "a"), begin("b's", "b")]).toEqual(["later", "at once"]);
});

test("requests of a key alone begin at once, whatever work it has (rule 12)", async () => {
  const { work, turn, begin, pass } = setUp();
  begin("other", "b");
  work("large", beginWork("a"), 3);
  await turn();
  expect(begin("beside others", "a")).toBe("later");
  pass(101);
  expect(begin("alone", "a")).toBe("at once");
});

test("requests that begin share their key's time about evenly with its other work (rule 12)", async () => {
  const { work, turn, begin, order } = setUp();
  work("large", beginWork("a"), 3);
  begin("other", "b");
  await turn();
  for (let at = 0; at < 6; at += 1) begin("small", "a", 5);
  order.length = 0;
  for (let at = 0; at < 8; at += 1) await turn();
  expect(order.join(" ")).toBe("small large small small small large small small");
});

test("once a key's request has waited for half a second to begin, others of it are turned away (rule 12)", async () => {
  const { work, turn, begin, pass } = setUp();
  work("large", beginWork("a"), 3);
  begin("other", "b");
  await turn();
  expect(begin("first", "a")).toBe("later");
  pass(500);
  expect([begin("other", "b"), begin("second", "a")]).toEqual(["at once", "later"]);
  pass(1);
  expect([begin("third", "a"), begin("other", "b")]).toEqual(["turned away", "at once"]);
});

test("a request whose caller leaves before its turn takes none (rule 12)", async () => {
  const { work, turn, turns, begin, order } = setUp();
  work("large", beginWork("a"), 2);
  begin("other", "b");
  await turn();
  const taker = beginWork("a");
  const left = turns.begin(taker)?.then(() => order.push("left"));
  turns.dismiss(taker);
  await left;
  expect(order).toEqual(["large", "left"]);
  await turn();
  expect(order).toEqual(["large", "left", "large"]);
  await turn();
  expect(turns.isTaken).toBe(false);
});

test("work that nothing waits beside continues in the very next turn", async () => {
  const { work, turn, order, isScheduled } = setUp();
  work("alone", beginWork("a"), 2);
  await turn();
  await turn();
  expect(order).toEqual(["alone", "alone"]);
  await turn();
  expect(isScheduled()).toBe(false);
});

test("a turn is over after a millisecond beside another key, and after eight alone (rule 12)", async () => {
  const { turn, turns, pass } = setUp();
  const isOverAfter = async (ms: number) => {
    const work = beginWork("a");
    const over = turns.next(work).then(() => {
      pass(ms);
      return turns.isOver(work);
    });
    await turn();
    return over;
  };
  turns.noteKey("b");
  turns.noteKey("a");
  expect(await isOverAfter(1)).toBe(false);
  expect(await isOverAfter(1.1)).toBe(true);
  pass(100);
  expect(await isOverAfter(8)).toBe(false);
  expect(await isOverAfter(8.1)).toBe(true);
  turns.noteKey("b");
  expect(await isOverAfter(1.1)).toBe(true);
});

test("a turn is over after a millisecond while another key's work goes on, whoever's requests come (rule 12)", async () => {
  const { work, turn, turns, pass } = setUp();
  const isOverAfter2Ms = async (key: string) => {
    const work = beginWork(key);
    const over = turns.next(work).then(() => {
      pass(2);
      return turns.isOver(work);
    });
    await turn();
    return over;
  };
  turns.noteKey("a");
  pass(101);
  expect(await isOverAfter2Ms("b")).toBe(true);
  await turn();
  work("large", beginWork("b"), 2);
  await turn();
  expect(await isOverAfter2Ms("a")).toBe(true);
  for (let at = 0; at < 2; at += 1) await turn();
  expect(await isOverAfter2Ms("a")).toBe(false);
});

test("work that did not begin in a turn shares one with all such work (rule 12)", async () => {
  const { work, turn, turns, pass, order } = setUp();
  const [a, b] = [beginWork("a"), beginWork("b")];
  turns.noteKey("b");
  turns.noteKey("a");
  expect(turns.isOver(a)).toBe(false);
  pass(1);
  expect(turns.isOver(b)).toBe(false);
  pass(0.1);
  expect(turns.isOver(a)).toBe(true);
  expect(turns.isOver(b)).toBe(true);
  // It gives way to what waits for a turn.
  work("waiting", beginWork("b"), 1);
  await turn();
  expect(order).toEqual(["waiting"]);
  await turn();
  expect(turns.isTaken).toBe(false);
  pass(100);
  expect(turns.isOver(a)).toBe(false);
  pass(8);
  expect(turns.isOver(a)).toBe(false);
  expect(turns.isOver(b)).toBe(true);
  pass(0.1);
  expect(turns.isOver(a)).toBe(true);
});

test("work that has not had its turn waits behind the work that waits (rule 12)", async () => {
  const { work, turn, turns, order } = setUp();
  const [continuing, arrived] = [beginWork("a"), beginWork("a")];
  expect(turns.isOver(continuing)).toBe(false);
  expect(turns.isOver(arrived)).toBe(false);
  work("waiting", beginWork("a"), 1);
  expect(turns.isOver(arrived)).toBe(true);
  expect(turns.isOver(continuing)).toBe(false);
  await turn();
  expect(order).toEqual(["waiting"]);
  await turn();
  expect(turns.isOver(arrived)).toBe(false);
});

test("what begins later has a higher number", () => {
  expect(takeSequence()).toBeLessThan(beginWork(null).sequence);
});

function setUp() {
  const order: string[] = [];
  const late: string[] = [];
  let next: (() => void) | undefined;
  let now = 1_000;
  const turns = new Turns({
    schedule(callback) {
      expect(next).toBeUndefined();
      next = callback;
    },
    now: () => now,
  });
  return {
    order,
    late,
    turns,
    /** Begins work of some pieces, each of which takes some milliseconds. */
    work(name: string, taker: TurnTaker, pieces: number, ms = wholeTurn): void {
      void (async () => {
        for (let piece = 0; piece < pieces; piece += 1) {
          await turns.next(taker);
          order.push(name);
          now += ms;
        }
      })();
    },
    /** Begins a request, which takes some milliseconds. */
    begin(name: string, keyDigest: string | null, ms = wholeTurn): string {
      const turn = turns.begin(beginWork(keyDigest));
      if (turn === null) return "turned away";
      void turn?.then(() => {
        order.push(name);
        now += ms;
      });
      return turn === undefined ? "at once" : "later";
    },
    /** The event loop turns. */
    async turn(): Promise<void> {
      const callback = next;
      next = undefined;
      callback?.();
      await settle();
    },
    /** Time passes in which there is no turn. */
    pass(ms: number): void {
      now += ms;
    },
    isScheduled: () => next !== undefined,
  };
}

/** Lets everything continue that waits for nothing. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
