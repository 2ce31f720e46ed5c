import { once } from "node:events";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startSampleRegistry } from "../support/real-registry.ts";
import { json, stall, startScriptedRegistry } from "../support/scripted-registry.ts";
import { runGateway } from "../support/tapgraph.ts";
import { until } from "../support/upstream.ts";

const body = JSON.stringify({ query: "{ tags(first: 20) { nodes { id name } } }" });

interface Tally {
  answered: number;
  /** Requests that were sent and got no response. */
  lost: number;
  refused: number;
}

/** Sends requests on one persistent connection until the gateway accepts no more connections. */
async function askUntilRefused(url: string, key: string, tally: Tally): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (tally.refused === 0 && tally.lost === 0) {
    try {
      const { data, errors } = JSON.parse(await ask(url, key, agent));
      // A machine that is too busy turns requests away, which is an answer, too.
      if (errors?.[0].extensions.code !== "OVERLOADED") expect(data.tags.nodes).toHaveLength(20);
      tally.answered += 1;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : error;
      if (code === "ECONNREFUSED") tally.refused += 1;
      else tally.lost += 1;
    }
  }
  agent.destroy();
}

function ask(url: string, key: string, agent: Agent): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent: ClientRequest = request(
    `${url}/graphql`,
    {
      method: "POST",
      agent,
      headers: { "content-type": "application/json", "x-api-key": key },
    },
    (response: IncomingMessage) => void text(response).then(resolve, reject),
  );
  sent.on("error", reject).end(body);
  return promise;
}

test.each([
  ["SIGINT", "1"],
  ["SIGTERM", "2"],
] as const)(
  "%s under load, WORKERS=%s: no accepted request is lost, and the process exits with 0",
  async (signal, WORKERS) => {
    await using registry = await startSampleRegistry();
    await using run = await runGateway({ REGISTRY_URL: registry.url, WORKERS });
    const tallies = Array.from({ length: 40 }, (): Tally => ({ answered: 0, lost: 0, refused: 0 }));
    const clients = tallies.map((tally) => askUntilRefused(run.url, registry.key, tally));
    const answered = () => tallies.reduce((sum, tally) => sum + tally.answered, 0);
    // A connection that waits to be accepted may be reset.
    await until(() => tallies.every(({ answered, lost }) => answered >= 3 || lost > 0));
    const before = answered();
    run.process.kill(signal);
    await Promise.all(clients);
    expect(await run.exit()).toBe(0);
    const lost = tallies.reduce((sum, tally) => sum + tally.lost, 0);
    expect(answered()).toBeGreaterThan(before);
    expect(lost).toBe(0);
  },
);

const noTags = json({ tags: [], limit: 1000, page: 1, count: 0, page_count: 0 });

// A terminal that closes and its shell each send a SIGHUP.
test.each([["SIGTERM"], ["SIGHUP", "SIGHUP"]] as const)(
  "at %s a request under way gets its response, a connection without one delays nothing, and no new one is accepted",
  async (signal, ...again) => {
    await using registry = await startScriptedRegistry(stall);
    await using run = await runGateway({ REGISTRY_URL: registry.url });
    const { hostname, port } = new URL(run.url);
    const idle = connect(Number(port), hostname);
    await once(idle, "connect");
    const agent = new Agent({ keepAlive: true });
    // Once the gateway has this request, it has accepted the earlier connection.
    const result = ask(run.url, "k", agent);
    const call = await registry.call(0);
    run.process.kill(signal);
    await run.waitFor(new RegExp(`"reason":"${signal}","msg":"stopping"`));
    for (const second of again) run.process.kill(second);
    await expect(fetch(run.url)).rejects.toThrow();
    // If Node.js had closed the connection because of its own timeout, it would have sent status 408.
    expect(await text(idle)).toBe("");
    noTags(call, 0);
    expect(JSON.parse(await result)).toEqual({ data: { tags: { nodes: [] } } });
    expect(await run.exit()).toBe(0);
    agent.destroy();
  },
);

test("a second signal ends the process immediately", async () => {
  await using registry = await startScriptedRegistry(stall);
  await using run = await runGateway({ REGISTRY_URL: registry.url });
  const result = ask(run.url, "k", new Agent());
  await registry.call(0);
  run.process.kill("SIGTERM");
  await run.waitFor(/"msg":"stopping"/);
  run.process.kill("SIGTERM");
  await expect(result).rejects.toThrow();
  expect(await run.exit()).toBeNull();
});
