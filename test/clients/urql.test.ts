import { Client, cacheExchange, fetchExchange } from "@urql/core";
import { expect, expectTypeOf, test } from "vitest";
import { startSampleGateway } from "../support/gateway.ts";
import { countOperations } from "../support/metrics.ts";
import { TagDocument } from "./gql-tada.ts";

test("urql runs a typed query over POST and over GET, and answers it again from its cache", async () => {
  await using gateway = await startSampleGateway();
  const list = await gateway.query("{ tags(first: 1) { nodes { id tagId } } }");
  const [{ id, tagId }] = list.data.tags.nodes;
  gateway.registry.resetCalls();
  for (const preferGetMethod of [false, "force"] as const) {
    const client = createClient(gateway, preferGetMethod);
    for (let time = 0; time < 2; time += 1) {
      const { data, error } = await client.query(TagDocument, { id: tagId }).toPromise();
      expect(error).toBeUndefined();
      expectTypeOf(data?.tag?.addedWhen).toEqualTypeOf<number | null | undefined>();
      expect(data?.tag?.id).toBe(id);
    }
  }
  const gets = gateway.registry.calls.filter((call) => call.startsWith("GET /api/v1/tags/"));
  expect(gets).toHaveLength(2);
});

test("the gateway prepares urql's document once, for its requests over POST and over GET", async () => {
  await using gateway = await startSampleGateway();
  const list = await gateway.query("{ tags(first: 3) { nodes { id tagId } } }");
  const counts = await countOperations(gateway.url, async () => {
    for (const preferGetMethod of [false, "force"] as const) {
      const client = createClient(gateway, preferGetMethod);
      for (const { id, tagId } of list.data.tags.nodes) {
        const { data } = await client.query(TagDocument, { id: tagId }).toPromise();
        expect(data?.tag?.id).toBe(id);
      }
    }
  });
  expect(counts).toEqual({ newDocument: 1, rememberedDocument: 5 });
});

/** A client that sends queries by POST, or by GET with `force`. */
function createClient(
  { url, registry }: Awaited<ReturnType<typeof startSampleGateway>>,
  preferGetMethod: false | "force",
): Client {
  return new Client({
    url: `${url}/graphql`,
    exchanges: [cacheExchange, fetchExchange],
    fetchOptions: { headers: { "x-api-key": registry.key } },
    preferGetMethod,
  });
}
