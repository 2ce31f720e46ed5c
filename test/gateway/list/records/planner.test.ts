import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseLoadMethod, type KnownList } from "../../../../src/gateway/list/records/planner.ts";

const typical: KnownList = { count: null, maxLimit: 1000, rowBytes: 500 };

test("while the count is unknown, a page is tried only for six records and more", () => {
  expect(chooseLoadMethod(5, typical)).toBe("one-by-one");
  expect(chooseLoadMethod(6, { ...typical, rowBytes: 50 })).toBe("pages");
});

test("if rows are large, records are loaded one by one", () => {
  expect(chooseLoadMethod(93, { ...typical, count: 500, rowBytes: 5_000 })).toBe("one-by-one");
});

test("a list that fills a page is read in two: only a page that is not full shows the end", () => {
  expect(chooseLoadMethod(41, { ...typical, count: 999 })).toBe("pages");
  expect(chooseLoadMethod(41, { ...typical, count: 1000 })).toBe("one-by-one");
  expect(chooseLoadMethod(42, { ...typical, count: 1000 })).toBe("pages");
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
