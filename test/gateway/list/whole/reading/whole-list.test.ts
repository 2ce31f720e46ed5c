import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PlainRecord } from "../../../../support/project.ts";
import {
  type ScriptedRegistry,
  stall,
  startScriptedRegistry,
} from "../../../../support/scripted-registry.ts";
import { SECRET_KEY, until } from "../../../../support/upstream.ts";
import { createSnapshots, errorOf, failWith, tags, takeCalls } from "../setup.ts";

describe("a list is read whole and in its order", () => {
  test.each([
    ["clamps pages to 100", { clamp: 100 }, 36],
    ["clamps pages to 3", { clamp: 3 }, 1_502],
    ["clamps pages to 1, so that none overlap", { clamp: 1 }, 2_503],
    ["refuses pages larger than 250", { refuseAbove: 250 }, 19],
    ["answers pages past the end with an error", { pastEnd: 404, clamp: 500 }, 11],
  ])("from a registry that %s", async (_, rules, maxCalls) => {
    await using list = await startScriptedRegistry({ tags: tags(2_500) });
    Object.assign(list.rules, rules);
    await using world = createSnapshots(list.url);
    expect(await world.idsOf("tag")).toEqual(tags(2_500).map(({ id }) => id));
    expect(takeCalls(list).length).toBeLessThanOrEqual(maxCalls);
  });

  test("without the rows that have no id", async () => {
    const records = tags(30);
    records.splice(7, 0, { name: "nameless" } as unknown as PlainRecord);
    await using list = await startScriptedRegistry({ tags: records });
    await using world = createSnapshots(list.url);
    const request = world.request();
    const { records: read, cost } = await request.use("tag");
    expect(read.map(({ id }) => id)).toEqual(tags(30).map(({ id }) => id));
    expect(cost.records).toBe(30);
  });

  test("if it is empty", async () => {
    await using list = await startScriptedRegistry({});
    await using world = createSnapshots(list.url);
    expect(await world.idsOf("tag")).toEqual([]);
    expect(await world.idsOf("tag")).toEqual([]);
    expect(world.uses).toEqual(["read", "kept"]);
  });
});

describe("a list that moves while it is read", () => {
  test("has each record that was there all along once, in its order", async () => {
    const moves = fc.array(
      fc.record({
        kind: fc.constantFrom("add" as const, "remove" as const),
        at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(moves, fc.integer({ min: 7, max: 60 }), async (script, clamp) => {
        const records = tags(300);
        const stable = new Set(records.map(({ id }) => String(id)));
        await using list = await startScriptedRegistry({ tags: records });
        list.rules.clamp = clamp;
        moveAtEachResponse(list, records, script, stable);
        await using world = createSnapshots(list.url);
        const ids = await world.idsOf("tag");
        const kept = ids.filter((id) => stable.has(id));
        expect(kept).toEqual(tags(300).flatMap(({ id }) => (stable.has(String(id)) ? [id] : [])));
      }),
      { numRuns: 60, verbose: true },
    );
  });

  test("is not whole if its pages never share a row", async () => {
    const records = tags(200);
    await using list = await startScriptedRegistry({ tags: records });
    list.rules.clamp = 2;
    const { behaviour } = list;
    list.behaviour = (call, position) => {
      records.shift();
      behaviour(call, position);
    };
    await using world = createSnapshots(list.url);
    {
      const request = world.request();
      expect((await request.use("tag")).incomplete).toEqual({ recordsStated: expect.any(Number) });
    }
    list.behaviour = behaviour;
    world.clock.advance(30_000);
    expect(await world.idsOf("tag")).toEqual(records.map(({ id }) => id));
  });
});

describe("a registry that fails halfway", () => {
  test("fails all waiting requests without showing the key, and the next request reads the list again", async () => {
    await using list = await startScriptedRegistry({ tags: tags(2_500) });
    await using world = createSnapshots(list.url);
    const { behaviour } = list;
    failWith(list, 500, /page=3/);
    const errors = await Promise.all(
      Array.from({ length: 5 }, () => errorOf(world.idsOf("tag", SECRET_KEY))),
    );
    for (const error of errors) {
      expect(error).toMatchObject({ code: "REGISTRY_UNAVAILABLE", status: 500 });
      expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain(SECRET_KEY);
    }
    expect(world.ledger.bytes).toBe(0);
    list.behaviour = behaviour;
    expect(await world.idsOf("tag", SECRET_KEY)).toHaveLength(2_500);
  });

  test("gets no further calls for a list once one of its pages has failed", async () => {
    await using list = await startScriptedRegistry({ tags: tags(20_000) });
    await using world = createSnapshots(list.url);
    failWith(list, 500, /page=2$/);
    await errorOf(world.idsOf("tag"));
    expect(list.calls.length).toBeLessThanOrEqual(9);
  });

  test("is given up at the timeout of the call that stalls", async () => {
    await using list = await startScriptedRegistry({ tags: tags(2_500) });
    await using world = createSnapshots(list.url, { REGISTRY_TIMEOUT_MS: 2_000 });
    const { behaviour } = list;
    let stalled = 0;
    list.behaviour = (call, position) => {
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

  test("can begin to clamp between two pages, and the list is still read whole", async () => {
    await using list = await startScriptedRegistry({ tags: tags(2_500) });
    await using world = createSnapshots(list.url);
    const { behaviour } = list;
    list.behaviour = (call, position) => {
      list.rules.clamp = call.path.includes("limit=1000") ? undefined : 300;
      behaviour(call, position);
    };
    expect(await world.idsOf("tag")).toEqual(tags(2_500).map(({ id }) => id));
  });
});

/** Applies one step of the script before each response to a list call. */
function moveAtEachResponse(
  registry: ScriptedRegistry,
  records: PlainRecord[],
  script: readonly { readonly kind: "add" | "remove"; readonly at: number }[],
  stable: Set<string>,
): void {
  const { behaviour } = registry;
  const steps = [...script];
  let added = 1_000;
  registry.behaviour = (call, position) => {
    const step = call.path.includes("structure") ? undefined : steps.shift();
    const at = Math.floor((step?.at ?? 0) * records.length);
    if (step?.kind === "add") records.splice(at, 0, ...tags(1, added++));
    if (step?.kind === "remove") {
      for (const { id } of records.splice(at, 1)) stable.delete(String(id));
    }
    behaviour(call, position);
  };
}
