import { isIP } from "node:net";
import type { ProxyOptions } from "../registry-client/http-client.ts";
import type { Settings } from "../settings.ts";
import { CommandError } from "./command-error.ts";

/**
 * The proxy to an address; undefined if there is none. As in other programs, the address's protocol
 * decides between `HTTPS_PROXY` and `HTTP_PROXY`.
 * @throws CommandError if `NO_PROXY` lists networks, which could mean the address.
 */
export function proxyTo(
  url: string,
  { HTTPS_PROXY, HTTP_PROXY, NO_PROXY: noProxy = "" }: Settings,
): ProxyOptions | undefined {
  const { protocol, hostname } = new URL(url);
  const proxy = protocol === "https:" ? HTTPS_PROXY : HTTP_PROXY;
  if (proxy === undefined) return undefined;
  if (noProxy.includes("/") && isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0) {
    throw new CommandError(
      `NO_PROXY: networks such as 10.0.0.0/8 are not understood; list ${hostname} itself if it is to be reached without the proxy, and no networks`,
    );
  }
  return { httpProxy: proxy, httpsProxy: proxy, noProxy };
}
