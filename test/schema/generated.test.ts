import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from "graphql";
import { expect, test } from "vitest";
import { createSchema } from "../../src/gateway/resolvers/schema.ts";
import { sampleFields } from "../support/sample-schema.ts";

/*
 * What packages generated from the schema, and keep. Here is asked for the names alone, which needs
 * none of their tools. `npm run check:packages` generates all of it again.
 */

const typesOf = (schema: GraphQLSchema) =>
  Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));

const types = typesOf(createSchema());
/** Those of the sample, with its own fields. */
const sampleTypes = typesOf(createSchema({ ownFields: sampleFields }));

const read = (path: string) => readFileSync(join(import.meta.dirname, "../..", path), "utf8");

const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name]) => name).sort();

test.each([
  ["examples/urql", sampleTypes],
  ["test/clients", types],
])(
  "the introspection of %s is up to date: else run `npm run codegen` there",
  (folder, expected) => {
    const lines = read(`${folder}/__generated__/introspection.d.ts`).split("\n");
    const lineOf = (name: string) => lines.find((line) => line.startsWith(`    '${name}': `)) ?? "";
    for (const type of expected) {
      const line = lineOf(type.name);
      const isOutput = isObjectType(type) || isInterfaceType(type);
      if (!isOutput && !isInputObjectType(type)) continue;
      const pattern = isOutput ? /'(\w+)': \{ name: '\1'/g : /\{ name: '(\w+)'; type/g;
      const names = Object.keys(type.getFields()).sort();
      expect([type.name, namesIn(line, pattern)]).toEqual([type.name, names]);
    }
  },
);

test.each([
  ["examples/inventory", sampleTypes],
  ["test/clients", types],
])("the types of %s are up to date: else run `npm run codegen` there", (folder, expected) => {
  const text = read(`${folder}/__generated__/graphql.ts`);
  let compared = 0;
  for (const type of expected) {
    const [, body = ""] =
      new RegExp(`^export type ${type.name} =(.*?);\\n\\n`, "ms").exec(text) ?? [];
    if (body === "") continue;
    if (isEnumType(type)) {
      const values = type
        .getValues()
        .map(({ name }) => name)
        .sort();
      expect([type.name, namesIn(body, /\| '(\w+)'/g)]).toEqual([type.name, values]);
    } else if (isInputObjectType(type)) {
      const names = Object.keys(type.getFields()).sort();
      expect([type.name, namesIn(body, /^ {2}readonly (\w+)\??:/gm)]).toEqual([type.name, names]);
    } else continue;
    compared += 1;
  }
  expect(compared).toBeGreaterThan(1);
});
