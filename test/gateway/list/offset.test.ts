import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ArgumentError,
  parseConnectionArguments,
  type RawConnectionArguments,
} from "../../../src/gateway/list/arguments.ts";
import { seed } from "../../support/seed.ts";
import { createIds, createModelList, loadConnection, type ModelList } from "./model-list.ts";

const sizes = { defaultSize: 100, maxSize: 1000 };
const everything = { rows: true, pageInfo: true, totalCount: true };

async function load(list: ModelList, given: RawConnectionArguments, needs = everything) {
  const before = list.calls.length;
  const args = parseConnectionArguments(given, sizes);
  const connection = await loadConnection(args, list.source(), needs);
  return { connection, calls: list.calls.slice(before) };
}

describe("an offset", () => {
  test.each([
    ["with a cursor after which to begin", { offset: 3, after: "x" }, "after"],
    ["with a cursor before which to end", { offset: 3, before: "x" }, "before"],
    ["with a number of last rows", { offset: 3, last: 2 }, "last"],
    ["of 0 with a cursor", { offset: 0, after: "x" }, "after"],
    ["of 0 with another cursor", { offset: 0, before: "x" }, "before"],
    ["of 0 with a number of last rows", { offset: 0, last: 2 }, "last"],
    ["with none of the last rows", { offset: 1, last: 0 }, "last"],
  ])("%s is refused", (_, given, name) => {
    expect(() => parseConnectionArguments(given, sizes)).toThrow(
      new ArgumentError(`\`offset\` and \`${name}\` were both given: expected one of them.`),
    );
  });

  test.each([-1, -0.5, 1.5, Number.NaN])("of %d is refused", (offset) => {
    expect(() => parseConnectionArguments({ offset }, sizes)).toThrow(
      `\`offset\` is ${offset}: expected a whole number from 0.`,
    );
  });

  test("of null is none, also with a cursor", () => {
    const given = { after: "x", first: 5 };
    expect(parseConnectionArguments({ ...given, offset: null }, sizes)).toEqual(
      parseConnectionArguments(given, sizes),
    );
  });

  test.each([
    [{ offset: 0, first: 2 }, "AB>"],
    [{ offset: 1, first: 2 }, "<BC>"],
    [{ offset: 3, first: 2 }, "<DE"],
    [{ offset: 4, first: 2 }, "<E"],
    [{ offset: 5, first: 2 }, "<"],
    [{ offset: 6, first: 2 }, "<"],
    [{ offset: 2 ** 31 - 1, first: 1000 }, "<"],
    [{ offset: 2 }, "<CDE"],
    [{ offset: 2, first: 0 }, "<>"],
  ])("in A to E: %o gives %s", async (given, expected) => {
    const { connection } = await load(createModelList(["A", "B", "C", "D", "E"]), given);
    const { rows, hasPreviousPage, hasNextPage, totalCount, warnings } = connection;
    const shown = `${hasPreviousPage ? "<" : ""}${rows.join("")}${hasNextPage ? ">" : ""}`;
    expect({ shown, totalCount, warnings }).toEqual({
      shown: expected,
      totalCount: 5,
      warnings: [],
    });
  });

  test("in an empty list is past the end, with no page before it", async () => {
    for (const offset of [1, 7, 5000]) {
      const { connection, calls } = await load(createModelList([]), { offset });
      const { rows, hasPreviousPage, hasNextPage, totalCount } = connection;
      expect({ rows, hasPreviousPage, hasNextPage, totalCount }).toEqual({
        rows: [],
        hasPreviousPage: false,
        hasNextPage: false,
        totalCount: 0,
      });
      expect(calls.length).toBeLessThanOrEqual(2);
    }
  });

  test("past the end costs two calls at most, and the count is exact", async () => {
    for (const length of [1, 50, 999, 1000, 1001, 5000]) {
      for (const beyond of [0, 1, 5, 1000, 100_000]) {
        const list = createModelList(createIds(length));
        const { connection, calls } = await load(list, { offset: length + beyond, first: 20 });
        const { rows, totalCount, hasPreviousPage, hasNextPage, warnings } = connection;
        expect({ rows, totalCount, hasPreviousPage, hasNextPage, warnings }).toEqual({
          rows: [],
          totalCount: length,
          hasPreviousPage: true,
          hasNextPage: false,
          warnings: [],
        });
        expect(calls.length, `${length} and ${beyond}`).toBeLessThanOrEqual(2);
      }
    }
  });

  test("costs as few calls as a page by cursor at the same place", async () => {
    const rows = createIds(10_000);
    const needs = { ...everything, totalCount: false };
    for (const options of [{}, { clamp: 50 }, { clamp: 7 }, { refuseAbove: 300, maxLimit: 300 }]) {
      for (const first of [1, 20, 100, 996, 1000]) {
        for (const offset of [1, 3, 99, 3000, 7777]) {
          const byCursor = createModelList(rows, options);
          const start = await load(byCursor, { first: 1, offset: offset - 1 }, needs);
          const after = start.connection.cursorAt(0);
          const cursorPage = await load(byCursor, { first, after }, needs);
          const byOffset = createModelList(rows, options);
          await load(byOffset, { first: 1, offset: offset - 1 }, needs);
          const offsetPage = await load(byOffset, { first, offset }, needs);
          expect(offsetPage.connection.rows).toEqual(rows.slice(offset, offset + first));
          expect(
            offsetPage.calls.length,
            `${JSON.stringify(options)}, ${first} at ${offset}`,
          ).toBeLessThanOrEqual(cursorPage.calls.length);
        }
      }
    }
  });

  test("counts rows, not positions, where the registry hides rows", async () => {
    const all = createIds(300);
    const shown = all.filter((_, position) => position % 10 !== 3);
    const hiding = () =>
      createModelList(all, {
        clamp: 40,
        lie: (page) => ({ ...page, rows: page.rows.filter((id) => shown.includes(id ?? "")) }),
      });
    for (const offset of [1, 30, 77, 200, 269]) {
      const { connection } = await load(
        hiding(),
        { offset, first: 20 },
        { ...everything, totalCount: false },
      );
      expect(connection.rows).toEqual(shown.slice(offset, offset + 20));
      expect(connection.hasNextPage).toBe(offset + 20 < shown.length);
    }
  });

  test("counts rows, not positions, on pages that show no gap, once another page has shown one", async () => {
    const all = createIds(300);
    const shown = all.filter((_, position) => position !== 33);
    const list = createModelList(all, {
      maxLimit: 40,
      lie: (page) => ({ ...page, rows: page.rows.filter((id) => shown.includes(id ?? "")) }),
    });
    for (const offset of [30, 40, 120, 280]) {
      const { connection } = await load(list, { offset, first: 10 });
      expect(connection.rows).toEqual(shown.slice(offset, offset + 10));
    }
  });

  test(`finds what a slice of the list is, and cursors of its page go on from there (seed ${seed})`, async () => {
    const cases = fc.record({
      length: fc.nat(60),
      offset: fc.nat(70),
      first: fc.integer({ min: 1, max: 30 }),
      clamp: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
    });
    const property = fc.asyncProperty(cases, async ({ length, offset, first, clamp }) => {
      const ids = createIds(length);
      const list = createModelList(ids, clamp === undefined ? {} : { clamp });
      const { connection } = await load(list, { offset, first });
      const expected = ids.slice(offset, offset + first);
      expect(connection.rows).toEqual(expected);
      expect(connection.hasPreviousPage).toBe(offset > 0 && length > 0);
      expect(connection.hasNextPage).toBe(offset + first < length);
      expect(connection.totalCount).toBe(length);
      if (expected.length === 0) return;
      const after = connection.cursorAt(expected.length - 1);
      const next = await load(list, { first, after });
      expect(next.connection.rows).toEqual(ids.slice(offset + first, offset + 2 * first));
      const previous = await load(list, { last: first, before: connection.cursorAt(0) });
      expect(previous.connection.rows).toEqual(ids.slice(Math.max(offset - first, 0), offset));
    });
    await fc.assert(property, { seed, numRuns: 300 });
  });

  test(`finds the rows where the registry counts fewer than it has (seed ${seed})`, async () => {
    const cases = fc.record({
      length: fc.integer({ min: 1, max: 60 }),
      counted: fc.nat(59),
      offset: fc.nat(70),
      first: fc.integer({ min: 1, max: 30 }),
      clamp: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
      hasPageCount: fc.boolean(),
    });
    const property = fc.asyncProperty(cases, async ({ length, offset, first, ...shape }) => {
      const ids = createIds(length);
      const count = Math.min(shape.counted, length - 1);
      const list = createModelList(ids, {
        ...(shape.clamp !== undefined && { clamp: shape.clamp }),
        lie: (page) => {
          const pageCount = shape.hasPageCount ? Math.ceil(count / (page.limit ?? 1)) : null;
          return { ...page, count, pageCount };
        },
      });
      const { connection } = await load(list, { offset, first });
      expect(connection.rows).toEqual(ids.slice(offset, offset + first));
    });
    await fc.assert(property, { seed, numRuns: 1000 });
  });
});
