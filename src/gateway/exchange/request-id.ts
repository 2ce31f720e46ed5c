import { randomUUID } from "node:crypto";

const harmless = /^[\w.:/+=-]{1,64}$/;

/**
 * The id of a request: the caller's own if it is short, harmless and without a key, otherwise a new one.
 * @param given the header `x-request-id`
 */
export function toRequestId(
  given: string | readonly string[] | undefined,
  secrets: readonly string[],
): string {
  if (typeof given !== "string" || !harmless.test(given)) return randomUUID();
  return secrets.some((secret) => given.includes(secret)) ? randomUUID() : given;
}
