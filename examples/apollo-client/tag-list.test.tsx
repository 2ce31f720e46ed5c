import { ApolloProvider } from "@apollo/client/react";
import { cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { countOperations } from "../../test/support/operation-counts.ts";
import { runSampleGateway, type SampleGatewayRun } from "../../test/support/sample-gateway.ts";
import { createClient } from "./client.ts";
import { TagList } from "./tag-list.tsx";

let gateway: SampleGatewayRun;

beforeAll(async () => {
  configure({ asyncUtilTimeout: 25_000 });
  gateway = await runSampleGateway({ CORS_ORIGINS: location.origin });
});

afterEach(cleanup);
afterAll(() => gateway[Symbol.asyncDispose]());

function renderList(key: string, { url } = gateway) {
  const client = createClient(url, key);
  const { container } = render(
    <ApolloProvider client={client}>
      <TagList />
    </ApolloProvider>,
  );
  return { client, container };
}

test("fetchMore reads all pages, and keeps records once, by id", async () => {
  const { client, container } = renderList(gateway.key);
  for (const count of [500, 1000, 1500, 2000]) {
    await screen.findByText(`${count} of 2500 tags`);
    fireEvent.click(screen.getByText("More"));
  }
  await screen.findByText("2500 of 2500 tags");
  expect(screen.queryByText("More")).toBeNull();
  const names = [...container.querySelectorAll("li")].map(({ textContent }) => textContent);
  const { tags: last } = await gateway.query("{ tags(last: 1) { nodes { id name } } }");
  const [{ id, name }] = last.nodes;
  expect(names).toHaveLength(2500);
  expect(names.at(-1)).toBe(name);
  const cache = client.cache.extract() as Readonly<Record<string, unknown>>;
  expect(Object.keys(cache).filter((key) => key.startsWith("Tag:"))).toHaveLength(2500);
  expect(cache[`Tag:${id}`]).toMatchObject({ __typename: "Tag", name });
});

test("the gateway parses the query for the first page, and has it prepared for all others", async () => {
  await using own = await runSampleGateway({ CORS_ORIGINS: location.origin });
  const counts = await countOperations(own.url, async () => {
    renderList(own.key, own);
    for (const count of [500, 1000, 1500]) {
      await screen.findByText(`${count} of 2500 tags`);
      fireEvent.click(screen.getByText("More"));
    }
    await screen.findByText("2000 of 2500 tags");
  });
  expect(counts).toEqual({ first: 1, prepared: 3 });
});

test("an error is shown", async () => {
  renderList("no-such-key");
  await screen.findByText(/the registry refused the key/);
});
