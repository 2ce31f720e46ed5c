import { expect, test } from "vitest";
import { type Behaviour, json, reset, stall, status } from "../../support/scripted-registry.ts";
import {
  createBudget,
  failureOf,
  startUpstream,
  tagCall,
  tagsCall,
  until,
} from "../../support/upstream.ts";

/** The experiment: 100 requests a second for 30 seconds. The registry is down for 10 of them. */
const REQUESTS_PER_TICK = 2;
const TICK_MS = 20;
const OUTAGE = { from: 10, to: 20 };
const SECONDS = 30;

const outages: readonly (readonly [string, Behaviour])[] = [
  ["it resets connections", reset],
  ["it answers 503", status(503)],
  ["it answers 503 and says when to retry", status(503, { "retry-after": "1" })],
];

test.for(outages)("an outage in which %s causes no storm of calls", async ([, outage]) => {
  const { made, answered, maxFailMs } = await experiment(outage);
  const normal = Math.max(...made.slice(1, OUTAGE.from));
  expect(normal).toBe(100);
  expect(Math.max(...made)).toBeLessThanOrEqual(1.2 * normal);
  // Once the circuit is open, only its trials are sent, and requests fail immediately.
  expect(Math.max(...made.slice(OUTAGE.from + 1, OUTAGE.to))).toBeLessThanOrEqual(5);
  expect(maxFailMs).toBeLessThanOrEqual(1_500);
  // It recovers by itself, with the first trial after the outage, which is sent within two seconds.
  expect(answered.slice(OUTAGE.to + 3)).toEqual(answered.slice(OUTAGE.to + 3).fill(100));
});

test("calls that wait for a slot when the circuit opens fail immediately, and are not sent", async () => {
  await using upstream = await startUpstream(status(500), { REGISTRY_MAX_CONNECTIONS: 1 });
  const { registry, calls } = upstream;
  const failures = Array.from({ length: 50 }, (_, id) =>
    failureOf(calls.get(tagCall(`${id}`), createBudget())),
  );
  const statuses = (await Promise.all(failures)).map((error) => "status" in error && error.status);
  expect(statuses).toEqual([...new Array(5).fill(500), ...new Array(45).fill(false)]);
  expect(registry.calls).toHaveLength(5);
});

test("callers who leave a slow registry say nothing about it, however many and however late (rule 10)", async () => {
  await using upstream = await startUpstream(stall, { REGISTRY_MAX_CONNECTIONS: 64 });
  const { registry, calls, clock } = upstream;
  const left = Array.from({ length: 24 }, (_, id) =>
    failureOf(calls.get(tagCall(`${id}`), createBudget({ clock, deadlineMs: 2_700 }))),
  );
  await registry.call(23);
  clock.advance(2_700);
  for (const error of await Promise.all(left))
    expect(error).toMatchObject({ code: "REQUEST_DEADLINE" });
  expect(calls.statistics().circuit).toBe("closed");

  registry.behaviour = json("ok");
  for (const keyDigest of ["digest-a", "digest-b"])
    expect(await calls.get(tagCall("1", keyDigest), createBudget({ clock }))).toBe("ok");
});

test("one call at a time of each kind and key goes on to its end after its callers left (rule 10)", async () => {
  await using upstream = await startUpstream(stall);
  const { registry, calls, clock } = upstream;
  const budget = createBudget({ clock });
  const left = [tagCall("1"), tagCall("2"), tagCall("1", "digest-b"), tagsCall()].map((call) =>
    failureOf(calls.get(call, budget)),
  );
  await registry.call(3);
  budget.cancel();
  await Promise.all(left);
  expect(calls.statistics()).toMatchObject({ running: 3, waiting: 0 });
  clock.advance(5_000);
  expect(calls.statistics()).toMatchObject({ running: 0, waiting: 0 });
  expect(clock.isWatched).toBe(false);
});

test("of the calls of new keys whose callers left, few go on, because anybody can make up keys (rule 10)", async () => {
  await using upstream = await startUpstream(stall, { REGISTRY_MAX_CONNECTIONS: 64 });
  const { registry, calls, clock } = upstream;
  const budget = createBudget({ clock });
  const left = Array.from({ length: 40 }, (_, key) =>
    failureOf(calls.get(tagCall("1", `digest-${key}`), budget)),
  );
  await registry.call(39);
  budget.cancel();
  await Promise.all(left);
  expect(calls.statistics().running).toBe(16);
});

test("a response that nobody waits for any more is not decoded, and shows that the registry works (rule 10)", async () => {
  await using upstream = await startUpstream(stall);
  const { registry, calls, clock } = upstream;
  let decoded = 0;
  const call = { ...tagCall(), decode: () => (decoded += 1) };
  const budget = createBudget({ clock });
  const left = failureOf(calls.get(call, budget));
  const { response } = await registry.call(0);
  budget.cancel();
  await left;
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
  await until(() => calls.statistics().running === 0);
  expect(decoded).toBe(0);
  clock.advance(20);
  expect(clock.isWatched).toBe(false);
});

test("a registry that hangs is noticed even if every caller leaves early (rule 10)", async () => {
  await using upstream = await startUpstream(stall, { REGISTRY_MAX_CONNECTIONS: 64 });
  const { registry, calls, clock } = upstream;
  for (let round = 0; round < 5; round += 1) {
    expect(calls.statistics().circuit).toBe("closed");
    const budget = createBudget({ clock });
    const left = ["a", "b", "c"].map((id) =>
      failureOf(calls.get(tagCall(`${round}${id}`), budget)),
    );
    await registry.call(round * 3 + 2);
    clock.advance(1_000);
    budget.cancel();
    await Promise.all(left);
    clock.advance(4_000);
  }
  expect(calls.statistics().circuit).toBe("open");
  const refused = failureOf(calls.get(tagCall("next"), createBudget({ clock })));
  expect(await refused).toMatchObject({ code: "REGISTRY_UNAVAILABLE" });
});

test("one failing call in twenty changes nothing for the others", async () => {
  const { answered } = await experiment((call, position) =>
    (position % 20 === 0 ? reset : json("ok"))(call, position),
  );
  expect(Math.min(...answered)).toBeGreaterThanOrEqual(95);
});

/** Runs the experiment. Returns the calls made and the requests answered in each second, and the longest wait for a failure. */
async function experiment(
  outage: Behaviour,
): Promise<{ made: number[]; answered: number[]; maxFailMs: number }> {
  await using upstream = await startUpstream(json("ok"), { REGISTRY_MAX_CONNECTIONS: 64 });
  const { registry, calls, clock } = upstream;
  const made: number[] = [];
  const answered = new Array<number>(SECONDS).fill(0);
  let maxFailMs = 0;
  const request = async (id: string, second: number) => {
    const start = clock.now();
    const budget = createBudget({ clock });
    try {
      await calls.get(tagCall(id), budget);
      answered[second] = (answered[second] ?? 0) + 1;
    } catch {
      maxFailMs = Math.max(maxFailMs, clock.now() - start);
    }
  };
  const requests: Promise<void>[] = [];
  for (let second = 0; second < SECONDS; second += 1) {
    registry.behaviour = second >= OUTAGE.from && second < OUTAGE.to ? outage : json("ok");
    const before = registry.calls.length;
    for (let ms = 0; ms < 1_000; ms += TICK_MS) {
      for (let n = 0; n < REQUESTS_PER_TICK; n += 1) {
        requests.push(request(`${second}-${ms}-${n}`, second));
      }
      await until(() => calls.statistics().running === 0);
      clock.advance(TICK_MS);
    }
    made.push(registry.calls.length - before);
  }
  await Promise.all(requests);
  return { made, answered, maxFailMs };
}
