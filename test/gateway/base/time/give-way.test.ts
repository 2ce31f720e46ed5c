import { expect, test } from "vitest";
import { giveWay, Part } from "../../../../src/gateway/base/time/give-way.ts";

test("however many works wait, one goes on in each turn of the event loop, in their order", async () => {
  const order: string[] = [];
  let turn = 0;
  const count = () => {
    turn += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const work = async (name: string) => {
    for (let piece = 0; piece < 3; piece += 1) {
      await giveWay();
      order.push(`${name} ${turn}`);
    }
  };
  await Promise.all(["a", "b", "c"].map(work));
  clearImmediate(timer);
  expect(order.map((one) => one.slice(0, 1)).join("")).toBe("abcabcabc");
  expect(new Set(order.map((one) => one.slice(2))).size).toBe(9);
});

test("a part of some work is over after some milliseconds, and then the next begins", async () => {
  const part = new Part();
  expect(part.isOver).toBe(false);
  const beganAt = performance.now();
  while (performance.now() - beganAt < 10);
  expect(part.isOver).toBe(true);
  await part.next();
  expect(part.isOver).toBe(false);
});
