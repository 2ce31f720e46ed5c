import { expect, test } from "vitest";
import type { PlainRecord } from "../../../support/project.ts";
import type { ScriptedRegistry } from "../../../support/scripted-registry.ts";
import { failWith, startWorld } from "./setup.ts";

/** Calls back before each page of a list that is answered, except for those of one row. */
function beforeEachPage(registry: ScriptedRegistry, onPage: () => void): void {
  const { behaviour } = registry;
  registry.behaviour = (call, position) => {
    const { pathname, searchParams } = new URL(call.path, registry.url);
    if (pathname.endsWith("/tags") && searchParams.get("limit") !== "1") onPage();
    behaviour(call, position);
  };
}

/** Makes so much of a list move before each page that no two pages share a row where they meet. */
function keepMoving(list: ScriptedRegistry, records: PlainRecord[]): void {
  list.rules.clamp = 10;
  beforeEachPage(list, () => records.push(...records.splice(0, 37)));
}

test.each<[string, (list: ScriptedRegistry, records: PlainRecord[]) => void]>([
  ["its pages never share a row", keepMoving],
  ["its structure cannot be read", (list) => failWith(list, 500, /structure/)],
])(
  "a list of which a part is missing because %s is kept, and renewed in the background after a pause that doubles",
  async (_, breakIt) => {
    await using world = await startWorld(100, { SNAPSHOT_TTL_SECONDS: 3600 });
    const { behaviour } = world.list;
    const use = async () => {
      const { isPartial } = await world.request().use("tag");
      await world.untilIdle();
      return { isPartial, readings: world.reports.length };
    };
    breakIt(world.list, world.records);
    expect(await use()).toEqual({ isPartial: true, readings: 1 });
    expect(await use()).toEqual({ isPartial: true, readings: 1 });
    let readings = 1;
    for (const pause of [1_000, 2_000, 4_000, 8_000]) {
      world.clock.advance(pause - 1);
      expect(await use()).toEqual({ isPartial: true, readings });
      world.clock.advance(1);
      readings += 1;
      // The old snapshot is delivered while the list is read again.
      expect(await use()).toEqual({ isPartial: true, readings });
    }
    expect(world.uses).toEqual(["read", ...Array(9).fill("kept")]);
    world.list.behaviour = behaviour;
    world.clock.advance(16_000);
    await use();
    expect(await use()).toEqual({ isPartial: false, readings: readings + 1 });
    world.clock.advance(60_000);
    expect(await use()).toEqual({ isPartial: false, readings: readings + 1 });
  },
);
