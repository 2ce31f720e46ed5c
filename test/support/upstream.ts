import type { Clock } from "../../src/upstream/clock.ts";
import type { RestCall } from "../../src/upstream/flight.ts";
import { RequestScope } from "../../src/upstream/request-scope.ts";
import { Transport, type TransportOptions } from "../../src/upstream/transport.ts";

/** A key that a search finds wherever it should not be. */
export const SECRET_KEY = "s3cret-Key-0123456789";

/** A transport of which a test names only what it cares about. */
export function createTransport(
  baseUrl: string,
  options: Partial<TransportOptions> = {},
): Transport {
  return new Transport({
    baseUrl,
    timeoutMs: 5_000,
    maxConnections: 16,
    badKeyStatuses: [401, 403],
    cacheTtlSeconds: 0,
    ...options,
  });
}

/** A request with time and calls to spare. */
export function createScope(
  options: { deadlineMs?: number; maxCalls?: number; clock?: Clock } = {},
): RequestScope {
  return new RequestScope({ deadlineMs: 15_000, maxCalls: 600, ...options });
}

/** A call for one tag, decoded to what it is. */
export function tagCall(id = "5", lane = "lane-a"): RestCall<unknown> {
  return {
    template: "/api/v1/tags/{id}/",
    path: `/api/v1/tags/${id}/?key=${SECRET_KEY}`,
    name: `tags/${id}/`,
    lane,
    decode: (body) => body,
  };
}

/** The error that a call fails with. */
export async function failureOf(answer: Promise<unknown>): Promise<Error> {
  try {
    await answer;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("the call did not fail with an error");
}
