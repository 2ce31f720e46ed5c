import { isObject, type JsonObject } from "../../connect/json.ts";
import { type SelectedField, valueNames } from "../table/selection.ts";

export interface FacetChart {
  readonly path: string;
  readonly title: string;
  readonly kind: "values" | "ranges" | "times";
  readonly entries: readonly ChartEntry[];
  /** How many records have another value than these; null if the query does not select it. */
  readonly otherCount: number | null;
  readonly nullCount: number | null;
  /** Null if the query does not select them, or if there are none. */
  readonly numbers: ChartNumbers | null;
}

export interface ChartEntry {
  readonly label: string;
  readonly shortLabel: string;
  readonly count: number;
  readonly isSelected: boolean;
  readonly row: JsonObject;
}

export interface ChartNumbers {
  readonly min: number;
  readonly mean: number;
  readonly max: number;
}

const maxCharts = 100;

export function findCharts(
  data: unknown,
  selection: readonly SelectedField[],
): readonly FacetChart[] {
  const charts: FacetChart[] = [];
  const visit = (value: unknown, field: SelectedField | null, path: string): void => {
    if (charts.length >= maxCharts || typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      for (const [index, entry] of value.entries()) {
        const entryPath = `${path}.${index}`;
        const chart = field?.name === "facets" ? toChart(entry, field.fields, entryPath) : null;
        if (chart !== null) charts.push(chart);
        else visit(entry, field, entryPath);
      }
      return;
    }
    const fields = field?.fields ?? selection;
    for (const [key, child] of Object.entries(value)) {
      const selected = fields.find((one) => one.key === key);
      if (selected) visit(child, selected, path === "" ? key : `${path}.${key}`);
    }
  };
  visit(data, null, "");
  return charts;
}

/** A facet as a chart; null if the query does not select how many records have each value. */
function toChart(
  facet: unknown,
  fields: readonly SelectedField[],
  path: string,
): FacetChart | null {
  if (!isObject(facet)) return null;
  const values = read(facet, fields, "values");
  const inner = fields.find(({ name }) => name === "values")?.fields ?? [];
  if (!Array.isArray(values) || !inner.some(({ name }) => name === "count")) return null;
  const rows = values.filter(isObject).map((value) => readEntry(value, inner));
  const kind = rows.some(({ fromAt, toAt }) => fromAt !== null || toAt !== null)
    ? "times"
    : rows.some(({ from, to }) => from !== null || to !== null)
      ? "ranges"
      : "values";
  const title = [read(facet, fields, "identifier"), read(facet, fields, "field")].find(
    (name) => typeof name === "string",
  );
  return {
    path,
    title: title === undefined ? path : String(title),
    kind,
    entries: rows.map((row) => toEntry(row, kind)),
    otherCount: toNumber(read(facet, fields, "otherCount")),
    nullCount: toNumber(read(facet, fields, "nullCount")),
    numbers: toNumbers(read(facet, fields, "numbers"), fields),
  };
}

type EntryRow = ReturnType<typeof readEntry>;

function readEntry(value: JsonObject, fields: readonly SelectedField[]) {
  const get = (name: string) => read(value, fields, name) ?? null;
  return {
    value: valueNames.map(get).find((one) => one !== null) ?? null,
    from: get("from"),
    to: get("to"),
    fromAt: get("fromAt"),
    toAt: get("toAt"),
    count: get("count"),
    selected: get("selected"),
  };
}

function toEntry(row: EntryRow, kind: FacetChart["kind"]): ChartEntry {
  const { value, from, to, fromAt, toAt, count, selected } = row;
  const labels = {
    values: () => [toText(value), toText(value)],
    ranges: () => rangeLabels(toNumber(from), toNumber(to)),
    times: () => timeLabels(fromAt, toAt),
  };
  const [label = "", shortLabel = ""] = labels[kind]();
  const others = {
    values: { value },
    ranges: { from, to },
    times: { fromAt, toAt },
  };
  return {
    label,
    shortLabel,
    count: toNumber(count) ?? 0,
    isSelected: selected === true,
    row: { ...others[kind], count, selected },
  };
}

function rangeLabels(from: number | null, to: number | null): readonly string[] {
  const [start, end] = [from?.toLocaleString("en"), to?.toLocaleString("en")];
  if (start === undefined) return end === undefined ? ["all", "all"] : [`below ${end}`, `< ${end}`];
  return end === undefined
    ? [`${start} and more`, `≥ ${start}`]
    : [`${start} to below ${end}`, start];
}

const dayMs = 86_400_000;

/** A range of whole days. It ends with the day before the next range begins. */
function timeLabels(fromAt: unknown, toAt: unknown): readonly string[] {
  const [from, to] = [toDay(fromAt, 0), toDay(toAt, -dayMs)];
  if (from === null) return [`up to ${to}`, String(to)];
  if (to === null) return [`from ${from}`, from];
  return [from === to ? from : `${from} to ${to}`, shortenDay(from, to)];
}

function toDay(time: unknown, shift: number): string | null {
  const milliseconds = typeof time === "string" ? Date.parse(time) : Number.NaN;
  if (Number.isNaN(milliseconds)) return null;
  return new Date(milliseconds + shift).toISOString().slice(0, 10);
}

/** By its first day, without what its length says: a year as `2026`, a month as `2026-03`. */
function shortenDay(from: string, to: string): string {
  if (from.endsWith("-01-01") && to.endsWith("-12-31")) return from.slice(0, 4);
  const isMonth = from.endsWith("-01") && from.slice(0, 7) === to.slice(0, 7) && from !== to;
  return isMonth ? from.slice(0, 7) : from;
}

function toNumbers(value: unknown, fields: readonly SelectedField[]): ChartNumbers | null {
  if (!isObject(value)) return null;
  const inner = fields.find(({ name }) => name === "numbers")?.fields ?? [];
  const [min, mean, max] = ["min", "mean", "max"].map((name) => toNumber(read(value, inner, name)));
  return min == null || mean == null || max == null ? null : { min, mean, max };
}

function read(object: JsonObject, fields: readonly SelectedField[], name: string): unknown {
  const key = fields.find((field) => field.name === name)?.key;
  return key === undefined ? undefined : object[key];
}

function toNumber(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function toText(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return value === "" ? "(empty text)" : value;
}

const members = {
  values: ["value"],
  ranges: ["from", "to"],
  times: ["fromAt", "toAt"],
} as const;

export function toChartTable({ kind, entries, otherCount, nullCount }: FacetChart) {
  const [first] = members[kind];
  const columns = [...members[kind], "count", "selected"].map((label) => ({
    label,
    read: (row: JsonObject) => row[label],
  }));
  const rows: readonly JsonObject[] = [
    ...entries.map(({ row }) => row),
    ...(otherCount === null ? [] : [{ [first]: "(other)", count: otherCount }]),
    ...(nullCount === null ? [] : [{ [first]: "(none)", count: nullCount }]),
  ];
  return { columns, rows };
}
