import { expect, test } from "vitest";
import { type OutageReport, Outages } from "../../../src/gateway/call/outages.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import {
  type Behaviour,
  json,
  startScriptedRegistry,
  status,
  unusedAddress,
} from "../../support/scripted-registry.ts";
import {
  createBudget,
  createCalls,
  failureOf,
  startUpstream,
  structureCall,
  tagCall,
  tagsCall,
  until,
} from "../../support/upstream.ts";

/** The experiment: 100 requests a second for 30 seconds. The registry is down for 10 of them. */
const REQUESTS_PER_TICK = 2;
const TICK_MS = 20;
const OUTAGE = { from: 10, to: 20 };
const SECONDS = 30;

test("an outage causes no storm of calls", async () => {
  const { made, answered, maxFailMs } = await experiment(status(503, { "retry-after": "1" }));
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

test("a call without a verdict does not end an outage of all connections", () => {
  const reports: OutageReport[] = [];
  const outages = new Outages((report) => void reports.push(report));
  for (let failures = 0; failures < 5; failures += 1) outages.note("tag", "unreachable");
  outages.note("tag", "unknown");
  expect(reports).toEqual([{ of: "connections", refused: null }]);
});

test("five connections that fail refuse the registry as a whole", async () => {
  await using restCalls = createCalls(unusedAddress, { clock: new ManualClock() });
  for (let failures = 0; failures < 5; failures += 1) {
    expect(restCalls.statistics().circuit).toBe("closed");
    const budget = createBudget({ maxCalls: 1 });
    const error = await failureOf(restCalls.get(tagsCall(1, `digest-${failures}`), budget));
    expect(error.message).toContain("ECONNREFUSED");
  }
  expect(restCalls.statistics().circuit).toBe("open");
  expect(await failureOf(restCalls.get(structureCall("another"), createBudget()))).toMatchObject({
    message: expect.stringContaining("not called"),
  });
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
