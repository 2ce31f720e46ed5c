import { GraphQLClient } from "graphql-request";
import { expect, test } from "vitest";
import { startSampleGateway } from "../support/gateway.ts";
import { countOperations } from "../support/metrics.ts";
import { TerminalsDocument } from "./documents.ts";

test("the gateway prepares graphql-request's document once, for all its requests", async () => {
  await using gateway = await startSampleGateway();
  const client = new GraphQLClient(`${gateway.url}/graphql`, {
    headers: { authorization: `Bearer ${gateway.registry.key}` },
  });
  const counts = await countOperations(gateway.url, async () => {
    for (const first of [2, 3, 2, 4]) {
      const { terminals } = await client.request(TerminalsDocument, { first });
      expect(terminals?.nodes).toHaveLength(first);
    }
  });
  expect(counts).toEqual({ newDocument: 1, rememberedDocument: 3 });
});
