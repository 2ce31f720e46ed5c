import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGateway, startSampleGateway } from "../../support/gateway.ts";
import { startScriptedRegistry, status } from "../../support/scripted-registry.ts";

type Gateway = Awaited<ReturnType<typeof startSampleGateway>>;

describe("with CACHE_TTL_SECONDS", () => {
  let gateway: Gateway;

  beforeAll(async () => {
    gateway = await startSampleGateway({ CACHE_TTL_SECONDS: "3600" });
  });

  afterAll(() => gateway[Symbol.asyncDispose]());

  beforeEach(() => gateway.registry.resetCalls());

  test("the same REST call is not made again, whichever query needs it", async () => {
    const first = await gateway.query("{ tags(first: 7) { nodes { name } } }");
    const again = await gateway.query("{ tags(first: 7) { nodes { name } } }");
    const third = await gateway.query("{ tags(first: 7) { nodes { name } } }");
    const other = await gateway.query("{ tags(first: 7) { nodes { tagId } } }");
    expect([again.data, third.data]).toEqual([first.data, first.data]);
    expect(other.data.tags.nodes).toHaveLength(7);
    expect(gateway.registry.calls).toEqual(["GET /api/v1/tags?limit=7&page=1"]);
  });

  test("another key's REST calls are made, however often the first key's were", async () => {
    const document = "{ tags(first: 9) { nodes { projectId } } }";
    const { otherKey } = gateway.registry;
    for (let round = 0; round < 3; round++) {
      const own = await gateway.query(document);
      const other = await gateway.query(document, { key: otherKey });
      expect(own.data.tags.nodes[0]).toEqual({ projectId: "1" });
      expect(other.data.tags.nodes[0]).toEqual({ projectId: "2" });
    }
    expect(gateway.registry.calls).toHaveLength(2);
  });

  test("a failure is not cached", async () => {
    await using registry = await startScriptedRegistry(status(400));
    await using failing = await startGateway({
      registryUrl: registry.url,
      key: "k",
      settings: { CACHE_TTL_SECONDS: "3600" },
    });
    for (let round = 0; round < 3; round++) {
      const { errors } = await failing.query("{ additionalDataStructure(of: TAG) { lastUpdate } }");
      expect(errors?.[0]?.extensions.code).toBe("REGISTRY_BAD_RESPONSE");
    }
    expect(registry.calls).toHaveLength(3);
  });
});
