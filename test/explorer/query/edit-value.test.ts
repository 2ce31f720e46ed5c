import fc from "fast-check";
import {
  buildSchema,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
  parse,
  parseValue,
  print,
  validate,
} from "graphql";
import { describe, expect, it } from "vitest";
import { findField, readEditable } from "../../../src/explorer/query/build/edit-selection.ts";
import {
  countEntries,
  findValue,
  setValue,
  type ValuePath,
} from "../../../src/explorer/query/build/edit-value.ts";
import { starterValue } from "../../../src/explorer/query/build/starter.ts";
import { sampleSdl } from "../../support/sample-schema.ts";

const schema = buildSchema(sampleSdl);

function tagsOf(text: string) {
  const editable = readEditable(text);
  const node = editable && findField(editable, ["tags"]);
  if (!node) throw new Error(`No tags in:\n${text}`);
  return node;
}

const set = (text: string, path: ValuePath, literal: string) =>
  setValue(text, tagsOf(text), path, literal);
const tags = (given: string) => `{ tags${given} { totalCount } }`;

describe("a value in a query", () => {
  it.each<[string, ValuePath, string, string]>([
    ["", ["first"], "2", "(first: 2)"],
    ["(first: 2)", ["first"], "3", "(first: 3)"],
    ["(first: 2)", ["after"], '"c"', '(first: 2, after: "c")'],
    ['(first: 2, after: "a)")', ["first"], "3", '(first: 3, after: "a)")'],
    ["", ["filter", "name", "eq"], '"x"', '(filter: { name: { eq: "x" } })'],
    ["(filter: {})", ["filter", "isActive", "eq"], "true", "(filter: { isActive: { eq: true } })"],
    ["(filter: null)", ["filter", "name", "eq"], '"x"', '(filter: { name: { eq: "x" } })'],
    ["", ["orderBy", 0], "{ field: NAME }", "(orderBy: [{ field: NAME }])"],
    ["(orderBy: [])", ["orderBy", 0], "{ field: NAME }", "(orderBy: [{ field: NAME }])"],
    ["(orderBy: null)", ["orderBy", 0], "{ field: NAME }", "(orderBy: [{ field: NAME }])"],
    [
      "(orderBy: { field: NAME })",
      ["orderBy", 0, "direction"],
      "DESC",
      "(orderBy: { field: NAME, direction: DESC })",
    ],
    [
      "(orderBy: { field: NAME })",
      ["orderBy", 1],
      "{ field: TYPE }",
      "(orderBy: [{ field: NAME }, { field: TYPE }])",
    ],
    ["(filter: { or: [{}] })", ["filter", "or", 1], "{}", "(filter: { or: [{}, {}] })"],
    [
      "(filter: { name: $name, or: [$one] })",
      ["filter", "or", 1],
      "{}",
      "(filter: { name: $name, or: [$one, {}] })",
    ],
  ])("tags%s: %j set to %s is tags%s", (before, path, literal, after) => {
    expect(set(tags(before), path, literal)).toBe(tags(after));
  });

  it.each<[string, ValuePath, string]>([
    ["(first: 2)", ["first"], ""],
    ["(first: 2 # )\n )", ["first"], ""],
    ['(first: 2, after: "c")', ["first"], '(after: "c")'],
    ['(first: 2, after: "c")', ["after"], "(first: 2)"],
    ['(first: 2, filter: { name: { eq: "x" } })', ["filter", "name", "eq"], "(first: 2)"],
    [
      "(filter: { and: [{}, { not: {} }] })",
      ["filter", "and", 0],
      "(filter: { and: [{ not: {} }] })",
    ],
    ["(filter: { and: [{ not: {} }] })", ["filter", "and", 0, "not"], "(filter: { and: [{}] })"],
    ["(filter: { not: {}, or: [{}] })", ["filter", "or", 0], "(filter: { not: {} })"],
    ["(orderBy: { field: NAME })", ["orderBy", 0], ""],
    ["(first: 2)", ["filter", "name"], "(first: 2)"],
  ])("tags%s without %j is tags%s", (before, path, after) => {
    expect(set(tags(before), path, "")).toBe(tags(after));
  });

  it("leaves the layout and comments of other values alone", () => {
    const text = `{
  tags(
    first: 25
    filter: {
      # only these
      additionalData: [
        { identifier: "floor", number: { gte: 2 } }
      ]
    }
  ) { totalCount }
}`;
    const added = set(text, ["filter", "additionalData", 1], '{ identifier: "site" }');
    const lines = text.split("\n");
    expect(added.split("\n")).toEqual(lines.toSpliced(7, 0, '        { identifier: "site" }'));
    expect(set(added, ["filter", "additionalData", 1], "")).toBe(text);
    expect(set(text, ["search"], '"x"').split("\n")).toEqual(
      lines.toSpliced(9, 0, '    search: "x"'),
    );
  });

  it("is found where it was set, in a valid query, and leaves nothing behind when it is removed", () => {
    const field = schema.getQueryType()?.getFields()["tags"];
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(30), { maxLength: 9 }), { maxLength: 8 }), (walks) => {
        let text = "# kept\nquery Q { tags { nodes { name } } }";
        for (const choices of walks) {
          const { path, type } = follow(text, choices, field?.args ?? []);
          const literal = starterValue(type);
          text = set(text, path, literal);
          expect(validate(schema, parse(text)), text).toEqual([]);
          const found = findValue(tagsOf(text), path);
          expect(found && print(found)).toBe(print(parseValue(literal)));
        }
        for (const { name } of field?.args ?? []) text = set(text, [name], "");
        expect(text).toBe("# kept\nquery Q { tags { nodes { name } } }");
      }),
      { verbose: true },
    );
  });
});

/** A path to a value: each number chooses an argument, a field, an entry that is there, or the next one. */
function follow(
  text: string,
  [first = 0, ...choices]: readonly number[],
  args: readonly { readonly name: string; readonly type: GraphQLInputType }[],
): { path: ValuePath; type: GraphQLInputType } {
  const argument = args[first % args.length];
  if (argument === undefined) throw new Error("The field takes no arguments");
  let path: ValuePath = [argument.name];
  let { type } = argument;
  for (const choice of choices) {
    const plain = getNullableType(type);
    if (isListType(plain)) {
      const count = countEntries(findValue(tagsOf(text), path));
      path = [...path, choice % (count + 1)];
      type = plain.ofType;
      // A new entry gets its required fields only when it is added.
      if (choice % (count + 1) === count) break;
    } else if (isInputObjectType(plain)) {
      const fields = Object.values(plain.getFields());
      const field = fields[choice % fields.length];
      if (field === undefined) break;
      path = [...path, field.name];
      type = field.type;
    } else break;
  }
  return { path, type };
}
