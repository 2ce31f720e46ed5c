import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { RegistryError } from "../../../src/gateway/base/errors.ts";
import type { CallLogEntry } from "../../../src/gateway/call/steps/tell.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import {
  compressed,
  inTurn,
  json,
  stall,
  startScriptedRegistry,
  status,
  text,
} from "../../support/scripted-registry.ts";
import {
  createBudget,
  createCalls,
  failureOf,
  SECRET_KEY,
  tagCall,
  until,
} from "../../support/upstream.ts";

const response = { tag: { id: "5", name: "Gate" } };

test("a call sends its path unchanged and returns the decoded response", async () => {
  await using registry = await startScriptedRegistry(json(response));
  await using restCalls = createCalls(registry.url);
  const call = { ...tagCall(), decode: (body: unknown) => JSON.stringify(body).length };
  expect(await restCalls.get(call, createBudget())).toBe(JSON.stringify(response).length);
  expect(registry.calls.map(({ path }) => path)).toEqual([`/api/v1/tags/5/?key=${SECRET_KEY}`]);
});

test("a path in the base address comes before the path of the call", async () => {
  await using registry = await startScriptedRegistry(json(response));
  await using restCalls = createCalls(`${registry.url}/base/`);
  await restCalls.get(tagCall(), createBudget());
  expect(registry.calls[0]?.path).toBe(`/base/api/v1/tags/5/?key=${SECRET_KEY}`);
});

test("connections are reused", async () => {
  await using registry = await startScriptedRegistry(json(response));
  await using restCalls = createCalls(registry.url);
  for (let id = 0; id < 5; id += 1) await restCalls.get(tagCall(`${id}`), createBudget());
  // Two connections alternate: undici reuses one in the next turn of the event loop at the earliest.
  expect(new Set(registry.calls.map(({ socket }) => socket)).size).toBeLessThanOrEqual(2);
  expect(restCalls.statistics()).toMatchObject({ running: 0, waiting: 0 });
});

describe("bodies", () => {
  test.for(["gzip", "deflate", "rawDeflate", "brotli"] as const)(
    "%s is inflated",
    async (encoding) => {
      await using registry = await startScriptedRegistry(compressed(encoding, response));
      await using restCalls = createCalls(registry.url);
      expect(await restCalls.get(tagCall(), createBudget())).toEqual(response);
      expect(registry.calls[0]?.headers["accept-encoding"]).toBe("gzip, deflate, br");
    },
  );

  test("a byte order mark is not part of the text", async () => {
    await using registry = await startScriptedRegistry(
      text(`\uFEFF${JSON.stringify(response)}`, {
        "content-type": "application/json; charset=utf-8",
      }),
    );
    await using restCalls = createCalls(registry.url);
    expect(await restCalls.get(tagCall(), createBudget())).toEqual(response);
  });

  test("characters that are split between two chunks of a body are decoded whole", async () => {
    const name = "žluťoučký kůň 🐎".repeat(20_000);
    await using registry = await startScriptedRegistry(json({ name }));
    await using restCalls = createCalls(registry.url);
    expect(await restCalls.get(tagCall(), createBudget())).toEqual({ name });
  });

  test("a body that inflates to more than the maximum is an error", async () => {
    const bomb = gzipSync(JSON.stringify(" ".repeat(2_000_000)));
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    await using registry = await startScriptedRegistry(text(bomb, headers));
    await using restCalls = createCalls(registry.url, { maxBodyBytes: 1_000_000 });
    await expect(restCalls.get(tagCall(), createBudget())).rejects.toMatchObject({
      code: "REGISTRY_BAD_RESPONSE",
    });
  });
});

describe("paths", () => {
  const unsafe = [
    "a b",
    "a\r\nx: y",
    "\0",
    "é",
    "\ud800",
    "\u202e",
    "a#b",
    "<",
    "\\",
    "{id}",
    "a\tb",
  ];
  test.for(unsafe)(
    "an id like %j is never sent unencoded, and the error does not show the path",
    async (id) => {
      await using registry = await startScriptedRegistry(json(response));
      await using restCalls = createCalls(registry.url);
      const error = await failureOf(restCalls.get(tagCall(id), createBudget()));
      expect(error).toBeInstanceOf(TypeError);
      expect(error).not.toBeInstanceOf(RegistryError);
      expect(error.stack).not.toContain(SECRET_KEY);
      expect(registry.calls).toHaveLength(0);
    },
  );
});

describe("the number of calls of a request", () => {
  test("is limited: a call beyond the limit is not made", async () => {
    await using registry = await startScriptedRegistry(json(response));
    await using restCalls = createCalls(registry.url);
    const budget = createBudget({ maxCalls: 2 });
    const results = await Promise.allSettled(
      ["1", "2", "3"].map((id) => restCalls.get(tagCall(id), budget)),
    );
    expect(results.map(({ status: state }) => state)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
    ]);
    expect(results[2]).toMatchObject({ reason: { code: "REGISTRY_CALL_LIMIT" } });
    expect(registry.calls).toHaveLength(2);
    expect(budget.calls).toBe(2);
  });
});

describe("entries", () => {
  test("tell the outcome of every attempt, and nothing secret", async () => {
    const entries: CallLogEntry[] = [];
    const clock = new ManualClock();
    await using registry = await startScriptedRegistry(inTurn(status(503), stall, json(response)));
    const onCall = (entry: CallLogEntry) => void entries.push(entry);
    await using restCalls = createCalls(registry.url, {
      clock,
      onCall,
      settings: { REGISTRY_TIMEOUT_MS: 1_000 },
    });
    const budget = createBudget({ clock });
    const failed = failureOf(restCalls.get(tagCall(), budget));
    await until(() => budget.retries === 1);
    clock.advance(100);
    await registry.call(1);
    clock.advance(1_000);
    await failed;
    await restCalls.get(tagCall(), budget);
    const template = "/api/v1/tags/{id}/";
    expect(entries).toMatchObject([
      { template, budget, retries: 0, status: 503, code: "REGISTRY_UNAVAILABLE", durationMs: 0 },
      {
        template,
        budget,
        retries: 1,
        status: undefined,
        code: "REGISTRY_TIMEOUT",
        durationMs: 1_000,
      },
      { template, budget, retries: 0, status: 200, code: undefined },
    ]);
    expect(inspect(entries, { depth: Infinity, showHidden: true })).not.toContain(SECRET_KEY);
  });

  test("leave out calls that were never sent", async () => {
    const entries: CallLogEntry[] = [];
    const clock = new ManualClock();
    await using registry = await startScriptedRegistry(stall);
    await using restCalls = createCalls(registry.url, {
      clock,
      onCall: (entry) => void entries.push(entry),
      settings: { REGISTRY_MAX_CONNECTIONS: 1 },
    });
    const errors = ["1", "2"].map((id) =>
      failureOf(restCalls.get(tagCall(id), createBudget({ clock }))),
    );
    await registry.call(0);
    clock.advance(5_000);
    const messages = (await Promise.all(errors)).map(({ message }) => message);
    expect(messages).toEqual([
      "GET /api/v1/tags/{id}/: no response in time",
      "GET /api/v1/tags/{id}/: no free connection in time",
    ]);
    expect(entries).toHaveLength(1);
  });
});
