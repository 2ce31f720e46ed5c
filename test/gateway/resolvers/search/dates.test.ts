import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { nearDates, readDateNaively } from "../../../search/naive-dates.ts";
import { startListGateway } from "../../../support/list-gateway.ts";
import { item } from "../../../support/project.ts";
import { runs, seed } from "../../../support/seed.ts";

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
const withData = (all: readonly object[]) =>
  all.map((data, at) => ({ id: String(at), additional_data: data }));

const identifiers = [...items.map(({ identifier }) => identifier), "undefined_key"];
const data = values.map((value) => Object.fromEntries(identifiers.map((key) => [key, value])));
const gateway = await startListGateway({ tags: withData(data), structures: { tag: items } });
afterAll(() => gateway[Symbol.asyncDispose]());

const filterOf = (identifier: string, date: unknown) => ({
  additionalData: [{ identifier, date }],
});

async function match(identifier: string, date: object, from = gateway): Promise<readonly number[]> {
  return (await from.ids({ filter: filterOf(identifier, date) })).map(Number);
}

const day = "2026-03-01T00:00:00Z";
const cutOff = `2026-02-28T23:59:59.999${"9".repeat(30)}Z`;

test.each<[object, readonly number[]]>([
  // The fourth digit behind the second is cut off.
  [{ gte: day, lte: day }, [0, 1, 11]],
  [{ gt: day }, [4]],
  [{ isNull: true }, [5, 6, 7, 8, 9, 10]],
  [{ isNull: false }, [0, 1, 2, 3, 4, 11]],
  [{}, [...values.keys()]],
  [{ gte: cutOff }, [0, 1, 3, 4, 11]],
  [{ gt: cutOff }, [0, 1, 4, 11]],
])("a condition on dates compares instants, in milliseconds: %j", async (date, positions) => {
  for (const identifier of ["textbox", "textarea", "selectbox", "dial", "undefined_key"]) {
    expect(await match(identifier, date)).toEqual(positions);
  }
});

test.each([
  ["2026-02-31T00:00:00Z"],
  ["2026-03-01"],
  ["31.12.2026"],
  [`2026-03-01T00:00:00${"0".repeat(10_000)}Z`],
  ["2".repeat(10_000)],
  [1_772_323_200],
  [null],
])("the operand %j is BAD_USER_INPUT before any call, which says what one is", async (gt) => {
  gateway.registry.resetCalls();
  const refusal = await gateway.refusal({ filter: filterOf("textbox", { gt }) });
  expect(refusal.extensions.code).toBe("BAD_USER_INPUT");
  expect(gateway.registry.calls).toEqual([]);
  if (typeof gt === "string")
    expect(refusal.message).toMatch(/A DateTime is RFC 3339 text of a time that exists, such as/);
});

test.each([
  ["image", "text"],
  ["number", "number"],
])("an item of type %s has no conditions on dates", async (identifier, kind) => {
  for (const date of [{ gt: day }, { isNull: true }, {}]) {
    expect(await gateway.refusal({ filter: filterOf(identifier, date) })).toMatchObject({
      message: `\`additionalData "${identifier}"\`: expected \`${kind}\`, as in the structure.`,
      extensions: { code: "BAD_USER_INPUT" },
    });
  }
});

test.each([
  [{ date: { gt: day }, text: { eq: "x" } }],
  [{ date: { gt: day }, isNull: false }],
  [{}],
])("an entry has one kind of condition alone: %j is BAD_USER_INPUT", async (entry) => {
  const filter = { additionalData: [{ identifier: "textbox", ...entry }] };
  const message = "exactly one of text, number, boolean, date, tag, terminal and isNull";
  expect((await gateway.refusal({ filter })).message).toContain(message);
});

test("dates cost what any filter costs, and an identifier that nothing knows has a warning", async () => {
  await match("textbox", { gt: day });
  gateway.registry.resetCalls();
  await match("textarea", { lt: day });
  expect(gateway.registry.calls).toEqual(["GET /api/v1/tags?limit=1&page=1"]);
  expect(await gateway.find({ filter: filterOf("unheard of", { isNull: true }) })).toMatchObject({
    totalCount: values.length,
    warnings: [{ code: "UNKNOWN_IDENTIFIER" }],
  });
});

test("conditions on dates hold within `or`, `not` and conditions on joined records", async () => {
  await using joined = await startListGateway({
    tags: ["2026-03-01", "2026-03-03", null].map((due, at) => ({
      id: "ABC".charAt(at),
      additional_data: { due },
    })),
    terminals: [1, 2, 3].map((id) => ({ id, additional_data: { home: "ABC".charAt(id - 1) } })),
    links: "terminal.home=tag.id",
  });
  const overdue = filterOf("due", { lt: "2026-03-02T00:00:00Z" });
  const home = { additionalData: [{ identifier: "home", tag: overdue }] };
  for (const [filter, ids] of [
    [{ not: overdue }, ["B", "C"]],
    [{ or: [overdue, { tagId: { eq: "C" } }] }, ["A", "C"]],
    [{ linkedTerminals: { some: { terminalId: { eq: "1" } } }, ...overdue }, ["A"]],
  ] as const) {
    expect(await joined.ids({ filter })).toEqual(ids);
  }
  expect(await joined.ids({ list: "terminals", filter: home })).toEqual(["1"]);
});

test(`conditions on dates find what reading each value by the rules finds (seed ${seed})`, async () => {
  const instants = nearDates.filter((text) => readDateNaively(text) !== null);
  const cases = fc.record({
    texts: fc.array(fc.oneof(nearDates, fc.constantFrom(null, 5, "")), {
      ...{ minLength: 100, maxLength: 150 },
    }),
    operands: fc.array(instants, { minLength: 6, maxLength: 6 }),
  });
  const operators = {
    gt: (date: number, operand: number) => date > operand,
    gte: (date: number, operand: number) => date >= operand,
    lt: (date: number, operand: number) => date < operand,
    lte: (date: number, operand: number) => date <= operand,
  };
  let matched = 0;
  await using moving = await startListGateway({ settings: { SNAPSHOT_TTL_SECONDS: "0" } });
  const property = fc.asyncProperty(cases, async ({ texts, operands }) => {
    await moving.registry.replace("tag", withData(texts.map((due) => ({ due }))));
    const dates = texts.map(readDateNaively);
    for (const [at, text] of operands.entries()) {
      const operand = readDateNaively(text) ?? 0;
      const [operator, holds] = Object.entries(operators)[at % 4] ?? ["", () => false];
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
  await fc.assert(property, { seed, numRuns: runs(3) });
  expect(matched).toBeGreaterThan(50);
});
