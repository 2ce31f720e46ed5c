import { buildSchema, parse, validate } from "graphql";
import { describe, expect, it } from "vitest";
import { examplesFor } from "../../src/explorer/workspace/examples.ts";
import { toRequest } from "../../src/explorer/workspace/to-request.ts";
import { readTypeDefinitions } from "../../src/gateway/resolvers/schema.ts";
import { sampleSdl } from "../support/sample-schema.ts";

const generic = buildSchema(readTypeDefinitions());
const sample = buildSchema(sampleSdl);

const fitting = [
  { name: "a schema without own fields", schema: generic, offered: examplesFor(generic) },
  { name: "the sample's schema", schema: sample, offered: examplesFor(sample) },
  { name: "any schema, while none is known", schema: generic, offered: examplesFor(undefined) },
].flatMap(({ offered, ...of }) => offered.map((example) => ({ ...of, ...example })));

describe("the examples", () => {
  it.each(fitting)("$title fits $name, and its variables are JSON", (example) => {
    const { schema, query, variables = "" } = example;
    expect(validate(schema, parse(query))).toEqual([]);
    expect(toRequest({ query, variables })).toHaveProperty("request");
  });

  it("show own fields where the schema has them, in place of identifiers", () => {
    const idsOf = (schema: typeof sample) => examplesFor(schema).map(({ id }) => id);
    const lost = ["charts", "link-filter"];
    expect(idsOf(sample)).toEqual([...idsOf(generic), ...lost]);
    const named = examplesFor(sample).filter(({ query }) => query.includes("identifier:"));
    expect(named).toEqual([]);
  });
});
