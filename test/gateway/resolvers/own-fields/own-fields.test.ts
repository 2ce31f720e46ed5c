import { buildSchema, GraphQLEnumType, isInputObjectType } from "graphql";
import { afterAll, describe, expect, test } from "vitest";
import { parseOwnFields } from "../../../../src/gateway/resolvers/own-fields/own-fields.ts";
import { readTypeDefinitions } from "../../../../src/gateway/resolvers/schema.ts";
import { startGatewayWith } from "../../../support/gateway.ts";
import { item } from "../../../support/project.ts";
import { startListRegistry } from "../../../support/real-registry.ts";

const gateway = await startGatewayWith(
  await startListRegistry({ structures: { tag: [item("textbox", "site")] } }),
  { ownFields: 'type TagData { where: Float @item(identifier: "site") }' },
);
afterAll(() => gateway[Symbol.asyncDispose]());

const parse = (sdl: string) => parseOwnFields(sdl, "own.graphql");

const fieldsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `f${index}: String`).join("\n");

describe("a file is refused with its place, what is wrong and what is allowed:", () => {
  test.each([
    ["nothing", "", "own.graphql: it is empty."],
    ["blank text", "\uFEFF \n", "own.graphql: it is empty."],
    [
      "more than a mebibyte",
      `#${"x".repeat(2 ** 20)}`,
      "own.graphql: it has more than 1048576 bytes.",
    ],
    [
      "what nests deeper than a stack",
      `type TagData { a: ${"[".repeat(2 ** 19)}`,
      "deeper than the stack",
    ],
    ["a query", "{ tags { totalCount } }", "1:1: This is not allowed here."],
    [
      "another type",
      "type TagData { a: String }\ntype Floor { a: String }",
      "2:6: Floor is not allowed here.",
    ],
    ["an extension", "extend type TagData { a: String }", "1:13: TagData is not allowed here."],
    ["a type without fields", "type TerminalData", "1:6: TerminalData has no fields."],
    [
      "an interface",
      "type TagData implements Node { a: String }",
      "1:25: Interfaces are not allowed here.",
    ],
    [
      "501 fields",
      `type TagData {\n${fieldsOf(501)}\n}`,
      "502:1: TagData has more than 500 fields.",
    ],
    ["a reserved name", "type TagData { __typename: String }", "1:16: __typename is reserved."],
    [
      "a type of its own",
      "type TagData { a: TerminalData } type TerminalData { a: String }",
      "1:19: The type TerminalData",
    ],
    [
      "a non-null field",
      "type TagData { a: String! }",
      "1:19: The type String! is not allowed here.",
    ],
    ["an unknown type", "type TagData { a: Strin }", 'Unknown type "Strin".'],
    ["an argument", "type TagData { a(b: Int): String }", "1:18: a takes no arguments."],
    [
      "a long identifier",
      `type TagData { a: Tag @item(identifier: "${"x".repeat(201)}") }`,
      "from 1 to 200",
    ],
    ["an unknown name", "type TagData { a: Tag @item(names: NAME) }", "has invalid value NAME."],
    [
      "a tag's uuid",
      "type TagData { a: Tag @item(names: UUID) }",
      "type Tag cannot name a record by its uuid.",
    ],
    [
      "a text that names",
      "type TagData { a: String @item(names: IMEI) }",
      "type String cannot name a record",
    ],
    [
      "equal names in enums",
      "type TagData {\n nextCheck: String\n next_check: String }",
      "3:2: nextCheck and next_check would both be DATA_NEXT_CHECK.",
    ],
    [
      "two targets of an identifier",
      'type TagData { a: Tag b: Terminal @item(identifier: "a") }',
      "1:23: a and b have one identifier, which cannot name both tag.id and terminal.id.",
    ],
  ])("%s", (_, sdl, expected) => {
    let message = "accepted";
    try {
      parse(sdl);
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain(expected);
    expect(message).toMatch(/^OwnFieldsError: own\.graphql:(\d+:\d+:)? [^\n]+\.$/);
    expect(message.length).toBeLessThan(1_000);
  });
});

test("names become those of enums, and identifiers those of the additional data", () => {
  const { tag, terminal } = parse(`\uFEFF"Ours."\r
    type TagData {\r
      floor: Float\r
      nextCheck: DateTime @item(identifier: "next_check")\r
      floor2: String @item(names: ID)
      HTTPCode: Boolean
      _1st: String @item(identifier: null)
      raw: JSON
      home: Terminal @item(identifier: "home", names: UUID)
      house: Terminal @item(identifier: "home", names: UUID)
    }`);
  const fields = [...(tag?.fields.values() ?? [])];
  expect(
    fields.map(({ name, identifier, enumValue, link }) => [name, identifier, enumValue, link]),
  ).toEqual([
    ["floor", "floor", "DATA_FLOOR", null],
    ["nextCheck", "next_check", "DATA_NEXT_CHECK", null],
    ["floor2", "floor2", "DATA_FLOOR2", null],
    ["HTTPCode", "HTTPCode", "DATA_HTTP_CODE", null],
    ["_1st", "_1st", "DATA__1ST", null],
    ["raw", "raw", null, null],
    ["home", "home", null, { target: "terminal", field: "uuid" }],
    ["house", "home", null, { target: "terminal", field: "uuid" }],
  ]);
  expect([tag?.description?.value, terminal]).toEqual(["Ours.", undefined]);
});

describe("the schema", () => {
  const ownFields = parse(`
    type TagData {
      "On which floor."
      floor: Float @deprecated(reason: "Use \`level\`.")
      raw: JSON
      terminal: Terminal @item(identifier: "terminal_id")
    }
    type TerminalData { raw: JSON }
  `);
  const sdl = readTypeDefinitions({ ownFields });
  const schema = buildSchema(sdl);

  test("has descriptions and deprecations of own fields wherever their names stand", () => {
    const type = schema.getType("TagDataFilter");
    const enums = ["TagOrderField", "TagFacetField"].map((name) => schema.getType(name));
    const values = enums.map((one) => one instanceof GraphQLEnumType && one.getValue("DATA_FLOOR"));
    const described = [isInputObjectType(type) && type.getFields()["floor"], ...values];
    expect(described).toHaveLength(3);
    for (const one of described) {
      expect(one).toMatchObject({
        description: "On which floor.",
        deprecationReason: "Use `level`.",
      });
    }
  });

  test("has own fields before the generic ones, and nothing for what no filter takes", () => {
    const names = sdl.matchAll(/^ {2}(data|additionalData|DATA_FLOOR|ADDITIONAL_DATA)\b(?!_)/gm);
    const found = [...names].map(([, name]) => name).join(" ");
    for (const pair of ["DATA_FLOOR ADDITIONAL_DATA", "data additionalData"]) {
      expect(found.split(pair)).toHaveLength(pair.startsWith("data") ? 4 : 3);
    }
    const type = schema.getType("TagDataFilter");
    expect(isInputObjectType(type) && Object.keys(type.getFields())).toEqual(["floor", "terminal"]);
    expect(schema.getType("TerminalDataFilter")).toBeUndefined();
    expect(sdl).not.toContain("@item");
  });
});

describe("a mistake that only the gateway can find", () => {
  test.each([
    [
      "filter: { data: { where: { gt: 1 } } }",
      "`data.where`: expected `text`, as in the structure.",
    ],
    ['orderBy: [{ field: DATA_WHERE, identifier: "site" }]', "`orderBy[0].identifier` is required"],
  ])("is told by the own field's name: %s", async (given, message) => {
    const { errors } = await gateway.query(`{ tags(${given}) { totalCount } }`);
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
    expect(errors?.[0]?.message).toContain(message);
  });
});
