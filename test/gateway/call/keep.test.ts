import { describe, expect, test } from "vitest";
import { RegistryError } from "../../../src/gateway/base/errors.ts";
import { type Behaviour, inTurn, json, stall, status } from "../../support/scripted-registry.ts";
import { createBudget, failureOf, startUpstream, tagCall, until } from "../../support/upstream.ts";

const TTL_SECONDS = 10;

describe("a response in the cache", () => {
  test("is served again until it expires, with its age", async () => {
    await using upstream = await cached(json("body"));
    const { get, registry, clock } = upstream;
    await get();
    clock.advance(7_000);
    const budget = createBudget({ clock });
    expect(await get("5", budget)).toBe("body");
    const oldestResponseAt = clock.now() - 7_000;
    expect(budget).toMatchObject({ cacheHits: 1, calls: 0, oldestResponseAt });
    expect(registry.calls).toHaveLength(1);
  });

  test("is not replaced by that of an earlier call which arrives later", async () => {
    await using upstream = await cached(inTurn(stall, json("younger")));
    const { get, registry, clock } = upstream;
    const slow = get();
    const { response } = await registry.call(0);
    // Too late to join the first call.
    clock.advance(3_000);
    expect(await get()).toBe("younger");
    response.writeHead(200, { "content-type": "application/json" }).end('"older"');
    expect(await slow).toBe("older");
    expect(await get()).toBe("younger");
    expect(registry.calls).toHaveLength(2);
  });

  test("is fetched again, once and in the background, in the last fifth of its life", async () => {
    await using upstream = await cached(inTurn(json("first"), stall, json("third")));
    const { get, registry, clock, calls } = upstream;
    await get();
    clock.advance(8_000);
    expect(await Promise.all([get(), get(), get()])).toEqual(["first", "first", "first"]);
    const refresh = await registry.call(1);
    expect(registry.calls).toHaveLength(2);
    refresh.response.writeHead(200, { "content-type": "application/json" }).end('"second"');
    await until(() => calls.statistics().running === 0);
    clock.advance(5_000);
    expect(await get()).toBe("second");
    expect(registry.calls).toHaveLength(2);
  });

  test("stays until it expires if it cannot be fetched again", async () => {
    await using upstream = await cached(inTurn(json("old"), status(500)));
    const { get, registry, clock, calls } = upstream;
    await get();
    clock.advance(9_000);
    expect(await get()).toBe("old");
    await registry.call(1);
    await until(() => calls.statistics().running === 0);
    expect(await get()).toBe("old");
    clock.advance(1_000);
    expect(await failureOf(get())).toMatchObject({ status: 500 });
  });

  test("is served while the registry is down, but only until it expires", async () => {
    await using upstream = await cached(inTurn(json("body"), status(500)));
    const { get, clock, calls } = upstream;
    await get();
    for (let id = 100; id < 120; id += 1) await failureOf(get(`${id}`));
    expect(calls.statistics().circuit).toBe("open");
    expect(await get()).toBe("body");
    clock.advance(TTL_SECONDS * 1_000);
    await failureOf(get());
  });
});

describe("the cache does not keep", () => {
  test("a response of the wrong shape", async () => {
    await using upstream = await startUpstream(json({ error: "no such table" }), {
      CACHE_TTL_SECONDS: TTL_SECONDS,
    });
    const { registry, calls, clock } = upstream;
    const decode = () => {
      throw new RegistryError("REGISTRY_BAD_RESPONSE", "/api/v1/tags/{id}/", "no tag in it");
    };
    for (let time = 0; time < 2; time += 1) {
      const result = calls.get({ ...tagCall(), decode }, createBudget({ clock }));
      expect(await failureOf(result)).toMatchObject({ code: "REGISTRY_BAD_RESPONSE" });
    }
    expect(registry.calls).toHaveLength(2);
  });

  test("a bulk read, which takes nothing from it either", async () => {
    await using upstream = await cached(inTurn(json("a"), json("b"), json("c")));
    const { get, clock } = upstream;
    const bulk = () => get("5", createBudget({ clock, isBulk: true }));
    expect([await bulk(), await get(), await get()]).toEqual(["a", "b", "b"]);
    expect([await bulk(), await get()]).toEqual(["c", "b"]);
  });
});

/** A registry, and calls whose responses are cached, by a manual clock. */
async function cached(behaviour: Behaviour) {
  const upstream = await startUpstream(behaviour, { CACHE_TTL_SECONDS: TTL_SECONDS });
  const { calls, clock } = upstream;
  return {
    ...upstream,
    get: (id = "5", budget = createBudget({ clock })) => calls.get(tagCall(id), budget),
  };
}
