import { expect, test } from "vitest";
import { startForwarder } from "../support/forwarder.ts";
import { startGateway } from "../support/gateway.ts";
import { blocksOf, readPage } from "../support/pages.ts";
import { startListRegistry } from "../support/real-registry.ts";
import { startScriptedRegistry, status } from "../support/scripted-registry.ts";
import { importCode } from "./import-code.ts";

interface Change {
  readonly kind: string;
}

type Changes = (url: string, key: string, query: string) => AsyncGenerator<Change, void>;

const [code = ""] = blocksOf(readPage("docs/changes.md"), "js");
const { changes } = await importCode<{ readonly changes: Changes }>("changes-guide", code);

const query = "subscription { changes { kind cursor } }";
const settings = { CHANGES_POLL_SECONDS: "0.05" };
const named = (id: string) => ({ id, name: id, last_update: 1, added_when: 1 });

test("the guide's client resumes after a lost connection, and starts again after the gateway's restart", async () => {
  await using registry = await startListRegistry({ tags: [] });
  const { url: registryUrl, key } = registry;
  const first = await startGateway({ registryUrl, key, settings });
  await using forwarder = await startForwarder(first.url);
  const events = changes(`${forwarder.url}/graphql`, key, query);
  const next = async () => (await events.next()).value?.kind;
  expect(await next()).toBe("RESET");
  await registry.replace("tag", [named("a")]);
  expect(await next()).toBe("ADDED");
  forwarder.cut();
  await registry.replace("tag", []);
  expect(await next()).toBe("REMOVED");
  const { port: PORT } = new URL(first.url);
  const afterRestart = next();
  await first[Symbol.asyncDispose]();
  await using _second = await startGateway({ registryUrl, key, settings: { ...settings, PORT } });
  expect(await afterRestart).toBe("RESET");
  await events.return();
});

test("the guide's client ends with the error when the key is refused", async () => {
  await using registry = await startScriptedRegistry(status(401));
  await using gateway = await startGateway({ registryUrl: registry.url, key: "k" });
  await expect(changes(`${gateway.url}/graphql`, "k", query).next()).rejects.toMatchObject({
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
  await gateway.untilFigure('tapgraph_requests_total{outcome="errors"}', (count) => count > 0);
  list.behaviour = behaviour;
  expect((await next).value).toMatchObject({ kind: "RESET" });
  await events.return();
});
