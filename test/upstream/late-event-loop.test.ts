import { expect, test } from "vitest";
import { holdUp } from "../support/hold-up.ts";
import { startScriptedRegistry } from "../support/scripted-registry.ts";
import { createScope, createTransport, tagCall } from "../support/upstream.ts";

test.each([
  ["a call", 50, 15_000],
  ["a request", 5_000, 50],
])(
  "an answer that came in time counts, however late %s is looked at",
  async (_, timeoutMs, deadlineMs) => {
    await using registry = await startScriptedRegistry(({ response }) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end('"answer"', () => holdUp(200));
    });
    await using transport = createTransport(registry.url, { timeoutMs });
    expect(await transport.get(tagCall(), createScope({ deadlineMs }))).toBe("answer");
  },
);
