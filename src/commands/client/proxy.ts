import type { Settings } from "../../settings.ts";
import type { ProxyOptions } from "../../upstream/http/wire.ts";

/** The proxy on the way to an address, by its protocol as in other programs. */
export function proxyTo(url: string, settings: Settings): ProxyOptions | undefined {
  const { HTTPS_PROXY, HTTP_PROXY, NO_PROXY: noProxy } = settings;
  const proxy = url.startsWith("https:") ? HTTPS_PROXY : HTTP_PROXY;
  return proxy === undefined ? undefined : { url: proxy, noProxy };
}
