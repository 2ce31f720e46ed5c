import { GraphQLClient } from "graphql-request";
import { expect, expectTypeOf, test } from "vitest";
import { startSampleGateway } from "../support/gateway.ts";
import { TerminalsDocument } from "./documents.ts";

test("graphql-request answers a typed query", async () => {
  await using gateway = await startSampleGateway();
  const client = new GraphQLClient(`${gateway.url}/graphql`, {
    headers: { authorization: `Bearer ${gateway.registry.key}` },
  });
  const { terminals } = await client.request(TerminalsDocument, { first: 2 });
  expectTypeOf(terminals?.totalCount).toEqualTypeOf<number | null | undefined>();
  expect(terminals).toMatchObject({ totalCount: 60, nodes: [{}, {}] });
});

test("graphql-request throws the errors of an answer with their codes", async () => {
  await using gateway = await startSampleGateway();
  const client = new GraphQLClient(`${gateway.url}/graphql`);
  await expect(client.request(TerminalsDocument, { first: 2 })).rejects.toMatchObject({
    response: { errors: [{ extensions: { code: "UNAUTHENTICATED" } }] },
  });
});
