import { writeFile } from "node:fs/promises";
import { buildSchema } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RefusedError } from "../../../../src/gateway/answer/refusals.ts";
import { readAddresses } from "../../../../src/gateway/http/addresses/address.ts";
import { readParameters } from "../../../../src/gateway/http/addresses/parameters.ts";
import { createFolder } from "../../../support/folder.ts";
import { startSampleGateway } from "../../../support/gateway.ts";

const schema = buildSchema(`
  scalar DateTime
  scalar SafeInt
  scalar JSON
  scalar JSONObject
  scalar _Any
  enum Color { RED GREEN }
  input Filter { a: Int b: [Filter!] }
  type Query {
    x(id: ID, text: String, at: DateTime, int: Int, safe: SafeInt, float: Float, yes: Boolean, color: Color,
      json: JSON, object: JSONObject, any: _Any, filter: Filter, ids: [ID!], ints: [Int], colors: [Color!], filters: [Filter!], grid: [[Int]], key: String): Int
  }
`);

const kinds = {
  ...{ id: "ID", text: "String", at: "DateTime", int: "Int", safe: "SafeInt", float: "Float" },
  ...{ yes: "Boolean", color: "Color", json: "JSON", object: "JSONObject", any: "_Any" },
  ...{ filter: "Filter", ids: "[ID!]", ints: "[Int]", colors: "[Color!]" },
  ...{ filters: "[Filter!]", grid: "[[Int]]" },
};

function addressWith(variables: Readonly<Record<string, string>>) {
  const defined = Object.entries(variables).map(([name, type]) => `$${name}: ${type}`);
  const used = Object.keys(variables).map((name) => `${name}: $${name}`);
  const query = `query Q(${defined}) { x(${used}) }`;
  const address = readAddresses([query], schema).byName.get("Q");
  if (address === undefined) throw new TypeError("it has an address");
  return address;
}

const everything = addressWith(kinds);

function read(search: string, address = everything): string {
  return readParameters(address, new URLSearchParams(search));
}

function refusalOf(search: string, address = everything): string {
  try {
    return `read: ${read(search, address)}`;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    expect(error).toMatchObject({
      status: 400,
      errors: [{ extensions: { code: "BAD_USER_INPUT" } }],
    });
    return error.message;
  }
}

test.each<readonly [string, object]>([
  ["", {}],
  ["id=007", { id: "007" }],
  ["text=", { text: "" }],
  ["text=null&id=5", { text: "null", id: "5" }],
  ["text=%22a%22+b%0A%F0%9F%98%80", { text: '"a" b\n😀' }],
  ["at=2026-01-01T00:00:00Z", { at: "2026-01-01T00:00:00Z" }],
  ["int=-5&safe=9007199254740991&float=1.5E-3", { int: -5, safe: 2 ** 53 - 1, float: 0.0015 }],
  ["yes=true", { yes: true }],
  ["color=RED&colors=RED&colors=GREEN", { color: "RED", colors: ["RED", "GREEN"] }],
  ['json={"a":[1]}&object={}&any=2', { json: { a: [1] }, object: {}, any: 2 }],
  ['filter={"b":[{"a":1}]}', { filter: { b: [{ a: 1 }] } }],
  ["json=null&filter=+null", {}],
  ["ids=7&ids=a,b", { ids: ["7", "a,b"] }],
  ['ids=["7","[8"]', { ids: ["7", "[8"] }],
  ["ids=[8&ids=9", { ids: ["[8", "9"] }],
  ["ints=[1,null]", { ints: [1, null] }],
  ['filters={"a":1}&filters={"a":2}', { filters: [{ a: 1 }, { a: 2 }] }],
  ["grid=[[1],[2]]", { grid: [[1], [2]] }],
  ["grid=[1]&grid=[2]", { grid: [[1], [2]] }],
])("%s is read as %j", (search, expected) => {
  expect(JSON.parse(read(search))).toEqual(expected);
});

test.each([
  ["int=5.0", "int: expected a whole number"],
  ["int=007", "int: expected a whole number"],
  ["int=1e3", "int: expected a whole number"],
  ["int=", "int: expected a whole number"],
  ["float=.5", "float: expected a number"],
  ["float=NaN", "float: expected a number"],
  ["yes=trueish", "yes: expected true or false"],
  ["yes=True", "yes: expected true or false"],
  ["color=red", "color: expected one of RED, GREEN"],
  ["json=abc", "json: expected JSON"],
  ["filter={a:1}", "filter: expected JSON"],
  ["ids=[8", "ids: expected a list in JSON"],
  ["ints=1&ints=x", "ints: expected a whole number"],
  ["text=a&text=b", "text: expected one value, and it is there several times"],
  ["texts=a", "texts: there is no such parameter"],
  ["int=x&texts=a", "int: expected a whole number; texts: there is no such parameter"],
])("%s is refused with what there is: %s", (search, mistake) => {
  const message = refusalOf(search);
  expect(message.startsWith(`${mistake}. Parameters: `)).toBe(true);
  for (const [name, type] of Object.entries(kinds)) expect(message).toContain(`${name} (${type})`);
});

test("a required parameter is missing where it is not there or null, unless it has a default", () => {
  const address = addressWith({ filter: "Filter!", id: 'ID! = "3"' });
  const expected = 'filter: it is required. Parameters: filter (Filter!), id (ID! = "3").';
  expect(refusalOf("", address)).toBe(expected);
  expect(refusalOf("filter=null", address)).toBe(expected);
  expect(read("filter={}", address)).toBe('{"filter":{}}');
});

test("addresses that are read again are the same, also of a document that is given twice", () => {
  const texts = Array.from({ length: 2 }, () => "query One { x } query Two { x(id: 1) }");
  const { queries, without } = readAddresses(texts, schema);
  expect([queries.map(({ name }) => name), without]).toEqual([["One", "Two"], []]);
  expect(readAddresses(texts, schema, queries).queries).toEqual(queries);
});

test("of many mistakes the first are named", () => {
  const message = refusalOf(Array.from({ length: 5000 }, (_, index) => `p${index}=1`).join("&"));
  expect(message.match(/no such parameter/g)).toHaveLength(10);
});

test.each(["key", "API_KEY", "apiKey", "X-Api-Key", "Token", "access_token", "Authorization"])(
  "a secret in the parameter %s is refused, and not repeated",
  (name) => {
    const message = refusalOf(`${name}=s3cret-value&text=a`);
    expect(message).toContain("in the header X-API-Key or Authorization");
    expect(message).not.toContain("s3cret-value");
  },
);

test("a variable may have a secret's name", () => {
  expect(read("key=a", addressWith({ key: "String" }))).toBe('{"key":"a"}');
  expect(refusalOf("Key=a", addressWith({ key: "String" }))).toContain("in the header");
});

describe("at an address", () => {
  const manifest = {
    a: "query Tags($filter: TagFilter, $first: Int) { tags(first: $first, filter: $filter) { nodes { name } } }",
  };
  let folder: Awaited<ReturnType<typeof createFolder>>;
  let gateway: Awaited<ReturnType<typeof startSampleGateway>>;
  beforeAll(async () => {
    folder = await createFolder();
    const file = folder.file("manifest.json");
    await writeFile(file, JSON.stringify(manifest));
    gateway = await startSampleGateway({ PERSISTED_OPERATIONS: file });
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const deep = `filter=${"[".repeat(7_500)}${"]".repeat(7_500)}`;
  test.each([
    ["first=99999999999", /^first: got invalid value 99999999999; .*Parameters: filter /s],
    ['filter={"nmae":{}}', /^filter: got invalid value .*"nmae".*Parameters: filter /s],
    [deep, /nest more than 200 levels/],
  ])("what GraphQL finds wrong is told in an address's words (%#)", async (search, expected) => {
    for (const accept of ["*/*", "application/json", "application/graphql-response+json"]) {
      const headers = { accept, "x-api-key": gateway.registry.key };
      const response = await fetch(`${gateway.url}/q/Tags?${search}`, { headers });
      const { errors } = (await response.json()) as {
        errors: { message: string; extensions: object }[];
      };
      expect([response.status, errors[0]?.extensions]).toEqual([400, { code: "BAD_USER_INPUT" }]);
      expect(errors[0]?.message).toMatch(expected);
      expect(errors[0]?.message).not.toContain("$");
      const type = accept === "*/*" ? "application/json" : accept;
      expect(response.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
    }
  });
});
