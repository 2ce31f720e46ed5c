import { afterAll, expect, test } from "vitest";
import { startListGateway } from "../../../support/list-gateway.ts";
import { item } from "../../../support/project.ts";

const types = ["textbox", "textarea", "selectbox", "dial"];
const identifiers = [...types, "undefined_key"];
const values = [
  ...["2026-03-01", "2026-03-01T00:00:00.0009Z", " 2026-03-01 00:30+00:30 "],
  ...["2026-02-28T23:59:59.999", "2026-03-02"],
  ...["31.12.2026", "2026-02-31", 1_772_323_200, null, ["2026-03-01"]],
];
const gateway = await startListGateway({
  tags: values.map((value, at) => ({
    id: String(at),
    additional_data: Object.fromEntries(identifiers.map((key) => [key, value])),
  })),
  structures: { tag: types.map((type) => item(type, type)) },
});
afterAll(() => gateway[Symbol.asyncDispose]());

const filterOf = (identifier: string, date: unknown) => ({
  additionalData: [{ identifier, date }],
});
const match = async (identifier: string, date: object): Promise<readonly number[]> =>
  (await gateway.ids({ filter: filterOf(identifier, date) })).map(Number);

const day = "2026-03-01T00:00:00Z";
const beforeMidnight = `2026-02-28T23:59:59.999${"9".repeat(30)}Z`;

test.each([
  [{ gte: day, lte: day }, [0, 1, 2]],
  [{ gt: day }, [4]],
  [{ lt: day }, [3]],
  [{ isNull: true }, [5, 6, 7, 8, 9]],
  [{ isNull: false }, [0, 1, 2, 3, 4]],
  // Digits behind milliseconds are cut off.
  [{ gte: beforeMidnight }, [0, 1, 2, 3, 4]],
  [{ gt: beforeMidnight }, [0, 1, 2, 4]],
])("a condition on dates compares instants: %j", async (date, positions) => {
  for (const identifier of identifiers) expect(await match(identifier, date)).toEqual(positions);
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
