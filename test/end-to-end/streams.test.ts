import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { subscribe } from "../support/event-stream.ts";
import { untilMetric } from "../support/metrics.ts";
import { listKeyForms } from "../support/project.ts";
import { startListRegistry } from "../support/real-registry.ts";
import { runGateway } from "../support/tapgraph.ts";

const query = "subscription { changes { kind node { ... on Tag { name description } } } }";

/** Subscribes and reads nothing of the stream. */
function ignore(url: string, key: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.pause();
  const search = new URLSearchParams({ query });
  const head = `host: x\r\naccept: text/event-stream\r\nx-api-key: ${key}`;
  socket.write(`GET /graphql?${search} HTTP/1.1\r\n${head}\r\n\r\n`);
  return socket;
}

// Together, because the first one waits five seconds.
test.concurrent("on SIGTERM streams are completed, one that is not read is cut off, and the process exits with 0", async () => {
  await using registry = await startListRegistry({ tags: [] });
  const { key } = registry;
  await using run = await runGateway({ REGISTRY_URL: registry.url, CHANGES_POLL_SECONDS: "0.1" });
  const ignored = ignore(run.url, key);
  await using events = await subscribe(run.url, query, { key });
  await using parts = await subscribe(run.url, query, { key, protocol: "multipart" });
  expect([await events.change(), await parts.change()]).toMatchObject([
    { kind: "RESET" },
    { kind: "RESET" },
  ]);
  const resets = 'tapgraph_changes_sent_total{kind="reset"}';
  await untilMetric(run.url, resets, (count) => count === 3);
  const description = "x".repeat(20_000);
  const tags = Array.from({ length: 800 }, (_, index) => ({ id: `t${index}`, description }));
  await registry.replace("tag", tags);
  for (const stream of [events, parts]) {
    for (const _ of tags) expect((await stream.change()).kind).toBe("ADDED");
  }
  run.process.kill("SIGTERM");
  await run.waitFor(/"msg":"stopping"/);
  for (const stream of [events, parts]) {
    let part = await stream.part();
    while (part?.kind === "heartbeat") part = await stream.part();
    expect(part).toEqual({ kind: "complete" });
  }
  expect(await run.exit()).toBe(0);
  expect(ignored.bytesRead).toBe(0);
  const streams = run.log.filter(({ events: sent }) => sent !== undefined);
  expect(streams.map(({ outcome }) => outcome)).toEqual(["ok", "ok", "ok"]);
  expect(Math.min(...streams.map(({ events: sent }) => Number(sent)))).toBeLessThan(801);
});

const refusedKey = "the-key-that-is-refused";

test.concurrent("no log, metric or event holds the key of a stream, neither while it is open nor after", async () => {
  const tag = { id: "a", name: "one", last_update: 1 };
  await using registry = await startListRegistry({ tags: [tag] });
  await using run = await runGateway({
    REGISTRY_URL: registry.url,
    CHANGES_POLL_SECONDS: "0.05",
    LOG_LEVEL: "trace",
  });
  const headers = { "x-request-id": refusedKey, "x-tapgraph-explain": "1" };
  const received: string[] = [];
  for (const protocol of ["sse", "multipart"] as const) {
    await using refused = await subscribe(run.url, query, { key: refusedKey, protocol, headers });
    received.push(JSON.stringify([...refused.headers]), await refused.rest());
    await using stream = await subscribe(run.url, query, {
      ...{ key: registry.key, protocol },
      headers: { "x-request-id": registry.key },
    });
    received.push(JSON.stringify([...stream.headers]), JSON.stringify(await stream.next()));
    await registry.replace("tag", [{ ...tag, name: protocol }]);
    received.push(JSON.stringify(await stream.next()));
  }
  received.push(await (await fetch(`${run.url}/metrics`)).text());
  run.process.kill("SIGTERM");
  expect(await run.exit()).toBe(0);
  expect(received.join("\n")).toContain("UNAUTHENTICATED");
  for (const form of [refusedKey, registry.key].flatMap(listKeyForms)) {
    expect(run.output.includes(form)).toBe(false);
    expect(received.join("\n").includes(form)).toBe(false);
  }
});
