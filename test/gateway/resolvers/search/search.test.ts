import { afterAll, describe, expect, test } from "vitest";
import { startListGateway } from "../../../support/list-gateway.ts";

const gateway = await startListGateway({
  tags: [
    { id: "04AA", name: "Fire door", description: "North wing", additional_data: null },
    { id: "04BB", name: "Café", description: null, additional_data: { note: "fire hose" } },
    {
      ...{ id: "04CC", name: "pump", description: "-", type: "special" },
      additional_data: { special: "x", floor: 77, ok: true, nested: { deep: "special" } },
    },
  ],
  terminals: [
    {
      ...{ id: 501, name: "Reader", description: "at the gate", imei: "351756051523999" },
      ...{ uuid: "0da9c4dc-4a5a", model: "Galaxy", platform: "Android" },
      additional_data: { owner: "Zoë" },
    },
    { id: 502, name: "x", description: "x", uuid: "1", imei: "2", additional_data: null },
  ],
});
afterAll(() => gateway[Symbol.asyncDispose]());

test.each<["tags" | "terminals", string, string, readonly string[]]>([
  ["tags", "the name", "door", ["04AA"]],
  ["tags", "the description", "north", ["04AA"]],
  ["tags", "the record's own id", "04b", ["04BB"]],
  ["tags", "an additional value that is text", "hose", ["04BB"]],
  ["tags", "the type, keys or nested values", "special", []],
  ["tags", "numbers", "77", []],
  ["tags", "booleans", "true", []],
  ["tags", "keys", "note", []],
  ["terminals", "the name", "read", ["501"]],
  ["terminals", "the imei", "1756051", ["501"]],
  ["terminals", "the uuid", "DA9C4", ["501"]],
  ["terminals", "the own id", "501", ["501"]],
  ["terminals", "the additional data", "zoe", ["501"]],
  ["terminals", "the model", "galaxy", []],
  ["terminals", "the platform", "android", []],
])("a search of %s by %s: %s finds %j", async (list, _, search, ids) => {
  expect(await gateway.ids({ list, search })).toEqual(ids);
});

test.each(["", "   ", "\n\u00a0\t", "\u0301", "\u00b4"])(
  "a search without words (%j) counts as none",
  async (search) => {
    const found = await gateway.find({ search });
    expect(found).toMatchObject({ ids: ["04AA", "04BB", "04CC"], snapshotAt: null });
  },
);

describe("relevance", () => {
  test("puts names before the rest, and is the default order", async () => {
    const ids = (orderBy?: unknown) => gateway.ids({ search: "fire", orderBy });
    for (const orderBy of [undefined, []]) expect(await ids(orderBy)).toEqual(["04AA", "04BB"]);
    for (const orderBy of [{ field: "RELEVANCE", direction: "DESC" }, { field: "NAME" }]) {
      expect(await ids([orderBy])).toEqual(["04BB", "04AA"]);
    }
  });

  test.each([undefined, null, "  "])("without a search (%j) is BAD_USER_INPUT", async (search) => {
    const refusal = await gateway.refusal({ search, orderBy: [{ field: "RELEVANCE" }] });
    expect(refusal.extensions.code).toBe("BAD_USER_INPUT");
  });
});
