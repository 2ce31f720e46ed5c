import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createGateway } from "../../../../src/create-gateway.ts";
import { TurnedAway } from "../../../../src/gateway/http/load/turn-away.ts";
import { createLogger } from "../../../../src/log.ts";
import { stall, startScriptedRegistry } from "../../../support/scripted-registry.ts";

const headers = {
  "content-type": "application/json",
  "x-api-key": "a-key-of-somebody",
  "x-request-id": "asked-as-this",
  origin: "https://app.example",
};

/** Starts a gateway that is busy with one request, and so turns all others away. */
async function startFull() {
  const registry = await startScriptedRegistry(stall);
  const lines: string[] = [];
  const note = (level: string) => (fields: object, message: string) =>
    void lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
  const gateway = createGateway({
    REGISTRY_URL: registry.url,
    PORT: 0,
    MAX_REQUESTS_UNDER_WAY: 1,
    CORS_ORIGINS: "https://app.example",
    log: { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") },
  });
  const { url } = await gateway.listen();
  const ask = (more: Record<string, string> = {}) =>
    new Request(`${url}/graphql`, {
      method: "POST",
      headers: { ...headers, ...more },
      body: JSON.stringify({ query: "{ tags { nodes { name } } }" }),
    });
  const leaving = new AbortController();
  const first = gateway.fetch(new Request(ask(), { signal: leaving.signal }));
  await registry.call(0);
  return {
    url,
    lines,
    gateway,
    ask,
    /** Makes the caller of that one request leave. */
    leave: () => leaving.abort(),
    async [Symbol.asyncDispose]() {
      leaving.abort();
      await gateway.close();
      await first;
      await registry[Symbol.asyncDispose]();
    },
  };
}

test("a request that is turned away gets a response in its media type, with the usual headers, behind any server", async () => {
  await using full = await startFull();
  for (const type of ["application/json", "application/graphql-response+json"]) {
    for (const send of [fetch, full.gateway.fetch]) {
      const response = await send(full.ask({ accept: type }));
      expect([response.status, response.headers.get("content-type")]).toEqual([
        503,
        `${type}; charset=utf-8`,
      ]);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "retry-after": "1",
        "cache-control": "no-store",
        "x-request-id": "asked-as-this",
        "access-control-allow-origin": "https://app.example",
        vary: "origin, accept-encoding",
      });
      expect(await response.json()).toMatchObject({
        errors: [{ extensions: { code: "OVERLOADED" } }],
      });
    }
  }
});

test("pipelined requests are turned away one after another, and the last one's connection: close is respected", async () => {
  await using full = await startFull();
  const body = JSON.stringify({ query: "{ __typename }" });
  const head = `POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n`;
  const socket = connect(Number(new URL(full.url).port), "127.0.0.1");
  socket.write(`${head}x-request-id: first\r\n\r\n${body}`);
  // The second body comes in chunks, and looks like a request.
  const chunk = `${head}\r\n${body}`;
  socket.write(
    `${head.replace(/content-length.*\r\n/, "transfer-encoding: chunked\r\n")}x-request-id: second\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`,
  );
  socket.write(`${head}x-request-id: third\r\nconnection: close\r\n\r\n${body}`);
  const responses = (await text(socket)).split(/(?=HTTP\/1\.1 )/);
  const seen = responses.map((response) => [
    response.slice(9, 12),
    /x-request-id: (.*)\r\n/.exec(response)?.[1],
    /\r\nconnection: (.*)\r\n/i.exec(response)?.[1],
  ]);
  expect(seen).toEqual([
    ["503", "first", "keep-alive"],
    ["503", "second", "keep-alive"],
    ["503", "third", "close"],
  ]);
});

test("every second, and at the end, the log and the metrics show how many requests were turned away", () => {
  const later: (() => void)[] = [];
  const logged: object[] = [];
  const counted: number[] = [];
  const log = Object.assign(createLogger("silent"), {
    warn: (fields: object) => logged.push(fields),
  });
  const metrics = { countTurnedAway: (requests: number) => void counted.push(requests) };
  const turnedAway = new TurnedAway({ log, metrics }, (callback) => void later.push(callback));
  for (const count of [3, 1]) {
    for (let request = 0; request < count; request += 1) turnedAway.count();
    expect(later).toHaveLength(1);
    later.pop()?.();
  }
  turnedAway.count();
  turnedAway[Symbol.dispose]();
  expect(logged).toEqual([{ requests: 3 }, { requests: 1 }, { requests: 1 }]);
  expect(counted).toEqual([3, 1, 1]);
});
