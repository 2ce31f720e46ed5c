import { randomUUID } from "node:crypto";
import { parseCookie, stringifySetCookie } from "cookie";

const cookieName = "session";

/** The sessions of the users who are logged in. They are in memory only, so users log in again after a restart. */
export class Sessions {
  readonly #registryKeys = new Map<string, string>();

  /** Starts a session. Returns its `Set-Cookie`: the browser keeps that cookie instead of the registry's key. */
  begin(registryKey: string): string {
    const id = randomUUID();
    this.#registryKeys.set(id, registryKey);
    return toCookie(id);
  }

  /** The registry's key of the session in a `Cookie` header, or null. */
  findKey(cookies = ""): string | null {
    return this.#registryKeys.get(readId(cookies)) ?? null;
  }

  /** Ends the session in a `Cookie` header. Returns the `Set-Cookie` that makes the browser forget it. */
  end(cookies = ""): string {
    this.#registryKeys.delete(readId(cookies));
    return toCookie("", 0);
  }
}

function readId(cookies: string): string {
  return parseCookie(cookies)[cookieName] ?? "";
}

/** No script can read the cookie, and no page of another site can make the browser send it. Add `secure: true` behind TLS. */
function toCookie(value: string, maxAge = 8 * 60 * 60): string {
  const name = cookieName;
  return stringifySetCookie({ name, value, httpOnly: true, sameSite: "strict", path: "/", maxAge });
}
