import type { ResultOf, VariablesOf } from "gql.tada";
import { print } from "graphql";
import { expect, expectTypeOf, test } from "vitest";
import { startSampleGateway } from "../support/gateway.ts";
import { countOperations } from "../support/metrics.ts";
import { TagDocument } from "./gql-tada.ts";

test("gql.tada types a query from its text", async () => {
  await using gateway = await startSampleGateway();
  const list = await gateway.query("{ tags(first: 1) { nodes { id tagId } } }");
  const [{ id, tagId }] = list.data.tags.nodes;
  const variables: VariablesOf<typeof TagDocument> = { id: tagId };
  const { data } = await gateway.query(print(TagDocument), { variables });
  const { tag } = data as ResultOf<typeof TagDocument>;
  expectTypeOf(tag?.addedWhen).toEqualTypeOf<number | null | undefined>();
  expectTypeOf(tag?.additionalDataField?.terminal?.name).toEqualTypeOf<string | null | undefined>();
  expect(tag?.id).toBe(id);
  expect(tag?.additionalDataField?.terminal?.name).toEqual(expect.any(String));
});

test("the gateway prepares a document of gql.tada once, for all its requests", async () => {
  await using gateway = await startSampleGateway();
  const list = await gateway.query("{ tags(first: 3) { nodes { id tagId } } }");
  const counts = await countOperations(gateway.url, async () => {
    for (const { id, tagId } of list.data.tags.nodes) {
      const variables: VariablesOf<typeof TagDocument> = { id: tagId };
      const { data } = await gateway.query(print(TagDocument), { variables });
      expect(data.tag.id).toBe(id);
    }
  });
  expect(counts).toEqual({ newDocument: 1, rememberedDocument: 2 });
});
