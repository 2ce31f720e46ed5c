import { describe, expect, it } from "vitest";
import {
  isFirstPage,
  pageRequest,
  pagingOf,
} from "../../../src/explorer/response/rewrite/paging.ts";
import { findTables } from "../../../src/explorer/response/table/find-tables.ts";
import { readSelectedFields } from "../../../src/explorer/response/table/selection.ts";

const forwards = { hasNextPage: true, endCursor: "c2", hasPreviousPage: true, startCursor: "c1" };

/** The request for the next page of the first connection in a response, or else the state of its paging. */
function pageOn(
  query: string,
  { variables = "", pageInfo = forwards as unknown, key = "tags" } = {},
) {
  const [table] = findTables({ [key]: { nodes: [], pageInfo } }, readSelectedFields(query));
  if (!table?.connection) throw new Error("The response has no connection");
  const paging = pagingOf(table.connection);
  if (paging.kind !== "ready") return paging;
  return pageRequest({ query, variables }, table.connection.field?.fieldNodes ?? [], paging);
}

describe("the next page of a list", () => {
  it.each([
    ["{ tags { nodes { id } } }", '{ tags(after: "c2") { nodes { id } } }'],
    ["{ tags(first: 2) { nodes { id } } }", '{ tags(first: 2, after: "c2") { nodes { id } } }'],
    [
      '{ tags(after: "c0", first: 2) { nodes { id } } }',
      '{ tags(after: "c2", first: 2) { nodes { id } } }',
    ],
    ["{ tags(after: null) { nodes { id } } }", '{ tags(after: "c2") { nodes { id } } }'],
    [
      "{ ...F ...F } fragment F on Query { tags { nodes { id } } }",
      '{ ...F ...F } fragment F on Query { tags(after: "c2") { nodes { id } } }',
    ],
  ])("is requested in the query's own text: %s", (query, expected) => {
    expect(pageOn(query)).toEqual({ query: expected, variables: "" });
  });

  it("is requested by the query's variable, whatever its name", () => {
    const query = "query Q($from: String) { tags(after: $from) { nodes { id } } }";
    expect(pageOn(query, { variables: '{ "x": 1 }' })).toEqual({
      query,
      variables: '{\n  "x": 1,\n  "from": "c2"\n}\n',
    });
  });

  it("lies before this one when the query reads backwards", () => {
    expect(pageOn('{ tags(last: 2, before: "c3") { nodes { id } } }')).toMatchObject({
      query: '{ tags(last: 2, before: "c1") { nodes { id } } }',
    });
  });

  it("is requested in each place that selects the list, however far apart", () => {
    const query = "{ tags { nodes { id } } tags { pageInfo { endCursor } } }";
    expect(pageOn(query)).toMatchObject({
      query: '{ tags(after: "c2") { nodes { id } } tags(after: "c2") { pageInfo { endCursor } } }',
    });
  });

  it("follows aliases of the list, of its page info and of its parts", () => {
    const query =
      "{ mine: tags { nodes { id } at: pageInfo { more: hasNextPage end: endCursor } } }";
    const [table] = findTables(
      { mine: { nodes: [], at: { more: true, end: "c9" } } },
      readSelectedFields(query),
    );
    expect(table?.connection && pagingOf(table.connection)).toEqual({
      kind: "ready",
      direction: "next",
      cursor: "c9",
    });
  });

  it("does not exist at the end, and is unknown if the query selects too little page info", () => {
    const query = "{ tags { nodes { id } } }";
    expect(pageOn(query, { pageInfo: { hasNextPage: false } })).toMatchObject({ kind: "end" });
    expect(pageOn(query, { pageInfo: { hasNextPage: true } })).toMatchObject({
      kind: "unselected",
    });
    expect(pageOn(query, { pageInfo: null })).toMatchObject({ kind: "unselected" });
  });

  it("is distinguished from the first page by its arguments", () => {
    const isFirst = (query: string, variables = {}) =>
      isFirstPage(readSelectedFields(query)[0]?.fieldNodes ?? [], variables);
    expect(isFirst("{ tags(first: 2, after: null) { nodes { id } } }")).toBe(true);
    const paged = "query Q($a: String) { tags(after: $a) { nodes { id } } }";
    expect([isFirst(paged), isFirst(paged, { a: null }), isFirst(paged, { a: "c" })]).toEqual([
      true,
      true,
      false,
    ]);
    expect(isFirst("{ tags(last: 2) { nodes { id } } }")).toBe(false);
  });
});
