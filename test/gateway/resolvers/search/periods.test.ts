import fc from "fast-check";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import {
  type CalendarUnit,
  calendarUnits,
  periodAt,
  startOf,
} from "../../../../src/gateway/base/time/calendar.ts";
import { nearDates, readDateNaively } from "../../../search/naive-dates.ts";
import { startListGateway } from "../../../support/list-gateway.ts";
import { item, type PlainRecord } from "../../../support/project.ts";
import { runs, seed } from "../../../support/seed.ts";

const document = `query ($by: [TagFacet!]!, $filter: TagFilter) { tags(filter: $filter, first: 0) {
  facets(by: $by) { otherCount nullCount values { value from to fromAt toAt count selected } } } }`;

interface Period {
  readonly value: unknown;
  readonly from: unknown;
  readonly to: unknown;
  readonly fromAt: string | null;
  readonly toAt: string | null;
  readonly count: number;
  readonly selected: boolean;
}

async function count(facet: object, filter: object | null = null) {
  const response = await gateway.query(document, { variables: { by: [facet], filter } });
  expect(response.errors).toBeUndefined();
  return response.data.tags.facets[0] as {
    otherCount: number;
    nullCount: number;
    values: readonly Period[];
  };
}

/** Its ranges, each with its count, and with a star if it is selected. */
async function periods(facet: object, filter: object | null = null): Promise<readonly string[]> {
  const { values } = await count(facet, filter);
  return values.map(({ fromAt, toAt, count: times, selected }) => {
    const short = (time: string | null) => time?.replace("T00:00:00.000Z", "") ?? "";
    return `${short(fromAt)}..${short(toAt)} ${times}${selected ? "*" : ""}`;
  });
}

const seconds = (text: string) => Date.parse(text) / 1000;
const dates = ["2026-01-31", "2026-02-01", "2026-04-30T23:59:59", "2026-02-10", "no date", null];
const tags = dates.map((due, at) => ({
  id: `T${at}`,
  is_active: at !== 3,
  added_when: at === 5 ? null : seconds(`2025-0${(at % 2) + 1}-01T00:00:00Z`),
  last_update: seconds("2025-03-01T00:00:00Z") + at,
  additional_data: { due, open: due },
}));
const structures = { tag: [item("textbox", "due"), item("dial", "open")] };
const settings = { SNAPSHOT_TTL_SECONDS: "0" };
const gateway = await startListGateway({ tags, structures, settings });
afterAll(() => gateway[Symbol.asyncDispose]());
/** Replaces the tags by others for as long as a test needs them. */
const use = async (others: readonly PlainRecord[]) => {
  await gateway.registry.replace("tag", others);
  onTestFinished(() => gateway.registry.replace("tag", tags));
};

const due = { field: "ADDITIONAL_DATA", identifier: "due" };
const byMonth = { ...due, every: "MONTH" };
const ofDue = (date: object) => ({ additionalData: [{ identifier: "due", date }] });

describe("facets by time", () => {
  test.each<[object, object | null, readonly string[]]>([
    [
      { field: "ADDED_AT", every: "MONTH" },
      null,
      ["2025-01-01..2025-02-01 3", "2025-02-01..2025-03-01 2"],
    ],
    [{ field: "UPDATED_AT", every: "DAY" }, null, ["2025-03-01..2025-03-02 6"]],
    // A facet ignores the filter's conditions on its own dimension.
    [
      { field: "ADDED_AT", every: "YEAR" },
      { and: [ofDue({ lt: "2026-02-05T00:00:00Z" })], addedAt: { isNull: false } },
      ["2025-01-01..2026-01-01 2"],
    ],
    [
      { ...due, every: "QUARTER" },
      ofDue({ gte: "2026-04-01T00:00:00Z" }),
      ["2026-01-01..2026-04-01 3", "2026-04-01..2026-07-01 1"],
    ],
  ])("count the records of a filter: %j with %j", async (facet, filter, expected) => {
    expect(await periods(facet, filter)).toEqual(expected);
  });

  test.each([
    [{ gte: "2026-02-01T00:00:00Z", lt: "2026-03-01T00:00:00Z" }, 1],
    [{ gte: "2026-02-01T01:00:00+01:00", lt: "2026-02-28T23:00:00-01:00" }, 1],
    [{ gte: "2026-02-01T00:00:00Z" }, null],
    [{ lt: "2026-03-01T00:00:00Z" }, null],
    [{ gt: "2026-02-01T00:00:00Z", lt: "2026-03-01T00:00:00Z" }, null],
    [{ gte: "2026-02-01T00:00:00.001Z", lt: "2026-03-01T00:00:00Z" }, null],
    [{ gte: "2026-02-01T00:00:00Z", lte: "2026-03-01T00:00:00Z" }, null],
  ])("mark the range that the filter selects, as instants: %j", async (date, selected) => {
    const marked = (values: readonly Period[]) =>
      values.flatMap((period, at) => (period.selected ? [at] : []));
    const expected = selected === null ? [] : [selected];
    expect(marked((await count(byMonth, ofDue(date))).values)).toEqual(expected);
    const added = await count(
      { field: "ADDED_AT", every: "MONTH" },
      {
        addedAt: Object.fromEntries(
          Object.entries(date).map(([name, time]) => [name, time.replace("2026", "2025")]),
        ),
      },
    );
    expect(marked(added.values)).toEqual(expected);
  });

  test.each(calendarUnits)(
    "by %s end with the year 9999, whose end is null, and begin with the year 1",
    async (every) => {
      const at = (id: string, day: string) => ({ id, additional_data: { due: day } });
      await use([...tags, at("last", "9999-12-31"), at("first", "0001-01-01")]);
      const late = { ...due, every, fromAt: "9999-12-01T00:00:00Z" };
      const last = async (date?: object) =>
        (await count(late, date && ofDue(date))).values.at(-1) as Period;
      const { fromAt: gte, ...end } = await last();
      expect(end).toMatchObject({ toAt: null, count: 1, selected: false });
      expect((await last({ gte })).selected).toBe(true);
      expect((await last({ gte, lt: "9999-12-31T23:59:59Z" })).selected).toBe(false);
      const early = await count({ ...due, every, toAt: "0001-02-01T00:00:00Z" });
      expect(early.values[0]).toMatchObject({ fromAt: "0001-01-01T00:00:00.000Z", count: 1 });
      expect(early.otherCount).toBe(5);
    },
  );

  test("of times in the year 0 have no beginning that no DateTime can say", async () => {
    await using inSeconds = await startListGateway({
      tags: [{ id: "T", added_when: seconds("0000-01-01T00:00:00Z") }],
      settings: { REGISTRY_TIMESTAMP_UNIT: "s" },
    });
    const by = ["WEEK", "YEAR"].map((every) => ({ field: "ADDED_AT", every }));
    const { data } = await inSeconds.query(document, { variables: { by } });
    expect(data.tags.facets).toMatchObject([
      { values: [{ fromAt: null, toAt: "0000-01-03T00:00:00.000Z", count: 1 }] },
      { values: [{ fromAt: "0000-01-01T00:00:00.000Z", toAt: "0001-01-01T00:00:00.000Z" }] },
    ]);
  });

  test.each([
    ["DAY", "2027-02-05", "WEEK"],
    ["WEEK", "2036-01-01", "MONTH"],
    ["DAY", "5025-12-31", null],
  ])(
    "of more than 400 ranges by %s, up to %s, are BAD_USER_INPUT that names %s, or the time to list",
    async (every, last, larger) => {
      const days = ["2026-01-01", last];
      await use(days.map((day, at) => ({ id: `T${at}`, additional_data: { due: day } })));
      const { data, errors } = await gateway.query(document, {
        variables: { by: [{ ...due, every }] },
      });
      expect(data.tags).toEqual({ facets: null });
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["BAD_USER_INPUT"]);
      const message = errors?.[0]?.message ?? "";
      expect(message).toContain("by[0].every");
      expect(message).toContain("`fromAt` and `toAt`");
      expect(message.match(/every: [A-Z]+/g)).toEqual(
        larger === null ? null : [`every: ${larger}`],
      );
      // What it names works.
      const narrower = { fromAt: "2026-01-01T00:00:00Z", toAt: "2026-01-03T00:00:00Z" };
      expect((await periods({ ...due, every, ...narrower })).length).toBeGreaterThan(0);
      if (larger !== null) expect(await periods({ ...due, every: larger })).not.toEqual([]);
    },
  );

  test("and bounds of numbers do not take conditions on dates for their own", async () => {
    const milliseconds = Date.parse("2026-02-01T00:00:00Z");
    const filter = {
      additionalData: [{ identifier: "open", date: { gte: "2026-02-01T00:00:00Z" } }],
    };
    const { values } = await count({ ...due, identifier: "open", bounds: [milliseconds] }, filter);
    expect(values.map(({ selected }) => selected)).toEqual([false, false]);
  });

  test("are not selected by conditions on numbers", async () => {
    const [gte, lt] = ["2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"];
    const byMonthOpen = { ...byMonth, identifier: "open" };
    const selected = async (...conditions: readonly object[]) => {
      const additionalData = conditions.map((condition) => ({ identifier: "open", ...condition }));
      const { values } = await count(byMonthOpen, { additionalData });
      return values.flatMap((period) => (period.selected ? [period.fromAt] : []));
    };
    const number = { gte: Date.parse(gte), lt: Date.parse(lt) };
    expect(await selected({ number })).toEqual([]);
    expect(await selected({ date: { gte } }, { number: { lt: number.lt } })).toEqual([]);
    expect(await selected({ date: { gte, lt } }, { number })).toEqual(["2026-02-01T00:00:00.000Z"]);
  });

  test(`count what counting each record by the calendar counts (seed ${seed})`, async () => {
    const some = fc
      .tuple(fc.integer({ min: 2023, max: 2025 }), fc.integer({ min: 1, max: 12 }), fc.nat(27))
      .map(([year, month, day]) =>
        [year, ...[month, day + 1].map((one) => String(one).padStart(2, "0"))].join("-"),
      );
    const ends = fc.option(
      some.map((day) => `${day}T00:00:00Z`),
      { nil: null },
    );
    const cases = fc.record({
      texts: fc.array(
        fc.oneof({ weight: 5, arbitrary: some }, { weight: 1, arbitrary: nearDates }),
        {
          maxLength: 60,
        },
      ),
      queries: fc.array(
        fc.record({
          every: fc.constantFrom(...calendarUnits),
          fromAt: ends,
          toAt: ends,
          active: fc.boolean(),
        }),
        { minLength: 8, maxLength: 8 },
      ),
    });
    let ranges = 0;
    const property = fc.asyncProperty(cases, async ({ texts, queries }) => {
      const dated = texts.map((text, at) => ({
        id: `T${at}`,
        is_active: at % 3 > 0,
        additional_data: { due: text },
      }));
      await gateway.registry.replace("tag", dated);
      for (const { every, fromAt, toAt, active } of queries) {
        const counted = texts.filter((_, at) => !active || at % 3 > 0).map(readDateNaively);
        const expected = countNaively(counted, every, [fromAt, toAt]);
        const variables = {
          by: [{ ...due, every, fromAt, toAt }],
          filter: active ? { isActive: { eq: true } } : null,
        };
        const { data, errors } = await gateway.query(document, { variables });
        if (expected === null) {
          expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["BAD_USER_INPUT"]);
          continue;
        }
        expect(errors).toBeUndefined();
        const [{ values, ...others }] = data.tags.facets;
        const nothing = { value: null, from: null, to: null };
        for (const one of values) expect(one).toMatchObject(nothing);
        const shown = values.map((one: Period) => [one.fromAt, one.toAt, one.count]);
        expect({ ...others, shown }).toEqual(expected);
        ranges += shown.length;
      }
    });
    await fc.assert(property, { seed, numRuns: runs(8) });
    expect(ranges).toBeGreaterThan(200);
  });
});

/** The periods of dates, one after the other; null if they are more than 400. */
function countNaively(
  dates: readonly (number | null)[],
  every: CalendarUnit,
  [fromAt, toAt]: readonly [string | null, string | null],
) {
  const times = dates.filter((time) => time !== null);
  const nullCount = dates.length - times.length;
  if (times.length === 0) return { otherCount: 0, nullCount, shown: [] };
  const from = fromAt === null ? Math.min(...times) : Date.parse(fromAt);
  const to = toAt === null ? Math.max(...times) + 1 : Date.parse(toAt);
  const known = times.map((time) => periodAt(every, time));
  const least = Math.max(Math.min(...known), periodAt(every, from));
  const most = Math.min(Math.max(...known), periodAt(every, to - 1));
  const isNever = fromAt !== null && toAt !== null && from >= to;
  const listed = Array.from({ length: isNever ? 0 : Math.max(most - least + 1, 0) });
  if (listed.length > 400) return null;
  const shown = listed.map((_, at) => {
    const [start, end] = [startOf(every, least + at), startOf(every, least + at + 1)];
    const toText = new Date(end).toISOString();
    const within = times.filter((time) => time >= start && time < end).length;
    return [new Date(start).toISOString(), toText.startsWith("+") ? null : toText, within] as const;
  });
  const counted = shown.reduce((sum, [, , count]) => sum + count, 0);
  return { otherCount: times.length - counted, nullCount, shown };
}
