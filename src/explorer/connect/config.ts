import { parseObject } from "./json.ts";

export interface Config {
  /** The registry's host, or words such as "the embedded sample". */
  readonly registryName: string;
  readonly sampleKey: string | null;
  readonly credentials: "keys" | "tokens" | "tokens and keys";
  readonly imageOrigins: readonly string[];
  readonly persistedOnly: boolean;
  readonly hasRegistered: boolean;
}

/** Never throws: without its configuration, the explorer still runs queries. */
export async function fetchConfig(): Promise<Config> {
  const read = async () => (await fetch("explorer/config.json", { cache: "no-store" })).text();
  const { registryName, sampleKey, credentials, imageOrigins, persistedOnly, hasRegistered } =
    parseObject(await read().catch(() => "")) ?? {};
  return {
    registryName: typeof registryName === "string" ? registryName : "unknown",
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
