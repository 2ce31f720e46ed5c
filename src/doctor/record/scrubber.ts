import { isJsonObject, type JsonObject } from "../../upstream/answers/decode.ts";
import { createByteCipher } from "./byte-cipher.ts";
import { createTextCipher } from "./text-cipher.ts";

/** The ids of the recorded records. A value that names a record is replaced as its id is. */
export interface KnownIds {
  readonly tags: ReadonlySet<string>;
  readonly terminals: ReadonlySet<string>;
}

/** Replaces a project's data in a registry's answers by meaningless data that behave the same. */
export interface Scrubber {
  /** Replaces the data in an answer's JSON. */
  scrubBody(json: unknown): unknown;
  /** Replaces a record's id, as in a path. */
  scrubId(id: string): string;
}

/** The fields of a list's envelope. They hold no data of records. */
const envelope = new Set(["limit", "page", "count", "page_count"]);

/** The fields of a record or an item that are true or false. */
const flags = new Set(["is_active", "can_insert_chip", "can_change_chip", "set_via_app"]);

/** True and false, in their usual spellings. */
const flag = /^(|0|1|true|false|yes|no|on|off|[tfyn])$/i;

/** The fields that hold a time. */
const times = new Set(["added_when", "last_update"]);

/** The only kind of tag that the document knows. */
const types = /^nfc$/i;

/** An integer small enough to be shifted exactly. */
const integer = /^-?\d{1,15}$/;

/** Values that nest deeper become null. */
const mostDepth = 100;

/**
 * Creates a scrubber. Equal values get equal replacements wherever they occur, so a value that names a record still names it.
 * @param draw returns a random number from 0 up to, but not including, 1.
 */
export function createScrubber({ tags, terminals }: KnownIds, draw: () => number): Scrubber {
  const bytes = createByteCipher(draw);
  const replaceText = createTextCipher(draw);
  const steps = { ...drawSteps(terminals, draw), fraction: draw() };
  const backSeconds = 86_400 * (1 + Math.floor(draw() * 60)) + Math.floor(draw() * 86_400);
  const uidsByNumber = readNumbers(tags);

  const scrubText = (text: string): string => {
    if (terminals.has(text) && integer.test(text)) return String(shiftNumber(Number(text), steps));
    const uidBytes = uidsByNumber.get(text.replace(/^0+(?=\d)/, ""));
    if (uidBytes !== undefined) return bytes.replaceDecimal(text, uidBytes);
    const address = /^(https?:\/\/)(.*)$/is.exec(text);
    if (address) return `${address[1]}${replaceText(address[2] ?? "")}`;
    return bytes.replaceHex(text) ?? replaceText(text);
  };
  const scrubNumber = (number: number): number => {
    const uidBytes = uidsByNumber.get(String(number));
    if (uidBytes !== undefined) return Number(bytes.replaceDecimal(String(number), uidBytes));
    return shiftNumber(number, steps);
  };
  // Within additional data, a field's name means nothing. Only times are recognized.
  const scrubValue = (value: unknown, depth = 0): unknown => {
    if (depth > mostDepth) return null;
    if (typeof value === "string") return scrubText(value);
    if (typeof value === "number") return scrubNumber(value);
    if (Array.isArray(value)) return value.map((part) => scrubValue(part, depth + 1));
    if (!isJsonObject(value)) return value;
    return mapFields(value, (name, part) => [
      times.has(name) ? name : scrubText(name),
      times.has(name) ? scrubTime(part, depth + 1) : scrubValue(part, depth + 1),
    ]);
  };
  const scrubTime = (value: unknown, depth = 0) =>
    shiftTime(value, backSeconds) ?? scrubValue(value, depth);
  /** The keys of additional data stay, because the structure and queries name them. */
  const scrubData = (value: unknown): unknown => {
    if (typeof value === "string") return scrubJsonText(value);
    return isJsonObject(value)
      ? mapFields(value, (name, part) => [name, scrubValue(part)])
      : scrubValue(value);
  };
  const scrubJsonText = (text: string): string => {
    try {
      return JSON.stringify(scrubData(JSON.parse(text)));
    } catch {
      return scrubText(text);
    }
  };
  const scrubField = (name: string, value: unknown): unknown => {
    if (flags.has(name) && flag.test(String(value))) return value;
    if (name === "type" && types.test(String(value))) return value;
    if (times.has(name)) return scrubTime(value);
    return name === "additional_data" ? scrubData(value) : scrubValue(value);
  };
  const scrubRecord = (value: unknown): unknown =>
    isJsonObject(value)
      ? mapFields(value, (name, part) => [
          isWord(name) ? name : scrubText(name),
          scrubField(name, part),
        ])
      : scrubValue(value);
  // An item's identifier and name stay, because they are keys of additional data.
  const scrubItem = (item: unknown): unknown =>
    isJsonObject(item)
      ? { ...(scrubRecord(item) as JsonObject), ...pickNames(item) }
      : scrubValue(item);
  const scrubMember = (name: string, value: unknown): unknown => {
    if (envelope.has(name) && isNumeric(value)) return value;
    if (name === "items" && Array.isArray(value)) return value.map(scrubItem);
    if (Array.isArray(value)) return value.map(scrubRecord);
    return isJsonObject(value) && name !== "additional_data"
      ? scrubRecord(value)
      : scrubField(name, value);
  };
  const scrubBody = (json: unknown): unknown => {
    if (Array.isArray(json)) return json.map(scrubRecord);
    if (!isJsonObject(json)) return scrubValue(json);
    return mapFields(json, (name, value) => [name, scrubMember(name, value)]);
  };
  return { scrubBody, scrubId: scrubText };
}

function pickNames(item: JsonObject): JsonObject {
  const names = Object.entries(item).filter(([name]) => /^(type|identifier|name)$/.test(name));
  return Object.fromEntries(names);
}

function mapFields(
  object: JsonObject,
  map: (name: string, value: unknown) => readonly [string, unknown],
): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => map(name, value)));
}

/** Whether a name looks like a field's, and not like an id or a text. */
function isWord(name: string): boolean {
  return /^[A-Za-z_]{1,40}$/.test(name);
}

function isNumeric(value: unknown): boolean {
  return typeof value === "string" ? /^-?\d{1,20}$/.test(value) : typeof value !== "object";
}

/** The decimal numbers that spell a known UID, forwards or backwards, with the number of its bytes. */
function readNumbers(tags: ReadonlySet<string>): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const id of tags) {
    const digits = id.replaceAll(/[:. -]|^0x/gi, "");
    if (!/^([0-9a-f]{2}){4,10}$/i.test(digits)) continue;
    const backwards = (digits.match(/../g) ?? []).reverse().join("");
    for (const hex of [digits, backwards]) {
      numbers.set(BigInt(`0x${hex}`).toString(), digits.length / 2);
    }
  }
  return numbers;
}

/** By how much numbers are shifted. */
interface Steps {
  /** For integers, by their number of digits. The steps grow with it, so that the order stays. */
  readonly byDigits: readonly number[];
  readonly fraction: number;
}

/** Integers with more digits cannot be shifted exactly. */
const mostDigits = 15;

/** Draws steps that are large enough to hide a number, and too small for a terminal's id to gain a digit. */
function drawSteps(terminals: ReadonlySet<string>, draw: () => number): Pick<Steps, "byDigits"> {
  const ids = [...terminals].filter((id) => integer.test(id)).map((id) => Math.abs(Number(id)));
  const byDigits: number[] = [];
  let most = Number.POSITIVE_INFINITY;
  for (let digits = mostDigits; digits >= 1; digits -= 1) {
    const end = 10 ** digits;
    const largest = Math.max(end / 10, ...ids.filter((id) => id < end && id >= end / 10));
    most = Math.min(most, 0.8 * end, Math.max(end - 1 - largest, 1));
    byDigits[digits] = 1 + Math.floor(draw() * most);
    most = Math.min(most, byDigits[digits] ?? 1);
  }
  return { byDigits };
}

/** A number, shifted by the step for its number of digits. One with decimals also gets a fraction. A very large one is scaled. */
function shiftNumber(number: number, { byDigits, fraction }: Steps): number {
  const size = Math.abs(number);
  if (size >= 10 ** mostDigits) {
    const factor = 1 + (1 + fraction) / 4;
    return size > 1e300 ? number / factor : number * factor;
  }
  const step = byDigits[Math.floor(size).toString().length] ?? 1;
  // The shift goes away from 0, so that a negative number cannot become equal to a positive one.
  const sign = number < 0 ? -1 : 1;
  if (Number.isInteger(number)) return number + sign * step;
  const [, decimals = ""] = String(number).split(".");
  return Number((number + sign * (step + fraction)).toFixed(Math.min(decimals.length, 20)));
}

/**
 * A time, some days earlier. Its size shows its unit. 0 stays, because it is no time. Undefined for anything but a time since 1973.
 */
function shiftTime(value: unknown, backSeconds: number): number | string | undefined {
  if (typeof value === "string" && dateText.test(value)) return shiftDate(value, backSeconds);
  const time = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof time !== "number") return undefined;
  if (time === 0) return value as number | string;
  const perSecond = [1e9, 1e6, 1e3, 1].find((unit) => time >= 1e8 * unit);
  if (perSecond === undefined) return undefined;
  const shifted = time - backSeconds * perSecond;
  return typeof value === "string" ? String(shifted) : shifted;
}

/** A date and a time, perhaps with fractions of a second and an offset. */
const dateText = /^(\d{4}-\d\d-\d\d)([Tt ])(\d\d:\d\d:\d\d)([\d.:+Zz-]{0,16})$/;

/** A date in text, some days earlier, in the same form. */
function shiftDate(text: string, backSeconds: number): string | undefined {
  const [, day, between = "", time, rest = ""] = dateText.exec(text) ?? [];
  const before = Date.parse(`${day}T${time}Z`) - backSeconds * 1000;
  if (Number.isNaN(before)) return undefined;
  const shifted = new Date(before).toISOString();
  return shifted.slice(0, 10) + between + shifted.slice(11, 19) + rest;
}
