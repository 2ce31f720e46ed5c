import { expect, test } from "vitest";
import { Batch } from "../../../src/gateway/http/batch.ts";

test("a batch handles its items later and in order, and leaves items added meanwhile for its next run", async () => {
  const handled: string[] = [];
  let { promise, resolve } = Promise.withResolvers<void>();
  const batch = new Batch<string>((item) => {
    handled.push(item);
    if (item === "a") batch.add("c");
    if (item === "b" || item === "c") resolve();
  });
  batch.add("a");
  batch.add("b");
  expect(handled).toEqual([]);
  await promise;
  expect(handled).toEqual(["a", "b"]);
  ({ promise, resolve } = Promise.withResolvers<void>());
  await promise;
  expect(handled).toEqual(["a", "b", "c"]);
});
