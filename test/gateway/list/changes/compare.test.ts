import { expect, test } from "vitest";
import { parseJson } from "../../../../src/gateway/base/collections/raw-number.ts";
import { compareLists, findChangedFields } from "../../../../src/gateway/list/changes/compare.ts";
import { recordFields } from "../../../../src/gateway/resolvers/records/record-fields.ts";
import { isSameValue } from "../../../../src/registry-client/same-value.ts";
import { toRecord } from "./world.ts";

const same: readonly (readonly [unknown, unknown])[] = [
  [5, "5"],
  ["-1.5", -1.5],
  [
    { a: 1, b: [2, "3"] },
    { b: ["2", 3], a: "1" },
  ],
  [[], []],
  [null, null],
];

const different: readonly (readonly [unknown, unknown])[] = [
  [5, 6],
  [1000, "1e3"],
  [7, "007"],
  [1, true],
  ["", null],
  [0, null],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], [1, 1]],
  [{}, []],
  [{ a: null }, {}],
  [{ a: 1 }, { b: 1 }],
  [JSON.parse('{"__proto__":1}'), { a: 1 }],
];

test.each([
  ...same.map(([one, other]) => [one, other, true] as const),
  ...different.map(([one, other]) => [one, other, false] as const),
])("%j is the same value as %j: %s", (one, other, isSame) => {
  expect([isSameValue(one, other), isSameValue(other, one)]).toEqual([isSame, isSame]);
});

test.each([
  ['{"a":[1e400]}', '{"a":[10E399]}', true],
  ["12345678901234567890", '"12345678901234567890"', true],
  ["12345678901234567890", "12345678901234567891", false],
  ["12345678901234567890", "5", false],
  ["12345678901234567890", "null", false],
])("%s is the same number as %s: %s", (one, other, isSame) => {
  const [left, right] = [parseJson(`[${one}]`), parseJson(`[${other}]`)];
  expect([isSameValue(left, right), isSameValue(right, left)]).toEqual([isSame, isSame]);
});

test("a deeply nested value is compared like any other", () => {
  const nest = (inner: unknown) => {
    let value = inner;
    for (let level = 0; level < 100_000; level += 1) value = [value];
    return value;
  };
  expect([isSameValue(nest(1), nest("1")), isSameValue(nest(1), nest(2))]).toEqual([true, false]);
});

test("fields are compared by their decoded values, and those that cannot be decoded by what the registry sent", () => {
  const cases = [
    [{ is_active: true }, { is_active: "1" }, []],
    [{ description: null }, {}, []],
    [{ description: null }, { description: "" }, ["description"]],
    [{ additional_data: {} }, { additional_data: [] }, []],
    [{ additional_data: {} }, { additional_data: null }, ["additionalData"]],
    [{ added_when: "5", last_update: 6 }, { added_when: 5, last_update: 7 }, ["lastUpdate"]],
    [{ added_when: "2026-03-01T09:30:00Z" }, { added_when: "2026-03-01T10:30:00+01:00" }, []],
    [{ added_when: "2026-03-01T09:30:00Z" }, { added_when: 1 }, ["addedWhen"]],
    [{ name: { odd: 1 } }, { name: { odd: 1 } }, []],
    [{ name: { odd: 1 } }, { name: { odd: 2 } }, ["name"]],
    [{ name: { odd: 1 } }, { name: "odd" }, ["name"]],
    [{ unknown: 1 }, { unknown: 2 }, []],
  ] as const;
  for (const [before, after, changed] of cases) {
    const [one, other] = [toRecord("tag", "a", before), toRecord("tag", "a", after)];
    expect(findChangedFields(one, other, recordFields.tag)).toEqual(changed);
    expect(findChangedFields(other, one, recordFields.tag)).toEqual(changed);
  }
});

test("rows that share an id are unchanged as long as the row known before is among them", async () => {
  const options = { fields: recordFields.tag, pause: async () => {} };
  const toRecords = (names: readonly string[]) =>
    names.map((name) => toRecord("tag", "a", { name }));
  const { records } = await compareLists(new Map(), toRecords(["one", "two"]), options);
  const swapped = await compareLists(records, toRecords(["two", "three", "one"]), options);
  expect(swapped.changes).toEqual([]);
  const gone = await compareLists(swapped.records, toRecords(["two", "three"]), options);
  expect(gone.changes).toMatchObject([{ kind: "CHANGED", fields: ["name"] }]);
  expect(gone.records.get("a")?.fields["name"]).toBe("two");
});
