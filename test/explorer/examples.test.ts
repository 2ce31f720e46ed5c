import { globSync, readFileSync } from "node:fs";
import { buildSchema, parse, validate } from "graphql";
import { describe, expect, it } from "vitest";
import { examples } from "../../src/explorer/workspace/examples.ts";
import { prepareRequest } from "../../src/explorer/workspace/run.ts";

const folder = `${import.meta.dirname}/../../schema`;
const schema = buildSchema(
  globSync(`${folder}/*.graphql`)
    .map((file) => readFileSync(file, "utf8"))
    .join("\n"),
);

describe("the examples", () => {
  it.each(examples)(
    "$title fits the schema, and its variables are JSON",
    ({ query, variables }) => {
      expect(validate(schema, parse(query))).toEqual([]);
      expect(prepareRequest(query, variables)).toMatchObject({ kind: "request" });
    },
  );
});
