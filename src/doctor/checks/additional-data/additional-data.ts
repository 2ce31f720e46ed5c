import { formatCount, formatNumber } from "../../../format-count.ts";
import {
  decodeObject,
  isJsonObject,
  type JsonObject,
  tryDecode,
} from "../../../gateway/call/decode/json-values.ts";
import type { Subject } from "../../../gateway/call/decode/records.ts";
import type { Conclusion } from "../../finding.ts";
import { formatShare, showWords } from "../../text.ts";
import { type Check, createListCall, fetchSample } from "../../visit.ts";
import { isReadable, unreadableHint } from "../rows.ts";
import { fetchStructure, fetchStructureItems, stringOf } from "./structures.ts";

/** Whether the keys of additional data match the structure. The document shows no keys (interface §2.5). */
export function additionalDataCheckOf(subject: Subject): Check {
  return {
    id: `${subject}-data`,
    asks: `Which keys does the additional data of ${subject}s have?`,
    async run(visit) {
      const rows = await fetchSample(visit, subject);
      if (!rows || rows.length === 0) return [];
      const call = createListCall(visit, subject);
      const shapes = describeShapes(rows);
      if (shapes.unreadable > 0) {
        const detail = `In ${formatShare(shapes.unreadable, rows.length)} of the records the additional data is not an object. ${shapes.description}.`;
        return [{ status: "warning", detail, hint: unreadableHint, call }];
      }
      const structure = await fetchStructure(visit, subject);
      if (typeof structure === "string") {
        return [{ call, ...explainUncompared(rows, shapes.description, structure) }];
      }
      const items = await fetchStructureItems(visit, subject);
      const { detail, areAllDefined } = compareKeys(rows, items);
      const description = `${shapes.description}. ${detail}`;
      if (areAllDefined) return [{ status: "ok", detail: description, call }];
      const hint =
        "additionalDataFields lists such keys after the structure's items; jsonSchema allows them.";
      return [{ status: "warning", detail: description, hint, call }];
    },
  };
}

/** A record's additional data; `{}` if it is null or cannot be read. */
export function dataOf(row: JsonObject): JsonObject {
  return tryDecode(decodeObject, row["additional_data"]) ?? {};
}

function describeShapes(rows: readonly JsonObject[]): {
  readonly description: string;
  readonly unreadable: number;
} {
  const counts = new Map<string, number>();
  let unreadable = 0;
  for (const row of rows) {
    const shape = shapeOf(row["additional_data"]);
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
    if (!isReadable(row["additional_data"], decodeObject)) unreadable += 1;
  }
  const parts = [...counts].map(([shape, count]) => formatShape(shape, count));
  return { description: `Of ${formatNumber(rows.length)}: ${parts.join(", ")}`, unreadable };
}

function shapeOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (isJsonObject(value)) return Object.keys(value).length === 0 ? "empty object" : "object";
  if (Array.isArray(value) && value.length === 0) return "empty array";
  return typeof value === "string" && isReadable(value, decodeObject)
    ? "JSON string"
    : "other value";
}

function formatShape(shape: string, count: number): string {
  if (shape === "null") return `${formatNumber(count)} null`;
  const isConverted = shape === "JSON string" || shape === "empty array";
  return formatCount(count, shape) + (isConverted ? " (read as an object)" : "");
}

function explainUncompared(
  rows: readonly JsonObject[],
  shapes: string,
  structure: "none" | "unreadable",
): Conclusion {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(dataOf(row))))];
  const found =
    keys.length === 0 ? "No keys." : `${formatCount(keys.length, "key")}: ${showWords(keys)}.`;
  if (structure === "none") {
    const hint =
      keys.length === 0
        ? "additionalDataFields is an empty list."
        : "Without a structure, additionalDataFields lists a record's own keys, without items.";
    return { status: "ok", detail: `${shapes}. ${found}`, hint };
  }
  const hint = "The structure cannot be read, so nothing shows which keys it defines.";
  return { status: "ok", certainty: "unknown", detail: `${shapes}. ${found}`, hint };
}

function compareKeys(
  rows: readonly JsonObject[],
  items: readonly JsonObject[],
): { readonly detail: string; readonly areAllDefined: boolean } {
  const keys = new Set(rows.flatMap((row) => Object.keys(dataOf(row))));
  const identifiers = new Set(items.map((item) => stringOf(item, "identifier")));
  const names = new Set(items.map((item) => stringOf(item, "name")));
  const byName = [...keys].filter((key) => !identifiers.has(key) && names.has(key));
  const unknown = [...keys].filter((key) => !identifiers.has(key) && !names.has(key));
  const byIdentifier = keys.size - byName.length - unknown.length;
  const parts = [
    byIdentifier > 0 && `${formatCount(byIdentifier, "key")} with an item's identifier`,
    byName.length > 0 &&
      `${formatCount(byName.length, "key")} with an item's name (the gateway finds them)`,
    unknown.length > 0 &&
      `${formatCount(unknown.length, "key")} that the structure does not define: ${showWords(unknown)}`,
  ].filter((part) => part !== false);
  const detail = parts.length === 0 ? "No keys." : `${parts.join(", ")}.`;
  return { detail, areAllDefined: unknown.length === 0 };
}
