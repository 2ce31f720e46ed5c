import { isObject } from "./json.ts";

/** What the gateway accepts: the registry's keys, tokens in place of them, or both. */
export type Credentials = "keys" | "tokens" | "tokens and keys";

/** The page's configuration, which describes the gateway that serves it. */
export interface Config {
  /** The registry's host, or words such as "the embedded sample". */
  readonly registryName: string;
  readonly sampleKey: string | null;
  /** What callers send to be let in. */
  readonly credentials: Credentials;
  readonly imageOrigins: readonly string[];
  /** Whether the gateway runs registered documents only. */
  readonly persistedOnly: boolean;
  /** Whether documents are registered with the gateway. */
  readonly hasRegistered: boolean;
}

/** Fetches the configuration from `explorer/config.json`. Throws if it cannot be fetched or read. */
export async function fetchConfig(): Promise<Config> {
  const response = await fetch("explorer/config.json", { cache: "no-store" });
  if (!response.ok) throw new Error(`The gateway answered ${response.status}`);
  return decodeConfig(await response.json());
}

/** Decodes a configuration. Throws if the value is not a configuration. */
function decodeConfig(value: unknown): Config {
  if (!isObject(value)) throw new Error("The configuration is not an object");
  const { registryName, sampleKey, credentials, imageOrigins, persistedOnly, hasRegistered } =
    value;
  if (typeof registryName !== "string") throw new Error("The configuration names no registry");
  return {
    registryName,
    sampleKey: typeof sampleKey === "string" ? sampleKey : null,
    credentials:
      credentials === "tokens" || credentials === "tokens and keys" ? credentials : "keys",
    imageOrigins: Array.isArray(imageOrigins)
      ? imageOrigins.filter((origin) => typeof origin === "string")
      : [],
    persistedOnly: persistedOnly === true,
    hasRegistered: hasRegistered === true,
  };
}
