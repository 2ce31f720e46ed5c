import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type Server } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  BodyTooLargeError,
  maxBodyBytes,
  RequestCancelledError,
} from "../../../../src/gateway/http/request/http-request.ts";
import { GatewayMessage, NodeRequest } from "../../../../src/gateway/http/request/node-request.ts";
import { collectGarbage, readHeap } from "../../../support/heap.ts";
import { listen } from "../../../support/listen.ts";

/** One connection for all requests. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Answers `/text` with the body that it was sent, or with `failed` if that could not be read. Reads no other bodies. */
let server: Server<typeof GatewayMessage>;
let port: number;
let latest: WeakRef<GatewayMessage>;
let failure: unknown;
const waiting = Promise.withResolvers<GatewayMessage>();

beforeAll(async () => {
  server = createServer({ IncomingMessage: GatewayMessage }, (received, response) => {
    latest = new WeakRef(received);
    if (received.url === "/ignored") received.ignoreBody();
    if (received.url === "/later") {
      received.once("read", () => response.end("read"));
      waiting.resolve(received);
      return;
    }
    if (received.url !== "/text") {
      response.end("unread");
      return;
    }
    received.readText().then(
      (body) => response.end(body),
      (error) => {
        failure = error;
        response.end("failed");
      },
    );
  });
  port = await listen(server);
});

afterAll(() => {
  agent.destroy();
  server.close();
});

/** Begins a request. Without a length, its body is sent in chunks. */
function begin(path: string, length?: number) {
  const headers = length === undefined ? {} : { "content-length": length };
  return request({ host: "127.0.0.1", port, path, method: "POST", agent, headers });
}

/** Sends the parts of a body one by one, and returns the text of the response. */
async function send(path: string, parts: readonly Buffer[], length?: number): Promise<string> {
  const sent = begin(path, length);
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  for (const part of parts) {
    sent.write(part);
    await nextTurn();
  }
  sent.end();
  const [response] = await answered;
  return text(response);
}

test("a body is read as the text that was sent, wherever it is split", async () => {
  const cases = fc.record({
    body: fc.string({ unit: "binary", maxLength: 200 }),
    cuts: fc.array(fc.nat(), { maxLength: 4 }),
    isChunked: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ body, cuts, isChunked }) => {
      const bytes = Buffer.from(body);
      const places = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
      const parts = [0, ...places].map((start, index) => bytes.subarray(start, places[index]));
      expect(await send("/text", parts, isChunked ? undefined : bytes.length)).toBe(body);
    }),
    { numRuns: 300 },
  );
});

test("a body is refused as soon as it is known to be too large", async () => {
  const announced = begin("/text", maxBodyBytes + 1);
  announced.flushHeaders();
  const [response] = (await once(announced, "response")) as [IncomingMessage];
  expect(await text(response)).toBe("failed");
  expect(failure).toBeInstanceOf(BodyTooLargeError);
  announced.destroy();
  failure = undefined;
  const half = Buffer.alloc(maxBodyBytes / 2 + 1, "x");
  expect(await send("/text", [half, half])).toBe("failed");
  expect(failure).toBeInstanceOf(BodyTooLargeError);
  expect(await send("/text", [half])).toBe(half.toString());
});

test("an unread body does not hold up the next request on its connection", async () => {
  const body = Buffer.alloc(300_000, "x");
  expect(await send("/elsewhere", [body, body])).toBe("unread");
  expect(await send("/text", [Buffer.from("next")])).toBe("next");
});

test("nothing of an ignored body is kept", async () => {
  const received = once(server, "request") as Promise<[GatewayMessage]>;
  const part = Buffer.alloc(300_000, "x");
  const answered = send("/ignored", [part, part]);
  const [request] = await received;
  expect(await answered).toBe("unread");
  expect(await request.readText()).toBe("");
  expect(await send("/text", [Buffer.from("next")])).toBe("next");
});

test("the rest of a large body is not taken from the network until it is read", async () => {
  const sent = begin("/later", maxBodyBytes);
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  const body = Buffer.alloc(maxBodyBytes, "later");
  sent.end(body);
  const received = await waiting.promise;
  const { bytesRead } = received.socket;
  await sleep(100);
  expect(received.socket.bytesRead - bytesRead).toBeLessThan(300_000);
  expect(await received.readText()).toBe(body.toString());
  received.emit("read");
  expect(await text((await answered)[0])).toBe("read");
  expect(await send("/text", [Buffer.from("next")])).toBe("next");
});

test("a body that is sent byte by byte takes no more memory than another", async () => {
  const received = once(server, "request") as Promise<[GatewayMessage]>;
  const caller = connect(port, "127.0.0.1");
  caller.write("POST /text HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n");
  const [seen] = await received;
  const count = 300_000;
  let arrived = 0;
  const all = Promise.withResolvers<void>();
  const push = seen.push.bind(seen);
  seen.push = (chunk: Buffer | null) => {
    arrived += chunk?.length ?? 0;
    if (arrived === count) all.resolve();
    return push(chunk);
  };
  const before = readHeap();
  caller.write("1\r\nx\r\n".repeat(count));
  await all.promise;
  expect(readHeap() - before).toBeLessThan(5_000_000);
  caller.end("0\r\n\r\n");
  const answer = await text(caller);
  expect(answer.split("\r\n\r\n")[1]).toHaveLength(count);
});

test("reading a body fails if the caller leaves in the middle of it", async () => {
  failure = undefined;
  const left = begin("/text", 100);
  left.on("error", () => {});
  const received = once(server, "request") as Promise<[GatewayMessage]>;
  left.write("half");
  const [seen] = await received;
  const closed = new Promise((resolve) => seen.once("close", resolve));
  left.destroy();
  await closed;
  expect(failure).toBeInstanceOf(RequestCancelledError);
  expect(seen.destroyed).toBe(true);
});

test("an idle connection keeps nothing of its last request in memory", async () => {
  expect(await send("/text", [Buffer.from("last")])).toBe("last");
  await nextTurn();
  collectGarbage();
  expect(latest.deref()).toBeUndefined();
});

test("a listener for the caller's leaving is called even if the caller has left already", async () => {
  const left = Promise.withResolvers<void>();
  const listening = createServer({ IncomingMessage: GatewayMessage }, (message, response) => {
    const request = new NodeRequest(message, response);
    request.onClose({ leave: () => request.onClose({ leave: left.resolve }) });
    caller.destroy();
  });
  const itsPort = await listen(listening);
  const caller = connect(itsPort, "127.0.0.1");
  caller.write("GET /graphql HTTP/1.1\r\nhost: a\r\n\r\n");
  await expect(left.promise).resolves.toBeUndefined();
  listening.close();
});
