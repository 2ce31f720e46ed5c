import { type PresentedKey, presentKey } from "../keys.ts";
import { type MaybePromise, mapMaybePromise } from "../maybe-promise.ts";
import type { Kind } from "../record.ts";
import type { Granted, Store } from "../store/store.ts";
import { type Answer, answerJson, answerPage, answerRecord, Refusal } from "./answer.ts";
import { challenge, defaultLimit, parseKey, parsePaging } from "./parameters.ts";
import type { Route } from "./routes.ts";

/** How a registry bounds `limit`. */
export interface LimitBounds {
  /** The most rows of a page. A larger `limit` counts as this one. @default 1000 */
  readonly clampLimit?: number | undefined;
  /** The largest `limit` that is not refused with 400. @default any */
  readonly refuseLimit?: number | undefined;
}

/** A request for one of the five operations. */
export interface OperationRequest {
  readonly route: Exclude<Route, { operation: "live" | "ready" }>;
  readonly query: URLSearchParams;
  readonly bounds: LimitBounds;
}

/**
 * Answers one of the five operations (interface §4), from the project of the caller's key.
 * The store reads the key and the data in one step, so that a database gets one query.
 * @throws Refusal for whatever is not answered with 200.
 */
export function answerOperation(
  store: Store,
  { route, query, bounds }: OperationRequest,
): MaybePromise<Answer> {
  const caller = { store, key: presentKey(parseKey(query)) };
  switch (route.operation) {
    case "list":
      return answerList(caller, { kind: route.kind, query, bounds });
    case "get":
      return answerGet(caller, route);
    case "structure":
      return answerStructure(caller, route.of);
    default:
      return route satisfies never;
  }
}

/** The key that a request presents, and the store that knows whether it is valid. */
interface Caller {
  readonly store: Store;
  readonly key: PresentedKey;
}

function answerList(
  caller: Caller,
  {
    kind,
    query,
    bounds,
  }: { readonly kind: Kind; readonly query: URLSearchParams; readonly bounds: LimitBounds },
): MaybePromise<Answer> {
  const { clampLimit = defaultLimit, refuseLimit = Number.MAX_SAFE_INTEGER } = bounds;
  let paging: ReturnType<typeof parsePaging>;
  try {
    paging = parsePaging(query, { clampLimit, refuseLimit });
  } catch (refusal) {
    return refuse(caller, refusal);
  }
  const { limit, page } = paging;
  // A product beyond the safe integers is not exact, but it is past the end of any list all the same.
  const position = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
  const reading = caller.store.readPage(caller.key.id, { kind, position, limit });
  return mapMaybePromise(reading, (granted) => {
    const { records, count } = checkKey(caller, granted);
    return answerPage(kind, records, { limit, page, count });
  });
}

function answerGet(
  caller: Caller,
  { kind, id }: { readonly kind: Kind; readonly id: string },
): MaybePromise<Answer> {
  const storedId = kind === "tag" ? id : parseTerminalId(id);
  if (storedId === undefined) return refuse(caller, unknownRecord(kind));
  const reading = caller.store.readRecord(caller.key.id, kind, storedId);
  return mapMaybePromise(reading, (granted) => {
    const record = checkKey(caller, granted);
    if (record === undefined) throw unknownRecord(kind);
    return answerRecord(kind, record);
  });
}

function unknownRecord(kind: Kind): Refusal {
  return new Refusal(404, `unknown_${kind}`, `The project has no such ${kind}.`);
}

/** A terminal's id is an integer (interface §4.2). Another spelling of one, such as 007, is not an id. */
function parseTerminalId(text: string): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && String(id) === text ? id : undefined;
}

function answerStructure(caller: Caller, of: string): MaybePromise<Answer> {
  if (of !== "tag" && of !== "terminal") {
    const message = "Only `tag` and `terminal` have a structure.";
    return refuse(caller, new Refusal(404, "unknown_structure", message));
  }
  const reading = caller.store.readStructure(caller.key.id, of);
  return mapMaybePromise(reading, (granted) => {
    const structure = checkKey(caller, granted);
    if (structure !== undefined) return answerJson(structure);
    const message = `The project has no structure for its ${of}s.`;
    throw new Refusal(404, "unknown_structure", message);
  });
}

/** Refuses a request. Only a caller with a valid key learns what else is wrong with it. */
function refuse({ store, key }: Caller, refusal: unknown): MaybePromise<never> {
  return mapMaybePromise(store.readGrant(key.id), (grant) => {
    throw key.matches(grant) ? refusal : unknownKey();
  });
}

/** The value that was read for a key. Throws a `Refusal` unless the grant is this key's. */
function checkKey<T>({ key }: Caller, granted: Granted<T> | undefined): T {
  if (key.matches(granted?.grant) && granted) return granted.value;
  throw unknownKey();
}

function unknownKey(): Refusal {
  return new Refusal(401, "unknown_key", "The key is unknown or was revoked.", challenge);
}
