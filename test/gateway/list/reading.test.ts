import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readWhole } from "../../../src/gateway/list/reading/whole.ts";
import type { Edit } from "../../lists/model/list.ts";
import type { Envelope } from "../../lists/model/registry.ts";
import { judgeWhole } from "../../lists/oracle.ts";
import { edits, glitches } from "../../lists/scenarios.ts";
import { runs, seed } from "../../support/seed.ts";
import { Contradiction, clampTo, createIds, serveList, walkList } from "./model-source.ts";

/** Page limits: none, or small ones, by a clamp, by refusals or by the gateway's setting. */
function limits(min: number) {
  const limit = fc.integer({ min, max: 60 });
  return fc
    .record({ clamp: limit, above: limit, maxLimit: limit }, { requiredKeys: [] })
    .map(({ clamp, above, ...rest }) => ({
      ...rest,
      ...(clamp && { clamp: clampTo(clamp) }),
      ...(above && { refusal: { above, status: 413 as const } }),
    }));
}

const counts = fc.constantFrom<Envelope["count"]>(
  "stored",
  "stored",
  "over",
  "under",
  "other",
  "none",
);
const envelopes = fc.record({ count: counts, pageCount: fc.boolean(), lag: fc.constant(1) });

describe(`a page of a list that does not move (seed ${seed})`, () => {
  const rows: fc.Arbitrary<readonly (string | null)[]> = fc.oneof(
    fc.nat(150).map(createIds),
    fc.array(fc.option(fc.integer({ min: 0, max: 1000 }).map(String), { freq: 5 }), {
      maxLength: 100,
    }),
    fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 60 }),
  );
  const place = fc.option(fc.nat(), { nil: undefined, freq: 2 });
  const ranges = fc.oneof(
    fc.record({ first: fc.nat(40), after: place, before: place }),
    fc.record({ last: fc.nat(40), after: place, before: place }),
    fc.record({ first: fc.nat(40), offset: fc.nat(160) }),
  );

  test("has the right rows, neighbours and count, whatever the limits and the envelope's count", async () => {
    const cases = fc.record({ rows, range: ranges, limits: limits(8), envelope: envelopes });
    const property = fc.asyncProperty(cases, async ({ rows, range, limits, envelope }) => {
      const served = serveList(rows, { ...limits, envelope });
      const all = await served.load(
        { first: 1000 },
        { rows: true, pageInfo: true, totalCount: true },
      );
      const {
        after: one,
        before: other,
        ...sizes
      } = { after: undefined, before: undefined, ...range };
      const indexOf = (at: number | undefined) =>
        at === undefined || rows.length === 0 ? undefined : at % rows.length;
      const [after, before] = [indexOf(one), indexOf(other)];
      const page = await served.load(
        {
          ...sizes,
          ...(after !== undefined && { after: all.cursorAt(after) }),
          ...(before !== undefined && { before: all.cursorAt(before) }),
        },
        { rows: true, pageInfo: true, totalCount: true },
      );
      // With small limits, rows without their own id do not always show that two pages adjoin. A warning then says so.
      const haveOwnIds = !rows.includes(null) && new Set(rows).size === rows.length;
      if (!haveOwnIds && all.warnings.length + page.warnings.length > 0) return;
      const start = ("offset" in sizes ? sizes.offset : 0) + (after === undefined ? 0 : after + 1);
      const end = before ?? rows.length;
      const [from, to] =
        "last" in sizes
          ? [Math.max(start, end - sizes.last), end]
          : [start, Math.min(start + sizes.first, end)];
      expect([...all.warnings, ...page.warnings]).toEqual([]);
      expect([all.rows, page.rows]).toEqual([rows, rows.slice(from, Math.max(from, to))]);
      // A count that the list contradicts may be in dispute to the end: then it is an error, never a wrong number.
      const isHonest = ["stored", "none"].includes(envelope.count);
      if (isHonest || typeof page.totalCount === "number")
        expect(page.totalCount).toBe(rows.length);
      if (page.rows.length === 0) return;
      expect([page.hasPreviousPage, page.hasNextPage]).toEqual([from > 0, to < rows.length]);
    });
    await fc.assert(property, { seed, numRuns: runs(200) });
  });
});

/** At most so many edits of a kind before each of the first calls, each of up to a share of the list. */
function moves(times: number, share: number, ...kinds: readonly Edit["kind"][]) {
  const edit = edits.map((one) => ({
    ...one,
    kind: kinds[Math.floor(one.at * kinds.length)] ?? "add",
    many: one.many * share,
  }));
  return fc
    .array(fc.array(edit, { maxLength: times }), { maxLength: 40 })
    .map((each) => each.flatMap((all, call) => all.map((one) => ({ call: call + 1, edit: one }))));
}

const none = fc.constant<Readonly<{ call: number; edit: Edit }>[]>([]);
const single = moves(1, 0, "add", "remove");
const many = moves(3, 0.4, "add", "remove");

function lists(moving: typeof none, minLimit: number) {
  return fc.record({
    length: fc.integer({ min: 0, max: 200 }),
    /** One row in this many cannot be read; 0 if all can. */
    unreadable: fc.constantFrom(0, 0, 0, 10),
    size: fc.integer({ min: 1, max: 30 }),
    from: fc.constantFrom("start" as const, "end" as const),
    moves: moving,
    limits: limits(minLimit),
    turns: fc.array(fc.nat(8), { maxLength: 20 }),
  });
}

type Given = typeof lists extends (...args: never) => fc.Arbitrary<infer Value> ? Value : never;

function serve({ length, unreadable, moves: edits, limits: own, turns }: Given) {
  const ids = createIds(length).map((id, index) => (index % unreadable === 1 ? null : id));
  return serveList(ids, { ...own, turns, edits });
}

const lastingIn = ({ list }: ReturnType<typeof serve>) =>
  list.stableSince(0).flatMap(({ id }) => (id === null ? [] : [String(id)]));

async function look(given: Given) {
  const served = serve(given);
  const { ids, hasDrifted, calls } = await walkList(served, given);
  // No page costs this many calls, however the list moves.
  expect(Math.max(...calls)).toBeLessThan(300);
  const ends = { isWhole: true, isForward: given.from === "start" };
  return { hasDrifted, findings: judgeWhole(lastingIn(served), ids.map(String), ends) };
}

async function walk(given: Given): Promise<"complete" | "drifted"> {
  const { hasDrifted, findings } = await look(given);
  if (hasDrifted) return "drifted";
  expect(findings).toEqual([]);
  return "complete";
}

async function readAll({ size, ...given }: Given): Promise<"complete" | "drifted"> {
  const served = serve({ size, ...given });
  const options = { concurrency: 4 + (size % 5), firstRows: size, maxReadings: 3 };
  const { rows, isWhole } = await readWhole(served.source(), options);
  expect(served.calls.length).toBeLessThan(1000);
  if (!isWhole) return "drifted";
  const ends = { isWhole: true, isForward: true };
  expect(judgeWhole(lastingIn(served), rows.map(String), ends)).toEqual([]);
  return "complete";
}

describe(`every record that was there all along is seen once, in order, or a warning says otherwise (seed ${seed})`, () => {
  test.each([
    ["a walk while nothing moves", walk, lists(none, 8), 1],
    ["a walk while single records come and go before each call", walk, lists(single, 20), 1],
    ["a walk while many come and go, and limits are not small", walk, lists(many, 60), 0.4],
    ["a walk while many do and limits are small", walk, lists(many, 10), 0.3],
    ["a reading while nothing moves", readAll, lists(none, 8), 1],
    ["a reading while single records come and go", readAll, lists(single, 20), 0.95],
    ["a reading while many come and go", readAll, lists(many, 3), 0.3],
  ] as const)("%s", async (_, read, given, share) => {
    const outcomes = { complete: 0, drifted: 0 };
    const property = fc.asyncProperty(given, async (one) => {
      outcomes[await read(one)] += 1;
    });
    await fc.assert(property, { seed, numRuns: runs(75) });
    expect(outcomes.complete).toBeGreaterThanOrEqual(runs(75) * share);
  });

  // Pages of a few rows hardly overlap, so that what moves between them may go unseen.
  test("a walk while limits are tiny, nearly always, unless an error says otherwise", async () => {
    const outcomes = { told: 0, silent: 0, refused: 0 };
    const property = fc.asyncProperty(lists(many, 1), async (given) => {
      const seen = await look(given).catch((error: unknown) => {
        if (error instanceof Contradiction) return "refused" as const;
        throw error;
      });
      if (seen === "refused") outcomes.refused += 1;
      else outcomes[seen.hasDrifted || seen.findings.length === 0 ? "told" : "silent"] += 1;
    });
    await fc.assert(property, { seed, numRuns: runs(75) });
    expect(outcomes.refused).toBeLessThanOrEqual(Math.max(runs(75) / 50, 2));
    expect(outcomes.silent).toBeLessThanOrEqual(Math.max(runs(75) / 100, 1));
  });

  test("a walk between two cursors", async () => {
    const places = fc.tuple(fc.nat(), fc.nat());
    let complete = 0;
    const property = fc.asyncProperty(lists(many, 20), places, async (given, ends) => {
      const ids = createIds(given.length + 2);
      const [first = 0, last = 0] = ends.map((end) => end % ids.length).sort((a, b) => a - b);
      const { cursorAt } = await serveList(ids).load({ first: 1000 });
      const between = { after: cursorAt(first), before: cursorAt(last) };
      const served = serveList(ids, { ...given.limits, turns: given.turns, edits: given.moves });
      const { ids: seen, hasDrifted } = await walkList(served, { ...given, between });
      if (hasDrifted) return;
      complete += 1;
      const lasting = new Set<string | null>(lastingIn(served));
      const inside = ids.slice(first + 1, last).filter((id) => lasting.has(id));
      // Where a cursor's own record has moved, the walk may begin ahead of where it was.
      if (!lasting.has(ids[first] ?? "") || !lasting.has(ids[last] ?? "")) return;
      expect(seen.filter((id) => lasting.has(id))).toEqual(inside);
    });
    await fc.assert(property, { seed, numRuns: runs(75) });
    expect(complete).toBeGreaterThan(runs(75) * 0.3);
  });
});

test("reading a list whole ends within a number of calls that its length bounds, whatever the registry sends", async () => {
  const accidents = fc.array(
    fc.record({
      call: fc.nat(30),
      calls: fc.integer({ min: 1, max: 30 }),
      looks: fc.integer({ min: 1, max: 3 }),
      glitch: glitches,
    }),
    { maxLength: 6 },
  );
  const property = fc.asyncProperty(accidents, envelopes, async (accidents, envelope) => {
    const served = serveList(createIds(700), { maxLimit: 60, envelope, glitches: accidents });
    const reading = readWhole(served.source(), { concurrency: 8, maxReadings: 3 });
    await reading.catch(() => null);
    // In each of three readings: so many, a few more for each page, however short, and one round that was under way.
    expect(served.calls.length).toBeLessThan(3 * (128 + 16 * 60 + 100));
  });
  await fc.assert(property, { seed, numRuns: runs(40) });
});
