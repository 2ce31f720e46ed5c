import { isObject } from "./json.ts";

export interface Config {
  /** The registry's host, or words such as "the embedded sample". */
  readonly registryName: string;
  readonly sampleKey: string | null;
  readonly credentials: "keys" | "tokens" | "tokens and keys";
  readonly imageOrigins: readonly string[];
  readonly persistedOnly: boolean;
  readonly hasRegistered: boolean;
}

/** Throws if the configuration cannot be fetched or read. */
export async function fetchConfig(): Promise<Config> {
  const response = await fetch("explorer/config.json", { cache: "no-store" });
  if (!response.ok) throw new Error(`The gateway answered ${response.status}`);
  const value: unknown = await response.json();
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
