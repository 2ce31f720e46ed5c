import { expect, test } from "vitest";
import { KeyMemory } from "../../../src/gateway/base/key-memory.ts";
import type { Failure } from "../../../src/registry-client/failure.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import {
  type Behaviour,
  json,
  stall,
  startScriptedRegistry,
  status,
} from "../../support/scripted-registry.ts";
import { createBudget, createCalls, failureOf, SECRET_KEY, until } from "../../support/upstream.ts";

/** A call to an endpoint, with the key that has this digest. */
function call(template: string, keyDigest: string) {
  const path = `${template}?key=${SECRET_KEY}&digest=${keyDigest}`;
  const kind = "tags" as const;
  return {
    kind,
    template,
    path,
    cacheKey: template,
    key: "key",
    keyDigest,
    decode: (body: unknown) => body,
  };
}

async function setUp(behaviour: Behaviour) {
  const clock = new ManualClock();
  const registry = await startScriptedRegistry(behaviour);
  const keys = new KeyMemory<Failure>(clock);
  const restCalls = createCalls(registry.url, { clock, keyMemory: keys });
  return {
    clock,
    registry,
    keys,
    get: (template: string, keyDigest = "a") =>
      restCalls.get(call(template, keyDigest), createBudget({ clock })),
    async [Symbol.asyncDispose]() {
      await restCalls[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

test("for one second after a refusal, calls with that key fail with the same error and are not sent", async () => {
  await using setup = await setUp(status(401));
  const { clock, registry, get } = setup;
  const first = await failureOf(get("/tags"));
  for (const template of ["/tags", "/terminals", "/tags"]) {
    expect(await failureOf(get(template))).toMatchObject({ code: "UNAUTHENTICATED", status: 401 });
  }
  expect((await failureOf(get("/tags"))).message).toBe(first.message);
  expect(registry.calls).toHaveLength(1);
  clock.advance(999);
  await failureOf(get("/tags"));
  expect(registry.calls).toHaveLength(1);
  clock.advance(1);
  await failureOf(get("/tags"));
  expect(registry.calls).toHaveLength(2);
});

test("a call that is forbidden (403) after the key was refused (401) leaves that refusal as it is", async () => {
  await using setup = await setUp(stall);
  const { get, registry } = setup;
  const failures = ["/tags", "/terminals"].map((template) => failureOf(get(template)));
  await registry.call(1);
  for (const [template, code] of [
    ["/tags", 401],
    ["/terminals", 403],
  ] as const) {
    const one = registry.calls.find(({ path }) => path.startsWith(template));
    if (one) status(code)(one, 0);
    await failures[code === 401 ? 0 : 1];
  }
  expect(await failureOf(get("/structure"))).toMatchObject({
    code: "UNAUTHENTICATED",
    status: 401,
  });
  expect(registry.calls).toHaveLength(2);
});

test("calls that wait with a key that is refused meanwhile are not sent", async () => {
  const held: (() => void)[] = [];
  await using setup = await setUp(
    (one, position) => void held.push(() => status(401)(one, position)),
  );
  const { registry, get } = setup;
  const responses = Array.from({ length: 40 }, (_, place) => failureOf(get(`/tags/${place}`)));
  await until(() => held.length === 12);
  for (const response of held) response();
  for (const failure of await Promise.all(responses)) {
    expect(failure).toMatchObject({ code: "UNAUTHENTICATED" });
  }
  expect(registry.calls).toHaveLength(12);
});

test("a key that one endpoint refuses is sent to the others as soon as one of them answers", async () => {
  await using setup = await setUp(stall);
  const { get, registry } = setup;
  const [tags, terminals] = [get("/tags"), failureOf(get("/terminals"))];
  await registry.call(1);
  const answer = (path: string, behaviour: Behaviour) => {
    for (const one of registry.calls) if (one.path.startsWith(path)) behaviour(one, 0);
  };
  answer("/terminals", status(401));
  expect(await terminals).toMatchObject({ code: "UNAUTHENTICATED" });
  answer("/tags", json("ok"));
  expect(await tags).toBe("ok");
  registry.behaviour = json("ok");
  expect(await get("/tags")).toBe("ok");
});
