import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
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

test("a path in the base address comes before the path of the call", async () => {
  await using registry = await startScriptedRegistry(json(response));
  await using restCalls = createCalls(`${registry.url}/base/`);
  await restCalls.get(tagCall(), createBudget());
  expect(registry.calls[0]?.path).toBe(`/base/api/v1/tags/5/?key=${SECRET_KEY}`);
});

test("a mistake of ours fails its call, and an equal one is made again", async () => {
  await using registry = await startScriptedRegistry(json(response));
  await using restCalls = createCalls(registry.url);
  const learn = () => JSON.parse("a mistake");
  const failed = restCalls.get({ ...tagCall(), learn }, createBudget());
  expect(await failureOf(failed)).toBeInstanceOf(SyntaxError);
  expect(await restCalls.get(tagCall(), createBudget())).toEqual(response);
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
});
