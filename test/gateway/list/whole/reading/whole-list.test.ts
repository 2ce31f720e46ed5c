import { describe, expect, test } from "vitest";
import { stall } from "../../../../support/scripted-registry.ts";
import { SECRET_KEY, until } from "../../../../support/upstream.ts";
import { errorOf, failWith, startWorld } from "../setup.ts";

describe("a registry that fails halfway", () => {
  test("fails all waiting requests without showing the key, and the next request reads the list again", async () => {
    await using world = await startWorld(2_500);
    const { behaviour } = world.list;
    failWith(world.list, 500, /page=3/);
    const errors = await Promise.all(
      Array.from({ length: 5 }, () => errorOf(world.idsOf("tag", SECRET_KEY))),
    );
    for (const error of errors) {
      expect(error).toMatchObject({ code: "REGISTRY_UNAVAILABLE", status: 500 });
      expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain(SECRET_KEY);
    }
    expect(world.ledger.bytes).toBe(0);
    world.list.behaviour = behaviour;
    expect(await world.idsOf("tag", SECRET_KEY)).toHaveLength(2_500);
  });

  test("gets no further calls for a list once one of its pages has failed", async () => {
    await using world = await startWorld(12_000);
    failWith(world.list, 500, /page=2$/);
    await errorOf(world.idsOf("tag"));
    expect(world.list.calls.length).toBeLessThanOrEqual(9);
  });

  test("is given up at the timeout of the call that stalls", async () => {
    await using world = await startWorld(2_500, { REGISTRY_TIMEOUT_MS: 2_000 });
    const { behaviour } = world.list;
    let stalled = 0;
    world.list.behaviour = (call, position) => {
      if (!call.path.includes("page=2")) return behaviour(call, position);
      stalled += 1;
      stall(call, position);
    };
    const error = errorOf(world.idsOf("tag"));
    await until(() => stalled === 1);
    world.clock.advance(2_000);
    expect(await error).toMatchObject({ code: "REGISTRY_TIMEOUT" });
    expect(world.reports).toEqual([{ code: "REGISTRY_TIMEOUT", milliseconds: 2_000 }]);
  });
});
