import { describe, expect, test } from "vitest";
import { named, startListGateway } from "../../../support/list-gateway.ts";

const data = (comparison: object) => ({ additionalData: [{ identifier: "key", ...comparison }] });

describe("a filter", () => {
  test("that is null counts as none, and so do a null `search`, a null `orderBy` and `orderBy: []`", async () => {
    await using gateway = await startListGateway({ tags: named("x") });
    const none = await gateway.find({ filter: null, search: null, orderBy: null });
    expect(none).toMatchObject({ ids: ["0"], snapshotAt: null });
    expect(await gateway.find({ orderBy: [] })).toMatchObject({ ids: ["0"], snapshotAt: null });
    expect((await gateway.find({ filter: {} })).snapshotAt).not.toBeNull();
  });

  test("refuses null in place of anything within it, without a call", async () => {
    await using gateway = await startListGateway({ tags: named("x") });
    for (const filter of [
      { name: null },
      { name: { eq: null } },
      { and: null },
      { not: null },
      { isActive: { eq: null } },
      { name: { isNull: null } },
      { addedAt: { gt: null } },
      { name: { in: null } },
      data({ text: null }),
      { name: { in: [null] } },
      { or: [null] },
      { additionalData: [{ identifier: null, isNull: true }] },
    ]) {
      expect((await gateway.refusal({ filter })).extensions.code).toBe("BAD_USER_INPUT");
    }
    expect(gateway.registry.calls).toEqual([]);
  });

  test("leaves out the field of a variable that is left out", async () => {
    await using gateway = await startListGateway({ tags: named("x", null) });
    const document =
      "query ($x: String, $f: TextFilter) { tags(filter: { name: { eq: $x }, type: $f }) { totalCount } }";
    expect((await gateway.query(document)).data.tags.totalCount).toBe(2);
    const given = await gateway.query(document, { variables: { x: "x" } });
    expect(given.data.tags.totalCount).toBe(1);
    const { errors } = await gateway.query(document, { variables: { x: null } });
    expect(errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
  });
});

describe("fields of the interface", () => {
  test("are read as the resolvers read them, in any lossless spelling", async () => {
    await using gateway = await startListGateway({
      terminals: [
        { id: 7, name: 12, uuid: "U-7", imei: 351, is_active: 1, can_insert_chip: "true" },
        { id: 10, name: "12", is_active: "0", can_insert_chip: "yes", can_change_chip: 0 },
      ],
    });
    const ids = (filter: object) => gateway.ids({ list: "terminals", filter });
    expect(await ids({ name: { eq: "12" } })).toEqual(["7", "10"]);
    expect(await ids({ imei: { startsWith: "35" } })).toEqual(["7"]);
    expect(await ids({ terminalId: { in: ["10", "11"] } })).toEqual(["10"]);
    expect(await ids({ isActive: { eq: true } })).toEqual(["7"]);
    expect(await ids({ isActive: { eq: false } })).toEqual(["10"]);
    expect(await ids({ canInsertChip: { isNull: true } })).toEqual(["10"]);
    expect(await ids({ canChangeChip: { eq: false } })).toEqual(["10"]);
    expect(await ids({ uuid: { isNull: false }, model: { isNull: true } })).toEqual(["7"]);
  });

  test("can all be filtered by, under the schema's names", async () => {
    await using gateway = await startListGateway({
      terminals: [
        {
          id: 1,
          platform: "p",
          platform_version: "v",
          model: "m",
          form_identifier: "f",
          description: "d",
        },
        { id: 2 },
      ],
    });
    const eq = { platform: "p", platformVersion: "v", model: "m", formIdentifier: "f" };
    for (const [field, text] of [...Object.entries(eq), ["description", "d"]] as const) {
      const filter = { [field]: { eq: text } };
      expect(await gateway.ids({ list: "terminals", filter })).toEqual(["1"]);
    }
  });

  test("that are times compare with points in time, by the registry's unit", async () => {
    const added = (id: string, added_when: unknown) => ({
      id,
      added_when,
      last_update: added_when,
    });
    const tags = [added("s", 1_700_000_000), added("ms", "1700000000500"), added("none", 17)];
    await using gateway = await startListGateway({ tags });
    const ids = (addedAt: object) => gateway.ids({ filter: { addedAt, updatedAt: addedAt } });
    expect(await ids({ gte: "2023-11-14T22:13:20Z" })).toEqual(["s", "ms"]);
    expect(await ids({ gt: "2023-11-14T23:13:20.000+01:00" })).toEqual(["ms"]);
    expect(await ids({ lt: "2023-11-14T22:13:20.5Z" })).toEqual(["s"]);
    expect(await ids({ lte: "2023-11-14T22:13:20.500Z" })).toEqual(["s", "ms"]);
    expect(await ids({ lte: "2023-11-14T22:13:20.4999Z" })).toEqual(["s"]);
    expect(await ids({ isNull: true })).toEqual(["none"]);
    await using none = await startListGateway({
      tags,
      settings: { REGISTRY_TIMESTAMP_UNIT: "none" },
    });
    const isNull = await none.ids({ filter: { addedAt: { isNull: true } } });
    expect(isNull).toEqual(["s", "ms", "none"]);
  });

  test("that are times refuse what is no DateTime", async () => {
    await using gateway = await startListGateway({ tags: named("x") });
    const days = ["2023-11-14", "2023-02-30T00:00:00Z", "2023-11-14T24:00:00Z"];
    for (const gt of ["soon", ...days, 5, "", {}]) {
      const { extensions } = await gateway.refusal({ filter: { addedAt: { gt } } });
      expect(extensions.code).toBe("BAD_USER_INPUT");
    }
  });
});

describe("additional data", () => {
  const item = (type: string, identifier = "key", name = "Key") => ({ type, identifier, name });

  test("are found as `additionalDataField` finds them", async () => {
    await using gateway = await startListGateway({
      tags: [{ id: "0", additional_data: { Key: "x" } }],
      structures: { tag: [item("textbox")] },
    });
    const { data: response } = await gateway.query(
      '{ tags(filter: { additionalData: [{ identifier: "key", text: { eq: "x" } }] }) { nodes { additionalDataField(identifier: "key") { value } } } }',
    );
    expect(response.tags.nodes).toEqual([{ additionalDataField: { value: "x" } }]);
  });

  test("that neither the structure nor any record knows are named in a warning", async () => {
    await using gateway = await startListGateway({
      tags: [{ id: "0", additional_data: { known: null } }],
      structures: { tag: [item("textbox", "defined")] },
    });
    const isNull = true;
    const filter = {
      additionalData: ["known", "defined", "lost"].map((identifier) => ({ identifier, isNull })),
    };
    const { ids, warnings } = await gateway.find({ filter });
    expect(ids).toEqual(["0"]);
    expect(warnings).toEqual([
      { code: "UNKNOWN_IDENTIFIER", message: expect.stringContaining('"lost"') },
    ]);
    const orderBy = [{ field: "ADDITIONAL_DATA", identifier: "lost" }];
    expect((await gateway.find({ orderBy })).warnings).toHaveLength(1);
  });

  test("that nothing knows are named in a warning with what was meant, in a selection too", async () => {
    await using gateway = await startListGateway({
      tags: [{ id: "0", additional_data: { condition: "good", own: 1 } }, { id: "1" }],
      structures: { tag: ["condition", "floor"].map((one) => item("textbox", one)) },
    });
    const warningsFor = async (field: string) => {
      const { data: found, extensions } = await gateway.query(`{ tags { nodes { ${field} } } }`);
      const given = (extensions?.["warnings"] ?? []) as readonly {
        code: string;
        message: string;
      }[];
      expect(found.tags.nodes).toHaveLength(2);
      return given.map(({ code, message }) => `${code}: ${message}`);
    };
    const select = (identifier: string) =>
      warningsFor(`f: additionalDataField(identifier: "${identifier}") { value }`);
    for (const misspelt of ["condtion", "Condiiton", "conditions"]) {
      const unknown = `UNKNOWN_IDENTIFIER: The structure does not define "${misspelt}": null for each record without such a key.`;
      expect(await select(misspelt)).toEqual([`${unknown} Did you mean "condition"?`]);
    }
    expect(await select("lost")).toEqual([expect.not.stringContaining("Did you mean")]);
    expect(await select("condition")).toEqual([]);
    const filter = { additionalData: [{ identifier: "flor", isNull: true }] };
    const { warnings } = await gateway.find({ filter });
    expect(warnings.map(({ message }) => message)).toEqual([
      'Neither the structure nor any record has "flor". Did you mean "floor"?',
    ]);
    gateway.registry.resetCalls();
    await select("condtion");
    expect(gateway.registry.calls.toSorted()).toEqual([
      "GET /api/v1/additional_data/structure/tag",
      "GET /api/v1/tags?limit=100&page=1",
    ]);
  });

  test("of more than 200 characters are unknown, whoever has them", async () => {
    const [long, longest] = ["k".repeat(201), "k".repeat(200)];
    await using gateway = await startListGateway({
      tags: [{ id: "0", additional_data: { [long]: "x", [longest]: "y" } }],
      structures: { tag: [{ ...item("textbox", long), name: "Long" }] },
    });
    const values = `
      { tag(id: "0") {
        long: additionalDataField(identifier: "${long}") { value item { name } }
        longest: additionalDataField(identifier: "${longest}") { value }
      } }`;
    const { data: fields, errors } = await gateway.query(values);
    expect({ ...fields.tag, errors }).toEqual({
      long: { value: null, item: null },
      longest: { value: "y" },
      errors: undefined,
    });
    const isNull = false;
    const filter = { additionalData: [{ identifier: long, isNull }] };
    const tooLong = expect.stringContaining("more than 200 characters");
    const warnings = [{ code: "UNKNOWN_IDENTIFIER", message: tooLong }];
    expect(await gateway.find({ filter })).toMatchObject({ ids: [], warnings });
    const orderBy = [{ field: "ADDITIONAL_DATA", identifier: long }];
    expect(await gateway.find({ orderBy })).toMatchObject({ ids: ["0"], warnings });
    const facets = `{ tags { facets(by: [{ field: ADDITIONAL_DATA, identifier: "${long}" }]) { nullCount } } }`;
    const counted = await gateway.query(facets);
    expect(counted.data.tags.facets).toEqual([{ nullCount: 1 }]);
    expect(counted.extensions).toMatchObject({ warnings });
    const known = { additionalData: [{ identifier: longest, isNull }] };
    expect(await gateway.find({ filter: known })).toMatchObject({ ids: ["0"], warnings: [] });
  });

  test("of an item accept the kind of its type, and `isNull`", async () => {
    const types = ["textbox", "textarea", "selectbox", "image", "number", "colour"];
    await using gateway = await startListGateway({
      tags: [
        {
          id: "0",
          additional_data: Object.fromEntries([...types, "none"].map((one) => [one, "1"])),
        },
      ],
      structures: { tag: types.map((type) => item(type, type, `a ${type}`)) },
    });
    const kindsOf = { number: ["number"], colour: ["text", "number", "boolean"] };
    for (const identifier of [...types, "none"]) {
      const open = identifier === "none" ? kindsOf.colour : ["text"];
      const accepted = new Map(Object.entries(kindsOf)).get(identifier) ?? open;
      for (const kind of ["text", "number", "boolean"]) {
        const filter = { additionalData: [{ identifier, [kind]: { isNull: kind === "boolean" } }] };
        if (accepted.includes(kind)) await gateway.find({ filter });
        else expect((await gateway.refusal({ filter })).extensions.code).toBe("BAD_USER_INPUT");
      }
      const filter = { additionalData: [{ identifier, isNull: false }] };
      expect(await gateway.ids({ filter })).toEqual(["0"]);
    }
  });
});
