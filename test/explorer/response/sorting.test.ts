import { buildSchema, parse, validate } from "graphql";
import { describe, expect, it } from "vitest";
import { sortRequest } from "../../../src/explorer/response/rewrite/sort-request.ts";
import {
  type ListOrder,
  nextOrder,
  sortCriterionOf,
  sortingOf,
} from "../../../src/explorer/response/rewrite/sorting.ts";
import { columnsOf } from "../../../src/explorer/response/table/columns.ts";
import { findTables } from "../../../src/explorer/response/table/find-tables.ts";
import { readSelectedFields } from "../../../src/explorer/response/table/selection.ts";
import { sampleSdl } from "../../support/sample-schema.ts";

const schema = buildSchema(sampleSdl);

/** The first list of a response, and how it can be sorted. */
function listOf(query: string, data: unknown = { tags: { nodes: [] } }, variables = {}) {
  const [source] = findTables(data, readSelectedFields(query));
  if (!source) throw new Error("The response has no list");
  const fieldNodes = source.connection?.field?.fieldNodes ?? [];
  const sorting = sortingOf(schema, { query, fieldNodes }, variables);
  const keys = Object.fromEntries(
    columnsOf(source.rows, source.fields).map((column) => {
      const by = sorting && sortCriterionOf(sorting, column, source.fields);
      return [column.label, by && [by.field, ...(by.identifier === null ? [] : [by.identifier])]];
    }),
  );
  return { fieldNodes, keys, current: sorting?.current };
}

const byName: ListOrder = { field: "NAME", identifier: null, direction: "DESC" };
const byFloor: ListOrder = { field: "ADDITIONAL_DATA", identifier: "floor", direction: "ASC" };

describe("a table's columns", () => {
  it("sort by the field that they show, whatever its alias, if the schema has an order for it", () => {
    const query =
      "{ tags { nodes { id title: name tagId isActive addedWhen lastUpdate updatedAt description } } }";
    expect(listOf(query).keys).toEqual({
      id: null,
      title: ["NAME"],
      tagId: ["TAG_ID"],
      isActive: ["IS_ACTIVE"],
      addedWhen: ["ADDED_AT"],
      lastUpdate: ["UPDATED_AT"],
      updatedAt: ["UPDATED_AT"],
      description: null,
    });
    const terminals = "{ terminals { edges { cursor node { model platformVersion name } } } }";
    expect(listOf(terminals, { terminals: { edges: [] } }).keys).toEqual({
      cursor: null,
      model: ["MODEL"],
      platformVersion: ["PLATFORM_VERSION"],
      name: ["NAME"],
    });
  });

  it("sort by the additional data that they show, in any of its forms", () => {
    const query = `{ tags { nodes {
      additionalData
      home: additionalDataField(identifier: "terminal_id") { value terminal { name } }
      floor: additionalDataField(identifier: "floor") { number }
      form: additionalDataFields { identifier content: value item { name } terminal { name } }
    } } }`;
    const node = {
      additionalData: { floor: 2, at: { x: 1 } },
      home: { value: 5, terminal: { name: "T" } },
      floor: { number: 2 },
      form: [{ identifier: "a/b", content: 1, item: { name: "A" }, terminal: { name: "T" } }],
    };
    expect(listOf(query, { tags: { nodes: [node] } }).keys).toEqual({
      "additionalData.floor": ["ADDITIONAL_DATA", "floor"],
      "additionalData.at.x": null,
      "home.value": ["ADDITIONAL_DATA", "terminal_id"],
      "home.terminal.name": null,
      "floor.number": ["ADDITIONAL_DATA", "floor"],
      A: ["ADDITIONAL_DATA", "a/b"],
      "A.terminal.name": null,
    });
  });

  it("sort by the own field that they show, whatever its alias, if it has an order", () => {
    const query = `{ tags { nodes { data {
      floor due: nextCheck siteKind site_kind: notes terminal { name data { mounting } } shape
    } } } }`;
    const data = { floor: 2, terminal: { name: "T", data: { mounting: "wall" } }, shape: { x: 1 } };
    expect(listOf(query, { tags: { nodes: [{ data }] } }).keys).toEqual({
      "data.floor": ["DATA_FLOOR"],
      "data.due": ["DATA_NEXT_CHECK"],
      "data.siteKind": ["DATA_SITE_KIND"],
      "data.site_kind": ["DATA_NOTES"],
      "data.terminal.name": null,
      "data.terminal.data.mounting": null,
      "data.shape.x": null,
    });
  });

  it("sort nothing if the schema has no order", () => {
    const older = buildSchema(
      "type Query { tags: L } type L { nodes: [T] } type T { name: String }",
    );
    const query = "{ tags { nodes { name } } }";
    const fieldNodes = readSelectedFields(query)[0]?.fieldNodes ?? [];
    expect(sortingOf(older, { query, fieldNodes }, {})).toBeNull();
    expect(sortingOf(schema, { query, fieldNodes }, {})).not.toBeNull();
  });

  it("do not sort if the query builds the order from variables, which would then be unused", () => {
    const made =
      "query Q($f: TagOrderField!) { tags(orderBy: [{ field: $f }]) { nodes { name } } }";
    expect(listOf(made, undefined, { f: "NAME" }).keys).toEqual({ name: null });
  });

  it("show what the list is ordered by, from the query or its variables", () => {
    expect(listOf("{ tags { nodes { name } } }").current).toBeNull();
    expect(listOf("{ tags(orderBy: { field: NAME }) { nodes { name } } }").current).toEqual({
      ...byName,
      direction: "ASC",
    });
    const query = "query Q($o: [TagOrder!]) { tags(orderBy: $o) { nodes { name } } }";
    const o = [{ field: "ADDITIONAL_DATA", identifier: "floor", direction: "ASC" }];
    expect(listOf(query, { tags: { nodes: [] } }, { o }).current).toEqual(byFloor);
    expect(listOf(query).current).toBeNull();
    const preset = query.replace("!]", "!] = { field: NAME, direction: DESC }");
    expect(listOf(preset).current).toEqual(byName);
  });

  it("sort ascending, then descending, then not at all", () => {
    const key = { field: "NAME", identifier: null };
    const up = nextOrder(byFloor, key);
    expect(up).toEqual({ ...byName, direction: "ASC" });
    expect(nextOrder(up, key)).toEqual(byName);
    expect(nextOrder(byName, key)).toBeNull();
  });
});

describe("a list in another order", () => {
  const sort = (query: string, order: ListOrder | null, variables = "") =>
    sortRequest({ query, variables }, listOf(query).fieldNodes, order);

  it.each<[string, ListOrder | null, string]>([
    [
      "{ tags { nodes { name } } }",
      byName,
      "{ tags(orderBy: [{ field: NAME, direction: DESC }]) { nodes { name } } }",
    ],
    [
      '{ tags(after: "c", first: 2, before: "d", orderBy: []) { nodes { name } } }',
      byFloor,
      '{ tags(first: 2, orderBy: [{ field: ADDITIONAL_DATA, identifier: "floor", direction: ASC }]) { nodes { name } } }',
    ],
    [
      '{ tags(orderBy: [{ field: NAME }], after: "c") { nodes { name } } }',
      null,
      "{ tags { nodes { name } } }",
    ],
    [
      '{ tags(after: "c") { nodes { name } } terminals(after: "t") { totalCount } tags(after: "c") { totalCount } }',
      byName,
      '{ tags(orderBy: [{ field: NAME, direction: DESC }]) { nodes { name } } terminals(after: "t") { totalCount } tags(orderBy: [{ field: NAME, direction: DESC }]) { totalCount } }',
    ],
  ])("is requested from its beginning: %s by %j", (query, order, expected) => {
    expect(sort(query, order)).toEqual({ query: expected, variables: "" });
    expect(validate(schema, parse(expected))).toEqual([]);
  });

  it("is requested by the query's variables, including the cursor", () => {
    const query =
      "query Q($o: [TagOrder!], $from: String) { tags(orderBy: $o, after: $from) { nodes { name } } }";
    const read = (order: ListOrder | null) => {
      const sorted = sort(query, order, '{ "x": 1, "from": "c" }');
      expect(sorted?.query).toBe(query);
      return JSON.parse(sorted?.variables ?? "");
    };
    expect(read(byName)).toEqual({ x: 1, from: null, o: [{ field: "NAME", direction: "DESC" }] });
    expect(read(byFloor).o).toEqual([byFloor]);
    expect(read(null)).toEqual({ x: 1, from: null, o: [] });
  });
});
