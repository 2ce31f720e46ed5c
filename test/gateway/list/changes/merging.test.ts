import { expect, test } from "vitest";
import { createWorld, type World } from "./world.ts";

const put = (name: string) => (world: World) => world.tag.set("a", name);
const remove = (world: World) => world.tag.delete("a");
const edit = (world: World) => world.tag.set("b", `b${world.tag.get("b")}`);

const end = { kind: "CHANGED", id: "b" };

test.each([
  ["added and changed", [], [put("one"), put("two")], { kind: "ADDED", fields: null }],
  ["added and removed", [], [put("one"), remove], end],
  ["changed twice", [put("old")], [put("one"), put("two")], { kind: "CHANGED", fields: ["name"] }],
  ["changed and removed", [put("old")], [put("one"), remove], { kind: "REMOVED", fields: null }],
  ["removed and added", [put("old")], [remove, put("new")], { kind: "CHANGED", fields: ["name"] }],
  [
    "removed and added as it was",
    [put("old")],
    [remove, put("old")],
    { kind: "CHANGED", fields: [] },
  ],
])("waiting changes of a record are one event: %s", async (_, before, changes, expected) => {
  using world = createWorld();
  for (const change of [edit, ...before]) change(world);
  const listener = await world.listen(["tag"]);
  await listener.next();
  for (const change of [...changes, edit]) {
    change(world);
    await world.poll();
  }
  expect((await listener.next()).value).toMatchObject(expected);
  if (expected !== end) expect((await listener.next()).value).toMatchObject(end);
});

test.each(["goes on", "resumes"])(
  "a reader too slow for a record to change again before it was told of gets a RESET when it %s",
  async (how) => {
    using world = createWorld();
    edit(world);
    const listener = await world.listen(["tag"]);
    await listener.next();
    const happen = async (...changes: ((world: World) => unknown)[]) => {
      for (const change of changes) {
        change(world);
        await world.poll();
      }
    };
    await happen(put("one"), edit, put("two"));
    const { value } = await listener.next();
    expect(value).toMatchObject({ kind: "ADDED", id: "a" });
    await happen(put("three"));
    const again = how === "resumes" ? await world.listen(["tag"], value?.cursor) : listener;
    expect((await again.next()).value).toMatchObject(end);
    expect((await again.next()).value).toMatchObject({ kind: "CHANGED", id: "a" });
    await happen(put("four"), edit, put("five"));
    const { value: merged } = await again.next();
    expect(merged).toMatchObject({ kind: "CHANGED", id: "a" });
    await happen(edit);
    const late = how === "resumes" ? await world.listen(["tag"], merged?.cursor) : again;
    expect((await late.next()).value).toMatchObject({ kind: "RESET" });
  },
);
