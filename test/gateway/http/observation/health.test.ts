import { expect, test } from "vitest";
import { startGateway, startSampleGateway } from "../../../support/gateway.ts";
import {
  startScriptedRegistry,
  status,
  unusedAddress,
} from "../../../support/scripted-registry.ts";

test("live and ready are answered with 200, without a call to the registry", async () => {
  await using gateway = await startSampleGateway();
  const live = await fetch(`${gateway.url}/health/live`);
  expect([live.status, await live.json()]).toEqual([200, { status: "ok" }]);
  const ready = await fetch(`${gateway.url}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: "ok", registry: { circuit: "closed" } },
  ]);
  expect(ready.headers.get("cache-control")).toBe("no-store");
  expect(gateway.registry.calls).toEqual([]);
});

test("the gateway starts and is ready even if its registry is down", async () => {
  await using gateway = await startGateway({ registryUrl: unusedAddress, key: "k" });
  const ready = await fetch(`${gateway.url}/health/ready`);
  expect(ready.status).toBe(200);
});

test("ready reports that the circuit is open", async () => {
  await using registry = await startScriptedRegistry(status(500));
  await using gateway = await startGateway({ registryUrl: registry.url, key: "k" });
  for (let i = 0; i < 20; i += 1) await gateway.query(`{ tag(id: "t${i}") { id } }`);
  const ready = await fetch(`${gateway.url}/health/ready`);
  const { registry: state } = (await ready.json()) as { registry: { circuit: string } };
  expect(ready.status).toBe(200);
  expect(["open", "half-open"]).toContain(state.circuit);
});
