import type { GraphQLFormattedError } from "graphql";
import { byteOrderMark, toCsvField } from "../../../csv-field.ts";
import { type ObjectPlan, objectPlansOf, type TypePlan } from "../../../execution/plan.ts";
import { isJsonObject } from "../../../registry-client/json-values.ts";
import { isRawNumber, parseJson } from "../../base/collections/raw-number.ts";
import { refusal } from "../refusals.ts";
import type { RowForm } from "../request.ts";
import type { Row } from "./row-pages.ts";

export interface RowWriter {
  readonly head: string;
  write(row: Row): string;
}

/**
 * Creates what writes the rows of an entry's selection.
 * @throws RefusedError 400 `BAD_USER_INPUT` if the form cannot hold what is selected.
 */
export function createRowWriter(form: RowForm, entry: ObjectPlan): RowWriter {
  return form === "csv" ? createCsvWriter(entry) : createNdjsonWriter(entry);
}

function createNdjsonWriter(entry: ObjectPlan): RowWriter {
  const keys = keysOf(entry);
  if (keys.includes("errors")) {
    const message = "A row's `errors` are its errors: expected another alias.";
    throw refusal(400, "BAD_USER_INPUT", message);
  }
  const missing = JSON.stringify(Object.fromEntries(keys.map((key) => [key, null])));
  return {
    head: "",
    write: ({ text, errors }) => `${withErrors(text === "null" ? missing : text, errors)}\n`,
  };
}

function withErrors(object: string, errors: readonly GraphQLFormattedError[]): string {
  if (errors.length === 0) return object;
  const separator = object === "{}" ? "" : ",";
  return `${object.slice(0, -1)}${separator}"errors":${JSON.stringify(errors)}}`;
}

// Of response keys, from a row to a leaf.
type Column = readonly string[];

function createCsvWriter(entry: ObjectPlan): RowWriter {
  const columns = columnsOf(entry, []);
  const header = columns.map((column) => toCsvField(column.join("."))).join(",");
  return {
    head: `${byteOrderMark}${header}\r\n`,
    write({ text }) {
      const row = parseJson(text);
      return `${columns.map((column) => toCell(readCell(row, column))).join(",")}\r\n`;
    },
  };
}

function columnsOf(entry: ObjectPlan, above: Column): readonly Column[] {
  const types = new Map(entry.fields.map(({ responseKey, type }) => [responseKey, type]));
  return keysOf(entry).flatMap((key) => columnsOfType(types.get(key), [...above, key]));
}

function columnsOfType(type: TypePlan | undefined, column: Column): readonly Column[] {
  const plans = type === undefined ? [] : objectPlansOf(type);
  if (plans.length === 0) return [column];
  if (type?.kind === "list") {
    const message = `\`${column.join(".")}\` is a list of objects, which no cell of CSV can hold: expected scalars, or NDJSON.`;
    throw refusal(400, "BAD_USER_INPUT", message);
  }
  // The types of an interface may have the same fields.
  const columns = plans.flatMap((plan) => columnsOf(plan, column));
  return [...new Map(columns.map((one) => [one.join("."), one])).values()];
}

// In their order, with any `__typename`, which is no field of a plan.
function keysOf({ fields, end }: ObjectPlan): readonly string[] {
  const empty: unknown = JSON.parse(`${fields.map(({ start }) => `${start}null`).join("")}${end}`);
  return Object.keys(Object(empty));
}

function readCell(row: unknown, column: Column): unknown {
  return column.reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : null), row);
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return toCsvField(value);
  // A spreadsheet reads a negative number as a number, not as a formula.
  if (typeof value !== "object" || isRawNumber(value)) return JSON.stringify(value);
  return toCsvField(JSON.stringify(value));
}
