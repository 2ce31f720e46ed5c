import { presentKey } from "../keys.ts";
import { isRecordKind, type RecordKind } from "../record.ts";
import type { Granted, Store } from "../store/store.ts";
import { challenge, type LimitBounds, parseKey, parsePaging } from "./parameters.ts";
import { HttpError, type RestResponse, toOk } from "./response.ts";
import type { Route } from "./routes.ts";

/**
 * Answers one of the five operations (interface §4), from the project of the caller's key.
 * The store reads the key and the data in one step, so that a database gets one query.
 * @throws HttpError for every status other than 200. Without a valid key, callers learn only that.
 */
export async function answerOperation(
  store: Store,
  route: Route,
  query: URLSearchParams,
  bounds: LimitBounds,
): Promise<RestResponse> {
  const key = presentKey(parseKey(query));
  let isAdmitted = false;
  const admit: Admit = (granted) => {
    if (!key.matches(granted?.grant) || !granted) throw unknownKey();
    isAdmitted = true;
    return granted.value;
  };
  try {
    return await answer({ store, keyId: key.id, admit }, route, query, bounds);
  } catch (error) {
    const isHidden = error instanceof HttpError && !isAdmitted;
    if (isHidden && !key.matches(await store.readGrant(key.id))) throw unknownKey();
    throw error;
  }
}

type Admit = <T>(granted: Granted<T> | undefined) => T;

function unknownKey(): HttpError {
  return new HttpError(401, "unknown_key", "The key is unknown or was revoked.", challenge);
}

async function answer(
  { store, keyId, admit }: { readonly store: Store; readonly keyId: string; readonly admit: Admit },
  { operation, kind, id }: Route,
  query: URLSearchParams,
  bounds: LimitBounds,
): Promise<RestResponse> {
  if (!isRecordKind(kind))
    throw unknown("structure", "Only `tag` and `terminal` have a structure.");
  if (operation === "list") {
    const { limit, page } = parsePaging(query, bounds);
    // Beyond the safe integers the product is inexact, but it is still past the end of any list.
    const position = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
    const { records, count } = admit(await store.readPage(keyId, { kind, position, limit }));
    const envelope = JSON.stringify({ limit, page, count, page_count: Math.ceil(count / limit) });
    return toOk(`{"${kind}s":[${records}],${envelope.slice(1)}`);
  }
  if (operation === "structure") {
    const structure = admit(await store.readStructure(keyId, kind));
    if (structure !== undefined) return toOk(structure);
    throw unknown("structure", `The project has no structure for its ${kind}s.`);
  }
  const storedId = kind === "tag" ? id : parseTerminalId(id);
  const record =
    storedId === undefined ? undefined : admit(await store.readRecord(keyId, kind, storedId));
  if (record === undefined) throw unknown(kind, `The project has no such ${kind}.`);
  return toOk(kind === "tag" ? `{"tag":${record}}` : `{"terminals":[${record}]}`);
}

/**
 * A terminal's id is an integer (interface §4.2). Another spelling of one, such as 007, is not an
 * id.
 */
function parseTerminalId(text: string): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && String(id) === text ? id : undefined;
}

function unknown(what: RecordKind | "structure", message: string): HttpError {
  return new HttpError(404, `unknown_${what}`, message);
}
