import type { ResultOf, VariablesOf } from "gql.tada";
import { print } from "graphql";
import { expect, expectTypeOf, test } from "vitest";
import { startSampleGateway } from "../support/gateway.ts";
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
