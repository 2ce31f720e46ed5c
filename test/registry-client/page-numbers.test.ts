import fc from "fast-check";
import { expect, test } from "vitest";
import { type FirstPage, PageNumbers } from "../../src/registry-client/page-numbers.ts";
import { decodePage } from "../../src/registry-client/records.ts";

const template = "/api/v1/tags";

type Respond = (asked: { readonly limit: number; readonly page: number }) => object;

/** Returns a function that fetches pages as the gateway does: the page's ids and number, or null if it is an error. */
function read(first: FirstPage, response: Respond, maxLimit: number) {
  const numbers = new PageNumbers(first);
  const fetch = (wanted: { readonly limit: number; readonly page: number }) => {
    const body = response(numbers.toRegistry(wanted, maxLimit));
    return numbers.fromRegistry(wanted, decodePage("tag", body, template), template);
  };
  return (wanted: { readonly limit: number; readonly page: number }) => {
    if (numbers.isUnknown) fetch({ limit: 1, page: 1 });
    try {
      const { rows, page } = fetch(wanted);
      return { ids: rows.map((row) => ("id" in row ? row.id : "")), page };
    } catch {
      return null;
    }
  };
}

const toRows = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: `T${place}` }));
const toIds = (count: number, start: number, end: number) =>
  toRows(count)
    .slice(start, end)
    .map(({ id }) => id);

const lists = fc.record({
  count: fc.nat(60),
  limit: fc.integer({ min: 1, max: 30 }),
  page: fc.integer({ min: 1, max: 8 }),
});

test("pages counted from 0 are the wanted ones, whichever numbers the envelope gives them", () => {
  fc.assert(
    fc.property(lists, fc.constantFrom(0, 1, null), ({ count, limit, page }, base) => {
      const respond: Respond = (asked) => ({
        tags: toRows(count).slice(asked.page * asked.limit, (asked.page + 1) * asked.limit),
        limit: asked.limit,
        page: base === null ? null : asked.page + base,
        count,
      });
      expect(read(0, respond, 1000)({ limit, page })).toEqual({
        ids: toIds(count, (page - 1) * limit, page * limit),
        page: base === null ? null : page,
      });
    }),
  );
});

test("if a registry that counts from 0 answers with a different page, that page keeps its number", () => {
  fc.assert(
    fc.property(lists, fc.constantFrom(0, 1), ({ count, limit, page }, base) => {
      const last = Math.max(0, Math.ceil(count / limit) - 1);
      const respond: Respond = (asked) => {
        const given = Math.min(asked.page, asked.limit === limit ? last : asked.page);
        const tags = toRows(count).slice(given * asked.limit, (given + 1) * asked.limit);
        return { tags, limit: asked.limit, page: given + base, count };
      };
      const answered = Math.min(page, last + 1);
      expect(read(0, respond, 1000)({ limit, page })).toEqual({
        ids: toIds(count, (answered - 1) * limit, answered * limit),
        page: answered,
      });
    }),
  );
});

test("from a registry that always answers with its first page, each page is right or an error", () => {
  fc.assert(
    fc.property(
      lists,
      fc.integer({ min: 1, max: 70 }),
      fc.integer({ min: 1, max: 70 }),
      ({ count, limit, page }, served, maxRows) => {
        const respond: Respond = (asked) => ({
          tags: toRows(count).slice(0, Math.min(asked.limit, served)),
          limit: Math.min(asked.limit, served),
          page: asked.page,
          count,
        });
        const seen = read("only", respond, maxRows)({ limit, page });
        const ids = toIds(count, (page - 1) * limit, page * limit);
        const isWithin =
          Math.min(page * limit, count) <= Math.min(served, Math.max(limit, maxRows));
        expect(seen).toEqual(isWithin ? { ids, page } : null);
      },
    ),
  );
});
