import { type PresentedKey, presentKey } from "../keys.ts";
import { type MaybePromise, mapMaybePromise } from "../maybe-promise.ts";
import { isRecordKind, type RecordKind } from "../record.ts";
import type { Granted, Store } from "../store/store.ts";
import { challenge, defaultPageLimit, parseKey, parsePaging } from "./parameters.ts";
import {
  HttpError,
  type RestResponse,
  toJsonResponse,
  toPageResponse,
  toRecordResponse,
} from "./response.ts";
import type { Route } from "./routes.ts";

export interface LimitBounds {
  /** The maximum number of rows per page. A larger `limit` is reduced to it. @default 1000 */
  readonly clampLimit?: number | undefined;
  /** The largest `limit` that is not refused with 400. @default none is refused */
  readonly refuseLimit?: number | undefined;
}

interface RestRequest {
  readonly route: Exclude<Route, { operation: "live" | "ready" }>;
  readonly query: URLSearchParams;
  readonly bounds: LimitBounds;
}

/**
 * Answers one of the five operations (interface §4), from the project of the caller's key.
 * The store reads the key and the data in one step, so that a database gets one query.
 * @throws HttpError for every status other than 200.
 */
export function answerOperation(
  store: Store,
  { route, query, bounds }: RestRequest,
): MaybePromise<RestResponse> {
  const access = { store, key: presentKey(parseKey(query)) };
  switch (route.operation) {
    case "list":
      return answerList(access, { kind: route.kind, query, bounds });
    case "get":
      return answerGet(access, route);
    case "structure":
      return answerStructure(access, route.kind);
    default:
      return route satisfies never;
  }
}

interface Access {
  readonly store: Store;
  readonly key: PresentedKey;
}

function answerList(
  access: Access,
  {
    kind,
    query,
    bounds,
  }: { readonly kind: RecordKind; readonly query: URLSearchParams; readonly bounds: LimitBounds },
): MaybePromise<RestResponse> {
  const { clampLimit = defaultPageLimit, refuseLimit = Number.MAX_SAFE_INTEGER } = bounds;
  let paging: ReturnType<typeof parsePaging>;
  try {
    paging = parsePaging(query, { clampLimit, refuseLimit });
  } catch (error) {
    return refuse(access, error);
  }
  const { limit, page } = paging;
  // Beyond the safe integers the product is inexact, but it is still past the end of any list.
  const position = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
  const pending = access.store.readPage(access.key.id, { kind, position, limit });
  return mapMaybePromise(pending, (granted) => {
    const { records, count } = checkKey(access, granted);
    return toPageResponse(kind, records, { limit, page, count });
  });
}

function answerGet(
  access: Access,
  { kind, id }: { readonly kind: RecordKind; readonly id: string },
): MaybePromise<RestResponse> {
  const storedId = kind === "tag" ? id : parseTerminalId(id);
  if (storedId === undefined) return refuse(access, unknownRecord(kind));
  const pending = access.store.readRecord(access.key.id, kind, storedId);
  return mapMaybePromise(pending, (granted) => {
    const record = checkKey(access, granted);
    if (record === undefined) throw unknownRecord(kind);
    return toRecordResponse(kind, record);
  });
}

function unknownRecord(kind: RecordKind): HttpError {
  return new HttpError(404, `unknown_${kind}`, `The project has no such ${kind}.`);
}

/** A terminal's id is an integer (interface §4.2). Another spelling of one, such as 007, is not an id. */
function parseTerminalId(text: string): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && String(id) === text ? id : undefined;
}

function answerStructure(access: Access, kind: string): MaybePromise<RestResponse> {
  if (!isRecordKind(kind)) {
    const message = "Only `tag` and `terminal` have a structure.";
    return refuse(access, new HttpError(404, "unknown_structure", message));
  }
  const pending = access.store.readStructure(access.key.id, kind);
  return mapMaybePromise(pending, (granted) => {
    const structure = checkKey(access, granted);
    if (structure !== undefined) return toJsonResponse(structure);
    const message = `The project has no structure for its ${kind}s.`;
    throw new HttpError(404, "unknown_structure", message);
  });
}

/** Refuses a request with an error. Only a caller with a valid key sees it. Any other learns only that the key is unknown. */
function refuse({ store, key }: Access, error: unknown): MaybePromise<never> {
  return mapMaybePromise(store.readGrant(key.id), (grant) => {
    throw key.matches(grant) ? error : unknownKey();
  });
}

/** The value that was read. Throws an `HttpError` unless the grant is for the presented key. */
function checkKey<T>({ key }: Access, granted: Granted<T> | undefined): T {
  if (key.matches(granted?.grant) && granted) return granted.value;
  throw unknownKey();
}

function unknownKey(): HttpError {
  return new HttpError(401, "unknown_key", "The key is unknown or was revoked.", challenge);
}
