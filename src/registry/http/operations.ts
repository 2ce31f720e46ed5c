import { type PresentedKey, presentKey } from "../keys.ts";
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
  readonly clampLimit?: number | undefined;
  readonly refuseLimit?: number | undefined;
}

/**
 * Answers one of the five operations (interface §4), from the project of the caller's key.
 * The store reads the key and the data in one step, so that a database gets one query.
 * @throws HttpError for every status other than 200.
 */
export async function answerOperation(
  store: Store,
  request: {
    readonly route: Exclude<Route, { operation: "live" | "ready" }>;
    readonly query: URLSearchParams;
    readonly bounds: LimitBounds;
  },
): Promise<RestResponse> {
  const { route, query, bounds } = request;
  const access = { store, key: presentKey(parseKey(query)) };
  switch (route.operation) {
    case "list":
      return await answerList(access, route.kind, query, bounds);
    case "get":
      return await answerGet(access, route.kind, route.id);
    case "structure":
      return await answerStructure(access, route.kind);
    default:
      return route satisfies never;
  }
}

interface Access {
  readonly store: Store;
  readonly key: PresentedKey;
}

async function answerList(
  access: Access,
  kind: RecordKind,
  query: URLSearchParams,
  { clampLimit = defaultPageLimit, refuseLimit = Number.MAX_SAFE_INTEGER }: LimitBounds,
): Promise<RestResponse> {
  let paging: ReturnType<typeof parsePaging>;
  try {
    paging = parsePaging(query, { clampLimit, refuseLimit });
  } catch (error) {
    return await refuse(access, error);
  }
  const { limit, page } = paging;
  // Beyond the safe integers the product is inexact, but it is still past the end of any list.
  const position = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
  const granted = await access.store.readPage(access.key.id, { kind, position, limit });
  const { records, count } = checkKey(access, granted);
  return toPageResponse(kind, records, { limit, page, count });
}

async function answerGet(access: Access, kind: RecordKind, id: string): Promise<RestResponse> {
  const unknown = new HttpError(404, `unknown_${kind}`, `The project has no such ${kind}.`);
  const storedId = kind === "tag" ? id : parseTerminalId(id);
  if (storedId === undefined) return await refuse(access, unknown);
  const record = checkKey(access, await access.store.readRecord(access.key.id, kind, storedId));
  if (record === undefined) throw unknown;
  return toRecordResponse(kind, record);
}

/**
 * A terminal's id is an integer (interface §4.2). Another spelling of one, such as 007, is not an
 * id.
 */
function parseTerminalId(text: string): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && String(id) === text ? id : undefined;
}

async function answerStructure(access: Access, kind: string): Promise<RestResponse> {
  if (!isRecordKind(kind)) {
    const message = "Only `tag` and `terminal` have a structure.";
    return await refuse(access, new HttpError(404, "unknown_structure", message));
  }
  const structure = checkKey(access, await access.store.readStructure(access.key.id, kind));
  if (structure !== undefined) return toJsonResponse(structure);
  const message = `The project has no structure for its ${kind}s.`;
  throw new HttpError(404, "unknown_structure", message);
}

/**
 * Refuses a request with an error. Only a caller with a valid key sees it. Any other learns only
 * that the key is unknown.
 */
async function refuse({ store, key }: Access, error: unknown): Promise<never> {
  throw key.matches(await store.readGrant(key.id)) ? error : unknownKey();
}

function checkKey<T>({ key }: Access, granted: Granted<T> | undefined): T {
  if (key.matches(granted?.grant) && granted) return granted.value;
  throw unknownKey();
}

function unknownKey(): HttpError {
  return new HttpError(401, "unknown_key", "The key is unknown or was revoked.", challenge);
}
