import { describe, expect, test } from "vitest";
import { named, startListGateway, withData } from "../../../support/list-gateway.ts";

const byName = (direction: string) => [{ field: "NAME", direction }];

describe("the order", () => {
  test("of text is the one that people expect", async () => {
    const names = ["a", "A", "á", "b", "item 2", "item 10", "item 010 b", "Z", "é", "z"];
    await using gateway = await startListGateway({ tags: named(...names.toReversed()) });
    const ids = await gateway.ids({ orderBy: byName("ASC") });
    const read = ids.map((id) => names.toReversed()[Number(id)]);
    expect(read).toEqual(["a", "A", "á", "b", "é", "item 2", "item 10", "item 010 b", "z", "Z"]);
  });

  test("puts null and unreadable values last in both directions", async () => {
    await using gateway = await startListGateway({ tags: named(null, "b", {}, "a") });
    expect(await gateway.ids({ orderBy: byName("ASC") })).toEqual(["3", "1", "0", "2"]);
    expect(await gateway.ids({ orderBy: byName("DESC") })).toEqual(["1", "3", "0", "2"]);
  });

  test("breaks ties by the record's id, ascending in both directions: tags by code units", async () => {
    const tags = ["b", "B", "10", "9"].map((id) => ({ id, name: "x" }));
    await using gateway = await startListGateway({ tags });
    const ids = ["10", "9", "B", "b"];
    expect(await gateway.ids({ orderBy: byName("ASC") })).toEqual(ids);
    expect(await gateway.ids({ orderBy: byName("DESC") })).toEqual(ids);
  });

  test("breaks ties between terminals by the number of their id, and orders ids by number", async () => {
    const terminals = [10, 9, 100].map((id) => ({ id, name: "x" }));
    await using gateway = await startListGateway({ terminals });
    const ids = (orderBy: unknown) => gateway.ids({ list: "terminals", orderBy });
    expect(await ids(byName("DESC"))).toEqual(["9", "10", "100"]);
    expect(await ids([{ field: "TERMINAL_ID" }])).toEqual(["9", "10", "100"]);
    expect(await ids([{ field: "TERMINAL_ID", direction: "DESC" }])).toEqual(["100", "10", "9"]);
  });

  test("has false before true, and earlier times before later ones", async () => {
    await using gateway = await startListGateway({
      tags: [
        { id: "a", is_active: true, added_when: 1_700_000_005, last_update: 1_800_000_000_000 },
        { id: "b", is_active: 0, added_when: 1_700_000_009, last_update: 1_700_000_000 },
        { id: "c", is_active: "no", added_when: 1_700_000_001, last_update: 5 },
      ],
    });
    const ids = (field: string) => gateway.ids({ orderBy: [{ field }] });
    expect(await ids("IS_ACTIVE")).toEqual(["b", "a", "c"]);
    expect(await ids("ADDED_AT")).toEqual(["c", "a", "b"]);
    expect(await ids("UPDATED_AT")).toEqual(["b", "a", "c"]);
    expect(await ids("TAG_ID")).toEqual(["a", "b", "c"]);
  });

  test("works for each field that can be ordered by", async () => {
    await using gateway = await startListGateway({
      tags: [
        { id: "a", type: "y" },
        { id: "b", type: "x" },
      ],
      terminals: [
        { id: 1, model: "y", platform: "y", platform_version: "1.10" },
        { id: 2, model: "x", platform: "x", platform_version: "1.9" },
      ],
    });
    expect(await gateway.ids({ orderBy: [{ field: "TYPE" }] })).toEqual(["b", "a"]);
    for (const field of ["MODEL", "PLATFORM", "PLATFORM_VERSION"]) {
      expect(await gateway.ids({ list: "terminals", orderBy: [{ field }] })).toEqual(["2", "1"]);
    }
  });

  test("of additional data is by number for NUMBER items, and by text otherwise", async () => {
    const tags = withData("10", 9, "x", "9.5");
    const orderBy = [{ field: "ADDITIONAL_DATA", identifier: "key" }];
    const items = [{ type: "number", identifier: "key", name: "Key" }];
    await using numbers = await startListGateway({ tags, structures: { tag: items } });
    expect(await numbers.ids({ orderBy })).toEqual(["1", "3", "0", "2"]);
    await using gateway = await startListGateway({ tags: withData("10", 9, true, "a9") });
    expect(await gateway.ids({ orderBy })).toEqual(["1", "0", "3", "2"]);
  });

  test("is by the first of several, then by the next", async () => {
    await using gateway = await startListGateway({
      tags: [
        { id: "a", type: "x", name: "1" },
        { id: "b", type: "y", name: "2" },
        { id: "c", type: "x", name: "3" },
      ],
    });
    const orderBy = [{ field: "TYPE" }, { field: "NAME", direction: "DESC" }];
    expect(await gateway.ids({ orderBy })).toEqual(["c", "a", "b"]);
  });

  test.each([
    ["an identifier without ADDITIONAL_DATA", [{ field: "NAME", identifier: "key" }]],
    ["ADDITIONAL_DATA without an identifier", [{ field: "ADDITIONAL_DATA" }]],
    ["ADDITIONAL_DATA of null", [{ field: "ADDITIONAL_DATA", identifier: null }]],
    ["a field of terminals", [{ field: "MODEL" }]],
    ["no direction", [{ field: "NAME", direction: null }]],
  ])("cannot be by %s", async (_, orderBy) => {
    await using gateway = await startListGateway({ tags: named("x") });
    expect((await gateway.refusal({ orderBy })).extensions.code).toBe("BAD_USER_INPUT");
    expect(gateway.registry.calls).toEqual([]);
  });

  test("is by at most ten fields", async () => {
    await using gateway = await startListGateway({ tags: named("x") });
    const orderBy = Array.from({ length: 11 }, () => ({ field: "NAME" }));
    expect(await gateway.ids({ orderBy: orderBy.slice(1) })).toEqual(["0"]);
    expect((await gateway.refusal({ orderBy })).extensions.code).toBe("QUERY_TOO_COMPLEX");
  });
});
