import type { ProxyOptions } from "../gateway/call/network/http-client.ts";
import type { Settings } from "../settings.ts";

/** The proxy to an address; undefined if there is none. As in other programs, the address's protocol decides between `HTTPS_PROXY` and `HTTP_PROXY`. */
export function proxyTo(url: string, settings: Settings): ProxyOptions | undefined {
  const { HTTPS_PROXY, HTTP_PROXY, NO_PROXY: noProxy } = settings;
  const proxy = url.startsWith("https:") ? HTTPS_PROXY : HTTP_PROXY;
  return proxy === undefined ? undefined : { url: proxy, noProxy };
}
