import { formatCount, formatNumber } from "../../../format-count.ts";
import {
  decodeObject,
  isJsonObject,
  type JsonObject,
  tryDecode,
} from "../../../registry-client/json-values.ts";
import type { Subject } from "../../../registry-client/records.ts";
import type { Conclusion } from "../../finding.ts";
import { readSample, type Visit } from "../../visit.ts";
import { formatShare, isReadable, unreadableHint } from "../rows.ts";
import { readItems, readStructure, stringOf } from "./structures.ts";

export async function checkAdditionalData(
  visit: Visit,
  subject: Subject,
): Promise<Conclusion | undefined> {
  const { call, records } = await readSample(visit, subject);
  if (records.length === 0) return undefined;
  const shapes = describeShapes(records);
  const unreadable = records.filter(
    ({ additional_data: data }) => !isReadable(data, decodeObject),
  ).length;
  if (unreadable > 0) {
    const detail = `In ${formatShare(unreadable, records.length)} of the records the additional data is not an object. ${shapes}`;
    return { status: "warning", detail, hint: unreadableHint, call };
  }
  const keys = [...new Set(records.flatMap((record) => Object.keys(dataOf(record))))];
  const structure = await readStructure(visit, subject);
  if (typeof structure !== "string") {
    const { detail, ...rest } = compareKeys(visit, keys, await readItems(visit, subject));
    return { detail: `${shapes} ${detail}`, call, ...rest };
  }
  const found =
    keys.length === 0
      ? "No keys."
      : `${formatCount(keys.length, "key")}: ${visit.words.list(keys)}.`;
  const detail = `${shapes} ${found}`;
  if (structure === "unreadable") {
    const hint = "The structure cannot be read, so nothing shows which keys it defines.";
    return { status: "ok", certainty: "unknown", detail, hint, call };
  }
  const hint =
    keys.length === 0
      ? "additionalDataFields is an empty list."
      : "Without a structure, additionalDataFields lists a record's own keys, without items.";
  return { status: "ok", detail, hint, call };
}

export function dataOf(record: JsonObject): JsonObject {
  return tryDecode(decodeObject, record["additional_data"]) ?? {};
}

function describeShapes(records: readonly JsonObject[]): string {
  const counts = new Map<string, number>();
  for (const { additional_data: data } of records) {
    const shape = shapeOf(data);
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  const parts = [...counts].map(([shape, count]) => {
    if (shape === "null") return `${formatNumber(count)} null`;
    const isConverted = shape === "JSON string" || shape === "empty array";
    return formatCount(count, shape) + (isConverted ? " (read as an object)" : "");
  });
  return `Of ${formatNumber(records.length)}: ${parts.join(", ")}.`;
}

function shapeOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (isJsonObject(value)) return Object.keys(value).length === 0 ? "empty object" : "object";
  if (Array.isArray(value) && value.length === 0) return "empty array";
  return typeof value === "string" && isReadable(value, decodeObject)
    ? "JSON string"
    : "other value";
}

function compareKeys(
  { words }: Visit,
  keys: readonly string[],
  items: readonly JsonObject[],
): Conclusion {
  const identifiers = new Set(items.map((item) => stringOf(item, "identifier")));
  const names = new Set(items.map((item) => stringOf(item, "name")));
  const others = keys.filter((key) => !identifiers.has(key));
  const unknown = others.filter((key) => !names.has(key));
  const byName = others.length - unknown.length;
  const byIdentifier = keys.length - others.length;
  const parts = [
    byIdentifier > 0 && `${formatCount(byIdentifier, "key")} with an item's identifier`,
    byName > 0 && `${formatCount(byName, "key")} with an item's name (the gateway finds them)`,
    unknown.length > 0 &&
      `${formatCount(unknown.length, "key")} that the structure does not define: ${words.list(unknown)}`,
  ].filter((part) => part !== false);
  const detail = `${parts.join(", ") || "No keys"}.`;
  if (unknown.length === 0) return { status: "ok", detail };
  const hint =
    "additionalDataFields lists such keys after the structure's items; jsonSchema allows them.";
  return { status: "warning", detail, hint };
}
