import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { nearDates, readDateNaively } from "../../../search/naive-dates.ts";
import { startListGateway } from "../../../support/list-gateway.ts";
import { item } from "../../../support/project.ts";
import { runs, seed } from "../../../support/seed.ts";

const types = ["textbox", "textarea", "selectbox", "dial"];
const identifiers = [...types, "undefined_key"];
const gateway = await startListGateway({
  structures: { tag: types.map((type) => item(type, type)) },
  settings: { SNAPSHOT_TTL_SECONDS: "0" },
});
afterAll(() => gateway[Symbol.asyncDispose]());

const use = (values: readonly unknown[]) =>
  gateway.registry.replace(
    "tag",
    values.map((value, at) => ({
      id: String(at),
      additional_data: Object.fromEntries(identifiers.map((key) => [key, value])),
    })),
  );
const filterOf = (identifier: string, date: unknown) => ({
  additionalData: [{ identifier, date }],
});
const match = async (identifier: string, date: object): Promise<readonly number[]> =>
  (await gateway.ids({ filter: filterOf(identifier, date) })).map(Number);

const beforeMidnight = `2026-02-28T23:59:59.999${"9".repeat(30)}Z`;

test.each([
  [{ gte: beforeMidnight }, [0, 1]],
  [{ gt: beforeMidnight }, [0]],
])("digits behind milliseconds are cut off: %j", async (date, positions) => {
  await use(["2026-03-01", "2026-02-28T23:59:59.999", "2026-02-28T23:59:59.998"]);
  expect(await match("textbox", date)).toEqual(positions);
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

test(`conditions on dates find what reading each value by the rules finds (seed ${seed})`, async () => {
  const instants = nearDates.filter((text) => readDateNaively(text) !== null);
  const others = fc.constantFrom<unknown>(null, 5, "", true, ["2026-03-01"], 1_772_323_200);
  const cases = fc.record({
    texts: fc.array(fc.oneof({ weight: 4, arbitrary: nearDates }, others), {
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
  const property = fc.asyncProperty(cases, async ({ texts, operands }) => {
    await use(texts);
    const dates = texts.map(readDateNaively);
    for (const [at, text] of operands.entries()) {
      const operand = readDateNaively(text) ?? 0;
      const identifier = identifiers[at % identifiers.length] ?? "";
      const [operator, holds] = Object.entries(operators)[at % 4] ?? ["", () => false];
      const found = await match(identifier, { [operator]: new Date(operand).toISOString() });
      const expected = dates.flatMap((date, tag) =>
        date !== null && holds(date, operand) ? [tag] : [],
      );
      expect(found).toEqual(expected);
      matched += expected.length;
    }
    const none = dates.flatMap((date, tag) => (date === null ? [tag] : []));
    expect(await match("undefined_key", { isNull: true })).toEqual(none);
  });
  await fc.assert(property, { seed, numRuns: runs(3) });
  expect(matched).toBeGreaterThan(50);
});
