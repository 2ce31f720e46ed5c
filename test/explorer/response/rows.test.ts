import { parse, print } from "graphql";
import { describe, expect, it } from "vitest";
import { allRowsRequest, hasRows } from "../../../src/explorer/response/rows/all-rows.ts";
import { createRowCounter } from "../../../src/explorer/response/rows/row-counter.ts";
import { findTables } from "../../../src/explorer/response/table/find-tables.ts";
import { readSelectedFields } from "../../../src/explorer/response/table/selection.ts";

const page = { nodes: [{ id: "1" }] };

describe("all rows of a list", () => {
  it.each([
    [true, "{ tags { nodes { id } totalCount } }", { tags: page }],
    [true, "{ all: tags { nodes { id } } __typename }", { all: page }],
    [
      true,
      "{ project { projectId terminals { nodes { id } } } }",
      { project: { terminals: page } },
    ],
    [true, "{ tag(tagId: 1) { id linkedTags { nodes { id } } } }", { tag: { linkedTags: page } }],
    [
      true,
      "{ node(id: 1) { ... on Tag { linkedTerminals { edges { node { id } } } } } }",
      { node: { linkedTerminals: { edges: [{ node: { id: "1" } }] } } },
    ],
    [
      false,
      "{ tags { nodes { id } } terminals { nodes { id } } }",
      { tags: page, terminals: page },
    ],
    [
      false,
      "{ tag(tagId: 1) { name linkedTags { nodes { id } } } }",
      { tag: { linkedTags: page } },
    ],
    [
      false,
      "{ tagsByUid(uid: 1) { linkedTags { nodes { id } } } }",
      { tagsByUid: [{ linkedTags: page }] },
    ],
    [
      false,
      "{ project { dataQuality(of: TAG) { nodes { id } } } }",
      { project: { dataQuality: page } },
    ],
  ])("can be had: %s, for %s", (expected, query, data) => {
    const selection = readSelectedFields(query);
    const [table] = findTables(data, selection);
    expect(table && hasRows(selection, table)).toBe(expected);
  });

  it.each([
    ['{ tags(first: 2, search: "a") { nodes { id } } }', '{ tags(search: "a") { nodes { id } } }'],
    [
      "query Q($first: Int!, $after: String, $a: String) { tags(first: $first, after: $after, search: $a) { nodes { id } } }",
      "query Q($a: String) { tags(search: $a) { nodes { id } } }",
    ],
    [
      "query Q($n: Int) { tags(last: $n, offset: 1, before: null) { nodes { id linkedTags(first: $n) { nodes { id } } } } }",
      "query Q($n: Int) { tags { nodes { id linkedTags(first: $n) { nodes { id } } } } }",
    ],
    [
      "query P { a: __typename } query Q($n: Int) { ...F tags(first: $n) { totalCount } } fragment F on Query { tags(first: $n) { nodes { id } } }",
      "query Q { ...F tags { totalCount } } fragment F on Query { tags { nodes { id } } }",
    ],
  ])("are asked for without what paged it: %s", (query, expected) => {
    const operationName = /query Q/.exec(query) ? "Q" : undefined;
    const request = { query, variables: { n: 1 }, ...(operationName && { operationName }) };
    const nodes = readSelectedFields(query, operationName).find(({ name }) => name === "tags");
    const asked = allRowsRequest(request, nodes?.fieldNodes ?? []);
    expect(asked).toEqual({ ...request, query: print(parse(expected)) });
  });

  it("are asked for with the same text if nothing paged it, which a gateway may know", () => {
    const request = { query: "# all\nquery Q { tags { nodes { id } } }", operationName: "Q" };
    const [tags] = readSelectedFields(request.query);
    expect(allRowsRequest(request, tags?.fieldNodes ?? [])).toBe(request);
  });

  it.each([
    ["csv", '\uFEFFname,note\r\n"a ""b""\r\nc",1\r\n"""\n""",2\r\nd,\r\n', 3],
    ["csv", "\uFEFFname\r\n", 0],
    ["csv", "\uFEFFna", 0],
    ["ndjson", '{"a":"\\"\\n"}\n{"a":"\\""}\n', 2],
  ] as const)("are counted in %s however it is cut: %j", (form, text, expected) => {
    const bytes = new TextEncoder().encode(text);
    const counts = [1, 2, 5, 100].map((length) => {
      const count = createRowCounter(form);
      let rows = 0;
      for (let at = 0; at < bytes.length; at += length)
        rows = count(bytes.subarray(at, at + length));
      return rows;
    });
    expect(new Set(counts)).toEqual(new Set([expected]));
  });
});
