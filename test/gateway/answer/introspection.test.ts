import { expect, test } from "vitest";
import { startSampleGateway } from "../../support/gateway.ts";

test("with INTROSPECTION=false, validation neither shows the schema nor suggests its names", async () => {
  await using gateway = await startSampleGateway({ INTROSPECTION: "false" });
  const messagesOf = async (document: string) => {
    const { errors } = await gateway.query(document);
    return errors?.map(({ message, extensions: { code } }) => `${code}: ${message}`);
  };
  const off = "Introspection is turned off (the gateway's setting INTROSPECTION).";
  expect(
    await messagesOf('{ __schema { types { name } } a: __type(name: "Tag") { name } }'),
  ).toEqual([`GRAPHQL_VALIDATION_FAILED: ${off}`, `GRAPHQL_VALIDATION_FAILED: ${off}`]);
  expect(await messagesOf("{ tag { __typename } }")).toEqual([
    'GRAPHQL_VALIDATION_FAILED: Field "tag" argument "id" of type "ID!" is required, but it was not provided.',
  ]);
  expect(await messagesOf("{ tagz { __typename } }")).toEqual([
    'GRAPHQL_VALIDATION_FAILED: Cannot query field "tagz" on type "Query".',
  ]);
});
