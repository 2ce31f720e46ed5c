import { describe, expect, test } from "vitest";
import { named, startListGateway, withData } from "../../../support/list-gateway.ts";

/** The positions of the tags that a filter matches. */
async function match(
  tags: ReturnType<typeof named>,
  filter: unknown,
  items: readonly object[] = [],
): Promise<readonly number[]> {
  await using gateway = await startListGateway({ tags, structures: { tag: items } });
  return (await gateway.ids({ filter })).map(Number);
}

const data = (comparison: object) => ({ additionalData: [{ identifier: "key", ...comparison }] });

describe("a filter", () => {
  test("has fields that must all hold", async () => {
    await using gateway = await startListGateway({
      tags: [
        { id: "a", name: "x", type: "NFC" },
        { id: "b", name: "x", type: "QR" },
        { id: "c", name: "y", type: "QR" },
      ],
    });
    const both = { name: { eq: "x" }, type: { eq: "QR" } };
    expect(await gateway.ids({ filter: both })).toEqual(["b"]);
    expect(await gateway.ids({ filter: { name: { eq: "x", ne: "x" } } })).toEqual([]);
  });

  test("matches every record as `{}` and `and: []`, and none as `or: []` and `in: []`", async () => {
    const tags = named("x", null);
    expect(await match(tags, {})).toEqual([0, 1]);
    expect(await match(tags, { and: [] })).toEqual([0, 1]);
    expect(await match(tags, { name: {} })).toEqual([0, 1]);
    expect(await match(tags, { additionalData: [] })).toEqual([0, 1]);
    expect(await match(tags, { or: [] })).toEqual([]);
    expect(await match(tags, { name: { in: [] } })).toEqual([]);
    expect(await match(tags, { name: { notIn: [] } })).toEqual([0, 1]);
  });

  test("can nest `and`, `or` and `not` ten deep", async () => {
    await using gateway = await startListGateway({ tags: named("x") });
    const nest = (depth: number): object =>
      depth === 0 ? { name: { eq: "x" } } : { not: nest(depth - 1) };
    expect(await gateway.ids({ filter: nest(10) })).toEqual(["0"]);
    expect((await gateway.refusal({ filter: nest(11) })).extensions.code).toBe("BAD_USER_INPUT");
    const eleventh = await gateway.refusal({ filter: { and: [{ or: [nest(9)] }] } });
    expect(eleventh.extensions.code).toBe("BAD_USER_INPUT");
  });

  test("that is null counts as none, and so do a null `search`, a null `orderBy` and `orderBy: []`", async () => {
    await using gateway = await startListGateway({ tags: named("x") });
    const none = await gateway.find({ filter: null, search: null, orderBy: null });
    expect(none).toMatchObject({ ids: ["0"], snapshotAt: null });
    expect(await gateway.find({ orderBy: [] })).toMatchObject({ ids: ["0"], snapshotAt: null });
    expect((await gateway.find({ filter: {} })).snapshotAt).not.toBeNull();
  });

  test.each<[string, object]>([
    ["a field", { name: null }],
    ["a comparison", { name: { eq: null } }],
    ["`and`", { and: null }],
    ["`not`", { not: null }],
    ["a boolean's comparison", { isActive: { eq: null } }],
    ["`isNull`", { name: { isNull: null } }],
    ["a time", { addedAt: { gt: null } }],
    ["`in`", { name: { in: null } }],
    ["a kind of additional data", data({ text: null })],
    ["a value within `in`", { name: { in: [null] } }],
    ["a part of `or`", { or: [null] }],
    ["an identifier", { additionalData: [{ identifier: null, isNull: true }] }],
  ])("refuses null for %s", async (_, filter) => {
    await using gateway = await startListGateway({ tags: named("x") });
    expect((await gateway.refusal({ filter })).extensions.code).toBe("BAD_USER_INPUT");
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

  test("has at most 1,000 conditions, an `in` counting as one", async () => {
    await using gateway = await startListGateway({ tags: named("999", "x") });
    const filterOf = (length: number) => ({
      or: Array.from({ length }, (_, index) => ({ name: { in: [String(index), `${index}.`] } })),
    });
    expect(await gateway.ids({ filter: filterOf(1_000) })).toEqual(["0"]);
    const { extensions } = await gateway.refusal({ filter: filterOf(1_001) });
    expect(extensions.code).toBe("QUERY_TOO_COMPLEX");
  });
});

describe("null", () => {
  test("matches `ne`, `notIn` and `not`, and no other comparison", async () => {
    const tags = named("x", null);
    expect(await match(tags, { name: { ne: "x" } })).toEqual([1]);
    expect(await match(tags, { name: { notIn: ["x"] } })).toEqual([1]);
    expect(await match(tags, { not: { name: { eq: "x" } } })).toEqual([1]);
    expect(await match(tags, { not: { name: { startsWith: "y" } } })).toEqual([0, 1]);
    for (const comparison of [{ eq: "" }, { contains: "" }, { in: [""] }, { startsWith: "" }]) {
      expect(await match(named(null), { name: comparison })).toEqual([]);
    }
    for (const name of ["gt", "gte", "lt", "lte"]) {
      const number = data({ number: { [name]: 0 } });
      expect(await match(withData(null, undefined), number)).toEqual([]);
    }
  });

  test("is a missing key, null, and what cannot be read; empty text is not", async () => {
    const tags = named("", null, undefined, {}, ["x"], true, 5);
    expect(await match(tags, { name: { isNull: true } })).toEqual([1, 2, 3, 4, 5]);
    expect(await match(tags, { name: { isNull: false } })).toEqual([0, 6]);
    const values = withData("x", "1", null, undefined, {}, "");
    expect(await match(values, data({ number: { isNull: true } }))).toEqual([0, 2, 3, 4, 5]);
    expect(await match(values, data({ text: { isNull: true } }))).toEqual([2, 3, 4]);
    expect(await match(values, data({ boolean: { isNull: false } }))).toEqual([1]);
  });

  test("is what `isNull` of additional data asks for, and nothing else is", async () => {
    const values = withData("", null, undefined, {}, [], 0, false);
    expect(await match(values, data({ isNull: true }))).toEqual([1, 2]);
    expect(await match(values, data({ isNull: false }))).toEqual([0, 3, 4, 5, 6]);
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

  test.each(["soon", "2023-11-14", "2023-02-30T00:00:00Z", "2023-11-14T24:00:00Z", 5, "", {}])(
    "that are times refuse %j",
    async (time) => {
      await using gateway = await startListGateway({ tags: named("x") });
      const filter = { addedAt: { gt: time } };
      expect((await gateway.refusal({ filter })).extensions.code).toBe("BAD_USER_INPUT");
    },
  );
});

describe("text", () => {
  test("is compared by code points, except with `contains` and `startsWith`", async () => {
    const tags = named("Café", "Cafe\u0301", "café");
    expect(await match(tags, { name: { eq: "Café" } })).toEqual([0]);
    expect(await match(tags, { name: { ne: "Café" } })).toEqual([1, 2]);
    expect(await match(tags, { name: { in: ["Café", "café"] } })).toEqual([0, 2]);
    expect(await match(tags, { name: { notIn: ["Café", "café"] } })).toEqual([1]);
  });

  test.each([
    ["Straße", "STRASSE"],
    ["Æsir", "aesir"],
    ["Œuvre", "oeuvre"],
    ["Øresund", "oresund"],
    ["Łódź", "lodz"],
    ["Đurđa", "durda"],
    ["Iğdır", "igdir"],
    ["ΟΔΟΣ", "οδος"],
    ["Café", "cafe\u0301"],
    ["ﬁle", "FILE"],
  ])("`contains` and `startsWith` fold %s and %s alike", async (name, other) => {
    const tags = named(name, other, `x${name}`, "x");
    for (const text of [name, other]) {
      expect(await match(tags, { name: { contains: text } })).toEqual([0, 1, 2]);
      expect(await match(tags, { name: { startsWith: text } })).toEqual([0, 1]);
    }
  });
});

describe("additional data", () => {
  const item = (type: string, identifier = "key", name = "Key") => ({ type, identifier, name });

  test("are looked up by the record's own key, else by the item's name", async () => {
    const tags = [
      { id: "0", additional_data: { key: "x" } },
      { id: "1", additional_data: { Key: "x" } },
      { id: "2", additional_data: { key: "y", Key: "x" } },
      { id: "3", additional_data: { key: null, Key: "x" } },
    ];
    const text = { eq: "x" };
    expect(await match(tags, data({ text }), [item("textbox")])).toEqual([0, 1]);
    expect(await match(tags, data({ text }))).toEqual([0]);
    // An item's name is a key like any other.
    const byName = { additionalData: [{ identifier: "Key", text }] };
    expect(await match(tags, byName, [item("number")])).toEqual([1, 2, 3]);
  });

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

  test("of more than 200 characters are unknown, whoever has them (rule 14)", async () => {
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

  test.each([
    ["textbox", ["text"]],
    ["textarea", ["text"]],
    ["selectbox", ["text"]],
    ["image", ["text"]],
    ["number", ["number"]],
    ["colour", ["text", "number", "boolean"]],
    [null, ["text", "number", "boolean"]],
  ])("of a %s item accept %j, and `isNull`", async (type, kinds) => {
    const items = type === null ? [] : [item(type)];
    await using gateway = await startListGateway({
      tags: withData("1"),
      structures: { tag: items },
    });
    for (const kind of ["text", "number", "boolean"]) {
      const filter = data({ [kind]: { isNull: false } });
      if (kinds.includes(kind)) expect(await gateway.ids({ filter })).toEqual(["0"]);
      else expect((await gateway.refusal({ filter })).extensions.code).toBe("BAD_USER_INPUT");
    }
    expect(await gateway.ids({ filter: data({ isNull: false }) })).toEqual(["0"]);
  });

  test.each<[string, object]>([
    ["no kind", {}],
    ["two kinds", { text: { eq: "x" }, number: { eq: 1 } }],
    ["a kind and `isNull`", { text: { eq: "x" }, isNull: false }],
  ])("take exactly one of text, number, boolean and isNull, not %s", async (_, comparison) => {
    await using gateway = await startListGateway({ tags: withData("x") });
    const { extensions } = await gateway.refusal({ filter: data(comparison) });
    expect(extensions.code).toBe("BAD_USER_INPUT");
  });

  test("are booleans if they are `true`, `false`, 0 or 1", async () => {
    const values = withData(true, false, 1, 0, "yes", 2, null);
    expect(await match(values, data({ boolean: { eq: true } }))).toEqual([0, 2]);
    expect(await match(values, data({ boolean: { eq: false } }))).toEqual([1, 3]);
  });

  test("are numbers if they are JSON numbers, or text that is one after trimming", async () => {
    const values = withData(1000, "1e3", " 1000\n", "1,5", "0x10", "", "1000.0", true);
    expect(await match(values, data({ number: { eq: 1000 } }))).toEqual([0, 1, 2, 6]);
    expect(await match(values, data({ number: { gte: 0 } }))).toEqual([0, 1, 2, 6]);
    expect(await match(values, data({ number: { in: [1, 1000] } }))).toEqual([0, 1, 2, 6]);
    expect(await match(values, data({ number: { notIn: [1000] } }))).toEqual([3, 4, 5, 7]);
  });

  test("compare with text by their JSON spelling", async () => {
    const values = withData(5, "5", 1.5, true, false, 1e21);
    expect(await match(values, data({ text: { eq: "5" } }))).toEqual([0, 1]);
    expect(await match(values, data({ text: { contains: "5" } }))).toEqual([0, 1, 2]);
    expect(await match(values, data({ text: { in: ["true", "1e+21"] } }))).toEqual([3, 5]);
  });
});
