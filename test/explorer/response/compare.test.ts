import { describe, expect, it } from "vitest";
import { compareData, isSame } from "../../../src/explorer/response/compare/compare.ts";

const rows = (...nodes: readonly unknown[]) => ({ tags: { nodes } });

describe("two responses", () => {
  it("differ by rows added, removed and changed, whatever their order", () => {
    const before = rows({ id: "a", name: "A" }, { id: "b", name: "B" }, { id: "c", name: "C" });
    const after = rows({ id: "d", name: "D" }, { id: "c", name: "C" }, { id: "b", name: "Bee" });
    expect(compareData(before, after)).toEqual({
      values: [],
      lists: [
        {
          path: "tags.nodes",
          added: [{ label: "D · d", value: { id: "d", name: "D" } }],
          removed: [{ label: "A · a", value: { id: "a", name: "A" } }],
          changed: [{ label: "Bee · b", values: [{ path: "name", before: "B", after: "Bee" }] }],
          unchangedCount: 1,
          isReordered: true,
        },
      ],
    });
  });

  it.each([
    ["rows in another order", ["a", "b", "c"], ["a", "c", "b"], true],
    ["rows between which another came", ["a", "b"], ["a", "x", "b"], false],
    ["rows of which one is gone", ["a", "b", "c"], ["a", "c"], false],
  ])("of %s: whether the order counts as another", (_, before, after, isReordered) => {
    const toRows = (ids: readonly string[]) => ({ list: ids.map((id) => ({ id })) });
    const comparison = compareData(toRows(before), toRows(after));
    expect(comparison.lists[0]?.isReordered).toBe(isReordered);
    expect(isSame(comparison)).toBe(false);
  });

  it("have edges compared by their nodes although one could not be read", () => {
    const edge = (id: string, name: string) => ({ cursor: `c${id}`, node: { id, name } });
    const broken = { cursor: "c9", node: null };
    const { lists } = compareData(
      { edges: [edge("1", "A"), broken, edge("2", "B")] },
      { edges: [edge("1", "A"), broken, edge("2", "C")] },
    );
    expect(lists[0]).toMatchObject({
      ...{ added: [], removed: [], unchangedCount: 2 },
      changed: [{ label: "C · 2", values: [{ path: "node.name", before: "B", after: "C" }] }],
    });
  });

  it("differ by values outside of lists", () => {
    const { values } = compareData(
      { tags: { totalCount: 3, pageInfo: { hasNextPage: false } }, gone: 1 },
      { tags: { totalCount: 4, pageInfo: { hasNextPage: false } } },
    );
    expect(values).toEqual([
      { path: "tags.totalCount", before: 3, after: 4 },
      { path: "gone", before: 1, after: undefined },
    ]);
  });

  it("have edges compared by their nodes", () => {
    const edge = (id: string, name: string) => ({ cursor: `c${id}`, node: { id, name } });
    const { lists } = compareData(
      { tags: { edges: [edge("1", "A"), edge("2", "B")] } },
      { tags: { edges: [edge("1", "A"), edge("2", "C")] } },
    );
    expect(lists[0]).toMatchObject({
      added: [],
      removed: [],
      changed: [{ label: "C · 2", values: [{ path: "node.name", before: "B", after: "C" }] }],
    });
  });

  it("have lists within rows compared entry by entry, by their identifiers", () => {
    const row = (...fields: readonly unknown[]) => ({ id: "1", additionalDataFields: fields });
    const { lists } = compareData(
      rows(row({ identifier: "floor", value: 1 }, { identifier: "old", value: 0 })),
      rows(row({ identifier: "new", value: 5 }, { identifier: "floor", value: 2 })),
    );
    expect(lists[0]?.changed[0]?.values).toEqual([
      { path: "additionalDataFields[floor].value", before: 1, after: 2 },
      {
        path: "additionalDataFields[old]",
        before: { identifier: "old", value: 0 },
        after: undefined,
      },
      {
        path: "additionalDataFields[new]",
        before: undefined,
        after: { identifier: "new", value: 5 },
      },
    ]);
  });

  it.each([
    [
      "rows that nothing tells apart count as often as they are there",
      [{ a: 1 }, { a: 1 }],
      [{ a: 1 }, { a: 2 }],
      1,
      1,
    ],
    ["two rows of one id are compared as a whole", [{ id: 1 }, { id: 1 }], [{ id: 1 }], 0, 1],
    ["a record that could not be read is a row", [{ id: 1 }, null], [{ id: 1 }], 0, 1],
    ["an empty list has no rows", [], [{ id: 1 }], 1, 0],
    [
      "the name tells rows apart if there is no id",
      [{ name: "a", x: 1 }],
      [{ name: "a", x: 2 }],
      0,
      0,
    ],
  ])("%s", (_, before, after, added, removed) => {
    const { lists } = compareData({ list: before }, { list: after });
    expect([lists[0]?.added.length, lists[0]?.removed.length]).toEqual([added, removed]);
  });

  it.each([
    ["equal ones", { a: [{ id: 1, b: [1, 2] }] }, { a: [{ id: 1, b: [1, 2] }] }, true],
    [
      "those whose members have another order",
      { a: 1, b: { c: 1, d: 2 } },
      { b: { d: 2, c: 1 }, a: 1 },
      true,
    ],
    ["none", undefined, undefined, true],
    ["a list that became null", { a: [{ id: 1 }] }, { a: null }, false],
    ["scalars in another order", { a: [1, 2] }, { a: [2, 1] }, false],
  ])("of %s: whether they are the same", (_, before, after, same) => {
    expect(isSame(compareData(before, after))).toBe(same);
  });
});
