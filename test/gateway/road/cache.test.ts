import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startSampleGateway } from "../../support/gateway.ts";

type Gateway = Awaited<ReturnType<typeof startSampleGateway>>;

describe("with CACHE_TTL_SECONDS", () => {
  let gateway: Gateway;

  beforeAll(async () => {
    gateway = await startSampleGateway({ CACHE_TTL_SECONDS: "3600" });
  });

  afterAll(() => gateway[Symbol.asyncDispose]());

  beforeEach(() => gateway.registry.resetCalls());

  test("what was asked is not asked again, by whatever query", async () => {
    const first = await gateway.query("{ tags(first: 7) { nodes { name } } }");
    const again = await gateway.query("{ tags(first: 7) { nodes { name } } }");
    const third = await gateway.query("{ tags(first: 7) { nodes { name } } }");
    const other = await gateway.query("{ tags(first: 7) { nodes { tagId } } }");
    expect([again.data, third.data]).toEqual([first.data, first.data]);
    expect(other.data.tags.nodes).toHaveLength(7);
    expect(gateway.registry.calls).toEqual(["GET /api/v1/tags?limit=7&page=1"]);
  });

  test("another key is asked for by itself, however often the first one was", async () => {
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

  test("a failure is not kept", async () => {
    const document = "{ tags(first: 11) { nodes { name } } }";
    for (let round = 0; round < 3; round++) {
      const { errors } = await gateway.query(document, { key: "unknown" });
      expect(errors?.[0]?.extensions.code).toBe("UNAUTHENTICATED");
    }
    expect(gateway.registry.calls).toHaveLength(3);
  });
});
