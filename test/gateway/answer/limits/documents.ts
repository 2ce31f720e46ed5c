import { getIntrospectionQuery } from "graphql";

export function many(count: number, one: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => one(index)).join(" ");
}

type Documents = readonly (readonly [title: string, text: string])[];

/** Documents that are not too complex. Some of them are invalid. */
export const passingDocuments: Documents = [
  ["the introspection of tools", getIntrospectionQuery({ oneOf: true })],
  [
    "a hundred types by their names",
    `{ ${many(100, (of) => `a${of}: __type(name: "Tag") { name }`)} }`,
  ],
  ["60 aliases", `{ ${many(60, (id) => `a${id}: tag(id: ${id}) { id name }`)} }`],
  ["500 ids", `{ nodes(ids: [${many(500, (id) => `"${id}"`)}]) { id } }`],
  ["a document that cannot be parsed", "{ tag("],
  ["an empty document", ""],
  ["a fragment that spreads itself", "{ ...A } fragment A on Query { project { ...A } }"],
  ["a missing fragment", "{ ...A }"],
  ["a long id", `{ tag(id: "${"x".repeat(200_000)}") { id } }`],
  [
    "60 fragments side by side",
    `{ ${many(60, (of) => `...F${of}`)} } ${many(60, (of) => `fragment F${of} on Query { project { projectId a${of}: tags(first: 1) { totalCount nodes { name } } } }`)}`,
  ],
  [
    "250 operations and 250 fragments",
    many(250, (of) => `query A${of} { ...F${of} } fragment F${of} on Query { a }`),
  ],
  ["a chain of fragments", `{ ...F0 } ${many(100, chained)} fragment F100 on Query { a }`],
];

/** Documents that are too complex in any schema, and the words of their errors. */
export const refusedDocuments: readonly (readonly [title: string, text: string, words: RegExp])[] =
  [
    ["deeply nested fields", "{ a ".repeat(21) + "}".repeat(21), /more than 20 levels/],
    [
      "fields that are deeply nested through fragments",
      `{ ...F0 } ${many(30, (of) => `fragment F${of} on Project { a { ...F${of + 1} } }`)}`,
      /more than 20 levels/,
    ],
    ["thousands of brackets", "{ a ".repeat(4_000), /brackets/],
    [
      "a long chain of fragments",
      `{ ...F0 } ${many(450, chained)}`,
      /selections are nested more than 200/,
    ],
    [
      "a long chain of fragments, the last one first",
      `${many(450, unchained)} { ...F449 }`,
      /selections are nested more than 200/,
    ],
    [
      "a chain of deeply nested fragments",
      `{ ...F0 } ${many(60, (of) => `fragment F${of} on Query { ${"...{".repeat(9)} ...F${of + 1} ${"}".repeat(10)}`)}`,
      /selections are nested more than 200/,
    ],
    ["a very long document", `${"#\n".repeat(200_000)}{ a }`, /262144 characters/],
    ["deeply nested lists", `{ a(b: ${"[".repeat(9_000)}`, /brackets/],
    ["501 operations", many(501, (of) => `query A${of} { a }`), /500 operations and fragments/],
    [
      "501 operations and fragments",
      `{ a } ${many(500, (of) => `fragment F${of} on Query { a }`)}`,
      /500 operations and fragments/,
    ],
    ["501 aliases", `{ ${many(501, (of) => `a${of}: project { projectId }`)} }`, /500 aliases/],
    ["aliases that fragments multiply", `{ ...F0 } ${many(12, doubled)}`, /500 aliases/],
    [
      "fields that fragments multiply",
      `{ ${many(300, (of) => `a${of}: tag(id: ${of}) { ...T }`)} } fragment T on Tag { ${many(40, (of) => `f${of}`)} }`,
      /10000 fields/,
    ],
    ["4,001 tokens", `{ ${many(3_999, () => "a")} }`, /4000 tokens/],
    ["the same field again and again", `{ ${many(502, () => "a")} }`, /repeats/],
    ["repeats in inline fragments", `{ ${many(502, () => "... { a }")} }`, /repeats/],
    [
      "320 different fragments side by side, each with the same field",
      `{ tag(id: 5) { ${many(320, (of) => `...F${of}`)} } } ${many(320, (of) => `fragment F${of} on Tag { project { projectId } }`)}`,
      /different fragments/,
    ],
    [
      "fields whose fragments repeat what they select",
      `{ ${many(240, (of) => `project { ...F${of} }`)} } ${many(240, (of) => `fragment F${of} on Project { a${of} }`)}`,
      /different fragments/,
    ],
    [
      "many operations with the same fragments",
      `${many(150, (of) => `query Q${of} { ...F }`)} fragment F on Query { ${many(200, (of) => `...G${of}`)} } ${many(200, (of) => `fragment G${of} on Query { a${of} }`)}`,
      /different fragments/,
    ],
    [
      "unused fragments that repeat fields",
      `{ a } fragment F on Query { ${many(502, () => "a { b }")} }`,
      /repeats/,
    ],
    ["a string of many lines", `{ a(b: """${"\n".repeat(20_001)}""") }`, /20000 lines/],
    ["directives on a field", `{ a ${many(11, () => "@skip(if: true)")} }`, /directives/],
    ["directives on an operation", `query ${many(1_900, () => "@a")} { a }`, /directives/],
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
  ];

/** Operations, their variables, and how many objects their responses can have. */
export const estimatedOperations: readonly (readonly [
  text: string,
  variables: Readonly<Record<string, unknown>>,
  nodes: number,
])[] = [
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
  ["query ($ids: [ID!] = []) { nodes(ids: $ids) { id } }", { ids: null }, 10],
  ["{ tag(id: 5) { additionalData additionalDataFields { value } } }", {}, 1 + 1 + 10 * 2],
  ["{ __schema { types { fields { name } } } }", {}, 1 + 10 * (1 + 10)],
  [
    "query ($uids: [String!]!) { tagsByUids(uids: $uids) { matches { tag { id } } } }",
    { uids: ["AB", "CD"] },
    2 * (1 + 1 + 1),
  ],
  [
    "{ a: project { ...A } b: project { ...A } } fragment A on Project { tag: tags(first: 5) { nodes { id } } }",
    {},
    2 * (1 + 1 + 5),
  ],
];

const rows = "tags(first: 1000) { nodes { id } }";

/** Documents for the gateway's schema: one is too complex as a text, the other by what it asks for. */
export const complexDocuments: Documents = [
  ["an alias too many", `{ ${many(501, (id) => `a${id}: tag(id: ${id}) { id }`)} }`],
  ["a list within a list", `{ tags(first: 1000) { nodes { project { ${rows} } } } }`],
];

function chained(of: number): string {
  return `fragment F${of} on Query { ...F${of + 1} }`;
}

function unchained(of: number): string {
  return `fragment F${of} on Query { ${of === 0 ? "a" : `...F${of - 1}`} }`;
}

function doubled(of: number): string {
  return `fragment F${of} on Query { a: x { ...F${of + 1} } b: x { ...F${of + 1} } }`;
}
