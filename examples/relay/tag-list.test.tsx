import { join } from "node:path";
import { cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { RelayEnvironmentProvider } from "react-relay";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { countOperations } from "../../test/support/metrics.ts";
import {
  runGateway,
  runSampleGateway,
  type SampleGatewayRun,
} from "../../test/support/tapgraph.ts";
import { createEnvironment } from "./environment.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { TagList } from "./tag-list.tsx";

let gateway: SampleGatewayRun;

beforeAll(async () => {
  configure({ asyncUtilTimeout: 25_000 });
  gateway = await runSampleGateway({ CORS_ORIGINS: location.origin });
});

afterEach(cleanup);
afterAll(() => gateway[Symbol.asyncDispose]());

function renderList(key: string, { url }: { readonly url: string } = gateway) {
  const environment = createEnvironment(url, key);
  const { container } = render(
    <ErrorBoundary>
      <RelayEnvironmentProvider environment={environment}>
        <Suspense fallback="Loading…">
          <TagList />
        </Suspense>
      </RelayEnvironmentProvider>
    </ErrorBoundary>,
    // React would print what the error boundary already shows.
    { onCaughtError: () => {} },
  );
  return { container, environment };
}

test("usePaginationFragment reads all pages, and the store keeps each record once, by its id", async () => {
  const { container, environment } = renderList(gateway.key);
  for (const count of [500, 1000, 1500, 2000]) {
    await screen.findByText(`${count} of 2500 tags`);
    fireEvent.click(screen.getByText("More"));
  }
  await screen.findByText("2500 of 2500 tags");
  expect(screen.queryByText("More")).toBeNull();
  const names = [...container.querySelectorAll("li")].map(({ textContent }) => textContent);
  const { tags: last } = await gateway.query(
    "{ tags(last: 1) { nodes { id name data { site condition } } } }",
  );
  const [{ id, name, data }] = last.nodes;
  expect(names).toHaveLength(2500);
  expect(names.at(-1)).toBe(`${name} · ${data.site} · ${data.condition}`);
  const records = environment.getStore().getSource().toJSON();
  const tags = Object.values(records).filter((record) => record?.["__typename"] === "Tag");
  expect(tags).toHaveLength(2500);
  expect(records[id]).toMatchObject({ __typename: "Tag", name });
});

test("the gateway prepares the query for the first page and the one for further pages once each", async () => {
  await using own = await runSampleGateway({ CORS_ORIGINS: location.origin });
  const counts = await countOperations(own.url, async () => {
    renderList(own.key, own);
    for (const count of [500, 1000, 1500]) {
      await screen.findByText(`${count} of 2500 tags`);
      fireEvent.click(screen.getByText("More"));
    }
    await screen.findByText("2000 of 2500 tags");
    cleanup();
    renderList(own.key, own);
    await screen.findByText("500 of 2500 tags");
  });
  expect(counts).toEqual({ newDocument: 2, rememberedDocument: 3 });
});

test("@throwOnFieldError throws for a failed field, so that no field is null because of an error", async () => {
  // Nothing listens on this port.
  const settings = { REGISTRY_URL: "http://127.0.0.1:1", CORS_ORIGINS: location.origin };
  const fields = join(import.meta.dirname, "../../schema/sample/own-fields.graphql");
  await using own = await runGateway({ ...settings, OWN_FIELDS: fields });
  renderList("a-key", own);
  await screen.findByText(/Relay: Unexpected response payload/);
});

test("a refused key is reported in words", async () => {
  renderList("no-such-key");
  await screen.findByText("The registry refuses this key.");
});
