import { describe, expect, test } from "vitest";
import { named, startListGateway } from "../../../support/list-gateway.ts";
import { item } from "../../../support/project.ts";

const data = (comparison: object) => ({ additionalData: [{ identifier: "key", ...comparison }] });

describe("a filter", () => {
  test("refuses null in place of anything within it, without a call", async () => {
    await using gateway = await startListGateway({ tags: named("x") });
    for (const filter of [
      { name: null },
      { name: { eq: null } },
      { and: null },
      { not: null },
      { isActive: { eq: null } },
      { name: { isNull: null } },
      { name: { in: null } },
      data({ text: null }),
      { name: { in: [null] } },
      { or: [null] },
      { additionalData: [{ identifier: null, isNull: true }] },
      { addedAt: { gt: null } },
    ]) {
      expect((await gateway.refusal({ filter })).extensions.code).toBe("BAD_USER_INPUT");
    }
    expect(gateway.registry.calls).toEqual([]);
  });
});

describe("fields of the interface", () => {
  test("can all be filtered by, as the resolvers read them, in any lossless spelling", async () => {
    await using gateway = await startListGateway({
      terminals: [
        {
          ...{ id: 7, name: 12, uuid: "U-7", imei: 351, is_active: 1, can_insert_chip: "true" },
          ...{ platform: "p", platform_version: "v", form_identifier: "f", description: "d" },
        },
        {
          id: 10,
          name: "12",
          is_active: "0",
          can_insert_chip: "yes",
          can_change_chip: 0,
          model: "m",
        },
      ],
    });
    for (const [filter, ids] of [
      [{ name: { eq: "12" } }, ["7", "10"]],
      [{ imei: { startsWith: "35" } }, ["7"]],
      [{ terminalId: { in: ["10", "11"] } }, ["10"]],
      [{ isActive: { eq: true } }, ["7"]],
      [{ isActive: { eq: false } }, ["10"]],
      [{ canInsertChip: { isNull: true } }, ["10"]],
      [{ canChangeChip: { eq: false } }, ["10"]],
      [{ uuid: { isNull: false }, model: { isNull: true } }, ["7"]],
      [{ platform: { eq: "p" } }, ["7"]],
      [{ platformVersion: { eq: "v" } }, ["7"]],
      [{ model: { eq: "m" } }, ["10"]],
      [{ formIdentifier: { eq: "f" } }, ["7"]],
      [{ description: { eq: "d" } }, ["7"]],
    ] as const) {
      expect(await gateway.ids({ list: "terminals", filter })).toEqual(ids);
    }
  });

  test("that are times compare with points in time, by the registry's unit", async () => {
    const times = { s: 1_700_000_000, ms: "1700000000500", none: 17 };
    const tags = Object.entries(times).map(([id, time]) => {
      return { id, added_when: time, last_update: time };
    });
    await using gateway = await startListGateway({ tags });
    for (const [addedAt, ids] of [
      [{ gte: "2023-11-14T22:13:20Z" }, ["s", "ms"]],
      [{ gt: "2023-11-14T23:13:20.000+01:00" }, ["ms"]],
      [{ lt: "2023-11-14T22:13:20.5Z" }, ["s"]],
      [{ lte: "2023-11-14T22:13:20.500Z" }, ["s", "ms"]],
      [{ lte: "2023-11-14T22:13:20.4999Z" }, ["s"]],
      [{ isNull: true }, ["none"]],
    ] as const) {
      expect(await gateway.ids({ filter: { addedAt, updatedAt: addedAt } })).toEqual(ids);
    }
    const settings = { REGISTRY_TIMESTAMP_UNIT: "none" };
    await using none = await startListGateway({ tags, settings });
    expect(await none.ids({ filter: { addedAt: { isNull: true } } })).toEqual(["s", "ms", "none"]);
  });
});

describe("additional data", () => {
  test("that nothing knows are named in a warning with what was meant, in a selection too", async () => {
    await using gateway = await startListGateway({
      tags: [{ id: "0", additional_data: { condition: "good", own: null } }, { id: "1" }],
      structures: { tag: ["condition", "floor"].map((one) => item("textbox", one)) },
    });
    const select = async (identifier: string, from = gateway) => {
      const field = `additionalDataField(identifier: "${identifier}") { value }`;
      const { extensions } = await from.query(`{ tags { nodes { ${field} } } }`);
      return extensions?.["warnings"];
    };
    for (const misspelt of ["condtion", "Condiiton", "conditions"]) {
      const unknown = `The structure does not define "${misspelt}": null for each record without such a key.`;
      expect(await select(misspelt)).toEqual([
        { code: "UNKNOWN_IDENTIFIER", message: `${unknown} Did you mean "condition"?` },
      ]);
    }
    const noGuess = expect.not.stringContaining("Did you mean");
    expect(await select("lost")).toMatchObject([{ message: noGuess }]);
    expect(await select("condition")).toBeUndefined();
    await using bare = await startListGateway({ tags: [{ id: "0" }], structures: { tag: null } });
    expect(await select("lost", bare)).toBeUndefined();
    gateway.registry.resetCalls();
    await select("condtion");
    expect(gateway.registry.calls.toSorted()).toEqual([
      "GET /api/v1/additional_data/structure/tag",
      "GET /api/v1/tags?limit=100&page=1",
    ]);
    const additionalData = ["own", "floor", "flor"].map((identifier) => ({
      identifier,
      isNull: true,
    }));
    const orderBy = [{ field: "ADDITIONAL_DATA", identifier: "flor" }];
    const message = 'Neither the structure nor any record has "flor". Did you mean "floor"?';
    for (const query of [{ filter: { additionalData } }, { orderBy }]) {
      expect((await gateway.find(query)).warnings).toEqual([
        { code: "UNKNOWN_IDENTIFIER", message },
      ]);
    }
  });

  test("of more than 200 characters are unknown, whoever has them", async () => {
    const [long, longest] = ["k".repeat(201), "k".repeat(200)];
    await using gateway = await startListGateway({
      tags: [{ id: "0", additional_data: { [long]: "x", [longest]: "y" } }],
      structures: { tag: [item("textbox", long)] },
    });
    const { data: fields } = await gateway.query(`{ tag(id: "0") {
      long: additionalDataField(identifier: "${long}") { value item { name } }
      longest: additionalDataField(identifier: "${longest}") { value }
    } }`);
    expect(fields.tag).toEqual({ long: { value: null, item: null }, longest: { value: "y" } });
    const filterOf = (identifier: string) => ({ additionalData: [{ identifier, isNull: false }] });
    const message = expect.stringContaining("more than 200 characters");
    const warnings = [{ code: "UNKNOWN_IDENTIFIER", message }];
    expect(await gateway.find({ filter: filterOf(long) })).toMatchObject({ ids: [], warnings });
    const orderBy = [{ field: "ADDITIONAL_DATA", identifier: long }];
    expect(await gateway.find({ orderBy })).toMatchObject({ ids: ["0"], warnings });
    const facets = `{ tags { facets(by: [{ field: ADDITIONAL_DATA, identifier: "${long}" }]) { nullCount } } }`;
    const counted = await gateway.query(facets);
    expect(counted.data.tags.facets).toEqual([{ nullCount: 1 }]);
    expect(counted.extensions).toMatchObject({ warnings });
    const found = await gateway.find({ filter: filterOf(longest) });
    expect(found).toMatchObject({ ids: ["0"], warnings: [] });
  });

  test("of an item accept the kind of its type, and `isNull`", async () => {
    const kinds = ["text", "number", "boolean", "date"];
    const texts = ["text", "date"];
    const accepted = {
      ...{ textbox: texts, textarea: texts, selectbox: texts, image: ["text"] },
      ...{ number: ["number"], colour: kinds, none: kinds },
    };
    const types = Object.keys(accepted);
    await using gateway = await startListGateway({
      tags: [{ id: "0", additional_data: Object.fromEntries(types.map((type) => [type, "1"])) }],
      structures: { tag: types.slice(0, -1).map((type) => item(type, type)) },
    });
    for (const [identifier, own] of Object.entries(accepted)) {
      for (const kind of kinds) {
        const filter = { additionalData: [{ identifier, [kind]: { isNull: kind === "boolean" } }] };
        if (own.includes(kind)) await gateway.find({ filter });
        else expect((await gateway.refusal({ filter })).extensions.code).toBe("BAD_USER_INPUT");
      }
      const filter = { additionalData: [{ identifier, isNull: false }] };
      expect(await gateway.ids({ filter })).toEqual(["0"]);
    }
  });
});
