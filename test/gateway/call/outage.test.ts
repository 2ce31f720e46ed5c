import { once } from "node:events";
import { expect, test } from "vitest";
import type { OutageReport } from "../../../src/gateway/call/outages.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import {
  type Behaviour,
  json,
  reset,
  stall,
  startScriptedRegistry,
  status,
} from "../../support/scripted-registry.ts";
import {
  createBudget,
  createCalls,
  failureOf,
  startUpstream,
  tagCall,
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

test("an outage is told when it begins, and when it ends with the number of calls that it refused", async () => {
  let isDown = true;
  const reports: OutageReport[] = [];
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry((call, position) =>
    (isDown ? status(500) : json({ tag: { id: "5" } }))(call, position),
  );
  const onOutage = (report: OutageReport) => void reports.push(report);
  await using calls = createCalls(registry.url, { clock, onOutage });
  const get = (id: number) => calls.get(tagCall(`${id}`), createBudget({ clock }));
  for (let id = 0; id < 8; id += 1) await failureOf(get(id));
  expect(reports).toEqual([{ of: "tag", refused: null }]);
  isDown = false;
  clock.advance(250);
  await get(9);
  await get(10);
  expect(reports.slice(1)).toEqual([{ of: "tag", refused: 3 }]);
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

test("callers who leave a slow registry say nothing about it, however many and however late", async () => {
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

test("a call that its last caller leaves is cancelled, and gives its slot to the next", async () => {
  await using upstream = await startUpstream(stall, { REGISTRY_MAX_CONNECTIONS: 1 });
  const { registry, calls, clock } = upstream;
  const [one, other] = [createBudget({ clock }), createBudget({ clock })];
  const left = [one, other].map((budget) => failureOf(calls.get(tagCall("1"), budget)));
  const { response } = await registry.call(0);
  one.cancel();
  expect(calls.statistics()).toMatchObject({ running: 1, waiting: 0 });
  registry.behaviour = json("ok");
  const next = calls.get(tagCall("2"), createBudget({ clock }));
  other.cancel();
  await Promise.all([once(response, "close"), ...left]);
  expect(await next).toBe("ok");
  expect(calls.statistics()).toMatchObject({ running: 0, circuit: "closed" });
  clock.advance(20);
  expect(clock.isWatched).toBe(false);
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
