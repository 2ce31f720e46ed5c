import type { RestCall } from "./rest-call.ts";

/** Why a call is made again: it failed, was redirected, or was answered with XML. */
export type CallAgain = "after a failure" | "redirected" | "asking for JSON";

/** A REST call that a request made, for `extensions.tapgraph`. */
export interface MadeCall {
  /** What it was for, in words. */
  readonly for: string;
  /** Its path, as the gateway counts pages, without the key. */
  readonly call: string;
  /** Why it was made again; undefined the first time. */
  readonly again?: CallAgain | undefined;
}

/** Of a request, this many are told. */
export const maxToldCalls = 100;

/** Tells a call that a request makes. */
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
