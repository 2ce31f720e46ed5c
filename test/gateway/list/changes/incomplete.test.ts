import { expect, test } from "vitest";
import { createWorld, next } from "./world.ts";

test("a poll that is not whole tells nothing, and the next whole one all that has changed since", async () => {
  using world = createWorld();
  for (const id of ["a", "b", "c"]) world.tag.set(id, "old");
  const listener = await world.listen(["tag"]);
  expect(await next(listener)).toBe("RESET");
  world.isTorn = true;
  world.tag.delete("a");
  await world.poll();
  world.tag.set("b", "new");
  await world.poll();
  world.isTorn = false;
  await world.poll();
  expect([await next(listener), await next(listener)].sort()).toEqual(["CHANGED b", "REMOVED a"]);
  world.tag.set("d", "new");
  await world.poll();
  expect(await next(listener)).toBe("ADDED d");
});

test("a stream that begins while a known list cannot be read whole has another RESET when it can", async () => {
  using world = createWorld();
  for (const id of ["a", "b"]) world.tag.set(id, "old");
  const earlier = await world.listen(["tag"]);
  expect(await next(earlier)).toBe("RESET");
  world.isTorn = true;
  world.tag.delete("a");
  await world.poll();
  const listener = await world.listen(["tag"]);
  expect(await next(listener)).toBe("RESET");
  await world.poll();
  world.isTorn = false;
  world.tag.set("a", "old");
  await world.poll();
  expect([await next(listener), await next(earlier)]).toEqual(["RESET", "RESET"]);
  world.tag.set("c", "new");
  await world.poll();
  expect([await next(listener), await next(earlier)]).toEqual(["ADDED c", "ADDED c"]);
});
