import { join } from "node:path";
import { cleanup, configure, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { RelayEnvironmentProvider, requestSubscription } from "react-relay";
import { afterEach, beforeAll, expect, test } from "vitest";
import { startForwarder } from "../../test/support/forwarder.ts";
import { startListRegistry } from "../../test/support/real-registry.ts";
import { runGateway, runTapgraph } from "../../test/support/tapgraph.ts";
import type { liveTagListSubscription } from "./__generated__/liveTagListSubscription.graphql.ts";
import { createEnvironment } from "./environment.ts";
import { LiveTagList, subscription } from "./live-tag-list.tsx";

beforeAll(() => configure({ asyncUtilTimeout: 25_000 }));
afterEach(cleanup);

const settings = {
  CHANGES_POLL_SECONDS: "0.05",
  CORS_ORIGINS: location.origin,
  OWN_FIELDS: join(import.meta.dirname, "../../schema/sample/own-fields.graphql"),
};

/** Renders the list until it is disposed. */
function renderList(url: string, key: string): Disposable {
  const { unmount } = render(
    <RelayEnvironmentProvider environment={createEnvironment(url, key)}>
      <Suspense fallback="Loading…">
        <LiveTagList />
      </Suspense>
    </RelayEnvironmentProvider>,
  );
  return { [Symbol.dispose]: unmount };
}

/** Resolves when the list shows exactly these names. */
async function untilShown(...names: readonly string[]): Promise<void> {
  await screen.findByText(`${names.length} of ${names.length} tags`);
  const shown = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);
  await expect.poll(shown, { timeout: 20_000 }).toEqual(names);
}

const tag = (id: string, name: string) => ({ id, name });

test("the list follows the registry when a tag is added, renamed and removed", async () => {
  await using registry = await startListRegistry({ tags: [tag("a", "first")] });
  await using gateway = await runGateway({ REGISTRY_URL: registry.url, ...settings });
  using _list = renderList(gateway.url, registry.key);
  await untilShown("first");
  await registry.replace("tag", [tag("a", "first"), tag("b", "second")]);
  await untilShown("first", "second");
  const moved = { ...tag("b", "second"), additional_data: { site: "Mill" } };
  await registry.replace("tag", [tag("a", "renamed"), moved]);
  await untilShown("renamed", "second · Mill");
  await registry.remove("tag", "a");
  await untilShown("second · Mill");
});

test("after a lost connection the list resumes at the last event and is not read again", async () => {
  await using registry = await startListRegistry({ tags: [tag("a", "first"), tag("b", "second")] });
  await using gateway = await runGateway({ REGISTRY_URL: registry.url, ...settings });
  await using forwarder = await startForwarder(gateway.url);
  using _list = renderList(forwarder.url, registry.key);
  await untilShown("first", "second");
  await registry.replace("tag", [tag("a", "first"), tag("b", "second"), tag("c", "third")]);
  await untilShown("first", "second", "third");
  forwarder.shut();
  await registry.replace("tag", [tag("b", "renamed"), tag("c", "third"), tag("d", "fourth")]);
  await gateway.waitFor(/"events":\d/);
  forwarder.open();
  await untilShown("renamed", "third", "fourth");
  const lists = gateway.log.filter(({ operation }) => operation === "tagListQuery");
  expect(lists).toHaveLength(2);
});

test("after a restart of the gateway the list subscribes again and is read again", async () => {
  await using registry = await startListRegistry({ tags: [tag("a", "first")] });
  const { url: REGISTRY_URL, key } = registry;
  const first = await runGateway({ REGISTRY_URL, ...settings });
  using _list = renderList(first.url, key);
  await untilShown("first");
  await registry.replace("tag", [tag("a", "first"), tag("b", "second")]);
  await untilShown("first", "second");
  first.process.kill("SIGTERM");
  await first.exit();
  await registry.replace("tag", [tag("b", "renamed")]);
  const { port: PORT } = new URL(first.url);
  await using _second = await runGateway({ REGISTRY_URL, ...settings, PORT });
  await untilShown("renamed");
});

test("Relay receives every kind of change from a sample that drifts", async () => {
  await using registry = await runTapgraph(["registry", "--sample", "--drift", "100"], {
    REGISTRY_PORT: "0",
  });
  const [, key = ""] = await registry.waitFor(/Key of project \d+, [^:]*: (\S+)/);
  const [, REGISTRY_URL = ""] = await registry.waitFor(/"url":"(http:[^"]+)"/);
  await using gateway = await runGateway({ REGISTRY_URL, ...settings });
  const environment = createEnvironment(gateway.url, key);
  const missing = new Set(["RESET", "ADDED", "CHANGED", "REMOVED"]);
  const { promise: allSeen, resolve } = Promise.withResolvers<void>();
  const { dispose } = requestSubscription<liveTagListSubscription>(environment, {
    subscription,
    variables: {},
    onNext: (result) => {
      missing.delete(result?.changes.kind ?? "");
      if (missing.size === 0) resolve();
    },
  });
  await allSeen;
  dispose();
});
