import { parseJson } from "../../gateway/base/collections/raw-number.ts";
import { namesOfKind } from "../../gateway/call/decode/documented-fields.ts";
import { isJsonObject, type JsonObject } from "../../gateway/call/decode/json-values.ts";
import { createPlaceholders, type Draw, mapFields, timeFields } from "./placeholders.ts";

/** Replaces a project's data in a registry's responses with meaningless data that behaves the same. */
export interface Scrubber {
  scrubBody(json: unknown): unknown;
  /** Replaces a record's id, as in a path. */
  scrubId(id: string): string;
}

/** The fields of a list's envelope. They hold no data of records. */
const envelope = new Set(["limit", "page", "count", "page_count"]);

const flags = new Set([...namesOfKind("boolean"), "set_via_app"]);

const flagSpelling = /^(|0|1|true|false|yes|no|on|off|[tfyn])$/i;

const tagType = /^nfc$/i;

/** Creates a scrubber. Equal values get equal replacements wherever they occur, so a value that names a record still names it. */
export function createScrubber(terminalIds: ReadonlySet<string>, draw: Draw): Scrubber {
  const { replaceText, replaceValue, replaceTime } = createPlaceholders(terminalIds, draw);

  const scrubBody = (json: unknown): unknown => {
    if (Array.isArray(json)) return json.map(scrubRecord);
    if (!isJsonObject(json)) return replaceValue(json);
    return mapFields(json, (name, value) => [name, scrubBodyField(name, value)]);
  };
  /** A field of a whole body: of a list's envelope, its rows, or a field of a single record. */
  const scrubBodyField = (name: string, value: unknown): unknown => {
    if (envelope.has(name) && isNumeric(value)) return value;
    if (name === "items" && Array.isArray(value)) return value.map(scrubItem);
    if (Array.isArray(value)) return value.map(scrubRecord);
    return isJsonObject(value) && name !== "additional_data"
      ? scrubRecord(value)
      : scrubRecordField(name, value);
  };
  const scrubRecord = (value: unknown): unknown =>
    isJsonObject(value)
      ? mapFields(value, (name, part) => [
          isWord(name) ? name : replaceText(name),
          scrubRecordField(name, part),
        ])
      : replaceValue(value);
  /** An item's identifier and name stay, because they are keys of additional data. */
  const scrubItem = (item: unknown): unknown =>
    isJsonObject(item)
      ? { ...(scrubRecord(item) as JsonObject), ...pickNames(item) }
      : replaceValue(item);
  const scrubRecordField = (name: string, value: unknown): unknown => {
    if (flags.has(name) && flagSpelling.test(String(value))) return value;
    if (name === "type" && tagType.test(String(value))) return value;
    if (timeFields.has(name)) return replaceTime(value);
    return name === "additional_data" ? scrubAdditionalData(value) : replaceValue(value);
  };
  /** The keys of additional data stay, because the structure and queries name them. */
  const scrubAdditionalData = (value: unknown): unknown => {
    if (typeof value === "string") return scrubAdditionalDataText(value);
    return isJsonObject(value)
      ? mapFields(value, (name, part) => [name, replaceValue(part)])
      : replaceValue(value);
  };
  const scrubAdditionalDataText = (text: string): string => {
    try {
      return JSON.stringify(scrubAdditionalData(parseJson(text)));
    } catch {
      return replaceText(text);
    }
  };
  return { scrubBody, scrubId: replaceText };
}

function pickNames(item: JsonObject): JsonObject {
  const names = Object.entries(item).filter(([name]) => /^(type|identifier|name)$/.test(name));
  return Object.fromEntries(names);
}

function isWord(name: string): boolean {
  return /^[A-Za-z_]{1,40}$/.test(name);
}

function isNumeric(value: unknown): boolean {
  return typeof value === "string" ? /^-?\d{1,20}$/.test(value) : typeof value !== "object";
}
