import { expect, test } from "vitest";
import { RequestContext } from "../../src/gateway/context.ts";
import { Snapshots } from "../../src/snapshots/snapshots.ts";
import { RegistryClient } from "../../src/upstream/client.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { unusedAddress } from "../support/scripted-registry.ts";
import { createTransport } from "../support/upstream.ts";

test("work over rows ends at its request's deadline, or when the request is cancelled", async () => {
  const clock = new ManualClock();
  await using transport = createTransport(unusedAddress);
  const client = new RegistryClient(transport, { maxLimit: "auto" });
  const links = { tag: new Map(), terminal: new Map() };
  const resolvers = { links, timestampUnit: "auto", maxPageSize: 1000 } as const;
  const bounds = { ttlMs: 0, maxBytes: 0, cacheTtlMs: 0, maxRecords: 0 };
  using snapshots = new Snapshots({ client, clock, ...bounds });
  const settings = { REQUEST_DEADLINE_MS: 1_000, MAX_REGISTRY_CALLS: 600 };
  const options = { settings, client, snapshots, clock, resolvers };
  const identify = () => ({ key: "k", keyDigest: "k" });
  const [late, left, other] = [1, 2, 3].map(() => new RequestContext(options, identify));
  await Promise.all([late, left, other].map((context) => context?.giveWay("tag")));
  left?.scope.cancel();
  await expect(left?.giveWay("tag")).rejects.toMatchObject({ code: "REQUEST_DEADLINE" });
  await other?.giveWay("terminal");
  clock.advance(1_000);
  await expect(late?.giveWay("tag")).rejects.toMatchObject({ code: "REQUEST_DEADLINE" });
});
