/** Which key a request is sent with: none, the sample's, or another. */
export type KeyKind = "none" | "sample" | "other";

/** The kind of a key. An empty text means no key. */
export function keyKindOf(key: string, sampleKey: string | null): KeyKind {
  if (key === "") return "none";
  return key === sampleKey ? "sample" : "other";
}
