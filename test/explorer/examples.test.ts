import { buildSchema, parse, validate } from "graphql";
import { describe, expect, it } from "vitest";
import { examples } from "../../src/explorer/workspace/examples.ts";
import { toRequest } from "../../src/explorer/workspace/to-request.ts";
import { readTypeDefinitions } from "../../src/gateway/resolvers/schema.ts";

const schema = buildSchema(readTypeDefinitions());

describe("the examples", () => {
  it.each(examples)(
    "$title fits the schema, and its variables are JSON",
    ({ query, variables = "" }) => {
      expect(validate(schema, parse(query))).toEqual([]);
      expect(toRequest({ query, variables })).toHaveProperty("request");
    },
  );
});
