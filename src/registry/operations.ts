import { type Answer, answerJson, answerPage, answerRecord, Refusal } from "./answer.ts";
import { findProject } from "./keys.ts";
import { challenge, defaultLimit, parseKey, parsePaging } from "./parameters.ts";
import type { Kind } from "./record.ts";
import type { Route } from "./routes.ts";
import type { StoreView } from "./store-view.ts";

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

/**
 * The answer to one of the five operations (interface §4), from the project of the caller's key alone.
 * @throws Refusal for whatever is not answered with 200.
 */
export function answerOperation(
  view: StoreView,
  request: {
    readonly route: Exclude<Route, { operation: "live" | "ready" }>;
    readonly query: URLSearchParams;
    readonly bounds: LimitBounds;
  },
): Answer {
  const { route, query, bounds } = request;
  const projectId = findProject(view, parseKey(query));
  if (projectId === undefined) {
    throw new Refusal(401, "unknown_key", "The key is unknown or was revoked.", challenge);
  }
  switch (route.operation) {
    case "list":
      return answerList(view, projectId, { kind: route.kind, query, bounds });
    case "get":
      return answerGet(view, projectId, route);
    case "structure":
      return answerStructure(view, projectId, route.of);
    default:
      return route satisfies never;
  }
}

function answerList(
  view: StoreView,
  projectId: number,
  list: { readonly kind: Kind; readonly query: URLSearchParams; readonly bounds: LimitBounds },
): Answer {
  const { clampLimit = defaultLimit, refuseLimit = Number.MAX_SAFE_INTEGER } = list.bounds;
  const { limit, page } = parsePaging(list.query, { clampLimit, refuseLimit });
  // A product past the safe integers is rounded, and past the end of any list all the same.
  const position = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
  const { records, count } = view.readPage({ projectId, kind: list.kind, position, limit });
  return answerPage(list.kind, records, { limit, page, count });
}

function answerGet(
  view: StoreView,
  projectId: number,
  { kind, id }: { readonly kind: Kind; readonly id: string },
): Answer {
  const storedId = kind === "tag" ? id : parseTerminalId(id);
  const record = storedId === undefined ? undefined : view.readRecord(projectId, kind, storedId);
  if (record) return answerRecord(kind, record);
  throw new Refusal(404, `unknown_${kind}`, `The project has no such ${kind}.`);
}

/** Terminals are known by integers (interface §4.2); another spelling of one, such as 007, names none. */
function parseTerminalId(text: string): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && String(id) === text ? id : undefined;
}

function answerStructure(view: StoreView, projectId: number, of: string): Answer {
  if (of !== "tag" && of !== "terminal") {
    throw new Refusal(404, "unknown_structure", "There is a structure of tag and one of terminal.");
  }
  const structure = view.readStructure(projectId, of);
  if (structure) return answerJson(structure);
  throw new Refusal(
    404,
    "unknown_structure",
    `The project has defined no structure of its ${of}s.`,
  );
}
