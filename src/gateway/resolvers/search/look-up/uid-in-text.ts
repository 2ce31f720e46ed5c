import { parseUid, type Uid } from "./uid.ts";

/** More than the memory of a tag holds. */
const maxLength = 8_192;

const tokens =
  /(?<![\p{L}\p{N}])(?:0x)?([\dA-F]{20}|[\dA-F]{14}|[\dA-F]{8})(?:x[\dA-F]{6})?(?![\p{L}\p{N}])/giu;

/**
 * The UID in a text that a tag gives a phone, such as a URL: the only token in it of 14 or 20
 * hexadecimal digits or, without one of these, of 8, which are often a date or a part of a uuid. A
 * token ends where letters and digits end. It may be a mirror of NTAG chips, with `x` and the six
 * digits of their counter after the UID. Null if there is none, or two with different digits.
 */
export function findUidIn(text: string): Uid | null {
  if (text.length > maxLength) return null;
  const long = new Set<string>();
  const short = new Set<string>();
  const withoutHosts = decodePercent(text).replace(/:\/\/[\p{L}\p{N}.:@_-]*/gu, " ");
  for (const [, digits = ""] of withoutHosts.matchAll(tokens)) {
    const found = digits.length > 8 ? long : short;
    found.add(digits.toUpperCase());
  }
  const [uid, other] = long.size > 0 ? long : short;
  return uid === undefined || other !== undefined ? null : parseUid(uid);
}

/** Unlike `decodeURIComponent`, it takes bytes that are no UTF-8: a text is seldom a whole URL. */
function decodePercent(text: string): string {
  return text.replace(/(?:%[\dA-F]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll("%", ""), "hex").toString(),
  );
}
