import { type ApolloClient, gql, type TypedDocumentNode } from "@apollo/client";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { expect, test } from "vitest";
import { startSampleGateway } from "../support/gateway.ts";
import { countOperations } from "../support/metrics.ts";
import { blocksOf, readPage } from "../support/pages.ts";
import { importCode } from "./import-code.ts";

interface Tag {
  readonly id: string;
  readonly name: string;
}

interface Guide {
  readonly createClient: (url: string, key: string) => ApolloClient;
  readonly readAll: (
    client: ApolloClient,
    query: TypedDocumentNode,
    variables?: object,
  ) => Promise<readonly Tag[]>;
}

const code = blocksOf(readPage("docs/clients.md"), "js").join("\n");
const { createClient, readAll } = await importCode<Guide>("apollo-guide", code);

const tagsQuery = gql`
  query Tags($after: String, $search: String) {
    tags(first: 500, after: $after, search: $search) {
      edges { node { id name } }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

test("fetchMore reads all pages, and the cache keeps each record once, by its id", async () => {
  await using gateway = await startSampleGateway();
  const client = createClient(`${gateway.url}/graphql`, gateway.registry.key);
  const tags = await readAll(client, tagsQuery);
  const { data } = await gateway.query("{ tags(last: 1) { nodes { id name } } }");
  const [last] = data.tags.nodes;
  expect(new Set(tags.map(({ id }) => id)).size).toBe(2500);
  expect(tags.at(-1)).toMatchObject(last);
  const cache = client.cache.extract() as Readonly<Record<string, unknown>>;
  expect(Object.keys(cache).filter((key) => key.startsWith("Tag:"))).toHaveLength(2500);
  expect(cache[`Tag:${last.id}`]).toMatchObject({ __typename: "Tag", name: last.name });
});

test("the cache keeps a search apart from the whole list", async () => {
  await using gateway = await startSampleGateway();
  const client = createClient(`${gateway.url}/graphql`, gateway.registry.key);
  expect(await readAll(client, tagsQuery)).toHaveLength(2500);
  const { data } = await gateway.query('{ tags(search: "boiler") { totalCount } }');
  const boilers = await readAll(client, tagsQuery, { search: "boiler" });
  expect(boilers).toHaveLength(data.tags.totalCount);
  expect(await readAll(client, tagsQuery)).toHaveLength(2500);
});

test("the gateway prepares the query for the first page, and reuses it for all others", async () => {
  await using gateway = await startSampleGateway();
  const counts = await countOperations(gateway.url, async () => {
    const client = createClient(`${gateway.url}/graphql`, gateway.registry.key);
    await readAll(client, tagsQuery);
  });
  expect(counts).toEqual({ newDocument: 1, rememberedDocument: 4 });
});

test("a refused key is reported as an error with its code", async () => {
  await using gateway = await startSampleGateway();
  const client = createClient(`${gateway.url}/graphql`, "no-such-key");
  const failure = await readAll(client, tagsQuery).catch((error: unknown) => error);
  expect(CombinedGraphQLErrors.is(failure) && failure.errors).toMatchObject([
    { extensions: { code: "UNAUTHENTICATED" } },
  ]);
});
