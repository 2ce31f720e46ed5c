import { expect, test } from "vitest";
import { Batch } from "../../../src/gateway/http/batch.ts";

test("what is added is worked off later, all of it in its order, and what comes meanwhile the next time", async () => {
  const worked: string[] = [];
  let { promise, resolve } = Promise.withResolvers<void>();
  const batch = new Batch<string>((item) => {
    worked.push(item);
    if (item === "a") batch.add("c");
    if (item === "b" || item === "c") resolve();
  });
  batch.add("a");
  batch.add("b");
  expect(worked).toEqual([]);
  await promise;
  expect(worked).toEqual(["a", "b"]);
  ({ promise, resolve } = Promise.withResolvers<void>());
  await promise;
  expect(worked).toEqual(["a", "b", "c"]);
});
