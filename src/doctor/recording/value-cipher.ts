import {
  digitsOf,
  isRawNumber,
  type RawNumber,
  toNearest,
} from "../../gateway/base/collections/raw-number.ts";
import { namesOfKind } from "../../gateway/call/decode/documented-fields.ts";
import { isJsonObject, type JsonObject } from "../../gateway/call/decode/json-values.ts";
import {
  createByteCipher,
  createNumberCipher,
  createTextCipher,
  createTimeCipher,
  type Draw,
  exactInteger,
} from "./ciphers.ts";

/** The ids of the recorded records. A value that names a record is replaced as its id is. */
export interface KnownIds {
  readonly tags: ReadonlySet<string>;
  readonly terminals: ReadonlySet<string>;
}

/** Replaces values with meaningless ones of the same kind and form. Equal values get equal replacements wherever they occur. */
interface ValueCipher {
  replaceText(text: string): string;
  /** Replaces any JSON value. In objects it also replaces the names, which may be data, except for those of time fields. */
  replaceValue(value: unknown, depth?: number): unknown;
  replaceTime(value: unknown, depth?: number): unknown;
}

export const timeFields = namesOfKind("timestamp");

/** Matches an integer that a text cipher replaces by another one. */
const longInteger = /^-?[1-9]\d{15,}$/;

/** The maximum depth. Values that are nested deeper become null. */
const maxDepth = 100;

export function createValueCipher({ tags, terminals }: KnownIds, draw: Draw): ValueCipher {
  const bytes = createByteCipher(draw);
  const replaceLetters = createTextCipher(draw);
  const shiftNumber = createNumberCipher(terminals, draw);
  const putTimeBack = createTimeCipher(draw);
  const uidsByNumber = readNumbers(tags);

  const replaceText = (text: string): string => {
    if (terminals.has(text) && exactInteger.test(text)) return String(shiftNumber(Number(text)));
    const uidBytes = uidsByNumber.get(text.replace(/^0+(?=\d)/, ""));
    if (uidBytes !== undefined) return bytes.replaceDecimal(text, uidBytes);
    if (longInteger.test(text)) {
      return replaceLetters(text).replace(/^(-?)0/, (_, sign: string) => `${sign}1`);
    }
    const address = /^(https?:\/\/)(.*)$/is.exec(text);
    if (address) return `${address[1]}${replaceLetters(address[2] ?? "")}`;
    return bytes.replaceHex(text) ?? replaceLetters(text);
  };
  const replaceNumber = (number: number): number => {
    const uidBytes = uidsByNumber.get(String(number));
    if (uidBytes !== undefined) return Number(bytes.replaceDecimal(String(number), uidBytes));
    return shiftNumber(number);
  };
  const replaceRawNumber = (number: RawNumber): unknown => {
    const digits = digitsOf(number);
    if (digits !== null) return JSON.rawJSON(replaceText(digits));
    return replaceNumber(toNearest(number) ?? Number.MAX_VALUE);
  };
  const replaceValue = (value: unknown, depth = 0): unknown => {
    if (depth > maxDepth) return null;
    if (typeof value === "string") return replaceText(value);
    if (typeof value === "number") return replaceNumber(value);
    if (isRawNumber(value)) return replaceRawNumber(value);
    if (Array.isArray(value)) return value.map((part) => replaceValue(part, depth + 1));
    if (!isJsonObject(value)) return value;
    return mapFields(value, (name, part) =>
      timeFields.has(name)
        ? [name, replaceTime(part, depth + 1)]
        : [replaceText(name), replaceValue(part, depth + 1)],
    );
  };
  const replaceTime = (value: unknown, depth = 0): unknown =>
    putTimeBack(value) ?? replaceValue(value, depth);
  return { replaceText, replaceValue, replaceTime };
}

export function mapFields(
  object: JsonObject,
  map: (name: string, value: unknown) => readonly [string, unknown],
): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => map(name, value)));
}

/** The decimal numbers that spell a known UID, forwards or backwards, each with the UID's number of bytes. */
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
