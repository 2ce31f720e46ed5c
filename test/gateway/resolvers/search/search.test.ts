import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ListGateway, startListGateway } from "../../../support/list-gateway.ts";

let gateway: ListGateway;

beforeAll(async () => {
  gateway = await startListGateway({
    tags: [
      { id: "04AA", name: "Fire door", description: "North wing", additional_data: null },
      {
        id: "04BB",
        name: "Café Straße",
        description: null,
        additional_data: { note: "fire hose" },
      },
      {
        id: "04CC",
        name: "pump",
        description: "-",
        type: "special",
        additional_data: { special: "x", floor: 77, ok: true, nested: { deep: "special" } },
      },
    ],
    terminals: [
      {
        id: 501,
        name: "Reader",
        description: "at the gate",
        imei: "351756051523999",
        uuid: "0da9c4dc-4a5a",
        model: "Galaxy",
        platform: "Android",
        additional_data: { owner: "Zoë" },
      },
      { id: 502, name: "x", description: "x", uuid: "1", imei: "2", additional_data: null },
    ],
  });
});

afterAll(() => gateway[Symbol.asyncDispose]());

describe("a search", () => {
  test.each([
    ["the name", "door", ["04AA"]],
    ["the description", "north", ["04AA"]],
    ["the record's own id", "04b", ["04BB"]],
    ["an additional value that is text", "hose", ["04BB"]],
  ])("finds a word in %s", async (_, search, ids) => {
    expect(await gateway.ids({ search })).toEqual(ids);
  });

  test.each([
    ["the name", "read"],
    ["the imei", "1756051"],
    ["the uuid", "DA9C4"],
    ["the own id", "501"],
    ["the additional data", "zoe"],
  ])("finds a terminal by %s", async (_, search) => {
    expect(await gateway.ids({ list: "terminals", search })).toEqual(["501"]);
  });

  test.each(["special", "77", "true", "deep", "note"])(
    "does not look for %s in the type, keys, nested values, numbers and booleans",
    async (search) => {
      expect(await gateway.ids({ search })).toEqual([]);
    },
  );

  test.each(["galaxy", "android"])(
    "does not look for %s in the model or platform",
    async (search) => {
      expect(await gateway.ids({ list: "terminals", search })).toEqual([]);
    },
  );

  test.each(["", "   ", "\n\u00a0\t", "\u0301", "\u00b4"])(
    "without words (%j) counts as none",
    async (search) => {
      const found = await gateway.find({ search });
      expect(found).toMatchObject({ ids: ["04AA", "04BB", "04CC"], snapshotAt: null });
    },
  );
});

describe("relevance", () => {
  test("puts names before the rest, and is the default order", async () => {
    const { ids, snapshotAt } = await gateway.find({ search: "fire" });
    expect(ids).toEqual(["04AA", "04BB"]);
    expect(snapshotAt).not.toBeNull();
    expect(await gateway.ids({ search: "fire", orderBy: [] })).toEqual(["04AA", "04BB"]);
    const orderBy = [{ field: "RELEVANCE", direction: "DESC" }];
    expect(await gateway.ids({ search: "fire", orderBy })).toEqual(["04BB", "04AA"]);
    expect(await gateway.ids({ search: "fire", orderBy: [{ field: "NAME" }] })).toEqual([
      "04BB",
      "04AA",
    ]);
  });

  test.each([undefined, null, "", "  "])(
    "without a search (%j) is BAD_USER_INPUT",
    async (search) => {
      const refusal = await gateway.refusal({ search, orderBy: [{ field: "RELEVANCE" }] });
      expect(refusal.extensions.code).toBe("BAD_USER_INPUT");
    },
  );
});
