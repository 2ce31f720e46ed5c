import fc from "fast-check";
import {
  buildSchema,
  type DocumentNode,
  type OperationDefinitionNode,
  parse,
  Source,
} from "graphql";
import { describe, expect, test } from "vitest";
import { Operation } from "../../../../src/execution/operation.ts";
import type { Variables } from "../../../../src/execution/plan.ts";
import { readDocument } from "../../../../src/gateway/answer/limits/limits.ts";
import { createPlanCheck } from "../../../../src/gateway/answer/limits/plan-check.ts";
import { createSchema } from "../../../../src/gateway/resolvers/schema.ts";
import { estimatedOperations, many, passingDocuments, refusedDocuments } from "./documents.ts";

const checkDocument = (text: string) => readDocument(text, "known").excess;

function outcomeOf(excess: string | null): string {
  return excess === null ? "passed" : "refused";
}

describe("a document is refused", () => {
  test.each(refusedDocuments)("for %s", (_, text, words) => {
    expect(checkDocument(text)).toMatch(words);
  });

  test.each(passingDocuments)("never for %s", (_, text) => {
    expect(checkDocument(text)).toBeNull();
  });

  test("of a stranger beyond 2,000 tokens", () => {
    const ofStranger = (count: number) =>
      readDocument(`{ ${many(count - 2, (of) => `f${of}`)} }`, "stranger").excess;
    expect(ofStranger(2_000)).toBeNull();
    expect(ofStranger(2_001)).toMatch(/more than 2000 tokens: send it with a token/);
  });
});

test("fragments that spread each other at random are always measured", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.nat(59), { maxLength: 40 }), { minLength: 60, maxLength: 60 }),
      (spreads) => {
        const fragments = spreads.map(
          (names, of) =>
            `fragment F${of} on Project { projectId ${names.map((name) => `...F${name}`).join(" ")} }`,
        );
        const text = `{ project { ...F0 } } ${fragments.join(" ")}`;
        expect(["passed", "refused"]).toContain(outcomeOf(checkDocument(text)));
      },
    ),
    { verbose: true },
  );
});

describe("the estimate of a response's objects", () => {
  const schema = createSchema();

  async function planOf(text: string, values: Variables, of = schema) {
    const document = parse(text);
    const options = { schema: of, hidesSchema: false };
    const operation = new Operation(options, operationOf(document), new Source(text));
    const read = operation.coerceVariables(values);
    if ("errors" in read) throw new Error("the variables are wrong");
    return { plan: operation.prepare(read.variables, document), variables: read.variables };
  }

  /** The smallest limit that lets an operation pass. */
  async function estimate(text: string, values: Variables = {}): Promise<number> {
    const { plan, variables } = await planOf(text, values);
    let [low, high] = [0, 1e9];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const check = createPlanCheck(schema, { maxObjects: middle, maxPageSize: 1_000 });
      if (check(plan, variables) === null) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  test.each(estimatedOperations)("for %s with %j is %j", async (text, variables, nodes) => {
    expect(await estimate(text, variables)).toBe(nodes);
  });

  const check = createPlanCheck(schema, { maxObjects: 250_000, maxPageSize: 1_000 });
  const outcome = async (text: string, values = {}) => {
    const { plan, variables } = await planOf(text, values);
    return outcomeOf(check(plan, variables));
  };

  test("lets 1,000 tags and 1,000 terminals with all their fields pass", async () => {
    const field = "identifier value item { type } tag { id } terminal { id additionalData }";
    const row = `id name additionalData project { projectId } additionalDataFields { ${field} } additionalDataField(identifier: "a") { ${field} }`;
    const rows = `(first: 1000) { totalCount nodes { ${row} } pageInfo { endCursor } }`;
    expect(await outcome(`{ tags${rows} terminals${rows} }`)).toBe("passed");
  });

  test("refuses fragments that multiply each other exponentially", async () => {
    const fragments = many(
      40,
      (of) => `fragment F${of} on Project { tags { nodes { project { ...F${of + 1} } } } }`,
    );
    const text = `{ project { ...F0 } } ${fragments} fragment F40 on Project { projectId }`;
    expect(await outcome(text)).toBe("refused");
  });

  test("lets 1,000 ids pass and refuses 1,001, in a variable or as literals", async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, id) => `${id}`);
    const document = "query ($ids: [ID!]!) { nodes(ids: $ids) { id } }";
    const written = (count: number) => `{ nodes(ids: ${JSON.stringify(ids(count))}) { id } }`;
    expect(await outcome(document, { ids: ids(1_000) })).toBe("passed");
    expect(await outcome(document, { ids: ids(1_001) })).toBe("refused");
    expect(await outcome(written(1_000))).toBe("passed");
    expect(await outcome(written(1_001))).toBe("refused");
  });

  test("counts a list of another schema by its list argument", async () => {
    const other = buildSchema(
      "scalar Any type Query { _entities(representations: [Any!]!): [Tag]! } type Tag { id: ID }",
    );
    const entities = createPlanCheck(other, { maxObjects: 2, maxPageSize: 1_000 });
    const text = "query ($r: [Any!]!) { _entities(representations: $r) { __typename } }";
    const { plan } = await planOf(text, { r: [] }, other);
    const judge = (r: unknown[]) => outcomeOf(entities(plan, { r }));
    expect([judge([{}, {}]), judge([{}, {}, {}])]).toEqual(["passed", "refused"]);
  });
});

function operationOf({ definitions }: DocumentNode): OperationDefinitionNode {
  const operation = definitions.find(({ kind }) => kind === "OperationDefinition");
  if (operation?.kind !== "OperationDefinition") throw new Error("no operation");
  return operation;
}
