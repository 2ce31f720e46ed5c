export const callKinds = ["tags", "terminals", "tag", "terminal", "structure"] as const;
export type CallKind = (typeof callKinds)[number];

export interface RestCall<Value> {
  readonly kind: CallKind;
  /** The path template, which errors, logs and spans may show, such as `/api/v1/tags/{id}/`. */
  readonly template: string;
  /** Path and query with the key, in URL-safe ASCII. Only the registry ever sees it. */
  readonly path: string;
  readonly key: string;
  /** The digest of the key. Only calls with the same one may share responses. */
  readonly keyDigest: string;
  /**
   * What the call asks for, in the form of a path and query without the key. Calls with the same
   * API key and cache key are equal, and decode alike.
   */
  readonly cacheKey: string;
  /** Whether a response from the cache will not do. @default false */
  readonly isFresh?: boolean;
  /**
   * Makes the typed response from the body's JSON, once for all who share the response. They must
   * not change it.
   * @throws RegistryError if the body is not as documented. Such a response is not cached.
   */
  readonly decode: (body: unknown) => Value;
  /**
   * Statuses that may concern only this call. They count against neither the registry nor the key,
   * and the call is not retried.
   * @default none
   */
  readonly ambiguousStatuses?: readonly number[];
  /** Called before anybody else gets the response. Not called for one that was there already. */
  learn?(value: Value, bodyBytes: number): void;
}

export const urlSafePath = /^\/[\w\-.~!$&'()*+,;=:@%/?]*$/;

export type CallAgain = "after a failure" | "redirected" | "asking for JSON";

export interface MadeCall {
  readonly for: string;
  readonly call: string;
  readonly again?: CallAgain | undefined;
}

export const maxToldCalls = 100;

export function tellCall(
  call: Pick<RestCall<unknown>, "kind" | "cacheKey">,
  again?: CallAgain,
): MadeCall {
  const told = { for: purposeOf(call), call: call.cacheKey };
  return again === undefined ? told : { ...told, again };
}

function purposeOf({ kind, cacheKey }: Pick<RestCall<unknown>, "kind" | "cacheKey">): string {
  switch (kind) {
    case "tags":
    case "terminals":
      return purposeOfPage(kind, new URLSearchParams(cacheKey.slice(cacheKey.indexOf("?"))));
    case "tag":
    case "terminal":
      return `one ${kind} by its id`;
    case "structure":
      return `the structure of the additional data of ${cacheKey.endsWith("tag") ? "tags" : "terminals"}`;
  }
}

function purposeOfPage(kind: "tags" | "terminals", query: URLSearchParams): string {
  const limit = Number(query.get("limit"));
  const last = limit * Number(query.get("page"));
  // One row is fetched for its envelope: it counts the list, and shows whether the key is accepted.
  if (last === 1) return `the number of ${kind}, and whether the key is accepted`;
  return limit === 1
    ? `row ${last} of the ${kind}`
    : `rows ${last - limit + 1} to ${last} of the ${kind}`;
}
