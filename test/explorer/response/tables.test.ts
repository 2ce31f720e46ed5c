import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cellToAddress,
  cellToText,
  cellToTime,
} from "../../../src/explorer/response/table/cells.ts";
import { columnsOf } from "../../../src/explorer/response/table/columns.ts";
import { findTables, tableAround } from "../../../src/explorer/response/table/find-tables.ts";
import { readSelectedFields } from "../../../src/explorer/response/table/selection.ts";

/** The headers and the cells of the first table in a response. */
function firstTable(query: string, data: unknown) {
  const [table] = findTables(data, readSelectedFields(query));
  if (table === undefined) throw new Error("The response has no table");
  const columns = columnsOf(table.rows, table.fields);
  return {
    path: table.path,
    headers: columns.map(({ label }) => label),
    cells: table.rows.map((row) => columns.map(({ read }) => (row ? read(row) : null))),
  };
}

describe("tables in a response", () => {
  it("has the selection's columns in the selection's order, with or without rows", () => {
    const query = "{ tags { nodes { name tagId home { id } } } }";
    expect(firstTable(query, { tags: { nodes: [] } }).headers).toEqual([
      "name",
      "tagId",
      "home.id",
    ]);
    const data = { tags: { nodes: [{ tagId: "1", name: "Gate", home: null }] } };
    expect(firstTable(query, data)).toMatchObject({
      headers: ["name", "tagId", "home.id"],
      cells: [["Gate", "1", undefined]],
    });
  });

  it("reads edges as their nodes and their cursors", () => {
    const query = "{ tags { edges { cursor node { name } } } }";
    const data = {
      tags: {
        edges: [
          { cursor: "c", node: { name: "Gate" } },
          { cursor: "d", node: null },
        ],
      },
    };
    expect(firstTable(query, data)).toMatchObject({
      headers: ["cursor", "name"],
      cells: [
        ["c", "Gate"],
        [null, null],
      ],
    });
  });

  it("have the lists within their rows as tables, which know the table around them", () => {
    const query =
      "{ terminals { edges { node { name tags: linkedTags { nodes { tagId } } } } } tags { nodes { name } } }";
    const [first, second] = [{ nodes: [{ tagId: "1" }] }, { nodes: [] }];
    const data = {
      terminals: {
        edges: [{ node: { name: "Gate", tags: first } }, { node: { name: "Hall", tags: second } }],
      },
      tags: { nodes: [] },
    };
    const tables = findTables(data, readSelectedFields(query));
    const [terminals] = tables;
    if (terminals === undefined) throw new Error("there is no table");
    const cells = terminals.rows.map((row) => row?.["tags"]);
    expect(cells.map((cell) => tables.find(({ value }) => value === cell)?.path)).toEqual([
      "terminals.edges.0.node.tags",
      "terminals.edges.1.node.tags",
    ]);
    expect(tables.map((table) => tableAround(tables, table)?.path)).toEqual([
      undefined,
      "terminals",
      "terminals",
      undefined,
    ]);
  });

  it("follows aliases and fragments", () => {
    const query = `
      query Q { mine: tags { list: nodes { ...Names } } }
      fragment Names on Tag { title: name home: additionalDataField(identifier: "x") { terminal { name } } }`;
    const data = { mine: { list: [{ title: "Gate", home: { terminal: { name: "T" } } }] } };
    expect(firstTable(query, data)).toMatchObject({
      path: "mine",
      headers: ["title", "home.terminal.name"],
      cells: [["Gate", "T"]],
    });
  });

  it("has a column for each identifier of additionalDataFields, under its item's name", () => {
    const query =
      "{ tags { nodes { additionalDataFields { identifier value item { name type } } } } }";
    const [photo, unnamed] = [
      { name: "Photo", type: "IMAGE" },
      { name: "", type: "TEXT" },
    ];
    const entry = (identifier: string, value: unknown, item: unknown = null) => ({
      identifier,
      value,
      item,
    });
    const data = {
      tags: {
        nodes: [
          { additionalDataFields: [entry("photo", "https://a.example/1.jpg", photo)] },
          { additionalDataFields: [entry("photo", null, photo), entry("note", "x", unnamed)] },
          { additionalDataFields: null },
        ],
      },
    };
    expect(firstTable(query, data)).toMatchObject({
      headers: ["Photo", "note"],
      cells: [
        ["https://a.example/1.jpg", undefined],
        [null, "x"],
        [undefined, undefined],
      ],
    });
  });

  it("titles a typed value by its identifier, unless the field has several", () => {
    const query = `{ tags { nodes {
      additionalDataField(identifier: "floor") { number item { name } }
    } } }`;
    const both = query.replace("number", "number text");
    const field = { number: 2, text: "2", item: { name: "Floor" } };
    const data = { tags: { nodes: [{ additionalDataField: field }] } };
    expect(firstTable(query, data)?.headers).toContain("floor");
    expect(firstTable(both, data)?.headers).toContain("floor.text");
  });

  it("splits a JSON object into a column for each key that any of many rows has", () => {
    const nodes = Array.from({ length: 5000 }, (_, at) => ({
      additionalData: at < 4999 ? { a: 1 } : { b: [1, 2] },
    }));
    const query = "{ tags { nodes { additionalData } } }";
    const { headers, cells } = firstTable(query, { tags: { nodes } });
    expect(headers).toEqual(["additionalData.a", "additionalData.b"]);
    expect([cells.at(0), cells.at(-1)]).toEqual([
      [1, undefined],
      [undefined, [1, 2]],
    ]);
  });

  it("has a column for each own field, and for each field of what it names", () => {
    const query = "{ tags { nodes { data { floor terminal { name } extra } } } }";
    const data = {
      tags: {
        nodes: [
          { data: { floor: null, terminal: null, extra: null } },
          { data: { floor: 4, terminal: { name: "T" }, extra: { a: 1 } } },
          { data: null },
        ],
      },
    };
    expect(firstTable(query, data)).toMatchObject({
      headers: ["data.floor", "data.terminal.name", "data.extra.a"],
      cells: [
        [null, undefined, undefined],
        [4, "T", 1],
        [undefined, undefined, undefined],
      ],
    });
  });

  it("keeps a JSON object in one column if it has too many keys to look at, and no other list", () => {
    const wide = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`k${at}`, at]));
    expect(
      firstTable("{ tags { nodes { additionalData } } }", {
        tags: { nodes: [{ additionalData: wide }] },
      }).headers,
    ).toEqual(["additionalData"]);
    const additionalDataFields = Object.entries(wide).map(([identifier]) => ({ identifier }));
    const query = "{ tags { nodes { additionalDataFields { identifier } } } }";
    const data = { tags: { nodes: [{ additionalDataFields }] } };
    expect(firstTable(query, data).headers).toEqual(Object.keys(wide));
  });

  it("offers all connections first, including those within rows, and then the other lists of objects outside rows", () => {
    const data = {
      structure: { items: [{ name: "Photo" }] },
      tags: { nodes: [{ project: { terminals: { nodes: [{ name: "T" }] } } }] },
    };
    expect(findTables(data, []).map(({ path }) => path)).toEqual([
      "tags",
      "tags.nodes.0.project.terminals",
      "structure.items",
    ]);
    const items = Array.from({ length: 300 }, () => ({ options: [{ name: "A" }] }));
    expect(findTables({ byUid: items, ...items }, [])).toHaveLength(200);
  });

  it("offers a connection's counts, its facets, and each facet's values", () => {
    const query =
      "{ tags { nodes { name } by: facets(by: []) { field values { count } } counts { code } } }";
    const data = {
      tags: {
        nodes: [{ name: "Gate" }],
        by: [{ field: "TYPE", values: [{ count: 1 }] }],
        counts: [{ code: "BAD_IMEI" }],
      },
    };
    expect(findTables(data, readSelectedFields(query)).map(({ path }) => path)).toEqual([
      "tags",
      "tags.by",
      "tags.by.0.values",
      "tags.counts",
    ]);
  });

  it("is empty for a response without lists", () => {
    expect(findTables({ tag: { name: "Gate", codes: [] } }, [])).toEqual([]);
    expect(findTables(null, [])).toEqual([]);
    expect(readSelectedFields("query {")).toEqual([]);
  });

  it("follows a fragment once, even if it contains itself", () => {
    const query = "{ tags { ...A } } fragment A on TagConnection { nodes { name } ...A }";
    expect(firstTable(query, { tags: { nodes: [{ name: "Gate" }] } }).headers).toEqual(["name"]);
  });

  it("shows every scalar of every row in exactly one cell, whatever the rows", () => {
    const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean());
    const key = fc.constantFrom("a", "b", "a/b", "__proto__", "constructor", "x.y", "1");
    const row = fc.dictionary(key, fc.oneof(scalar, fc.dictionary(key, scalar)), { maxKeys: 4 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (nodes) => {
        const [table] = findTables({ tags: { nodes } }, []);
        const rows = table?.rows ?? [];
        const columns = columnsOf(rows, []);
        expect(new Set(columns.map(({ id }) => id)).size).toBe(columns.length);
        for (const [at, shown] of rows.entries()) {
          const cells = columns.map(({ read }) => (shown ? read(shown) : undefined));
          const leaves = cells.filter((cell) => cell !== undefined).flatMap(leavesOf);
          expect(leaves.toSorted()).toEqual(leavesOf(nodes[at]).toSorted());
        }
      }),
      { verbose: true },
    );
  });
});

describe("a cell", () => {
  it("is a time if it is RFC 3339 text or of a field that counts seconds or milliseconds, and nothing else is", () => {
    const time = "2023-11-14T22:13:20.000Z";
    const times = [
      [1_700_000_000, "addedWhen"],
      [1_700_000_000_000, "lastUpdate"],
      [time, "nextCheck"],
    ] as const;
    for (const [cell, name] of times) expect(cellToTime(cell, name)?.toISOString()).toBe(time);
    for (const cell of [5, -170_000_000, "yesterday", "2023-99-99T00:00:00Z", null])
      expect(cellToTime(cell, "addedWhen")).toBeNull();
    expect(cellToTime(1_700_000_000, "serial")).toBeNull();
  });

  it("is an address if all of it is one that a browser opens", () => {
    expect(cellToAddress("https://a.example/1.jpg")?.host).toBe("a.example");
    for (const cell of ["javascript:alert(1)", "see https://a.example", "https://[", 1, null])
      expect(cellToAddress(cell)).toBeNull();
  });

  it("becomes text: lists are joined, objects are JSON, and null is empty", () => {
    expect([null, undefined, "a", 1, [1, "b"], { a: 1 }, [{ a: 1 }]].map(cellToText)).toEqual([
      "",
      "",
      "a",
      "1",
      "1, b",
      '{"a":1}',
      '[{"a":1}]',
    ]);
  });

  it("is the number of its records if it is a connection", () => {
    const connections = [
      { nodes: [] },
      { nodes: [1] },
      { edges: [1, 2], totalCount: 2 },
      { totalCount: 1200, nodes: [1, 2, 3] },
    ];
    expect(connections.map(cellToText)).toEqual([
      "0 records",
      "1 record",
      "2 records",
      "3 of 1,200 records",
    ]);
  });
});

function leavesOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [`${typeof value}:${String(value)}`];
  return Object.values(value).flatMap(leavesOf);
}
