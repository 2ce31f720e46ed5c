import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startForwarder } from "../support/forwarder.ts";
import { startGateway } from "../support/gateway.ts";
import { startListRegistry } from "../support/list-registry.ts";
import { startScriptedRegistry, status } from "../support/scripted-registry.ts";

const guide = readFileSync(join(import.meta.dirname, "../../docs/changes.md"), "utf8");
const clients = [...guide.matchAll(/```js\n(.*?)```/gs)].map(([, code = ""]) => code);
const code = clients.find((one) => one.includes("graphql-sse")) ?? "";

interface Change {
  readonly kind: string;
}

type Changes = (url: string, key: string, query: string) => AsyncGenerator<Change, void>;

// Beside the packages that it imports.
const file = join(import.meta.dirname, "guide-client.generated.mjs");
await writeFile(file, code);
afterAll(() => rm(file));
const { changes } = (await import(file)) as { readonly changes: Changes };

const query = "subscription { changes { kind cursor } }";
const settings = { CHANGES_POLL_SECONDS: "0.05" };
const named = (id: string) => ({ id, name: id, last_update: 1, added_when: 1 });

test("goes on from the last event when its connection is lost, and anew when the gateway is started anew", async () => {
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
  forwarder.mend();
  await registry.replace("tag", []);
  expect(await next()).toBe("REMOVED");
  const { port: PORT } = new URL(first.url);
  const anew = next();
  await first[Symbol.asyncDispose]();
  await using _second = await startGateway({ registryUrl, key, settings: { ...settings, PORT } });
  expect(await anew).toBe("RESET");
  await events.return();
});

test("ends with the error when the key is refused", async () => {
  await using registry = await startScriptedRegistry(status(401));
  await using gateway = await startGateway({ registryUrl: registry.url, key: "k" });
  await expect(changes(`${gateway.url}/graphql`, "k", query).next()).rejects.toMatchObject({
    cause: [{ extensions: { code: "UNAUTHENTICATED" } }],
  });
});
