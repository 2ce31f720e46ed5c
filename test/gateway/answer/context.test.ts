import { expect, test } from "vitest";
import { RequestContext } from "../../../src/gateway/answer/context.ts";
import { Ledger } from "../../../src/gateway/base/ledger.ts";
import { Snapshots } from "../../../src/gateway/list/whole/snapshots.ts";
import { noOwnFields } from "../../../src/gateway/resolvers/own-fields/own-fields.ts";
import { parseSettings } from "../../../src/settings.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { unusedAddress } from "../../support/scripted-registry.ts";
import { createCalls, createClient } from "../../support/upstream.ts";

async function setUp() {
  const clock = new ManualClock();
  const calls = createCalls(unusedAddress);
  const client = createClient(calls);
  const links = { tag: new Map(), terminal: new Map() };
  const settings = parseSettings({ REQUEST_DEADLINE_MS: "1000" });
  const ledger = new Ledger({ maxBytes: 1_000_000, isKnown: () => true });
  const snapshots = new Snapshots({ settings, client, clock, ledger });
  const options = { settings, client, snapshots, clock, links, ownFields: noOwnFields, ledger };
  const begin = (key = "k") => new RequestContext(options, { identity: { key, keyDigest: key } });
  return {
    ...{ clock, ledger, begin },
    async [Symbol.asyncDispose]() {
      snapshots[Symbol.dispose]();
      await calls[Symbol.asyncDispose]();
    },
  };
}

test("work over rows ends at its request's deadline, or when the request is cancelled", async () => {
  await using world = await setUp();
  const [late, left, other] = [world.begin(), world.begin(), world.begin()];
  await Promise.all([late, left, other].map((context) => context.giveWay("tag")));
  left.budget.cancel();
  await expect(left.giveWay("tag")).rejects.toMatchObject({ code: "REQUEST_DEADLINE" });
  await other.giveWay("terminal");
  world.clock.advance(1_000);
  await expect(late.giveWay("tag")).rejects.toMatchObject({ code: "REQUEST_DEADLINE" });
});

test("what the registry has sent and what is written counts, until the response is made", async () => {
  await using world = await setUp();
  const { ledger } = world;
  const [one, other] = [world.begin(), world.begin("other")];
  one.budget.onBody?.(50_000);
  one.onWritten(30_000);
  one.onWritten(40_000);
  other.budget.onBody?.(50_000);
  expect(ledger.bytesOf("responses")).toBe(280_000);
  one[Symbol.dispose]();
  // What comes late belongs to nobody.
  one.budget.onBody?.(50_000);
  expect(ledger.bytes).toBe(100_000);
});

test("a response that is given up is cancelled, and takes no memory", async () => {
  await using world = await setUp();
  const [first, last, other] = [world.begin(), world.begin(), world.begin("other")];
  for (const context of [first, last, other]) context.budget.onBody?.(150_000);
  last.onWritten(100_000);
  expect([first, last, other].map(({ isGivenUp }) => isGivenUp)).toEqual([false, true, false]);
  expect(last.budget.isCancelled).toBe(true);
  expect(world.ledger.bytes).toBe(600_000);
});
