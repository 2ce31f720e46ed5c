import { describe, expect, test } from "vitest";
import { findCharts, toChartTable } from "../../../src/explorer/response/chart/find-charts.ts";
import { formatCsv } from "../../../src/explorer/response/table/csv.ts";
import { readSelectedFields } from "../../../src/explorer/response/table/selection.ts";

const query = `{ tags { mine: facets(by: []) { field identifier otherCount nullCount
  values { v: value from to fromAt toAt n: count selected } numbers { min mean max } } } }`;

const none = { v: null, from: null, to: null, fromAt: null, toAt: null, selected: false };

function chartsOf(facets: readonly object[], text = query) {
  return findCharts({ tags: { mine: facets } }, readSelectedFields(text));
}

const day = (text: string) => `${text}T00:00:00.000Z`;

describe("the charts of a response", () => {
  test("have the values of a facet under any alias, and what is beside them", () => {
    const values = [
      { ...none, v: "b", n: 3, selected: true },
      { ...none, v: "", n: 2 },
      { ...none, v: 5, n: 1 },
      { ...none, v: true, n: 0 },
    ];
    const numbers = { min: 1, mean: 2.5, max: 4 };
    const facet = { field: "ADDITIONAL_DATA", identifier: "site", otherCount: 4, nullCount: 2 };
    expect(chartsOf([{ ...facet, values, numbers }])).toMatchObject([
      {
        path: "tags.mine.0",
        title: "site",
        kind: "values",
        entries: [
          { label: "b", count: 3, isSelected: true },
          { label: "(empty text)", count: 2 },
          { label: "5", count: 1, isSelected: false },
          { label: "true", count: 0 },
        ],
        otherCount: 4,
        nullCount: 2,
        numbers,
      },
    ]);
  });

  test("have ranges of numbers, and of whole days, in words", () => {
    const ranges = [
      { ...none, to: 1, n: 1 },
      { ...none, from: 1, to: 2000, n: 2 },
      { ...none, from: 2000, n: 3 },
    ];
    const times = [
      { ...none, toAt: day("2026-01-05"), n: 1 },
      { ...none, fromAt: day("2026-01-05"), toAt: day("2026-01-12"), n: 1 },
      { ...none, fromAt: day("2026-02-01"), toAt: day("2026-03-01"), n: 1 },
      { ...none, fromAt: day("2026-01-01"), toAt: day("2027-01-01"), n: 1 },
      { ...none, fromAt: day("2026-01-01"), toAt: day("2026-01-02"), n: 1 },
      { ...none, fromAt: day("9999-12-01"), n: 1 },
    ];
    const charts = chartsOf([
      { field: "ADDITIONAL_DATA", identifier: "floor", values: ranges },
      { field: "ADDED_AT", identifier: null, values: times },
    ]);
    expect(charts.map(({ title, kind }) => `${title} ${kind}`)).toEqual([
      "floor ranges",
      "ADDED_AT times",
    ]);
    expect(charts[0]?.entries.map(({ label }) => label)).toEqual([
      "below 1",
      "1 to below 2,000",
      "2,000 and more",
    ]);
    expect(charts[1]?.entries.map(({ label, shortLabel }) => [label, shortLabel])).toEqual([
      ["up to 2026-01-04", "2026-01-04"],
      ["2026-01-05 to 2026-01-11", "2026-01-05"],
      ["2026-02-01 to 2026-02-28", "2026-02"],
      ["2026-01-01 to 2026-12-31", "2026"],
      ["2026-01-01", "2026-01-01"],
      ["from 9999-12-01", "9999-12-01"],
    ]);
  });

  test("are those of each row, and none where the query selects no counts", () => {
    const text =
      "{ terminals { nodes { linkedTags { facets(by: []) { field values { value count } } } } } }";
    const facets = [{ field: "TYPE", values: [{ value: "NFC", count: 1 }] }];
    const rows = [
      { linkedTags: { facets } },
      null,
      { linkedTags: { facets: null } },
      { linkedTags: { facets } },
    ];
    const charts = findCharts({ terminals: { nodes: rows } }, readSelectedFields(text));
    expect(charts.map(({ path }) => path)).toEqual([
      "terminals.nodes.0.linkedTags.facets.0",
      "terminals.nodes.3.linkedTags.facets.0",
    ]);
    const typed = "{ tags { mine: facets(by: []) { field values { number count } } } }";
    expect(chartsOf([{ field: "TYPE", values: [{ number: 5, count: 1 }] }], typed)).toMatchObject([
      { entries: [{ label: "5" }] },
    ]);
    const without = "{ tags { mine: facets(by: []) { field values { value } } } }";
    expect(chartsOf([{ field: "TYPE", values: [{ value: "NFC" }] }], without)).toEqual([]);
    for (const data of [null, undefined, { tags: null }, { tags: { mine: [null, 5] } }]) {
      expect(findCharts(data, readSelectedFields(query))).toEqual([]);
    }
  });

  test("are CSV with a line for each entry, the others and those without a value", () => {
    const [values, times] = chartsOf([
      {
        field: "TYPE",
        otherCount: 4,
        nullCount: 2,
        values: [{ ...none, v: "=1+1", n: 3, selected: true }],
      },
      {
        field: "ADDED_AT",
        values: [{ ...none, fromAt: day("2026-01-01"), toAt: day("2026-02-01"), n: 7 }],
      },
    ]);
    const linesOf = (chart: typeof values) => {
      const { columns, rows } = chart ? toChartTable(chart) : { columns: [], rows: [] };
      return formatCsv(columns, rows).replace("\uFEFF", "").split("\r\n");
    };
    expect(linesOf(values)).toEqual([
      "value,count,selected",
      "'=1+1,3,true",
      "(other),4,",
      "(none),2,",
      "",
    ]);
    expect(linesOf(times)).toEqual([
      "fromAt,toAt,count,selected",
      "2026-01-01T00:00:00.000Z,2026-02-01T00:00:00.000Z,7,false",
      "",
    ]);
  });
});
