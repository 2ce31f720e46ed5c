import { type ShownKey, showKey } from "../keys.ts";
import { type MaybePromise, mapMaybePromise } from "../maybe-promise.ts";
import type { Kind } from "../record.ts";
import type { Opened, Store } from "../store/store.ts";
import { type Answer, answerJson, answerPage, answerRecord, Refusal } from "./answer.ts";
import { challenge, defaultLimit, parseKey, parsePaging } from "./parameters.ts";
import type { Route } from "./routes.ts";

/** What a registry may be told to do with `limit`. */
export interface LimitBounds {
  /**
   * The most rows a page has; a larger `limit` is taken for this one.
   * @default 1000
   */
  readonly clampLimit?: number | undefined;
  /** A larger `limit` is refused with 400. */
  readonly refuseLimit?: number | undefined;
}

/** A request for one of the five operations. */
export interface OperationRequest {
  readonly route: Exclude<Route, { operation: "live" | "ready" }>;
  readonly query: URLSearchParams;
  readonly bounds: LimitBounds;
}

/**
 * The answer to one of the five operations (interface §4), from the project of the caller's key alone.
 * The key is checked and its project read in one step, so that a store elsewhere is asked once.
 * @throws Refusal for whatever is not answered with 200.
 */
export function answerOperation(store: Store, request: OperationRequest): MaybePromise<Answer> {
  const key = showKey(parseKey(request.query));
  return planAnswer(request)(store, key);
}

/** Reads what is asked for behind a key, and makes the answer of it. */
type AnswerPlan = (store: Store, key: ShownKey) => MaybePromise<Answer>;

function planAnswer({ route, query, bounds }: OperationRequest): AnswerPlan {
  switch (route.operation) {
    case "list":
      return planList(route.kind, query, bounds);
    case "get":
      return planGet(route);
    case "structure":
      return planStructure(route.of);
    default:
      return route satisfies never;
  }
}

function planList(kind: Kind, query: URLSearchParams, bounds: LimitBounds): AnswerPlan {
  const { clampLimit = defaultLimit, refuseLimit = Number.MAX_SAFE_INTEGER } = bounds;
  let paging: ReturnType<typeof parsePaging>;
  try {
    paging = parsePaging(query, { clampLimit, refuseLimit });
  } catch (refusal) {
    return planRefusal(refusal);
  }
  const { limit, page } = paging;
  // A product past the safe integers is rounded, and past the end of any list all the same.
  const position = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
  return (store, key) =>
    mapMaybePromise(store.readPage(key.id, { kind, position, limit }), (opened) => {
      const { records, count } = takeValue(key, opened);
      return answerPage(kind, records, { limit, page, count });
    });
}

function planGet({ kind, id }: { readonly kind: Kind; readonly id: string }): AnswerPlan {
  const refuse = () => new Refusal(404, `unknown_${kind}`, `The project has no such ${kind}.`);
  const storedId = kind === "tag" ? id : parseTerminalId(id);
  if (storedId === undefined) return planRefusal(refuse());
  return (store, key) =>
    mapMaybePromise(store.readRecord(key.id, kind, storedId), (opened) => {
      const record = takeValue(key, opened);
      if (record === undefined) throw refuse();
      return answerRecord(kind, record);
    });
}

/** Terminals are known by integers (interface §4.2); another spelling of one, such as 007, names none. */
function parseTerminalId(text: string): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && String(id) === text ? id : undefined;
}

function planStructure(of: string): AnswerPlan {
  if (of !== "tag" && of !== "terminal") {
    const message = "There is a structure of tag and one of terminal.";
    return planRefusal(new Refusal(404, "unknown_structure", message));
  }
  return (store, key) =>
    mapMaybePromise(store.readStructure(key.id, of), (opened) => {
      const structure = takeValue(key, opened);
      if (structure !== undefined) return answerJson(structure);
      const message = `The project has defined no structure of its ${of}s.`;
      throw new Refusal(404, "unknown_structure", message);
    });
}

/** What else is wrong with a request is told to those whose key is good. */
function planRefusal(refusal: unknown): AnswerPlan {
  return (store, key) =>
    mapMaybePromise(store.readLock(key.id), (lock) => {
      throw key.fits(lock) ? refusal : refuseKey();
    });
}

function takeValue<T>(key: ShownKey, opened: Opened<T> | undefined): T {
  if (key.fits(opened?.lock) && opened) return opened.value;
  throw refuseKey();
}

function refuseKey(): Refusal {
  return new Refusal(401, "unknown_key", "The key is unknown or was revoked.", challenge);
}
