// @vitest-environment happy-dom
import { ApolloProvider } from "@apollo/client/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../examples/apollo-client/client.ts";
import { TagList } from "../../examples/apollo-client/tag-list.tsx";
import { startSampleGateway } from "../support/gateway.ts";
import { renderPage } from "../support/react-page.ts";

let gateway: Awaited<ReturnType<typeof startSampleGateway>>;

beforeAll(async () => {
  gateway = await startSampleGateway({ CORS_ORIGINS: location.origin });
});

afterAll(() => gateway[Symbol.asyncDispose]());

function renderList(key: string) {
  const client = createClient(gateway.url, key);
  const page = renderPage(
    <ApolloProvider client={client}>
      <TagList />
    </ApolloProvider>,
  );
  return { client, page };
}

test("fetchMore reads all pages, and keeps records once, by id", async () => {
  const { client, page } = renderList(gateway.registry.key);
  using list = page;
  for (const count of [500, 1000, 1500, 2000]) {
    await list.waitFor(new RegExp(`^${count} of 2500 tags`));
    list.press();
  }
  await list.waitFor(/^2500 of 2500 tags/);
  expect(list.element.querySelector("button")).toBeNull();
  const names = [...list.element.querySelectorAll("li")].map(({ textContent }) => textContent);
  const { data } = await gateway.query("{ tags(last: 1) { nodes { id name } } }");
  const [{ id, name }] = data.tags.nodes;
  expect(names).toHaveLength(2500);
  expect(names.at(-1)).toBe(name);
  const cache = client.cache.extract() as Readonly<Record<string, unknown>>;
  expect(Object.keys(cache).filter((key) => key.startsWith("Tag:"))).toHaveLength(2500);
  expect(cache[`Tag:${id}`]).toMatchObject({ __typename: "Tag", name });
});

test("an error is shown", async () => {
  const { page } = renderList("no-such-key");
  using list = page;
  await list.waitFor(/the registry refused the key/);
});
