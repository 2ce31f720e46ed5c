import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { fetchWithIdleTimeout } from "../src/gateway/idle-timeout.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Starts a server whose response never ends. `send` sends a part of it. */
async function startStream() {
  let send = () => {};
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "multipart/mixed;boundary=x" });
    send = () => void response.write("part");
    send();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    send: () => send(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test("a stream fails when it falls silent, and only then", async () => {
  await using stream = await startStream();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const reader = (await fetchWithIdleTimeout(stream.url)).body?.getReader();
  await reader?.read();
  vi.advanceTimersByTime(15_000);
  stream.send();
  await reader?.read();
  vi.advanceTimersByTime(15_000);
  stream.send();
  expect((await reader?.read())?.done).toBe(false);
  const next = reader?.read();
  vi.advanceTimersByTime(20_000);
  await expect(next).rejects.toThrow("fallen silent");
});
