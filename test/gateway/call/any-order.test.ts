import fc from "fast-check";
import { test } from "vitest";
import { runs } from "../../support/seed.ts";
import { keys, subjects } from "./any-order/questions.ts";
import { replyNames } from "./any-order/replies.ts";
import { type Event, World } from "./any-order/world.ts";

/** How many sequences of events are tried. `ANY_ORDER_RUNS` sets a different number. */
const numRuns = Number(process.env["ANY_ORDER_RUNS"] ?? runs(400));

const which = fc.nat({ max: 20 });

const name = fc.oneof(
  { weight: 3, arbitrary: fc.constant("good" as const) },
  { weight: 4, arbitrary: fc.constantFrom("reset" as const, "busy" as const, "refused" as const) },
  { weight: 4, arbitrary: fc.constantFrom(...replyNames) },
);

const ask = fc.record({
  type: fc.constant("ask" as const),
  key: fc.constantFrom("a" as const, ...keys),
  subject: fc.nat({ max: subjects.length - 1 }),
  isBulk: fc.constantFrom(false, false, false, true),
  isFresh: fc.constantFrom(false, false, false, true),
  deadlineMs: fc.constantFrom(100, 700, 30_000, 30_000),
  maxCalls: fc.integer({ min: 1, max: 6 }),
  times: fc.constantFrom(1, 1, 1, 1, 1, 6),
  thenMs: fc.constantFrom(0, 0, 0, 350, 2_000),
  next: fc.oneof(
    { weight: 3, arbitrary: fc.constant("nothing" as const) },
    { weight: 2, arbitrary: fc.constant("leave" as const) },
    { weight: 4, arbitrary: name },
  ),
});

const reply = fc.record({
  type: fc.constant("reply" as const),
  which,
  name,
  upTo: fc.constantFrom("begun" as const, "head" as const, "end" as const, "end" as const),
});

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: ask },
  { weight: 8, arbitrary: reply },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("leave" as const), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("wait" as const),
      ms: fc.constantFrom(20, 100, 200, 450, 1_000, 2_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("connections" as const),
      are: fc.constantFrom(
        "made" as const,
        "made" as const,
        "refused" as const,
        "awaited" as const,
      ),
    }),
  },
);

const events = fc.array(fc.tuple(event, fc.boolean()), { minLength: 5, maxLength: 60 });

test("whatever happens in whatever order, every question is answered once, with its own key's data, and none fails for another's failure", async () => {
  await fc.assert(
    fc.asyncProperty(events, fc.boolean(), fc.boolean(), async (all, hasCache, closes) => {
      const world = new World({ hasCache });
      for (const [one, isAwaited] of all) await world.happen(one, isAwaited);
      await world.end(closes);
    }),
    { seed: 1, numRuns },
  );
});
