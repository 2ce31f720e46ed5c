import { type ClientRequest, request } from "node:http";
import { expect, test } from "vitest";
import { startScriptedGateway } from "../support/gateway.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { readMetrics } from "../support/metrics.ts";
import { type Behaviour, json, stall, stallInBody } from "../support/scripted-registry.ts";

const found = json({ tag: { id: "a", name: "A" } });

/** Sends a GraphQL request on its own connection, which a test can destroy. */
function send(url: string, body: object): ClientRequest {
  const headers = { "content-type": "application/json", "x-api-key": "key" };
  const sent = request(`${url}/graphql`, { method: "POST", headers }).on("error", () => {});
  return sent.end(JSON.stringify(body));
}

/** Answers calls for the tag `a`, and behaves as given at all others. */
function answerOnlyA(otherwise: Behaviour): Behaviour {
  return (call, position) =>
    (call.path.startsWith("/api/v1/tags/a/") ? found : otherwise)(call, position);
}

test.each([
  ["never answers", stall],
  ["stops in the body", stallInBody],
])(
  "responses that are ready by REQUEST_DEADLINE_MS are delivered if the registry %s",
  async (_, behaviour) => {
    const clock = new ManualClock();
    const settings = { REQUEST_DEADLINE_MS: "500", REGISTRY_TIMEOUT_MS: "60000" };
    await using gateway = await startScriptedGateway(answerOnlyA(behaviour), { settings, clock });
    const response = gateway.query(
      '{ a: tag(id: "a") { name } b: tag(id: "b") { name } of: additionalDataStructure(of: TAG) { lastUpdate } }',
    );
    await gateway.registry.call(2);
    await gateway.untilUnderWay(2);
    clock.advance(500);
    const { status, data, errors } = await response;
    expect(status).toBe(200);
    expect(data).toEqual({ a: { name: "A" }, b: null, of: null });
    expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [["b"], "REQUEST_DEADLINE"],
      [["of"], "REQUEST_DEADLINE"],
    ]);
  },
);

test("when a caller leaves, the registry sees its REST calls cancelled", async () => {
  await using gateway = await startScriptedGateway(stall, { clock: new ManualClock() });
  const { registry } = gateway;
  const caller = send(gateway.url, {
    query: "{ a: tag(id: 5) { name } b: tag(id: 6) { name } c: tag(id: 7) { name } }",
  });
  const calls = await Promise.all([registry.call(0), registry.call(1), registry.call(2)]);
  caller.destroy();
  await Promise.all(calls.map(({ closed }) => closed));
  expect((await readMetrics(gateway.url)).get("tapgraph_registry_connections")).toBe(0);
});

test("when the caller of a known operation leaves, its REST calls are also cancelled", async () => {
  const clock = new ManualClock();
  await using gateway = await startScriptedGateway(answerOnlyA(stall), { clock });
  const { registry } = gateway;
  const document = "query ($id: ID!) { tag(id: $id) { name } }";
  for (let round = 0; round < 2; round += 1) {
    const { errors } = await gateway.query(document, { variables: { id: "a" } });
    expect(errors).toBeUndefined();
  }
  const position = registry.calls.length;
  const callers = [1, 2].map((id) => send(gateway.url, { query: document, variables: { id } }));
  const calls = [await registry.call(position), await registry.call(position + 1)];
  for (const caller of callers) caller.destroy();
  await Promise.all(calls.map(({ closed }) => closed));
});

test("a key whose calls never end does not keep another from being served", async () => {
  const clock = new ManualClock();
  const settings = { REGISTRY_MAX_CONNECTIONS: "4", REQUEST_DEADLINE_MS: "2000" };
  await using gateway = await startScriptedGateway(
    (call, position) => (call.path.includes("key=slow") ? stall : found)(call, position),
    { settings, clock },
  );
  const slow = Array.from({ length: 30 }, (_, id) =>
    gateway.query(`{ tag(id: "slow-${id}") { name } }`, { key: "slow" }),
  );
  // The slow key has taken all the slots that it may have: three of four.
  await gateway.registry.call(2);
  for (let round = 0; round < 20; round += 1) {
    const { data } = await gateway.query('{ tag(id: "a") { name } }');
    expect(data).toEqual({ tag: { name: "A" } });
  }
  clock.advance(2_000);
  for (const { codes } of await Promise.all(slow)) expect(codes).toEqual(["REQUEST_DEADLINE"]);
});
