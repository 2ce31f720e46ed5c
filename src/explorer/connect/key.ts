import type { Config } from "./config.ts";

export type KeyKind = "none" | "sample" | "other" | "no token" | "token";

export function keyKindOf(
  key: string,
  { sampleKey, credentials }: Pick<Config, "sampleKey" | "credentials">,
): KeyKind {
  if (key !== "" && key === sampleKey) return "sample";
  if (credentials !== "keys") return key === "" ? "no token" : "token";
  return key === "" ? "none" : "other";
}

/**
 * Whether a text can be stored: it must not contain the key. A key of fewer than four characters is
 * ignored, because it occurs in other text by chance.
 */
export function isFreeOfKey(text: string, key: string): boolean {
  return key.length < 4 || !text.includes(key);
}
