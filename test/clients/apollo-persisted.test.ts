import { createHash } from "node:crypto";
import { ApolloClient, HttpLink, InMemoryCache } from "@apollo/client";
import { PersistedQueryLink } from "@apollo/client/link/persisted-queries";
import { expect, test } from "vitest";
import { startSampleGateway } from "../support/gateway.ts";
import { countOperations } from "../support/metrics.ts";
import { TerminalsDocument } from "./documents.ts";

test("Apollo Client sends a query once, and after that only its hash, by GET", async () => {
  await using gateway = await startSampleGateway({ CACHE_TTL_SECONDS: "60" });
  const sent: {
    readonly method: string;
    readonly hasQuery: boolean;
    readonly caching: string | null;
  }[] = [];
  const link = new HttpLink({
    uri: `${gateway.url}/graphql`,
    headers: { "x-api-key": gateway.registry.key },
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const { search } = new URL(String(input));
      const text = `${search}${init?.body}`;
      sent.push({
        method: init?.method ?? "",
        hasQuery: /query( |%20|\+)Terminals/.test(text),
        caching: response.headers.get("cache-control"),
      });
      return response;
    },
  });
  const persisted = new PersistedQueryLink({
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
    useGETForHashedQueries: true,
  });
  const client = new ApolloClient({ link: persisted.concat(link), cache: new InMemoryCache() });
  const ask = () =>
    client.query({
      query: TerminalsDocument,
      variables: { first: 2 },
      fetchPolicy: "network-only",
    });
  expect((await ask()).data?.terminals?.totalCount).toBe(60);
  expect((await ask()).data?.terminals?.totalCount).toBe(60);
  expect(sent).toEqual([
    { method: "GET", hasQuery: false, caching: "no-store" },
    { method: "POST", hasQuery: true, caching: null },
    { method: "GET", hasQuery: false, caching: expect.stringMatching(/^private, max-age=\d+$/) },
  ]);
});

test("the gateway prepares Apollo Client's document once, whether requests send it in full or by hash", async () => {
  await using gateway = await startSampleGateway();
  const http = () =>
    new HttpLink({ uri: `${gateway.url}/graphql`, headers: { "x-api-key": gateway.registry.key } });
  const persisted = () =>
    new PersistedQueryLink({
      sha256: (text) => createHash("sha256").update(text).digest("hex"),
      useGETForHashedQueries: true,
    });
  const counts = await countOperations(gateway.url, async () => {
    for (const link of [http(), persisted().concat(http())]) {
      const client = new ApolloClient({ link, cache: new InMemoryCache() });
      for (const first of [2, 3, 4, 4]) {
        const { data } = await client.query({
          query: TerminalsDocument,
          variables: { first },
          fetchPolicy: "network-only",
        });
        expect(data?.terminals?.nodes).toHaveLength(first);
      }
    }
  });
  // A hash that the gateway does not know yet is refused, and runs nothing.
  expect(counts).toEqual({ newDocument: 1, rememberedDocument: 7 });
});
