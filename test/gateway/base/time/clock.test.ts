import { once } from "node:events";
import { connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { systemClock } from "../../../../src/gateway/base/time/clock.ts";
import { listen } from "../../../support/listen.ts";
import { blockEventLoop } from "../../../support/manual-clock.ts";

test("a tick comes only after everything that has arrived was read, however late the event loop is", async () => {
  await using stack = new AsyncDisposableStack();
  const server = stack.adopt(createServer(), (it) => void it.close());
  const port = await listen(server);
  const reader = stack.adopt(connect(port, "127.0.0.1"), (it) => void it.destroy());
  const [writer] = await once(server, "connection");
  await once(reader, "connect");
  const seen: string[] = [];
  reader.on("data", () => seen.push("data"));
  const ticked = Promise.withResolvers<void>();
  const stop = systemClock.every(10, () => {
    seen.push("tick");
    ticked.resolve();
  });
  writer.end("a response");
  blockEventLoop(50);
  await ticked.promise;
  stop();
  expect(seen).toEqual(["data", "tick"]);
});
