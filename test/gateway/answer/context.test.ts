import { expect, test } from "vitest";
import { RequestContext } from "../../../src/gateway/answer/context.ts";
import { UnfinishedResponses } from "../../../src/gateway/answer/unfinished-responses.ts";
import { Snapshots } from "../../../src/gateway/list/whole/snapshots.ts";
import { parseSettings } from "../../../src/settings.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { unusedAddress } from "../../support/scripted-registry.ts";
import { createCalls, createClient } from "../../support/upstream.ts";

test("work over rows ends at its request's deadline, or when the request is cancelled", async () => {
  const clock = new ManualClock();
  await using calls = createCalls(unusedAddress);
  const client = createClient(calls);
  const links = { tag: new Map(), terminal: new Map() };
  const settings = parseSettings({ REQUEST_DEADLINE_MS: "1000" });
  using snapshots = new Snapshots({ settings, client, clock });
  const unfinished = new UnfinishedResponses({ maxBytes: 1_000_000 });
  const options = { settings, client, snapshots, clock, links, unfinished };
  const identity = { key: "k", keyDigest: "k" };
  const [late, left, other] = [1, 2, 3].map(() => new RequestContext(options, identity));
  await Promise.all([late, left, other].map((context) => context?.giveWay("tag")));
  left?.budget.cancel();
  await expect(left?.giveWay("tag")).rejects.toMatchObject({ code: "REQUEST_DEADLINE" });
  await other?.giveWay("terminal");
  clock.advance(1_000);
  await expect(late?.giveWay("tag")).rejects.toMatchObject({ code: "REQUEST_DEADLINE" });
});
