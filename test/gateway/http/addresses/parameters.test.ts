import { buildSchema } from "graphql";
import { expect, test } from "vitest";
import { RefusedError } from "../../../../src/gateway/answer/refusals.ts";
import { readAddresses } from "../../../../src/gateway/http/addresses/address.ts";
import { readParameters } from "../../../../src/gateway/http/addresses/parameters.ts";

const schema = buildSchema(`
  scalar DateTime scalar SafeInt scalar JSON scalar JSONObject
  enum Kind { TAG TERMINAL }
  input Range { from: Int, to: Int }
  type Query { nothing(id: ID, float: Float): Int }
`);

/** The variables of an operation with these definitions, or what is wrong. */
function read(definitions: string, search: string): unknown {
  const { byName } = readAddresses([`query Q(${definitions}) { nothing }`], schema);
  const address = byName.get("Q");
  if (address === undefined) throw new Error("it has no address");
  try {
    return { ...readParameters(address, new URLSearchParams(search)) };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    expect([error.status, error.errors[0]?.extensions?.["code"]]).toEqual([400, "BAD_USER_INPUT"]);
    return error.message;
  }
}

const deep = `${"[".repeat(7000)}${"]".repeat(7000)}`;

test.each<readonly [type: string, search: string, value: unknown]>([
  ["String", "v=", ""],
  ["String", "v=a+b%2Bc%26%C3%BC", "a b+c&ü"],
  ["String", "v=null", "null"],
  ["String", "v=5", "5"],
  ["String!", "v=[x", "[x"],
  ["ID", "v=007", "007"],
  ["DateTime", "v=2026-01-01T00:00:00%2B01:00", "2026-01-01T00:00:00+01:00"],
  ["Int", "v=5", 5],
  ["Int!", "v=-12", -12],
  ["SafeInt", "v=9007199254740991", 9_007_199_254_740_991],
  ["Float", "v=5", 5],
  ["Float", "v=-2.5e-3", -0.0025],
  ["Boolean", "v=true", true],
  ["Boolean!", "v=false", false],
  ["Kind", "v=TAG", "TAG"],
  ["JSON", 'v={"a":[1,null]}', { a: [1, null] }],
  ["JSON", 'v="text"', "text"],
  ["JSONObject", "v={}", {}],
  ["Range", 'v={"from":1}', { from: 1 }],
  ["[String!]", "v=a", ["a"]],
  ["[String!]!", "v=a&v=&v=b,c", ["a", "", "b,c"]],
  ["[String!]", 'v=["a","b,c"]', ["a", "b,c"]],
  ["[String!]", "v=[]", []],
  ["[String]", "v=[a]&v=[", ["[a]", "["]],
  ["[Int!]", "v=1&v=2", [1, 2]],
  ["[Kind!]", 'v=["TAG"]', ["TAG"]],
  ["[Range!]", 'v={"to":2}&v={"to":3}', [{ to: 2 }, { to: 3 }]],
  ["[[Int]]", "v=[[1],[2,3]]", [[1], [2, 3]]],
  ["[[Int]]", "v=[1]&v=[2,3]", [[1], [2, 3]]],
])("$%s: %s", (type, search, value) => {
  expect(read(`$v: ${type}`, search)).toEqual({ v: value });
});

test.each<readonly [definitions: string, search: string, variables: object]>([
  ['$v: String = "x"', "", {}],
  ["$v: Int! = 5", "", {}],
  ["$v: JSON", "v=null", {}],
  ["$v: Range", "v=null", {}],
  ["$key: String, $Token: ID", "key=k&Token=t", { key: "k", Token: "t" }],
  [
    "$constructor: Int, $toString: Int",
    "constructor=1&toString=2",
    { constructor: 1, toString: 2 },
  ],
])("(%s) with %s", (definitions, search, variables) => {
  expect(read(definitions, search)).toEqual(variables);
});

test.each<readonly [definitions: string, search: string, mistake: string]>([
  ["$v: Int", "v=5.0", "v: expected a whole number. Parameters: v (Int)."],
  ["$v: Int", "v=", "v: expected a whole number. Parameters: v (Int)."],
  ["$v: Int", "v=1e3", "v: expected a whole number"],
  ["$v: Int", "v=0x10", "v: expected a whole number"],
  ["$v: Int", "v=+5", "v: expected a whole number"],
  ["$v: Int", "v=null", "v: expected a whole number"],
  ["$v: SafeInt", `v=${"9".repeat(400)}`, "v: expected a whole number"],
  ["$v: Float", "v=.5", "v: expected a number"],
  ["$v: Float", "v=NaN", "v: expected a number"],
  ["$v: Float", "v=1e999", "v: expected a number"],
  ["$v: Boolean", "v=1", "v: expected true or false"],
  ["$v: Boolean", "v=TRUE", "v: expected true or false"],
  ["$v: Kind", "v=tag", "v: expected one of TAG, TERMINAL"],
  ["$v: Kind", "v=constructor", "v: expected one of TAG, TERMINAL"],
  ["$v: JSON", "v=text", "v: expected JSON"],
  ["$v: Range", "v=from", "v: expected JSON"],
  ["$v: [Range!]", "v={&v={}", "v: expected JSON"],
  ["$v: [String!]", "v=[", "v: expected a list in JSON. Parameters: v ([String!])."],
  ["$v: [Int!]", "v=[1,", "v: expected a list in JSON"],
  ["$v: [Int!]", "v=1&v=x", "v: expected a whole number"],
  ["$v: Int", "v=1&v=1", "v: expected one value, and it is there several times"],
  ["$v: Range", "v={}&v={}", "v: expected one value, and it is there several times"],
  ["$v: Int!", "", "v: it is required. Parameters: v (Int!)."],
  ["$v: Range!", "v=null", "v: it is required"],
  ["$v: Int = 5", "V=1", "V: there is no such parameter. Parameters: v (Int = 5)."],
  [
    "$v: [Kind!] = [TAG]",
    "w=",
    'w: there is no such parameter. Parameters: v ([Kind!] = ["TAG"]).',
  ],
  [
    "$v: Int",
    "__proto__=1&constructor=2",
    "__proto__: there is no such parameter; constructor: there is no such parameter",
  ],
  [
    "$v: Int!, $w: Boolean",
    "w=no&x=",
    "w: expected true or false; x: there is no such parameter; v: it is required. Parameters: v (Int!), w (Boolean).",
  ],
])("(%s) refuses %s", (definitions, search, mistake) => {
  const message = read(definitions, search);
  if (mistake.endsWith(".")) expect(message).toBe(mistake);
  else expect(message).toContain(`${mistake}. Parameters: `);
});

test("nothing that is read takes a long or a deep value for another", () => {
  expect(read("$v: [String]", `v=${deep}`)).toMatchObject({ v: [expect.anything()] });
  expect(read("$v: Int", `v=${deep}`)).toContain("v: expected a whole number");
});

const inHeader =
  "a key or token is sent in the header X-API-Key or Authorization, never in an address";

test.each(["key", "API_KEY", "apikey", "X-API-Key", "Token", "access_token", "Authorization"])(
  "?%s=… is refused with the reason, and without what it says",
  (name) => {
    const message = read("$first: Int", `${name}=s3cret`);
    expect(message).toMatch(new RegExp(`^${inHeader}.*Parameters: first \\(Int\\)\\.$`));
    expect(message).not.toMatch(/s3cret/);
  },
);
