import type { GraphQLFormattedError } from "graphql";
import { isJsonObject, type JsonObject } from "../registry-client/json-values.ts";
import { type GraphqlAnswer, ToolError } from "./tool.ts";

/**
 * The parts of a result. In the documents of `schema/mcp`, aliases that begin with `_` say what
 * goes where: `_rows` has records, or edges with a `cursor` and a `_row`; `_page` says whether more
 * follow; what is in `_list…` belongs to the result itself, as `head` does.
 */
interface Parts {
  readonly head: Record<string, unknown>;
  rows?: { readonly shown: unknown; readonly cursor: unknown }[];
  page?: JsonObject | undefined;
  bytesLeft: number;
  isCut: boolean;
  readonly now: number;
}

/**
 * The result of a call, as compact JSON. If it would be too large, its last rows are left out.
 * @throws ToolError `RESULT_TOO_LARGE` if not even one row fits.
 */
export function toResult(
  answer: GraphqlAnswer,
  maxBytes: number,
  now: number,
  fixed?: JsonObject,
): string {
  if (fixed === undefined) {
    // The document is not ours: its names are its author's, and nobody knows where it can be cut.
    const whole = { ...answer.data, ...notesOf(answer) };
    const text = JSON.stringify(whole, (_, value) => value ?? undefined);
    if (Buffer.byteLength(text) <= maxBytes) return text;
    throw tooLarge(Buffer.byteLength(text), maxBytes);
  }
  const parts: Parts = { head: {}, bytesLeft: maxBytes, isCut: false, now };
  gather(answer.data, parts);
  const { rows = [], page } = parts;
  const { total, ...others } = { ...parts.head, ...fixed, ...notesOf(answer) };
  for (let count = rows.length; ; count -= 1) {
    const isCut = parts.isCut || count < rows.length;
    const more = isCut
      ? { cut: true, next: page && rows[count - 1]?.cursor }
      : { next: page?.["hasNextPage"] ? page["endCursor"] : undefined };
    const shown = parts.rows && rows.slice(0, count).map((row) => row.shown);
    const text = JSON.stringify({ total, rows: shown, ...others, ...more });
    if (Buffer.byteLength(text) <= maxBytes) return text;
    if (count <= 1) throw tooLarge(Buffer.byteLength(text), maxBytes);
  }
}

export function tooLarge(bytes: number, maxBytes: number): ToolError {
  const message = `RESULT_TOO_LARGE: the result would have ${bytes} bytes, more than the ${maxBytes} of the gateway's setting MCP_MAX_RESULT_BYTES`;
  return new ToolError(message, ["RESULT_TOO_LARGE"]);
}

function gather(data: JsonObject, parts: Parts): void {
  const of = typeof data["_of"] === "string" ? { of: data["_of"].toLowerCase() } : {};
  for (const [name, member] of Object.entries(data)) {
    const members = (Array.isArray(member) ? member : [member]).filter(isJsonObject);
    if (name.startsWith("_list")) {
      for (const one of members) gather(one, parts);
    } else if (name === "_rows") {
      parts.rows ??= [];
      for (const { cursor, _row: row = {}, ...others } of members) {
        if (!isJsonObject(row)) continue;
        parts.isCut ||= parts.bytesLeft < 0;
        if (parts.isCut) break;
        const shown = clean({ ...of, ...others, ...row }, parts.now);
        parts.rows.push({ shown, cursor });
        parts.bytesLeft -= Buffer.byteLength(JSON.stringify(shown)) + 1;
      }
    } else if (name === "_page") parts.page = members[0];
    else if (name !== "_of" && member !== null) parts.head[name] = clean(member, parts.now);
  }
}

/**
 * Leaves out nulls, and shows additional data (`_field`, `_fields`) as values, `_age` as an age.
 */
function clean(value: unknown, now: number): unknown {
  if (Array.isArray(value)) return value.map((member) => clean(member, now));
  if (!isJsonObject(value)) return value;
  const cleaned: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (member === null) continue;
    if (name === "_field") cleaned["value"] = Object(member).value ?? undefined;
    else if (name === "_fields") cleaned["additional_data"] = byItemName(member, now);
    else if (name === "_age")
      cleaned["age_seconds"] = Math.round((now - Date.parse(String(member))) / 1000);
    else cleaned[name] = clean(member, now);
  }
  return cleaned;
}

// A link also has its record.
function byItemName(fields: unknown, now: number): JsonObject {
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

// One member for all errors of a code.
function notesOf({ warnings, errors }: GraphqlAnswer): JsonObject {
  const byCode = Object.entries(Object.groupBy(errors, codeOf)).map(([code, all = []]) => {
    return { code, message: all[0]?.message, count: all.length };
  });
  return { ...(warnings.length > 0 && { warnings }), ...(errors.length > 0 && { errors: byCode }) };
}

export function codeOf({ extensions }: GraphQLFormattedError): string {
  return String(extensions?.["code"]);
}
