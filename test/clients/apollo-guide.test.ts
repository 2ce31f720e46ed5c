import {
  type ApolloClient,
  gql,
  type ObservableQuery,
  type TypedDocumentNode,
} from "@apollo/client";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { Client, type Exchange, fetchExchange } from "@urql/core";
import { buildSchema, getNullableType, isObjectType } from "graphql";
import { expect, test } from "vitest";
import { startGateway, startSampleGateway } from "../support/gateway.ts";
import { blocksOf, readPage } from "../support/pages.ts";
import { startListRegistry } from "../support/real-registry.ts";
import { sampleSdl } from "../support/sample-schema.ts";
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
  readonly follow: (
    client: ApolloClient,
    list: Pick<ObservableQuery<TagPage>, "refetch">,
  ) => () => void;
}

const [apolloCode = "", readAllCode = "", followCode = "", urqlCode = ""] = blocksOf(
  readPage("docs/clients.md"),
  "js",
);
const code = `${apolloCode}\n${readAllCode}\n${followCode}`;
const { createClient, readAll, follow } = await importCode<Guide>("apollo-guide", code);

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

interface TagPage {
  readonly tags: {
    readonly edges: readonly { readonly node: Tag }[];
    readonly pageInfo: { readonly endCursor: string };
  };
}

const pageQuery: TypedDocumentNode<TagPage> = gql`
  query Page($after: String) {
    tags(first: 2, after: $after) {
      edges { node { id name } }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

test("a list that is followed has what was added, changed and removed, as far as it was read", async () => {
  const tag = (id: string, name = id) => ({ id, name, last_update: 1, added_when: 1 });
  await using registry = await startListRegistry({ tags: ["a", "b", "c"].map((id) => tag(id)) });
  const { url: registryUrl, key } = registry;
  const settings = { CHANGES_POLL_SECONDS: "0.05" };
  await using gateway = await startGateway({ registryUrl, key, settings });
  const client = createClient(`${gateway.url}/graphql`, key);
  const list = client.watchQuery({ query: pageQuery });
  let names: unknown;
  let loads = 0;
  const seen = list.subscribe(({ data, loading }) => {
    if (loading) loads += 1;
    names = data?.tags?.edges?.map((edge) => edge?.node?.name).join();
  });
  await expect.poll(() => names).toBe("a,b");
  const stop = follow(client, list);
  // The first event lets it read the list again.
  await expect.poll(() => loads).toBeGreaterThan(1);
  await registry.replace("tag", [tag("a"), tag("b", "B"), tag("c"), tag("d")]);
  await expect.poll(() => names).toBe("a,B");
  const after = list.getCurrentResult().data?.tags?.pageInfo?.endCursor;
  await list.fetchMore({ variables: { after } });
  await expect.poll(() => names).toBe("a,B,c,d");
  await registry.replace("tag", [tag("b", "B"), tag("c"), tag("d"), tag("e")]);
  await expect.poll(() => names).toBe("B,c,d,e");
  stop();
  seen.unsubscribe();
});

test("a refused key is reported as an error with its code", async () => {
  await using gateway = await startSampleGateway();
  const client = createClient(`${gateway.url}/graphql`, "no-such-key");
  const failure = await readAll(client, tagsQuery).catch((error: unknown) => error);
  expect(CombinedGraphQLErrors.is(failure) && failure.errors).toMatchObject([
    { extensions: { code: "UNAUTHENTICATED" } },
  ]);
});

const partsQueries = [
  gql`query List($id: ID!) { tag(id: $id) { id data { floor } field: additionalDataField(identifier: "condition") { identifier } } }`,
  gql`query Detail($id: ID!) { tag(id: $id) { id data { terminal { id name } } field: additionalDataField(identifier: "condition") { value item { name } } } }`,
  gql`query More($id: ID!) { tag(id: $id) { id data { condition } field: additionalDataField(identifier: "condition") { item { type } } } }`,
];

const wholeQuery = gql`
  query Whole($id: ID!) {
    tag(id: $id) {
      id
      data { floor condition terminal { id name } }
      field: additionalDataField(identifier: "condition") { identifier value item { name type } }
    }
  }
`;

test("queries that select different fields of additional data do not overwrite each other", async () => {
  await using gateway = await startSampleGateway();
  const list = await gateway.query("{ tags(first: 1) { nodes { tagId } } }");
  const variables = { id: list.data.tags.nodes[0].tagId };
  const whole = await gateway.query(wholeQuery.loc?.source.body ?? "", { variables });
  const url = `${gateway.url}/graphql`;
  const apollo = createClient(url, gateway.registry.key);
  for (const query of partsQueries) await apollo.query({ query, variables });
  const kept = await apollo.query({ query: wholeQuery, variables, fetchPolicy: "cache-only" });
  expect(kept.data).toMatchObject(whole.data);

  const { graphcache } = await importCode<{ graphcache: Exchange }>("graphcache", urqlCode);
  const fetchOptions = { headers: { "x-api-key": gateway.registry.key } };
  const urql = new Client({ url, fetchOptions, exchanges: [graphcache, fetchExchange] });
  for (const query of partsQueries) await urql.query(query, variables).toPromise();
  const options = { requestPolicy: "cache-only" } as const;
  const { data } = await urql.query(wholeQuery, variables, options).toPromise();
  expect(data).toMatchObject(whole.data);
});

const types = Object.values(buildSchema(sampleSdl).getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith("__") && name !== "Query" && name !== "Subscription");

test("the printed policies name every type without an id", () => {
  const withoutId = types.filter((type) => !type.getFields()["id"] || type.name === "Change");
  const missing = (text: string, wanted: readonly { name: string }[]) =>
    wanted.filter(({ name }) => !text.includes(name)).map(({ name }) => name);
  expect(missing(urqlCode, withoutId)).toEqual([]);
  // Apollo replaces the entries of a list, so those need no policy.
  const alone = new Set(
    types.flatMap((type) =>
      Object.values(type.getFields()).map((field) => getNullableType(field.type)),
    ),
  );
  const merged = withoutId.filter((type) => alone.has(type));
  expect(merged.length).toBeGreaterThan(5);
  expect(missing(apolloCode, merged)).toEqual([]);
});
