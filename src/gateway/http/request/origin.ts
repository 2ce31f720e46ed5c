import type { HttpRequest } from "./http-request.ts";

/**
 * Whether a request may come from the page that sent it, as its `Origin` says: one of the gateway
 * itself. A page can have the name of its host resolve to this machine. So a socket on a loopback
 * address takes only names that always mean this machine.
 */
export function isOwnOrigin({ headers: { origin }, host, connection }: HttpRequest): boolean {
  if (typeof origin !== "string" || host === undefined || !URL.canParse(origin)) return false;
  const page = new URL(origin);
  const own = `${page.protocol}//${host}`;
  if (!URL.canParse(own) || new URL(own).host !== page.host) return false;
  return !isLoopback(connection?.localAddress ?? "") || isLoopback(page.hostname);
}

function isLoopback(host: string): boolean {
  return host === "localhost" || /^(?:::ffff:)?127(?:\.\d+){3}$|^(?:::1|\[::1\])$/.test(host);
}
