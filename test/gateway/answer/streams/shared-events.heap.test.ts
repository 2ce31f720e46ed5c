import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { GraphqlResponse } from "../../../../src/gateway/answer/responses.ts";
import { SharedEvents } from "../../../../src/gateway/answer/streams/shared-events.ts";
import { readHeap } from "../../../support/heap.ts";
import { ManualClock } from "../../../support/manual-clock.ts";

const maxMs = 10_000;

const event = { keyDigest: "a", cacheKey: "an operation", position: 1 };

test("an event is executed once for all subscriptions that share its response", async () => {
  const { find, executions } = setUp();
  expect(await find("first")).toEqual(["first", "none"]);
  expect(await find("second")).toEqual(["first", "joined"]);
  expect(executions).toEqual(["first"]);
});

test("an event that could not be executed is executed again for the next subscription", async () => {
  const { find, executions } = setUp();
  await expect(find(new Error("refused"))).rejects.toThrow("refused");
  expect(await find("second")).toEqual(["second", "none"]);
  expect(await find("third")).toEqual(["second", "joined"]);
  expect(executions).toHaveLength(2);
});

test("a response with errors is shared only with those who wait for it", async () => {
  const { find } = setUp();
  const [first, second] = [find("first", ["REGISTRY_TIMEOUT"]), find("second")];
  expect([await first, await second]).toEqual([
    ["first", "none"],
    ["first", "joined"],
  ]);
  expect(await find("third")).toEqual(["third", "none"]);
});

test.each([
  ["response", (slow: PromiseWithResolvers<GraphqlResponse>) => slow.resolve(toResponse("late"))],
  ["failure", (slow: PromiseWithResolvers<GraphqlResponse>) => slow.reject(new Error("late"))],
])(
  "a %s that comes late takes the place of no response that was asked for later",
  async (_, end) => {
    const { shared, clock, find } = setUp();
    const slow = Promise.withResolvers<GraphqlResponse>();
    const first = shared.findOrExecute(event, () => slow.promise);
    clock.advance(maxMs + 1);
    expect(await find("newer")).toEqual(["newer", "none"]);
    end(slow);
    await Promise.allSettled([first]);
    expect(await find("third")).toEqual(["newer", "joined"]);
  },
);

test("responses take no more memory than they may, though each is written piece by piece", async () => {
  const { shared, executions, execute } = setUp();
  const before = readHeap();
  for (let position = 0; position < 20_000; position += 1) {
    const pieces = Array.from({ length: 40 }, (_, at) => `"${at}":${position},`);
    const body = pieces.reduce((joined, piece) => joined + piece, "");
    await shared.findOrExecute({ ...event, position }, () => execute(body, []));
    executions.pop();
  }
  await setImmediate();
  expect(readHeap() - before).toBeLessThan(16 * 1024 * 1024);
  await shared.findOrExecute(event, () => execute("", []));
});

test("what its calls were for is not kept with a response", async () => {
  const { shared, execute } = setUp();
  const toMade = (position: number) =>
    Array.from({ length: 100 }, (_, page) => ({
      for: `rows ${page} to ${position}`,
      call: `/api/v1/tags?limit=1000&page=${page}${position}`,
    }));
  const find = (position: number) =>
    shared.findOrExecute({ ...event, position }, async () => {
      const response = await execute("{}", []);
      return { ...response, cost: { ...response.cost, made: toMade(position) } };
    });
  const before = readHeap();
  const first = await find(0);
  for (let position = 1; position < 3_000; position += 1) await find(position);
  await setImmediate();
  expect(readHeap() - before).toBeLessThan(16 * 1024 * 1024);
  // Who asked for it gets it.
  expect(first.response.cost.made).toEqual(toMade(0));
  expect((await find(2_000)).reuse).toBe("joined");
});

function toResponse(body: string, errorCodes: readonly string[] = []): GraphqlResponse {
  const cost = { calls: 0, retries: 0, pages: 0, shared: 0, cacheHits: 0, waitedMs: 0 };
  return { body, hasExtensions: false, errorCodes, oldestPartAt: undefined, cost };
}

function setUp() {
  const clock = new ManualClock();
  const shared = new SharedEvents(maxMs, clock);
  const executions: (Error | string)[] = [];
  const execute = async (
    body: Error | string,
    errorCodes: readonly string[],
  ): Promise<GraphqlResponse> => {
    executions.push(body);
    if (body instanceof Error) throw body;
    return toResponse(body, errorCodes);
  };
  return {
    shared,
    clock,
    execute,
    executions,
    /** Finds the event's response, or executes it with this result. Returns the body, and how it was reused. */
    async find(body: Error | string, errorCodes: readonly string[] = []) {
      const { response, reuse } = await shared.findOrExecute(event, () =>
        execute(body, errorCodes),
      );
      return [response.body, reuse];
    },
  };
}
