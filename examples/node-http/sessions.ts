import { randomUUID } from "node:crypto";
import { parseCookie, stringifySetCookie } from "cookie";

const cookieName = "session";

/** Who is logged in. In memory: whoever was logged in before a restart logs in again. */
export class Sessions {
  readonly #registryKeys = new Map<string, string>();

  /** Begins a session, and gives the `Set-Cookie` that the browser keeps in place of the registry's key. */
  begin(registryKey: string): string {
    const id = randomUUID();
    this.#registryKeys.set(id, registryKey);
    return toCookie(id);
  }

  /** The registry's key of the session that a `Cookie` header names; null: it names none. */
  findKey(cookies = ""): string | null {
    return this.#registryKeys.get(readId(cookies)) ?? null;
  }

  /** Ends that session, and gives the `Set-Cookie` by which the browser forgets it. */
  end(cookies = ""): string {
    this.#registryKeys.delete(readId(cookies));
    return toCookie("", 0);
  }
}

function readId(cookies: string): string {
  return parseCookie(cookies)[cookieName] ?? "";
}

/** No script reads it, and no page of another site can send it. Add `secure: true` behind TLS. */
function toCookie(value: string, maxAge = 8 * 60 * 60): string {
  const name = cookieName;
  return stringifySetCookie({ name, value, httpOnly: true, sameSite: "strict", path: "/", maxAge });
}
