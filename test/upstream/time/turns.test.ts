import { expect, test } from "vitest";
import { beginWork, Turns, type TurnTaker } from "../../../src/upstream/time/turns.ts";

test("in each turn of the event loop, one piece of work continues, and then another key's (rule 12)", async () => {
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

test("work that nothing waits beside continues in the very next turn", async () => {
  const { work, turn, order, waiting } = setUp();
  work("alone", beginWork("a"), 2);
  await turn();
  await turn();
  expect(order).toEqual(["alone", "alone"]);
  expect(waiting()).toBe(false);
});

function setUp() {
  const order: string[] = [];
  let next: (() => void) | undefined;
  const turns = new Turns((callback) => {
    expect(next).toBeUndefined();
    next = callback;
  });
  return {
    order,
    turns,
    /** Begins work that takes some turns. */
    work(name: string, taker: TurnTaker, steps: number): void {
      void (async () => {
        for (let step = 0; step < steps; step += 1) {
          await turns.next(taker);
          order.push(name);
        }
      })();
    },
    /** The event loop turns. */
    async turn(): Promise<void> {
      const callback = next;
      next = undefined;
      callback?.();
      await settle();
    },
    waiting: () => next !== undefined,
  };
}

/** Lets everything continue that waits for nothing. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
