import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { startGateway, startSampleGateway } from "../../../support/gateway.ts";
import { readBuffers } from "../../../support/heap.ts";
import { json, stall, startScriptedRegistry } from "../../../support/scripted-registry.ts";
import { until } from "../../../support/upstream.ts";

const bodyBytes = 1024 * 1024;

/** What all may hold, and strangers a quarter of it. */
const settings = { MAX_MEMORY_BYTES: String(64 * bodyBytes) };
const ofStrangers = 16 * bodyBytes;

/** A request whose body never ends: all of it but a byte is sent, with its length or in chunks. */
async function sendUnfinished(port: number, position: number): Promise<Unfinished> {
  const socket = connect(port, "127.0.0.1");
  const unfinished = { socket, received: "" };
  socket.on("error", () => {});
  socket.on("data", (data) => {
    unfinished.received += data;
  });
  const body = "x".repeat(bodyBytes - 1);
  const [header, text] =
    position % 2 === 0
      ? [`content-length: ${bodyBytes}`, body]
      : ["transfer-encoding: chunked", `${(bodyBytes - 1).toString(16)}\r\n${body}\r\n`];
  socket.write(
    `POST /graphql HTTP/1.1\r\nhost: any\r\ncontent-type: application/json\r\n${header}\r\n\r\n`,
  );
  if (!socket.write(text)) await Promise.race([once(socket, "drain"), once(socket, "close")]);
  return unfinished;
}

interface Unfinished {
  readonly socket: Socket;
  readonly received: string;
}

test("strangers' bodies that do not end take bounded memory, and others are answered", async () => {
  await using gateway = await startSampleGateway(settings);
  const query = "{ tags(first: 1) { nodes { name } } }";
  await gateway.query(query);
  using sockets = new DisposableStack();
  const before = await readBuffers();
  const all: Unfinished[] = [];
  for (let position = 0; position < 40; position += 1) {
    const unfinished = await sendUnfinished(Number(new URL(gateway.url).port), position);
    sockets.defer(() => unfinished.socket.destroy());
    all.push(unfinished);
  }
  const refused = () => all.filter(({ received }) => received.startsWith("HTTP/1.1 503 "));
  await until(() => Promise.resolve(refused().length >= 24));
  expect(refused().every((one) => one.received.includes('"code":"OVERLOADED"'))).toBe(true);
  expect((await readBuffers()) - before).toBeLessThan(1.5 * ofStrangers);
  const bodies = await gateway.figure('tapgraph_memory_bytes{kind="bodies"}');
  expect(bodies).toBeLessThanOrEqual(ofStrangers);
  expect(bodies).toBeGreaterThan(ofStrangers / 2);
  for (const padding of ["", "x".repeat(900_000)]) {
    const { status, data } = await gateway.query(query, { variables: { padding } });
    expect([status, data.tags.nodes.length]).toEqual([200, 1]);
  }
});

test("a body that has arrived counts until its request is answered, and its request can be refused for it", async () => {
  await using registry = await startScriptedRegistry(json(tag));
  const few = { MAX_MEMORY_BYTES: String(4 * bodyBytes) };
  await using gateway = await startGateway({ registryUrl: registry.url, key: "k", settings: few });
  await gateway.query(query);
  registry.behaviour = stall;
  const ask = (id: string) =>
    gateway.query(`{ tag(id: "${id}") { name } }`, {
      variables: { padding: "x".repeat(500_000) },
    });
  const first = ask("1");
  const second = ask("2");
  const bodies = 'tapgraph_memory_bytes{kind="bodies"}';
  await gateway.untilFigure(bodies, (bytes) => bytes > 3_000_000);
  const third = await ask("3");
  expect([third.status, third.errors?.[0]?.extensions.code]).toEqual([503, "OVERLOADED"]);
  await registry.call(2);
  for (const [position, call] of registry.calls.entries()) {
    if (!call.response.headersSent) json(tag)(call, position);
  }
  expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200]);
  await gateway.untilFigure(bodies, (bytes) => bytes === 0);
});

const tag = { tag: { id: "a", name: "A" } };
const query = '{ tag(id: "a") { name } }';

test("nothing is kept of a body that is not read, however long its request takes", async () => {
  await using registry = await startScriptedRegistry(stall);
  await using gateway = await startGateway({ registryUrl: registry.url, key: "key" });
  using sockets = new DisposableStack();
  const { port } = new URL(gateway.url);
  const before = await readBuffers();
  const target = `/graphql?query=${encodeURIComponent("{ tags { nodes { name } } }")}`;
  const count = 40;
  for (let position = 0; position < count; position += 1) {
    const socket = connect(Number(port), "127.0.0.1");
    sockets.defer(() => socket.destroy());
    const header = `GET ${target} HTTP/1.1\r\nhost: any\r\nx-api-key: key${position}`;
    socket.write(`${header}\r\ncontent-length: ${bodyBytes}\r\n\r\n`);
    if (!socket.write("x".repeat(bodyBytes - 1))) await once(socket, "drain");
  }
  await gateway.untilFigure("tapgraph_requests_under_way", (requests) => requests >= count);
  expect((await readBuffers()) - before).toBeLessThan((count / 4) * bodyBytes);
});
