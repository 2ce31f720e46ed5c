import fc from "fast-check";
import {
  buildSchema,
  type DocumentNode,
  type GraphQLError,
  getIntrospectionQuery,
  type OperationDefinitionNode,
  parse,
} from "graphql";
import { describe, expect, test } from "vitest";
import { createDocumentCheck } from "../../../src/gateway/limits/limits.ts";
import { createOperationCheck } from "../../../src/gateway/limits/limits-nodes.ts";
import { createSchema } from "../../../src/graphql/schema.ts";

const limits = { maxDepth: 20, maxAliases: 500, maxTokens: 10_000, maxNodes: 250_000 };
const checkDocument = createDocumentCheck(limits);

function codeOf(refusal: GraphQLError | null): unknown {
  return refusal === null ? "passed" : refusal.extensions["code"];
}

/** `one` for each number below `count`, joined. */
function many(count: number, one: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => one(index)).join(" ");
}

describe("a document passes", () => {
  test.each([
    ["the introspection of tools", getIntrospectionQuery({ oneOf: true })],
    ["60 aliases", `{ ${many(60, (id) => `a${id}: tag(id: ${id}) { id name }`)} }`],
    ["500 ids", `{ nodes(ids: [${many(500, (id) => `"${id}"`)}]) { id } }`],
    ["what is no GraphQL, for the server to refuse", "{ tag("],
    ["an empty text", ""],
    ["a fragment that spreads itself", "{ ...A } fragment A on Query { project { ...A } }"],
    ["a fragment that is not there", "{ ...A }"],
    ["a long id", `{ tag(id: "${"x".repeat(200_000)}") { id } }`],
    ["a chain of fragments", `{ ...F0 } ${many(100, chained)} fragment F100 on Query { a }`],
  ])("with %s", (_, text) => {
    expect(codeOf(checkDocument(text))).toBe("passed");
  });
});

describe("a document is refused", () => {
  test.each([
    ["fields that nest", "{ a ".repeat(21) + "}".repeat(21), /more than 20 fields/],
    [
      "fields that nest through fragments",
      `{ ...F0 } ${many(30, (of) => `fragment F${of} on Project { a { ...F${of + 1} } }`)}`,
      /more than 20 fields/,
    ],
    ["brackets without end", "{ a ".repeat(4_000), /brackets/],
    ["a long chain of fragments", `{ ...F0 } ${many(1_200, chained)}`, /200 selections/],
    ["one told from its end", `${many(1_200, unchained)} { ...F1199 }`, /200 selections/],
    [
      "a chain of fragments that nest",
      `{ ...F0 } ${many(200, (of) => `fragment F${of} on Query { ${"...{".repeat(9)} ...F${of + 1} ${"}".repeat(10)}`)}`,
      /200 selections/,
    ],
    ["comments without end", `${"#\n".repeat(200_000)}{ a }`, /262144 characters/],
    ["lists without end", `{ a(b: ${"[".repeat(9_000)}`, /brackets/],
    ["501 aliases", `{ ${many(501, (of) => `a${of}: project { projectId }`)} }`, /500 aliases/],
    ["aliases that fragments multiply", `{ ...F0 } ${many(12, doubled)}`, /500 aliases/],
    [
      "fields that fragments multiply",
      `{ ${many(400, (of) => `a${of}: tag(id: ${of}) { ...T }`)} } fragment T on Tag { ${many(26, (of) => `f${of}`)} }`,
      /10000 fields/,
    ],
    ["10,001 tokens", `{ ${many(10_000, () => "a")}`, /10000 tokens/],
    ["the same field over and over", `{ ${many(502, () => "a")} }`, /repeats/],
    ["repeats in inline fragments", `{ ${many(502, () => "... { a }")} }`, /repeats/],
    ["directives on a field", `{ a ${many(11, () => "@skip(if: true)")} }`, /directives/],
    ["directives on an operation", `query ${many(4_000, () => "@a")} { a }`, /directives/],
    [
      "directives on a variable",
      `query ($a: ID ${many(11, () => "@a")}) { tag(id: $a) { id } }`,
      /directives/,
    ],
    [
      "directives on a fragment",
      `{ ...A } fragment A on Query ${many(11, () => "@a")} { a }`,
      /directives/,
    ],
  ])("for %s", (_, text, words) => {
    const refusal = checkDocument(text);
    expect(codeOf(refusal)).toBe("QUERY_TOO_COMPLEX");
    expect(refusal?.message).toMatch(words);
  });

  test("for as much as the settings say", () => {
    const strict = createDocumentCheck({ ...limits, maxDepth: 2, maxAliases: 1, maxTokens: 12 });
    expect(codeOf(strict("{ a: project { b } }"))).toBe("passed");
    expect(codeOf(strict("{ a { b { c } } }"))).toBe("QUERY_TOO_COMPLEX");
    expect(codeOf(strict("{ a: b c: d }"))).toBe("QUERY_TOO_COMPLEX");
    expect(codeOf(strict("{ a b c d e f g h i j k l }"))).toBe("QUERY_TOO_COMPLEX");
  });
});

test("whatever fragments spread each other, each is measured once", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.nat(59), { maxLength: 40 }), { minLength: 60, maxLength: 60 }),
      (spreads) => {
        const fragments = spreads.map(
          (names, of) =>
            `fragment F${of} on Project { projectId ${names.map((name) => `...F${name}`).join(" ")} }`,
        );
        const text = `{ project { ...F0 } } ${fragments.join(" ")}`;
        expect(["passed", "QUERY_TOO_COMPLEX"]).toContain(codeOf(checkDocument(text)));
      },
    ),
    { verbose: true },
  );
});

describe("the estimate of an answer's objects", () => {
  const schema = createSchema();

  /** The least limit that lets an operation pass. */
  function estimate(text: string, variables: Readonly<Record<string, unknown>> = {}): number {
    const document = parse(text);
    let [low, high] = [0, 1e9];
    while (low < high) {
      const maxNodes = Math.floor((low + high) / 2);
      const check = createOperationCheck({ schema, maxNodes, maxPageSize: 1_000 });
      if (check(document, operationOf(document), variables) === null) high = maxNodes;
      else low = maxNodes + 1;
    }
    return low;
  }

  test.each([
    ["{ tag(id: 5) { name } }", {}, 1],
    ["{ tags(first: 3) { nodes { name } } }", {}, 1 + 3],
    ["{ tags(last: 3) { edges { node { name } } pageInfo { hasNextPage } } }", {}, 1 + 3 * 2 + 1],
    ["{ tags { nodes { name } } }", {}, 1 + 100],
    ["{ tags(first: 9999) { nodes { name } } }", {}, 1 + 1_000],
    ["{ tags(first: -5) { nodes { name } } }", {}, 1],
    ["query ($n: Int) { tags(first: $n) { nodes { name } } }", { n: 7 }, 1 + 7],
    ["query ($n: Int = 8) { tags(first: $n) { nodes { name } } }", {}, 1 + 8],
    ["query ($n: Int) { tags(first: $n) { nodes { name } } }", {}, 1 + 100],
    ["query ($n: Int) { tags(first: $n) { nodes { name } } }", { n: null }, 1 + 100],
    ["{ tags(first: 3) { ...A } } fragment A on TagConnection { nodes { id } }", {}, 1 + 3],
    ["{ tags(first: 3) { ... on TagConnection { nodes { id } } } }", {}, 1 + 3],
    [
      "{ tags(first: 10) { nodes { project { tags(first: 20) { nodes { name } } } } } }",
      {},
      1 + 10 * (1 + 1 + 1 + 20),
    ],
    ['{ nodes(ids: ["a", "b"]) { id ... on Tag { project { projectId } } } }', {}, 2 * 2],
    ["query ($ids: [ID!]!) { nodes(ids: $ids) { id } }", { ids: ["a", "b", "c"] }, 3],
    ["query ($ids: [ID!]!) { nodes(ids: $ids) { id } }", { ids: "a" }, 1],
    ["{ tag(id: 5) { additionalData additionalDataFields { value } } }", {}, 1 + 1 + 10 * 2],
    ["{ __schema { types { fields { name } } } }", {}, 1 + 10 * (1 + 10)],
    [
      "{ a: project { ...A } b: project { ...A } } fragment A on Project { tag: tags(first: 5) { nodes { id } } }",
      {},
      2 * (1 + 1 + 5),
    ],
  ])("of %s with %j is %j", (text, variables, nodes) => {
    expect(estimate(text, variables)).toBe(nodes);
  });

  const check = createOperationCheck({ schema, maxNodes: 250_000, maxPageSize: 1_000 });
  const verdict = (text: string, variables = {}) => {
    const document = parse(text);
    return codeOf(check(document, operationOf(document), variables));
  };

  test("1,000 rows with all their fields pass, of tags and terminals at once", () => {
    const field = "identifier value item { type } tag { id } terminal { id additionalData }";
    const row = `id name additionalData project { projectId } additionalDataFields { ${field} } additionalDataField(identifier: "a") { ${field} }`;
    const rows = `(first: 1000) { totalCount nodes { ${row} } pageInfo { endCursor } }`;
    expect(verdict(`{ tags${rows} terminals${rows} }`)).toBe("passed");
  });

  test("the introspection of tools passes", () => {
    expect(verdict(getIntrospectionQuery({ oneOf: true }))).toBe("passed");
  });

  test("lists within lists are refused", () => {
    const inner = "project { tags(first: 1000) { nodes { id } } }";
    expect(verdict(`{ tags(first: 1000) { nodes { ${inner} } } }`)).toBe("QUERY_TOO_COMPLEX");
  });

  test("what fragments multiply beyond every number is refused", () => {
    const fragments = many(
      40,
      (of) => `fragment F${of} on Project { tags { nodes { project { ...F${of + 1} } } } }`,
    );
    const text = `{ project { ...F0 } } ${fragments} fragment F40 on Project { projectId }`;
    expect(verdict(text)).toBe("QUERY_TOO_COMPLEX");
  });

  test("1,000 ids pass and 1,001 do not, in a variable or written out", () => {
    const ids = (count: number) => Array.from({ length: count }, (_, id) => `${id}`);
    const document = "query ($ids: [ID!]!) { nodes(ids: $ids) { id } }";
    const written = (count: number) => `{ nodes(ids: ${JSON.stringify(ids(count))}) { id } }`;
    expect(verdict(document, { ids: ids(1_000) })).toBe("passed");
    expect(verdict(document, { ids: ids(1_001) })).toBe("QUERY_TOO_COMPLEX");
    expect(verdict(written(1_000))).toBe("passed");
    expect(verdict(written(1_001))).toBe("QUERY_TOO_COMPLEX");
  });

  test("one operation is judged anew with other variables", () => {
    const document = parse(
      "query ($n: Int) { tags(first: $n) { nodes { project { terminals(first: 1000) { nodes { id } } } } } }",
    );
    const judge = (n: number) => codeOf(check(document, operationOf(document), { n }));
    expect([judge(10), judge(1_000), judge(10)]).toEqual(["passed", "QUERY_TOO_COMPLEX", "passed"]);
  });

  test("a list of another schema counts by its list argument", () => {
    const other = buildSchema(
      "scalar Any type Query { _entities(representations: [Any!]!): [Tag]! } type Tag { id: ID }",
    );
    const entities = createOperationCheck({ schema: other, maxNodes: 2, maxPageSize: 1_000 });
    const document = parse("query ($r: [Any!]!) { _entities(representations: $r) { __typename } }");
    const judge = (r: unknown[]) => codeOf(entities(document, operationOf(document), { r }));
    expect([judge([{}, {}]), judge([{}, {}, {}])]).toEqual(["passed", "QUERY_TOO_COMPLEX"]);
  });
});

function chained(of: number): string {
  return `fragment F${of} on Query { ...F${of + 1} }`;
}

function unchained(of: number): string {
  return `fragment F${of} on Query { ${of === 0 ? "a" : `...F${of - 1}`} }`;
}

function doubled(of: number): string {
  return `fragment F${of} on Query { a: x { ...F${of + 1} } b: x { ...F${of + 1} } }`;
}

function operationOf({ definitions }: DocumentNode): OperationDefinitionNode {
  const operation = definitions.find(({ kind }) => kind === "OperationDefinition");
  if (operation?.kind !== "OperationDefinition") throw new Error("no operation");
  return operation;
}
