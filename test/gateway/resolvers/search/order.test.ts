import { describe, expect, test } from "vitest";
import { named, startListGateway } from "../../../support/list-gateway.ts";

const byName = (direction: string) => [{ field: "NAME", direction }];

describe("the order", () => {
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

  test("cannot be by what is no field of the list, without a call", async () => {
    await using gateway = await startListGateway({ tags: named("x") });
    for (const orderBy of [
      [{ field: "NAME", identifier: "key" }],
      [{ field: "ADDITIONAL_DATA" }],
      [{ field: "ADDITIONAL_DATA", identifier: null }],
      [{ field: "MODEL" }],
      [{ field: "NAME", direction: null }],
    ]) {
      expect((await gateway.refusal({ orderBy })).extensions.code).toBe("BAD_USER_INPUT");
    }
    expect(gateway.registry.calls).toEqual([]);
  });
});
