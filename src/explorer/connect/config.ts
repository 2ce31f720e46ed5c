/** What the gateway tells the page about itself. */
export interface Config {
  /** A host, or "the embedded sample". */
  readonly registryName: string;
  /** The sample's key while the embedded sample runs; else null. */
  readonly sampleKey: string | null;
  /** Origins that pictures may be loaded from. */
  readonly imageOrigins: readonly string[];
  /** Whether the gateway runs registered documents alone. */
  readonly persistedOnly: boolean;
}

/** The configuration at `explorer/config.json`. Throws when it cannot be fetched or read. */
export async function fetchConfig(): Promise<Config> {
  const response = await fetch("explorer/config.json", { cache: "no-store" });
  if (!response.ok) throw new Error(`The gateway answered ${response.status}`);
  return decodeConfig(await response.json());
}

/** A configuration out of its JSON. Throws when it is none. */
export function decodeConfig(value: unknown): Config {
  if (typeof value !== "object" || value === null)
    throw new Error("The configuration is no object");
  const { registryName, sampleKey, imageOrigins, persistedOnly } = value as Record<string, unknown>;
  if (typeof registryName !== "string") throw new Error("The configuration names no registry");
  return {
    registryName,
    sampleKey: typeof sampleKey === "string" ? sampleKey : null,
    imageOrigins: Array.isArray(imageOrigins)
      ? imageOrigins.filter((origin) => typeof origin === "string")
      : [],
    persistedOnly: persistedOnly === true,
  };
}
