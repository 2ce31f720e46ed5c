import { expect, test } from "vitest";
import { Flights } from "../../../../src/gateway/call/steps/join.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { createBudget, tagCall } from "../../../support/upstream.ts";
import { absent, answer, callOf, fakeNext, settle } from "./fake-next.ts";

function setUp() {
  const clock = new ManualClock();
  const flights = new Flights(clock, 1_000);
  const way = fakeNext();
  const ask = (options: Parameters<typeof createBudget>[0] = {}) => {
    const budget = createBudget({ clock, ...options });
    const call = callOf(tagCall(), budget);
    const outcome = flights.join(call, (one) => {
      one.beginAttempt(clock.now() + 1_000);
      return flights.lead(one, way.next);
    });
    return { budget, call, outcome: outcome.catch(({ code }) => code) };
  };
  return { clock, flights, ask, ...way };
}

test("equal calls are made once, by the first, and cost the others nothing", async () => {
  const { ask, calls, end } = setUp();
  const [one, other] = [ask(), ask({ maxCalls: 0 })];
  expect(calls).toEqual([one.call]);
  await end(answer("a"));
  expect(await Promise.all([one.outcome, other.outcome])).toEqual([answer("a"), answer("a")]);
  expect([one.budget.calls, one.budget.shared, other.budget.calls, other.budget.shared]).toEqual([
    1, 0, 0, 1,
  ]);
  void ask();
  expect(calls).toHaveLength(2);
});

test.for<
  [
    string,
    (setup: ReturnType<typeof setUp>, first: ReturnType<ReturnType<typeof setUp>["ask"]>) => void,
  ]
>([
  ["once its response begins", (_, { call }) => call.startResponse()],
  ["once half of its time is over", ({ clock }) => clock.advance(500)],
  ["once its request has left", (_, { budget }) => budget.cancel()],
])("a call is not joined %s", ([, happen]) => {
  const setup = setUp();
  happen(setup, setup.ask());
  void setup.ask();
  expect(setup.calls).toHaveLength(2);
});

test("a call that is made again may be joined, although an equal one was made while it waited", async () => {
  const { ask, calls, clock, end, flights } = setUp();
  const first = ask();
  clock.advance(500);
  const second = ask();
  first.call.beginAttempt(clock.now() + 1_000);
  flights.renew(first.call);
  const third = ask();
  expect(calls).toEqual([first.call, second.call]);
  await end(answer("again"));
  expect(await third.outcome).toEqual(answer("again"));
});

test("each request waits until its own deadline, and may leave without the others", async () => {
  const { ask, clock, end } = setUp();
  const [short, leaves, long] = [ask({ deadlineMs: 100 }), ask(), ask()];
  leaves.budget.cancel();
  clock.advance(100);
  expect(await Promise.all([short.outcome, leaves.outcome])).toEqual([
    "REQUEST_DEADLINE",
    "REQUEST_DEADLINE",
  ]);
  await end(absent);
  expect(await long.outcome).toBe(absent);
});

test("when the last request leaves, what the call waits for is given up", async () => {
  const { flights, clock } = setUp();
  const budgets = [createBudget({ clock }), createBudget({ clock })];
  let gaveUp = "";
  const calls = budgets.map((budget) => callOf(tagCall(), budget));
  const outcomes = calls.map((call) =>
    flights.join(call, (one) => {
      one.beginAttempt(clock.now() + 1_000);
      return flights.lead(one, (leader) =>
        leader.waitFor(
          () => {},
          (why) => {
            gaveUp = why;
            return absent;
          },
        ),
      );
    }),
  );
  const left = Promise.allSettled(outcomes);
  budgets[0]?.cancel();
  expect(gaveUp).toBe("");
  budgets[1]?.cancel();
  expect(gaveUp).toBe("left");
  expect((await left).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  clock.advance(20);
  expect(clock.isWatched).toBe(false);
});

test("a request that is over, or has no call left, makes none", async () => {
  const { ask, calls, clock } = setUp();
  expect(await ask({ maxCalls: 0 }).outcome).toBe("REGISTRY_CALL_LIMIT");
  const startedAt = clock.now() - 20_000;
  expect(await ask({ startedAt }).outcome).toBe("REQUEST_DEADLINE");
  expect(calls).toEqual([]);
});

test("whoever waits is told when the gateway closes", async () => {
  const { ask, flights } = setUp();
  const asked = [ask(), ask()];
  flights.close();
  await settle();
  for (const { outcome } of asked)
    expect(await outcome).toMatchObject({ reason: "the gateway is shutting down" });
});
