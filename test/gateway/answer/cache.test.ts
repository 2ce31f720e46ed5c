import { expect, test } from "vitest";
import { startSampleGateway, startScriptedGateway } from "../../support/gateway.ts";
import { status } from "../../support/scripted-registry.ts";

const settings = { CACHE_TTL_SECONDS: "3600" };

test("the same REST call is not made again, whichever query needs it", async () => {
  await using gateway = await startSampleGateway(settings);
  const names = new Set<string>();
  for (let round = 0; round < 3; round++) {
    const { data } = await gateway.query("{ tags(first: 7) { nodes { name } } }");
    names.add(JSON.stringify(data));
  }
  expect(names.size).toBe(1);
  const other = await gateway.query("{ tags(first: 7) { nodes { tagId } } }");
  expect(other.data.tags.nodes).toHaveLength(7);
  expect(gateway.registry.calls).toEqual(["GET /api/v1/tags?limit=7&page=1"]);
});

test("a failure is not cached", async () => {
  await using gateway = await startScriptedGateway(status(400), { settings });
  for (let round = 0; round < 3; round++) {
    const { codes } = await gateway.query("{ additionalDataStructure(of: TAG) { lastUpdate } }");
    expect(codes).toEqual(["REGISTRY_BAD_RESPONSE"]);
  }
  expect(gateway.registry.calls).toHaveLength(3);
});
