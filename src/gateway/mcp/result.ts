import type { GraphQLFormattedError } from "graphql";
import { isJsonObject, type JsonObject } from "../call/decode/json-values.ts";
import { type GraphqlAnswer, ToolError } from "./tool.ts";

/** The parts of a result. In the documents of `schema/mcp`, aliases that begin with `_` say what goes where. */
interface Parts {
  /** The members, such as the total. What is in `_list…` belongs to the result itself. */
  readonly head: Record<string, unknown>;
  /** `_rows`: records, or edges with a `cursor` and a `_row`; undefined if there is no list of them. */
  rows?: { readonly text: string; readonly bytes: number; readonly cursor: unknown }[];
  /** `_page`: whether more rows follow. */
  page?: JsonObject | undefined;
  /** The bytes that are left for rows. */
  room: number;
}

/**
 * The result of a call, as compact JSON. If it would be too large, its last rows are left out.
 * @throws ToolError `RESULT_TOO_LARGE` if not even one row fits.
 */
export function toResult(answer: GraphqlAnswer, maxBytes: number, fixed?: JsonObject): string {
  if (fixed === undefined) return toPlainResult(answer, maxBytes);
  const parts: Parts = { head: {}, room: maxBytes };
  gather(answer.data, parts, answer.now);
  const { head: found, rows, page } = parts;
  const { total, ...others } = { ...found, ...fixed, ...notesOf(answer) };
  const write = (count: number, more: JsonObject) => {
    const texts = rows?.slice(0, count).map(({ text }) => text);
    const list = texts && `"rows":[${texts.join(",")}]`;
    return `{${[inner({ total }), list, inner({ ...others, ...more })].filter(Boolean).join(",")}}`;
  };
  const { length = 0 } = rows ?? [];
  const next = page?.["hasNextPage"] ? page["endCursor"] : undefined;
  const whole = write(length, { next });
  const size = Buffer.byteLength(whole);
  if (size <= maxBytes) return whole;
  const cutAfter = (count: number) => ({ cut: true, next: page && rows?.[count - 1]?.cursor });
  let rowsSize = maxBytes - parts.room;
  for (let count = length - 1; count > 0; count -= 1) {
    rowsSize -= rows?.[count]?.bytes ?? 0;
    const more = cutAfter(count);
    if (rowsSize - 1 + Buffer.byteLength(write(0, more)) <= maxBytes) return write(count, more);
  }
  throw tooLarge(length > 1 ? Buffer.byteLength(write(1, cutAfter(1))) : size, maxBytes);
}

/** The text of an object's members, without its braces. */
function inner(members: object): string {
  return JSON.stringify(members).slice(1, -1);
}

/** The result of a document that is not ours: its names are its author's, and it cannot be cut. */
function toPlainResult(answer: GraphqlAnswer, maxBytes: number): string {
  const whole = { ...answer.data, ...notesOf(answer) };
  const text = JSON.stringify(whole, (_, value) => value ?? undefined);
  if (Buffer.byteLength(text) <= maxBytes) return text;
  throw tooLarge(Buffer.byteLength(text), maxBytes);
}

export function tooLarge(bytes: number, maxBytes: number): ToolError {
  const message = `RESULT_TOO_LARGE: the result would have ${bytes} bytes, more than the ${maxBytes} of the gateway's setting MCP_MAX_RESULT_BYTES`;
  return new ToolError(message, ["RESULT_TOO_LARGE"]);
}

/** Sorts the members of a response into the parts of a result. */
function gather(data: JsonObject, parts: Parts, now: number): void {
  const of = typeof data["_of"] === "string" ? { of: data["_of"].toLowerCase() } : {};
  for (const [name, member] of Object.entries(data)) {
    const members = (Array.isArray(member) ? member : [member]).filter(isJsonObject);
    if (name.startsWith("_list")) {
      for (const one of members) gather(one, parts, now);
    } else if (name === "_rows") {
      parts.rows ??= [];
      for (const { cursor, _row: row = {}, ...others } of members) {
        // If those before it are too large already, all that follow would be cut.
        if (!isJsonObject(row) || parts.room < 0) continue;
        const text = JSON.stringify(clean({ ...of, ...others, ...row }, now));
        const bytes = Buffer.byteLength(text) + 1;
        parts.rows.push({ text, bytes, cursor });
        parts.room -= bytes;
      }
    } else if (name === "_page") parts.page = members[0];
    else if (name !== "_of" && member !== null) parts.head[name] = clean(member, now);
  }
}

/** Leaves out nulls, and shows additional data (`_field`, `_fields`) as values, and a time (`_age`) as an age. */
function clean(value: unknown, now: number): unknown {
  if (Array.isArray(value)) return value.map((member) => clean(member, now));
  if (!isJsonObject(value)) return value;
  const cleaned: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (member === null) continue;
    if (name === "_field") cleaned["value"] = Object(member).value ?? undefined;
    else if (name === "_fields") cleaned["additional_data"] = byName(member, now);
    else if (name === "_age")
      cleaned["age_seconds"] = Math.round((now - Date.parse(String(member))) / 1000);
    else cleaned[name] = clean(member, now);
  }
  return cleaned;
}

/** Values by item name, or by identifier where a name is missing or not unique. A link has its record beside its value. */
function byName(fields: unknown, now: number): JsonObject {
  const all = Array.isArray(fields) ? fields.filter(isJsonObject) : [];
  const nameOf = ({ item }: JsonObject) => Object(item).name as unknown;
  const names = all.flatMap((field) => [...new Set([nameOf(field), field["identifier"]])]);
  const uses = Map.groupBy(names, (name) => name);
  const entries = all.flatMap((field): [string, unknown][] => {
    const { identifier, value, tag, terminal } = field;
    if (value === null) return [];
    const isOwn = nameOf(field) && uses.get(nameOf(field))?.length === 1;
    const shown = tag || terminal ? clean({ value, tag, terminal }, now) : value;
    return [[String(isOwn ? nameOf(field) : identifier), shown]];
  });
  return Object.fromEntries(entries);
}

/** The warnings and the errors that stand beside data, each code's errors as one. */
function notesOf({ warnings, errors }: GraphqlAnswer): JsonObject {
  if (errors.length === 0) return warnings.length > 0 ? { warnings } : {};
  const byCode = Object.entries(Object.groupBy(errors, codeOf)).map(([code, all = []]) => {
    return { code, message: all[0]?.message, count: all.length };
  });
  return { ...(warnings.length > 0 && { warnings }), errors: byCode };
}

export function codeOf({ extensions }: GraphQLFormattedError): string {
  return String(extensions?.["code"]);
}
