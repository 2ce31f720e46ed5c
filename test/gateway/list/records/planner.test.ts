import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseLoadMethod, type KnownList } from "../../../../src/gateway/list/records/planner.ts";

const typical: KnownList = { count: null, maxLimit: 1000, rowBytes: 500 };

test.each([
  ["1 of 100", 1, 100, "one-by-one"],
  ["3 of 60", 3, 60, "one-by-one"],
  ["3 of 10,000", 3, 10_000, "one-by-one"],
  ["50 of 100", 50, 100, "pages"],
  ["50 of 10,000", 50, 10_000, "one-by-one"],
  ["60 of 60", 60, 60, "pages"],
  ["93 of 500", 93, 500, "pages"],
  ["500 of 10,000", 500, 10_000, "pages"],
  ["500 of 100,000", 500, 100_000, "one-by-one"],
  ["3, the count unknown", 3, null, "one-by-one"],
  ["5, the count unknown", 5, null, "one-by-one"],
  ["20, the count unknown", 20, null, "pages"],
  ["60, the count unknown", 60, null, "pages"],
  ["500, the count unknown", 500, null, "pages"],
] as const)("records are loaded by the cheaper way: %s", (_, wanted, count, expected) => {
  expect(chooseLoadMethod(wanted, { ...typical, count })).toBe(expected);
});

test("rows that the request has already read cost nothing more", () => {
  expect(chooseLoadMethod(500, { ...typical, count: 1000 }, 1000)).toBe("one-by-one");
  expect(chooseLoadMethod(60, { ...typical, count: 2000 }, 1000)).toBe("pages");
  expect(chooseLoadMethod(20, { ...typical, count: 2000 }, 1000)).toBe("one-by-one");
});

test("if rows are large, records are loaded one by one", () => {
  expect(chooseLoadMethod(93, { ...typical, count: 500, rowBytes: 5_000 })).toBe("one-by-one");
});

test("wanting more records never changes the method from pages to single calls", () => {
  const count = fc.option(fc.integer({ min: 0, max: 100_000 }));
  const wanted = fc.integer({ min: 1, max: 1000 });
  fc.assert(
    fc.property(count, wanted, wanted, (known, one, other) => {
      const [fewer, more] = one < other ? [one, other] : [other, one];
      const figures = { ...typical, count: known };
      if (chooseLoadMethod(fewer, figures) === "pages")
        expect(chooseLoadMethod(more, figures)).toBe("pages");
    }),
  );
});
