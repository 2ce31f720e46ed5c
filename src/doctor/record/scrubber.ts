import { isJsonObject, type JsonObject } from "../../upstream/decode.ts";
import { createByteCipher } from "./byte-cipher.ts";
import { createTextCipher } from "./text-cipher.ts";

/** The ids of the recorded records: what names one is replaced as the id is. */
export interface KnownIds {
  readonly tags: ReadonlySet<string>;
  readonly terminals: ReadonlySet<string>;
}

/** Replaces what a registry's answers hold of a project by something meaningless that behaves the same. */
export interface Scrubber {
  /** An answer's JSON. */
  scrubBody(json: unknown): unknown;
  /** A record's id in a path. */
  scrubId(id: string): string;
}

/** Names of an answer that are the interface's own, and whose values are no values of records. */
const envelope = new Set(["limit", "page", "count", "page_count"]);

/** Fields that hold true or false, in whatever spelling. */
const flags = new Set(["is_active", "can_insert_chip", "can_change_chip", "set_via_app"]);

/** Fields that hold a time. */
const times = new Set(["added_when", "last_update"]);

/** The one kind of tag that the document knows. */
const types = /^nfc$/i;

/**
 * Makes a scrubber. Equal values become equal ones wherever they are, so that what names a record still does.
 * @param draw gives a number from 0 to below 1.
 */
export function createScrubber({ tags, terminals }: KnownIds, draw: () => number): Scrubber {
  const bytes = createByteCipher(draw);
  const replaceText = createTextCipher(draw);
  const shift = 1 + Math.floor(draw() * 8);
  const backSeconds = 86_400 * (1 + Math.floor(draw() * 60)) + Math.floor(draw() * 86_400);
  const uidsByNumber = readNumbers(tags);

  const scrubText = (text: string): string => {
    if (terminals.has(text)) return shiftDigits(text, shift);
    const uidBytes = uidsByNumber.get(text.replace(/^0+(?=\d)/, ""));
    if (uidBytes !== undefined) return bytes.replaceDecimal(text, uidBytes);
    const address = /^(https?:\/\/)(.*)$/is.exec(text);
    if (address) return `${address[1]}${replaceText(address[2] ?? "")}`;
    return bytes.replaceHex(text) ?? replaceText(text);
  };
  const scrubNumber = (number: number): number => {
    const uidBytes = uidsByNumber.get(String(number));
    if (uidBytes !== undefined) return Number(bytes.replaceDecimal(String(number), uidBytes));
    return Number.isSafeInteger(number) || Math.abs(number) < 1e15 ? number + shift : number;
  };
  const scrubValue = (value: unknown): unknown => {
    if (typeof value === "string") return scrubText(value);
    if (typeof value === "number") return scrubNumber(value);
    if (Array.isArray(value)) return value.map(scrubValue);
    return isJsonObject(value) ? scrubObject(value) : value;
  };
  const scrubObject = (object: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => [name, scrubField(name, value)]),
    );
  // An item's names are keys of additional data, which stay as well.
  const scrubItem = (item: unknown): unknown =>
    isJsonObject(item) ? { ...scrubObject(item), ...pickNames(item) } : scrubValue(item);
  const scrubField = (name: string, value: unknown): unknown => {
    if (name === "items" && Array.isArray(value)) return value.map(scrubItem);
    if (envelope.has(name) || flags.has(name)) return isScalar(value) ? value : scrubValue(value);
    if (name === "type" && types.test(String(value))) return value;
    if (times.has(name)) return shiftTime(value, backSeconds, scrubValue);
    if (name === "additional_data" && typeof value === "string") return scrubJsonText(value);
    return scrubValue(value);
  };
  const scrubJsonText = (text: string): string => {
    try {
      return JSON.stringify(scrubValue(JSON.parse(text)));
    } catch {
      return scrubText(text);
    }
  };
  return { scrubBody: scrubValue, scrubId: scrubText };
}

function pickNames(item: JsonObject): JsonObject {
  const names = Object.entries(item).filter(([name]) => /^(type|identifier|name)$/.test(name));
  return Object.fromEntries(names);
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" && !(typeof value === "string" && value.length > 20);
}

/** The decimal numbers that spell a known UID, forwards or backwards, and how many bytes that is. */
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

/** An integer in text, shifted; as many digits as before where its number allows. */
function shiftDigits(text: string, shift: number): string {
  return /^-?\d{1,15}$/.test(text) ? String(Number(text) + shift) : text;
}

/** A time some days before, in whichever unit it is by its size. What is no time since 1973 is shifted as any number is. */
function shiftTime(
  value: unknown,
  backSeconds: number,
  scrubValue: (value: unknown) => unknown,
): unknown {
  const time = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof time !== "number") return scrubValue(value);
  const perSecond = [1e9, 1e6, 1e3, 1].find((unit) => time >= 1e8 * unit) ?? 0;
  const shifted = time - backSeconds * perSecond;
  return typeof value === "string" ? String(shifted) : shifted;
}
