import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { RequestBodies } from "../../../../src/gateway/http/load/request-bodies.ts";
import { startGateway, startSampleGateway } from "../../../support/gateway.ts";
import { stall, startScriptedRegistry } from "../../../support/scripted-registry.ts";
import { until } from "../../../support/upstream.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const bodyBytes = 1024 * 1024;

/** The bytes of buffers that are in use. */
async function readBuffers(): Promise<number> {
  collectGarbage();
  await setImmediate();
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** The most that large bodies may take. */
const mostBytes = Math.min(128 * 1024 * 1024, getHeapStatistics().heap_size_limit / 8);

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

test("bodies that do not end take bounded memory, and others are answered (rule 14)", async () => {
  await using gateway = await startSampleGateway();
  using sockets = new DisposableStack();
  const before = await readBuffers();
  const all: Unfinished[] = [];
  const count = Math.ceil(mostBytes / bodyBytes) + 40;
  for (let position = 0; position < count; position += 1) {
    const unfinished = await sendUnfinished(Number(new URL(gateway.url).port), position);
    sockets.defer(() => unfinished.socket.destroy());
    all.push(unfinished);
  }
  const refused = () => all.filter(({ received }) => received.startsWith("HTTP/1.1 503 "));
  await until(() => Promise.resolve(refused().length >= 40));
  // The first ones, because they have taken longest.
  expect(all.slice(0, 30).every((one) => one.received.includes('"code":"OVERLOADED"'))).toBe(true);
  expect(all.at(-1)?.received).toBe("");
  expect((await readBuffers()) - before).toBeLessThan(1.25 * mostBytes);
  const query = "{ tags(first: 1) { nodes { name } } }";
  for (const padding of ["", "x".repeat(900_000)]) {
    const { status, data } = await gateway.query(query, { variables: { padding } });
    expect([status, data.tags.nodes.length]).toEqual([200, 1]);
  }
});

test("nothing is kept of a body that is not read, however long its request takes (rule 13)", async () => {
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

/** Tests name the owner of a request by its only header. */
const ownerOf = ({ rawHeaders: [owner] }: { readonly rawHeaders: readonly string[] }) =>
  owner ?? null;

/** A request whose body has arrived. */
const toRequest = (body: string, owner?: string) => ({
  headers: {},
  rawHeaders: owner === undefined ? [] : [owner],
  readBody: () => Promise.resolve(body),
  onBodyPart: undefined as ((bytes: number) => void) | undefined,
  leave() {},
  onClose(listener: () => void) {
    this.leave = listener;
  },
  closeAfterResponse() {},
});

const large = (owner?: string) => toRequest("x".repeat(100_000), owner);

test("a body that has arrived counts until its request is answered or its caller leaves", async () => {
  const bodies = new RequestBodies({ maxBytes: 2_000_000, ownerOf });
  const [first, second, third, fourth] = [large(), large(), large(), large()];
  for (const request of [first, second, third]) await bodies.read(request);
  expect(bodies.bytes).toBeGreaterThan(900_000);
  await expect(bodies.read(fourth)).rejects.toMatchObject({ status: 503 });
  bodies.release(first);
  second.leave();
  expect(bodies.bytes).toBeLessThan(400_000);
  await bodies.read(large());
  await bodies.read(toRequest("small"));
  third.leave();
  const hasLeft = { ...large(), onClose: (listener: () => void) => listener() };
  await bodies.read(hasLeft);
  expect(bodies.bytes).toBeLessThan(400_000);
});

test("bodies of one key, and those without a known key, leave room to other keys (rule 12)", async () => {
  const bodies = new RequestBodies({ maxBytes: 2_000_000, ownerOf });
  const arriving = { ...large("one"), readBody: () => new Promise<string>(() => {}) };
  void bodies.read(arriving);
  arriving.onBodyPart?.(90_000);
  const owners = [undefined, undefined, undefined, "one", "one"];
  const answered = owners.map((owner) => large(owner));
  for (const request of answered) await bodies.read(request);
  await expect(bodies.read(large())).rejects.toMatchObject({ status: 503 });
  expect(bodies.bytes).toBeGreaterThan(1_590_000);
  await bodies.read(large("another"));
  for (const request of answered) bodies.release(request);
  expect(bodies.bytes).toBeLessThan(400_000);
  expect(bodies.bytes).toBeGreaterThan(390_000);
});

test("bodies that have all arrived when they are read take bounded memory too", async () => {
  const bodies = new RequestBodies({ maxBytes: 2_000_000, ownerOf });
  const requests = Array.from({ length: 30 }, () => {
    const request = {
      ...large(),
      readBody() {
        request.onBodyPart?.(100_000);
        return Promise.resolve("x".repeat(100_000));
      },
      isLast: false,
      closeAfterResponse() {
        request.isLast = true;
      },
    };
    return request;
  });
  const read = await Promise.allSettled(requests.map((request) => bodies.read(request)));
  const kept = read.filter(({ status }) => status === "fulfilled");
  expect(kept.length).toBeGreaterThan(1);
  expect(kept.length * 100_000).toBeLessThan(1_000_000 / 2);
  expect(requests.map(({ isLast }) => isLast)).toEqual(
    read.map(({ status }) => status === "rejected"),
  );
});
