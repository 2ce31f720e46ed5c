import { writeFile } from "node:fs/promises";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readAddresses } from "../../../../src/gateway/http/addresses/address.ts";
import { toOpenApi } from "../../../../src/gateway/http/addresses/open-api.ts";
import { createSchema } from "../../../../src/gateway/resolvers/schema.ts";
import { createFolder } from "../../../support/folder.ts";
import { startSampleGateway } from "../../../support/gateway.ts";
import { sampleFields } from "../../../support/sample-schema.ts";

const schema = createSchema({ ownFields: sampleFields, federation: true });

// biome-ignore lint/suspicious/noExplicitAny: a test names what it expects.
async function describeValid(documents: Iterable<string>): Promise<any> {
  const openApi = structuredClone(toOpenApi(readAddresses(documents, schema), schema));
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(openApi)));
  expect([valid, errors]).toEqual([true, undefined]);
  return openApi;
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
  const { paths, components } = await describeValid(Object.values(queries));
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

test("responses have the described schema", async () => {
  await using folder = await createFolder();
  const file = folder.file("manifest.json");
  await writeFile(file, JSON.stringify(queries));
  await using gateway = await startSampleGateway({ PERSISTED_OPERATIONS: file });
  const get = async (path: string) => {
    const headers = { "x-api-key": gateway.registry.key };
    const response = await fetch(`${gateway.url}/q/${path}`, { headers });
    expect(response.status).toBe(200);
    // biome-ignore lint/suspicious/noExplicitAny: a test names what it expects.
    return (await response.json()) as any;
  };
  const openApi = await get("openapi.json");
  const ajv = new Ajv2020({ strict: false, formats: { "date-time": true } });
  ajv.addSchema(openApi, "openapi");
  const { data } = await gateway.query(
    "{ tags(first: 1) { nodes { id } } terminals(first: 1) { nodes { id } } }",
  );
  const ids: string[] = [data.tags.nodes[0].id, data.terminals.nodes[0].id, "unknown"];
  const search = new URLSearchParams(ids.map((id): [string, string] => ["ids", id]));
  for (const path of [
    "Stock?first=3",
    "Stock?filter=%7B%22and%22:%5B%5D%7D",
    "Whole",
    `Nodes?${search}`,
    `Nodes?${search}&more=true`,
  ]) {
    const name = path.replace(/\?.*/, "");
    const validate = ajv.compile({
      $ref: `openapi#/paths/~1q~1${name}/get/responses/200/content/application~1json/schema`,
    });
    const response = await get(path);
    expect(response.data).not.toBeNull();
    validate(response);
    expect(validate.errors, path).toBeNull();
    // Each record has its own type's fields.
    if (path.startsWith("Stock?first")) {
      delete response.data.tags.nodes[0].tagId;
      expect(validate(response)).toBe(false);
    }
  }
});

const inputTypes = Object.values(schema.getTypeMap())
  .filter((type) => "parseValue" in type || /Filter$|Order$/.test(type.name))
  .map(({ name }) => name)
  .filter((name) => !name.startsWith("__"));

test("any valid variables and names make a valid document", async () => {
  const type = fc
    .tuple(fc.constantFrom(...inputTypes), fc.constantFrom("@", "@!", "[@]", "[@!]!", "[[@]!]"))
    .map(([name, form]) => form.replace("@", name));
  const name = fc.stringMatching(/^[_A-Za-z]\w{0,6}$/).filter((text) => !text.startsWith("__"));
  const names = fc.oneof(name, fc.constantFrom("constructor", "stock", "stock_csv", "toString"));
  const text = fc.string({ unit: "binary" }).map((told) => JSON.stringify(told));
  const operation = fc
    .record({ name: names, told: text, variables: fc.dictionary(names, fc.tuple(type, text)) })
    .map(({ name, told, variables }) => {
      const all = Object.entries(variables).map(
        ([name, [type, told]]) => `${told} $${name}: ${type}`,
      );
      const defined = all.length > 0 ? `(${all})` : "";
      return `${told} query ${name}${defined} { tags { nodes { name ${name}: tagId } } }`;
    });
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 4 }), async (documents) => {
      await describeValid(documents);
    }),
    { numRuns: 50 },
  );
});
