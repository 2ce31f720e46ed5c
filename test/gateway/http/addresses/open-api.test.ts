import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import {
  buildSchema,
  type GraphQLArgs,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  graphql,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
  parse,
  printSchema,
  validate,
} from "graphql";
import { expect, test } from "vitest";
import { readAddresses } from "../../../../src/gateway/http/addresses/address.ts";
import { toOpenApi } from "../../../../src/gateway/http/addresses/open-api.ts";
import { createSchema } from "../../../../src/gateway/resolvers/schema.ts";
import { type Json, startSampleGateway } from "../../../support/gateway.ts";
import { sampleSdl } from "../../../support/sample-schema.ts";
import { runs, seed } from "../../../support/seed.ts";
import { documents } from "../../differential/document-arbitrary.ts";
import { writeDocument } from "../../differential/write-document.ts";

const file = join(import.meta.dirname, "../../../../schema/sample/operations.json");
const schema = buildSchema(sampleSdl);
const validator = new Validator();

async function describe(texts: readonly string[], of: GraphQLSchema = schema): Promise<Json> {
  const document = JSON.parse(JSON.stringify(toOpenApi(readAddresses(texts, of), of)));
  const { valid, errors } = await validator.validate(structuredClone(document));
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  const operations: readonly Json[] = Object.values<Json>(document.paths).map(({ get }) => get);
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  return document;
}

/** Finds what is wrong with responses of an address by the schema that the document states. */
function createCheck(document: Json, path: string): (response: unknown) => unknown {
  const formats = { "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/ };
  const ajv = new Ajv2020({
    ...{ strict: false, validateSchema: false, ownProperties: true, formats },
  });
  const { schema: stated } = document.paths[path].get.responses[200].content["application/json"];
  const { components } = document;
  const isValid = ajv.compile({ components, ...close(stated) });
  return (response) =>
    isValid(response) ? null : { response, schema: stated, mistake: isValid.errors?.[0] };
}

/** The same schema, but an object has no members that it does not name. */
function close(stated: Json): Json {
  if (typeof stated !== "object" || stated === null) return stated;
  if (Array.isArray(stated)) return stated.map(close);
  const entries = Object.entries(stated).map(([name, value]) => [name, close(value)] as const);
  const isObject = stated.type === "object" && stated.properties !== undefined;
  return { ...Object.fromEntries(entries), ...(isObject && { additionalProperties: false }) };
}

const queries: Readonly<Record<string, string>> = {
  Stock: `"The stock, by name"
    query Stock($filter: TagFilter, $orderBy: [TagOrder!], "How many" $first: Int! = 10) {
      tags(filter: $filter, orderBy: $orderBy, first: $first) { nodes { __typename name tagId active: isActive } }
    }`,
  Nodes: `query Nodes($ids: [ID!]!, $more: Boolean! = false) {
      nodes(ids: $ids) { id ... on Tag { tagId name @include(if: $more) } ...Named }
    }
    fragment Named on Terminal { title: name }`,
  Whole: `query Whole { project { tags(first: 2) { totalCount edges { cursor node { name project { id } additionalDataFields { __typename } } } } } }`,
};

test("operations, their variables and responses are described", async () => {
  const { paths, components } = await describe(Object.values(queries));
  expect(Object.keys(paths)).toEqual([
    ...["/q/Stock", "/q/Stock.csv", "/q/Stock.ndjson", "/q/Nodes"],
    // No cell holds its list of objects.
    ...["/q/Whole", "/q/Whole.ndjson"],
  ]);
  const stock = paths["/q/Stock"].get;
  expect(stock.description).toBe("The stock, by name");
  const [filter, orderBy, first] = stock.parameters;
  expect(first).toEqual({
    ...{ name: "first", in: "query", required: false, description: "How many" },
    schema: { type: "integer", default: 10 },
  });
  expect(filter.content["application/json"].schema).toEqual({
    $ref: "#/components/schemas/TagFilter",
  });
  expect(components.schemas.TagFilter.properties).toHaveProperty("and");
  expect(Object.keys(orderBy.content)).toEqual(["application/json"]);
  const [ids] = paths["/q/Nodes"].get.parameters;
  expect(ids).toMatchObject({
    required: true,
    schema: { type: "array", items: { type: "string" } },
  });
});

test("the document of the sample is valid, and so are the responses by it", async () => {
  await using gateway = await startSampleGateway({ PERSISTED_OPERATIONS: file });
  const headers = { "x-api-key": gateway.registry.key };
  const read = async (path: string): Promise<Json> =>
    (await fetch(`${gateway.url}${path}`, { headers })).json();
  const document = await read("/q/openapi.json");
  expect(document).toEqual(await describe(Object.values(JSON.parse(readFileSync(file, "utf8")))));
  expect(new URL(document.servers[0].url, "https://a.example/prefix/q/openapi.json").pathname).toBe(
    "/prefix/",
  );
  for (const path of ["/q/DueTags", "/q/Sites", "/q/Terminals"]) {
    const response = await read(path);
    expect(response.errors).toBeUndefined();
    expect(createCheck(document, path)(response)).toBeNull();
  }
  const refused = await read("/q/DueTags?within=soon");
  expect(refused.errors).toHaveLength(1);
  expect(createCheck(document, "/q/DueTags")(refused)).toBeNull();
});

const kinds = `{ ... on Tag { same: data { nextCheck } __typename } ... on Terminal { same: project { projectId } } id }`;

test.each([
  'query Meta { __typename __schema { queryType { name } } __type(name: "Tag") { kind } }',
  `query Kinds { node(id: 5) ${kinds} nodes(ids: [5, 6]) ${kinds} }`,
  "query __proto__ { constructor: tag(id: 5) { toString: name } }",
  "query Spread { ...A ...A tag(id: 5) { id } } fragment A on Query { tag(id: 5) { ...B name } } fragment B on Tag { tagId }",
])("%s", async (text) => {
  expect(validate(schema, parse(text))).toEqual([]);
  const document = await describe([text]);
  const [path = ""] = Object.keys(document.paths);
  const findMistake = createCheck(document, path);
  for (const which of [0, 1]) {
    const response = await respond(schema, text, which);
    expect(response.errors).toBeUndefined();
    expect(findMistake(response)).toBeNull();
  }
});

/** What a gateway with made-up data responds. */
async function respond(
  of: GraphQLSchema,
  source: string,
  which: number,
  asked: Pick<GraphQLArgs, "operationName" | "variableValues"> = {},
): Promise<Json> {
  const made = await graphql({
    ...{ schema: of, source, ...asked },
    fieldResolver: (_source, _arguments, _context, { returnType }) => make(returnType, which),
    typeResolver: (_value, _context, _info, type) => of.getPossibleTypes(type)[which]?.name,
  });
  return JSON.parse(JSON.stringify(made));
}

function make(type: GraphQLOutputType, which: number): unknown {
  if (!isNonNullType(type) && which === 2) return null;
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [make(nullable.ofType, which), make(nullable.ofType, 2)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.value;
  if (!isScalarType(nullable)) return {};
  const scalars: Readonly<Record<string, unknown>> = {
    ...{ Int: 5, SafeInt: 2 ** 40, Float: 0.5, Boolean: true, JSON: [{}], JSONObject: { a: [1] } },
    ...{ DateTime: "2026-01-01T00:00:00.000Z", Date: "2026-01-01" },
  };
  return scalars[nullable.name] ?? "text";
}

const values = {
  ids: { tag: ["5"], terminal: ["6"], global: ["g"], bad: ["x"] },
  cursors: { tags: ["a"], terminals: ["b"] },
  identifiers: ["floor"],
};

test("generated queries are described as they are answered", async () => {
  const of = buildSchema(printSchema(createSchema({ federation: true })));
  let answered = 0;
  const property = fc.asyncProperty(documents(of, values), async (model) => {
    const operation = writeDocument(of, { ...model, mistake: null })[0];
    // Ajv does not look at a member of this name.
    const { query, variables = {} } = JSON.parse(
      JSON.stringify(operation).replaceAll("__proto__", "proto"),
    );
    const text = query.replace(/^(query)?(?=[ ({@]*[({@])/, "query Named");
    if (validate(of, parse(text)).length > 0) return;
    const document = await describe([text], of);
    for (const path of Object.keys(document.paths).filter((path) => !path.includes("."))) {
      const findMistake = createCheck(document, path);
      for (const which of [0, 1]) {
        const asked = { operationName: path.slice("/q/".length), variableValues: variables };
        const response = await respond(of, text, which, asked);
        if (response.data === undefined) continue;
        answered += 1;
        expect(findMistake(response)).toBeNull();
      }
    }
  });
  await fc.assert(property, {
    seed,
    numRuns: runs(25),
    interruptAfterTimeLimit: 40_000,
    markInterruptAsFailure: false,
  });
  expect(answered).toBeGreaterThan(40);
});

const types = [
  ...[
    "String",
    "ID!",
    "Int",
    "Float",
    "Boolean!",
    "DateTime",
    "TagFilter",
    "AdditionalDataSubject",
  ],
  ...["[String!]!", "[TagFilter!]", "[[Int]]", "[AdditionalDataSubject]"],
];

const variable = fc.record({
  name: fc.constantFrom("a", "A", "__proto__", "key", "constructor", "v_1"),
  type: fc.constantFrom(...types),
  preset: fc.constantFrom("", " = null", ' = "x"', " = 5", " = [TAG]", " = { a: [1.5] }"),
  description: fc.string({ unit: "binary" }),
});

const operation = fc.record({
  name: fc.constantFrom("A", "A_csv", "A_ndjson", "a", "openapi", "__proto__", "constructor"),
  description: fc.string({ unit: "binary" }),
  variables: fc.uniqueArray(variable, { selector: ({ name }) => name }),
  body: fc.constantFrom("{ __typename }", "{ tags { nodes { name } } }"),
});

test("whatever names, descriptions and variables there are, the document is valid", async () => {
  const property = fc.asyncProperty(fc.array(operation), async (operations) => {
    const texts = operations.map(({ name, description, variables, body }) => {
      const all = variables.map(
        ({ name, type, preset, description }) =>
          `${JSON.stringify(description)} $${name}: ${type}${preset}`,
      );
      return `${JSON.stringify(description)} query ${name}${all.length > 0 ? `(${all})` : ""} ${body}`;
    });
    const document = await describe(texts.filter((text) => isRead(text)));
    for (const { get } of Object.values<Json>(document.paths)) {
      for (const { schema: stated, content } of get.parameters) {
        const { type, items } = stated ?? content["application/json"].schema;
        if (stated !== undefined) expect([type, items?.type]).not.toContain("object");
      }
    }
  });
  await fc.assert(property, { seed, numRuns: runs(25) });
});

// Not every binary string is one of GraphQL.
function isRead(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
