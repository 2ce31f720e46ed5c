import { describe, expect, test } from "vitest";
import { startListGateway } from "../support/list-gateway.ts";
import { named } from "../support/project.ts";
import { runGateway, runTapgraph } from "../support/tapgraph.ts";
import { listeningClients } from "./listening-clients.ts";

describe.each(Object.entries(listeningClients))("%s", (_, listen) => {
  test("sees a tag added, changed and removed, and leaves the gateway when it unsubscribes", async () => {
    await using gateway = await startListGateway({ tags: [named("a", "first")] });
    const { url, registry } = gateway;
    const changes = listen({ url, key: registry.key, of: ["TAG"] })[Symbol.asyncIterator]();
    const next = async () => (await changes.next()).value;
    expect(await next()).toMatchObject({ kind: "RESET", id: null, node: null });
    await registry.replace("tag", [named("a", "first"), named("b", "second")]);
    await gateway.poll();
    const added = await next();
    expect(added).toMatchObject({ kind: "ADDED", fields: null, node: { name: "second" } });
    await registry.replace("tag", [named("a", "first"), named("b", "renamed")]);
    await gateway.poll();
    expect(await next()).toMatchObject({
      kind: "CHANGED",
      id: added?.id,
      fields: ["name"],
      node: { name: "renamed" },
    });
    await registry.remove("tag", "b");
    await gateway.poll();
    expect(await next()).toMatchObject({ kind: "REMOVED", id: added?.id, node: null });
    await changes.return?.();
    await gateway.untilFigure("tapgraph_subscriptions", (count) => count === 0);
  });

  test("gets an error when its key is refused", async () => {
    await using gateway = await startListGateway({ tags: [] });
    const changes = listen({ url: gateway.url, key: "no-such-key", of: null })[
      Symbol.asyncIterator
    ]();
    await expect(changes.next()).rejects.toThrow(/key/);
  });

  test("sees records of both lists added, changed and removed in a sample that drifts", async () => {
    await using registry = await runTapgraph(["registry", "--sample", "--drift", "100"], {
      REGISTRY_PORT: "0",
    });
    const [, key = ""] = await registry.waitFor(/Key of project \d+, [^:]*: (\S+)/);
    const [, registryUrl = ""] = await registry.waitFor(/"url":"(http:[^"]+)"/);
    await using gateway = await runGateway({
      REGISTRY_URL: registryUrl,
      CHANGES_POLL_SECONDS: "0.2",
    });
    const missing = new Set(["RESET", "ADDED", "CHANGED", "REMOVED"]);
    for await (const { kind } of listen({ url: gateway.url, key, of: null })) {
      missing.delete(kind);
      if (missing.size === 0) break;
    }
    expect([...missing]).toEqual([]);
  });
});
