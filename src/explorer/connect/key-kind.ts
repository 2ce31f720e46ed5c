import type { Config } from "./config.ts";

/** What a request is sent with: nothing, the sample's key, another key, or what a gateway with tokens was given, if anything. */
export type KeyKind = "none" | "sample" | "other" | "no token" | "token";

/** The kind of a key. An empty text means no key. */
export function keyKindOf(
  key: string,
  { sampleKey, credentials }: Pick<Config, "sampleKey" | "credentials">,
): KeyKind {
  if (key !== "" && key === sampleKey) return "sample";
  if (credentials !== "keys") return key === "" ? "no token" : "token";
  return key === "" ? "none" : "other";
}
