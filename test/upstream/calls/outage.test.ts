import { expect, test } from "vitest";
import { ManualClock } from "../../support/manual-clock.ts";
import {
  type Behaviour,
  json,
  reset,
  stall,
  startScriptedRegistry,
  status,
} from "../../support/scripted-registry.ts";
import { createScope, createTransport, failureOf, tagCall, until } from "../../support/upstream.ts";

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
  const { calls, answered, maxFailMs } = await experiment(outage);
  const normal = Math.max(...calls.slice(1, OUTAGE.from));
  expect(normal).toBe(100);
  expect(Math.max(...calls)).toBeLessThanOrEqual(1.2 * normal);
  // Once the circuit is open, only its probes are sent, and requests fail immediately.
  expect(Math.max(...calls.slice(OUTAGE.from + 1, OUTAGE.to))).toBeLessThanOrEqual(5);
  expect(maxFailMs).toBeLessThanOrEqual(1_500);
  // It recovers by itself, with the first probe after the outage, which is sent within two seconds.
  expect(answered.slice(OUTAGE.to + 3)).toEqual(answered.slice(OUTAGE.to + 3).fill(100));
});

test("calls that wait for a slot when the circuit opens fail immediately, and are not sent", async () => {
  await using registry = await startScriptedRegistry(status(500));
  await using transport = createTransport(registry.url, {
    settings: { REGISTRY_MAX_CONNECTIONS: 1 },
  });
  const calls = Array.from({ length: 50 }, (_, id) =>
    failureOf(transport.get(tagCall(`${id}`), createScope())),
  );
  const statuses = (await Promise.all(calls)).map((error) => "status" in error && error.status);
  expect(statuses).toEqual([...new Array(20).fill(500), ...new Array(30).fill(false)]);
  expect(registry.calls).toHaveLength(20);
});

test.for([
  ["opens", 3_000, "open"],
  ["does not open", 2_000, "closed"],
] as const)(
  "the circuit %s when requests give up after %d of 5000 ms",
  async ([, deadlineMs, state]) => {
    const clock = new ManualClock();
    await using registry = await startScriptedRegistry(stall);
    await using transport = createTransport(registry.url, {
      clock,
      settings: { REGISTRY_MAX_CONNECTIONS: 64 },
    });
    const calls = Array.from({ length: 20 }, (_, id) =>
      failureOf(transport.get(tagCall(`${id}`), createScope({ clock, deadlineMs }))),
    );
    await registry.call(19);
    clock.advance(deadlineMs);
    for (const error of await Promise.all(calls))
      expect(error).toMatchObject({ code: "REQUEST_DEADLINE" });
    expect(transport.figures().circuit).toBe(state);
  },
);

test("one failing call in twenty changes nothing for the others", async () => {
  const { answered } = await experiment((call, position) =>
    (position % 20 === 0 ? reset : json("ok"))(call, position),
  );
  expect(Math.min(...answered)).toBeGreaterThanOrEqual(95);
});

/** Runs the experiment. Returns the calls made and the requests answered in each second, and the longest wait for a failure. */
async function experiment(
  outage: Behaviour,
): Promise<{ calls: number[]; answered: number[]; maxFailMs: number }> {
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry(json("ok"));
  await using transport = createTransport(registry.url, {
    clock,
    settings: { REGISTRY_MAX_CONNECTIONS: 64 },
  });
  const calls: number[] = [];
  const answered = new Array<number>(SECONDS).fill(0);
  let maxFailMs = 0;
  const request = async (id: string, second: number) => {
    const start = clock.now();
    const scope = createScope({ clock });
    try {
      await transport.get(tagCall(id), scope);
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
      await until(() => transport.figures().running === 0);
      clock.advance(TICK_MS);
    }
    calls.push(registry.calls.length - before);
  }
  await Promise.all(requests);
  return { calls, answered, maxFailMs };
}
