import { expect, test } from "vitest";
import { startGateway } from "./support/gateway.ts";
import { blocksOf, readPage } from "./support/pages.ts";
import { startListRegistry } from "./support/real-registry.ts";
import { startScriptedRegistry, status } from "./support/scripted-registry.ts";

const guide = readPage("docs/changes.md");
const client = blocksOf(guide, "js").find((code) => code.includes("fetch(")) ?? "";
const [query = ""] = blocksOf(guide, "graphql");

interface Change {
  readonly kind: string;
  readonly node: { readonly name: string } | null;
}

type Changes = (url: string, key: string, query: string) => AsyncGenerator<Change, void>;

const { changes } = (await import(`data:text/javascript,${encodeURIComponent(client)}`)) as {
  readonly changes: Changes;
};

test("the guide's client yields the changes, and continues after the gateway is restarted", async () => {
  const door = (name: string) => ({ id: "a", name, last_update: 1, added_when: 1 });
  await using registry = await startListRegistry({ tags: [door("one")] });
  const { url: registryUrl, key } = registry;
  const settings = { CHANGES_POLL_SECONDS: "0.05" };
  const first = await startGateway({ registryUrl, key, settings });
  const events = changes(`${first.url}/graphql`, key, query);
  expect((await events.next()).value).toMatchObject({ kind: "RESET" });
  await registry.replace("tag", [door("two")]);
  expect((await events.next()).value).toMatchObject({ kind: "CHANGED", node: { name: "two" } });
  const next = events.next();
  await first[Symbol.asyncDispose]();
  const { port: PORT } = new URL(first.url);
  await using second = await startGateway({ registryUrl, key, settings: { ...settings, PORT } });
  expect((await next).value).toMatchObject({ kind: "RESET" });
  await registry.replace("tag", []);
  expect((await events.next()).value).toMatchObject({ kind: "REMOVED" });
  await events.return();
  await second.untilFigure("tapgraph_subscriptions", (count) => count === 0);
});

test("the guide's client throws the error when the key is refused", async () => {
  await using registry = await startScriptedRegistry(status(401));
  await using gateway = await startGateway({ registryUrl: registry.url, key: "k" });
  const events = changes(`${gateway.url}/graphql`, "k", query);
  await expect(events.next()).rejects.toMatchObject({
    cause: [{ extensions: { code: "UNAUTHENTICATED" } }],
  });
});

test("the guide's client keeps trying while the registry is down", async () => {
  await using list = await startScriptedRegistry({ tags: [] });
  const { behaviour } = list;
  list.behaviour = status(503);
  await using gateway = await startGateway({ registryUrl: list.url, key: "k" });
  const events = changes(`${gateway.url}/graphql`, "k", query);
  const next = events.next();
  const failed = 'tapgraph_requests_total{outcome="errors"}';
  await gateway.untilFigure(failed, (count) => count > 0);
  list.behaviour = behaviour;
  expect((await next).value).toMatchObject({ kind: "RESET" });
  await events.return();
});
