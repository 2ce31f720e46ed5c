import { buildSchema, parse, validate } from "graphql";
import { describe, expect, it } from "vitest";
import { examples } from "../../src/explorer/workspace/examples.ts";
import { prepareRequest } from "../../src/explorer/workspace/prepare-request.ts";
import { readTypeDefinitions } from "../../src/gateway/resolvers/schema.ts";

const schema = buildSchema(readTypeDefinitions());

describe("the examples", () => {
  it.each(examples)(
    "$title fits the schema, and its variables are JSON",
    ({ query, variables }) => {
      expect(validate(schema, parse(query))).toEqual([]);
      expect(prepareRequest(query, variables)).toMatchObject({ kind: "request" });
    },
  );
});
