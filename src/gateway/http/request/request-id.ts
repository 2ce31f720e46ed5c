import { randomUUID } from "node:crypto";

const harmless = /^[\w.:/+=-]{1,64}$/;

/**
 * The id of a request: the caller's own if it is short, harmless and without a key, otherwise a new UUID.
 * @param header the request's `x-request-id`.
 * @param secrets the strings that the id must not contain.
 */
export function toRequestId(
  header: string | readonly string[] | undefined,
  secrets: readonly string[],
): string {
  if (typeof header !== "string" || !harmless.test(header)) return randomUUID();
  return secrets.some((secret) => header.includes(secret)) ? randomUUID() : header;
}
