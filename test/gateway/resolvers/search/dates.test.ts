import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runs } from "../../../search/arbitraries.ts";
import { nearDates, readDateNaively } from "../../../search/naive-dates.ts";
import { type ListGateway, startListGateway } from "../../../support/list-gateway.ts";
import { item } from "../../../support/project.ts";
import { seed } from "../../../support/seed.ts";

let gateway: ListGateway;
beforeAll(async () => {
  gateway = await startListGateway({ tags, structures: { tag: items } });
});
afterAll(() => gateway[Symbol.asyncDispose]());

const values = [
  "2026-03-01",
  "2026-03-01T00:00:00.0009Z",
  " 2026-03-01 00:30+01:00 ",
  "2026-02-28T23:59:59.999",
  "2026-03-02",
  "31.12.2026",
  "2026-02-31",
  1_772_323_200,
  null,
  ["2026-03-01"],
  true,
  `2026-03-01T00:00:00.${"0".repeat(10_000)}1`,
];
const items = ["textbox", "textarea", "selectbox", "dial", "image", "number"].map((type) =>
  item(type, type),
);
/** Tags with these additional data. Their ids are "0", "1" and so on. */
const withData = (all: readonly object[]) =>
  all.map((data, at) => ({ id: String(at), additional_data: data }));

const tags = withData(
  values.map((value) => ({
    ...Object.fromEntries(items.map(({ identifier }) => [identifier, value])),
    undefined_key: value,
  })),
);

/** The positions of the tags that a comparison of dates matches. */
async function match(identifier: string, date: object, from = gateway): Promise<readonly number[]> {
  const ids = await from.ids({ filter: { additionalData: [{ identifier, date }] } });
  return ids.map(Number);
}

const day = "2026-03-01T00:00:00Z";

describe("conditions on dates", () => {
  test.each(["textbox", "textarea", "selectbox", "dial", "undefined_key"])(
    "compare instants: %s",
    async (identifier) => {
      // The fourth digit behind the second is cut off.
      expect(await match(identifier, { gte: day, lte: day })).toEqual([0, 1, 11]);
      expect(await match(identifier, { gt: day })).toEqual([4]);
      expect(await match(identifier, { lt: day })).toEqual([2, 3]);
      expect(await match(identifier, { gte: "2026-02-28T23:30:00Z", lt: day })).toEqual([2, 3]);
      expect(await match(identifier, { lte: "2026-02-28T23:30:00Z" })).toEqual([2]);
      expect(await match(identifier, { isNull: true })).toEqual([5, 6, 7, 8, 9, 10]);
      expect(await match(identifier, { isNull: false })).toEqual([0, 1, 2, 3, 4, 11]);
      expect(await match(identifier, {})).toHaveLength(values.length);
    },
  );

  test("cut their operands to milliseconds, in any spelling of a DateTime", async () => {
    const most = `2026-02-28T23:59:59.999${"9".repeat(30)}Z`;
    expect(await match("textbox", { gte: most })).toEqual([0, 1, 3, 4, 11]);
    expect(await match("textbox", { gt: most })).toEqual([0, 1, 4, 11]);
    expect(await match("textbox", { gt: "2026-03-01t01:00:00+01:00" })).toEqual([4]);
    expect(await match("textbox", { lt: "0000-01-01T00:00:00Z" })).toEqual([]);
    expect(await match("textbox", { lt: "9999-12-31T23:59:59-23:59" })).toEqual([
      0, 1, 2, 3, 4, 11,
    ]);
  });

  test.each([
    ["a day that does not exist", "2026-02-31T00:00:00Z"],
    ["a day without a time", "2026-03-01"],
    ["10 kB of digits", "2".repeat(10_000)],
  ])("refuse %s as an operand, and say what one is", async (_, gte) => {
    const filter = { additionalData: [{ identifier: "textbox", date: { gte } }] };
    const { extensions, message } = await gateway.refusal({ filter });
    expect(extensions.code).toBe("BAD_USER_INPUT");
    expect(message).toMatch(/A DateTime is RFC 3339 text of a time that exists, such as `2026-/);
  });

  test.each([
    ["image", "text"],
    ["number", "number"],
  ])("of an item of type %s are BAD_USER_INPUT", async (identifier, kind) => {
    for (const date of [{ gt: day }, { isNull: true }, {}]) {
      const filter = { additionalData: [{ identifier, date }] };
      const { extensions, message } = await gateway.refusal({ filter });
      expect(extensions.code).toBe("BAD_USER_INPUT");
      expect(message).toBe(
        `\`additionalData "${identifier}"\`: expected \`${kind}\`, as in the structure.`,
      );
    }
  });

  test.each([
    ["2026-02-31T00:00:00Z"],
    ["2026-03-01"],
    ["31.12.2026"],
    [`2026-03-01T00:00:00${"0".repeat(10_000)}Z`],
    [1_772_323_200],
    [null],
  ])("with the operand %j are BAD_USER_INPUT before any call", async (operand) => {
    const filter = { additionalData: [{ identifier: "textbox", date: { gt: operand } }] };
    gateway.registry.resetCalls();
    const { extensions } = await gateway.refusal({ filter });
    expect(extensions.code).toBe("BAD_USER_INPUT");
    expect(gateway.registry.calls).toEqual([]);
  });

  test.each(["eq", "ne", "in", "notIn"])("have no %s", async (operator) => {
    const { errors } = await gateway.query(
      `{ tags(filter: { additionalData: [{ identifier: "textbox", date: { ${operator}: "${day}" } }] }) { totalCount } }`,
    );
    expect(errors?.[0]?.extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
  });

  test.each([
    [{ date: { gt: day }, text: { eq: "x" } }],
    [{ date: { gt: day }, isNull: false }],
    [{ date: { gt: day }, number: {} }],
    [{}],
  ])("are alone in their entry, as every kind is: %j", async (entry) => {
    const filter = { additionalData: [{ identifier: "textbox", ...entry }] };
    const { extensions, message } = await gateway.refusal({ filter });
    expect(extensions.code).toBe("BAD_USER_INPUT");
    expect(message).toContain(
      "exactly one of text, number, boolean, date, tag, terminal and isNull",
    );
  });

  test("cost what any filter costs, and an identifier that nothing knows has a warning", async () => {
    await match("textbox", { gt: day });
    gateway.registry.resetCalls();
    await match("textarea", { lt: day });
    expect(gateway.registry.calls).toEqual(["GET /api/v1/tags?limit=1&page=1"]);
    const { ids, warnings } = await gateway.find({
      filter: { additionalData: [{ identifier: "unheard of", date: { isNull: true } }] },
    });
    expect(ids).toHaveLength(values.length);
    expect(warnings).toMatchObject([{ code: "UNKNOWN_IDENTIFIER" }]);
  });

  test("hold within `or`, `not` and conditions on joined records", async () => {
    await using joined = await startListGateway({
      tags: [
        { id: "A", additional_data: { due: "2026-03-01" } },
        { id: "B", additional_data: { due: "2026-03-03" } },
        { id: "C", additional_data: {} },
      ],
      terminals: [
        { id: 1, additional_data: { home: "A" } },
        { id: 2, additional_data: { home: "B" } },
        { id: 3, additional_data: { home: "C" } },
      ],
      links: "terminal.home=tag.id",
    });
    const overdue = {
      additionalData: [{ identifier: "due", date: { lt: "2026-03-02T00:00:00Z" } }],
    };
    expect(await joined.ids({ filter: { not: overdue } })).toEqual(["B", "C"]);
    const either = { or: [overdue, { tagId: { eq: "C" } }] };
    expect(await joined.ids({ filter: either })).toEqual(["A", "C"]);
    const home = { additionalData: [{ identifier: "home", tag: overdue }] };
    expect(await joined.ids({ list: "terminals", filter: home })).toEqual(["1"]);
    const linked = { linkedTerminals: { some: { terminalId: { eq: "1" } } }, ...overdue };
    expect(await joined.ids({ filter: linked })).toEqual(["A"]);
  });

  test(`find what reading each value by the rules finds (seed ${seed})`, async () => {
    const instants = nearDates.filter((text) => readDateNaively(text) !== null);
    const cases = fc.record({
      texts: fc.array(fc.oneof(nearDates, fc.constantFrom(null, 5, "")), {
        minLength: 100,
        maxLength: 150,
      }),
      operands: fc.array(instants, { minLength: 6, maxLength: 6 }),
    });
    let matched = 0;
    await using moving = await startListGateway({ settings: { SNAPSHOT_TTL_SECONDS: "0" } });
    const property = fc.asyncProperty(cases, async ({ texts, operands }) => {
      await moving.registry.replace("tag", withData(texts.map((due) => ({ due }))));
      const dates = texts.map(readDateNaively);
      const tests = {
        gt: (date: number, operand: number) => date > operand,
        gte: (date: number, operand: number) => date >= operand,
        lt: (date: number, operand: number) => date < operand,
        lte: (date: number, operand: number) => date <= operand,
      };
      for (const [at, text] of operands.entries()) {
        const operand = readDateNaively(text) ?? 0;
        const [operator, holds] = Object.entries(tests)[at % 4] ?? ["", () => false];
        const found = await match("due", { [operator]: new Date(operand).toISOString() }, moving);
        const expected = dates.flatMap((date, tag) =>
          date !== null && holds(date, operand) ? [tag] : [],
        );
        expect(found).toEqual(expected);
        matched += expected.length;
      }
      const none = dates.flatMap((date, tag) => (date === null ? [tag] : []));
      expect(await match("due", { isNull: true }, moving)).toEqual(none);
    });
    await fc.assert(property, { seed, numRuns: runs(8) });
    expect(matched).toBeGreaterThan(100);
  });
});
