import fc from "fast-check";
import { expect, test } from "vitest";
import { SendQueue } from "../../../../../src/gateway/list/whole/sharing/send-queue.ts";

const maxBytes = 512 * 1024;

test("values are sent in turn, several at a time within a maximum, and a larger one alone", async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 2 * maxBytes }), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.infiniteStream(fc.nat()), async (values, choices) => {
      const queue = new SendQueue();
      const underWay: { readonly size: number; readonly end: () => void }[] = [];
      const begun: number[] = [];
      const send = (size: number, index: number) =>
        queue.send(size, () => {
          begun.push(index);
          return new Promise<void>((end) => underWay.push({ size, end }));
        });
      const all = Promise.all(values.map(send));
      for (let ended = 0; ended < values.length; ended += 1) {
        await new Promise(setImmediate);
        const bytes = underWay.reduce((sum, { size }) => sum + size, 0);
        expect(underWay.length === 1 || bytes <= maxBytes).toBe(true);
        const next = values[begun.length];
        // The next value waits only because it does not fit.
        expect(next === undefined || bytes + next > maxBytes).toBe(true);
        const [choice = 0] = choices.next().value === undefined ? [] : [choices.next().value];
        underWay.splice(choice % underWay.length, 1)[0]?.end();
      }
      await all;
      expect(begun).toEqual(values.map((_, index) => index));
    }),
  );
});

test("a value that cannot be sent makes room for the next", async () => {
  const queue = new SendQueue();
  const failing = queue.send(maxBytes, () => Promise.reject(new Error("lost")));
  const next = queue.send(maxBytes, async () => "sent");
  await expect(failing).rejects.toThrow("lost");
  expect(await next).toBe("sent");
});
