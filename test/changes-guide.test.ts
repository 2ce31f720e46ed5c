import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startGateway } from "./support/gateway.ts";
import { startListRegistry } from "./support/list-registry.ts";
import { startScriptedList } from "./support/scripted-list.ts";
import { startScriptedRegistry, status } from "./support/scripted-registry.ts";

const guide = readFileSync(join(import.meta.dirname, "../docs/changes.md"), "utf8");
const clients = [...guide.matchAll(/```js\n(.*?)```/gs)].map(([, code = ""]) => code);
const client = clients.find((code) => code.includes("fetch(")) ?? "";
const [query = ""] = [...guide.matchAll(/```graphql\n(.*?)```/gs)].map(([, text = ""]) => text);

interface Change {
  readonly kind: string;
  readonly node: { readonly name: string } | null;
}

type Changes = (url: string, key: string, query: string) => AsyncGenerator<Change, void>;

const { changes } = (await import(`data:text/javascript,${encodeURIComponent(client)}`)) as {
  readonly changes: Changes;
};

test("the guide's client tells what changes, and goes on when the gateway is started anew", async () => {
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
  const metrics = async () => (await fetch(`${second.url}/metrics`)).text();
  while (!(await metrics()).includes("\ntapgraph_subscriptions 0\n"));
});

test("the guide's client ends with the error when the key is refused", async () => {
  await using registry = await startScriptedRegistry(status(401));
  await using gateway = await startGateway({ registryUrl: registry.url, key: "k" });
  const events = changes(`${gateway.url}/graphql`, "k", query);
  await expect(events.next()).rejects.toMatchObject({
    cause: [{ extensions: { code: "UNAUTHENTICATED" } }],
  });
});

test("the guide's client waits for a registry that is down", async () => {
  await using list = await startScriptedList({ tags: [] });
  const { behaviour } = list.registry;
  list.registry.behaviour = status(503);
  await using gateway = await startGateway({ registryUrl: list.url, key: "k" });
  const events = changes(`${gateway.url}/graphql`, "k", query);
  const next = events.next();
  const metrics = async () => (await fetch(`${gateway.url}/metrics`)).text();
  while (!(await metrics()).includes('tapgraph_requests_total{outcome="errors"} 1'));
  list.registry.behaviour = behaviour;
  expect((await next).value).toMatchObject({ kind: "RESET" });
  await events.return();
});
