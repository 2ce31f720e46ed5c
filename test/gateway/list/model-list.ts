import type { ListMemory } from "../../../src/gateway/call/learning/learned-list.ts";
import type { ConnectionArguments } from "../../../src/gateway/list/arguments.ts";
import { type Connection, loadPage, type NamedSource } from "../../../src/gateway/list/list.ts";
import type { ConnectionNeeds } from "../../../src/gateway/list/reading/page.ts";
import { readWhole } from "../../../src/gateway/list/reading/whole.ts";
import type { Page, PageRequest } from "../../../src/registry-client/page.ts";

/** A registry's list of ids, served by `limit` and `page`, and the calls that it received. */
export interface ModelList {
  /** The list, which a test can change between two calls. `null` is a row that cannot be read. */
  rows: (string | null)[];
  /** The calls so far, as `limit/page`. */
  readonly calls: string[];
  /** A source for one GraphQL request. All sources share what the process has learned of the list. */
  source(list?: string): NamedSource<string | null>;
}

/** Thrown when responses contradict each other. */
export class Contradiction extends Error {}

/** How a model differs from the simplest registry. */
export interface ModelOptions {
  /** Maximum number of rows on a page. A larger limit gets this many, and the envelope says so. */
  readonly clamp?: number;
  /** Maximum limit that is not refused. */
  readonly refuseAbove?: number;
  /** The gateway's own maximum of `limit`. */
  readonly maxLimit?: number;
  /** Turns the true page into a false one. */
  readonly lie?: (page: Page<string | null>, request: PageRequest) => Page<string | null>;
  /** How many microtasks each call waits, so that simultaneous calls are answered in any order. */
  readonly turns?: readonly number[];
  /** Called after each response is made and before it is delivered. The test may change the list here. */
  readonly afterCall?: (list: ModelList) => void;
}

/** A list in memory that answers as the interface document says, except for the options. */
export function createModelList(
  rows: readonly (string | null)[],
  { clamp, refuseAbove, maxLimit = 1000, lie, turns = [], afterCall }: ModelOptions = {},
): ModelList {
  const memory: ListMemory = { count: null, isCountTrusted: false, isOdd: false };
  let known = maxLimit;
  const answer = (request: PageRequest): Page<string | null> | "limit-refused" => {
    list.calls.push(`${request.limit}/${request.page}`);
    if (refuseAbove !== undefined && request.limit > refuseAbove) {
      known = Math.min(known, refuseAbove);
      return "limit-refused";
    }
    const limit = Math.min(request.limit, clamp ?? Number.POSITIVE_INFINITY);
    known = limit < request.limit ? Math.min(known, limit) : known;
    const start = (request.page - 1) * limit;
    const page = {
      rows: list.rows.slice(start, start + limit),
      limit,
      page: request.page,
      count: list.rows.length,
      pageCount: Math.ceil(list.rows.length / limit),
    };
    return lie ? lie(page, request) : page;
  };
  let waited = 0;
  const answerInTurn = async (request: PageRequest) => {
    for (let turn = turns[waited++ % turns.length] ?? 0; turn > 0; turn--) await undefined;
    const page = answer(request);
    afterCall?.(list);
    return page;
  };
  const list: ModelList = {
    rows: [...rows],
    calls: [],
    source(name = "tag") {
      let looks = 0;
      const asked = new Map<string, Promise<Page<string | null> | "limit-refused">>();
      return {
        listName: name,
        memory,
        get maxLimit() {
          return known;
        },
        fetchPage(request, look) {
          const key = `${request.limit}/${request.page}/${look}`;
          const earlier = asked.get(key);
          if (earlier !== undefined) return earlier;
          const page = answerInTurn(request);
          asked.set(key, page);
          return page;
        },
        idOf: (row) => row,
        nextLook() {
          looks += 1;
          return looks;
        },
        contentsOf: (row) => row,
        learnCut: (limit) => {
          known = Math.min(known, limit);
        },
        contradiction: (reason) => new Contradiction(reason),
      };
    },
  };
  return list;
}

/** Ids from `id-1` on, or with another prefix. */
export function createIds(length: number, prefix = "id"): string[] {
  return Array.from({ length }, (_, index) => `${prefix}-${index + 1}`);
}

/** Loads a page of a model's list, as a request does that has no snapshot yet. */
export function loadConnection(
  args: ConnectionArguments,
  source: NamedSource<string | null>,
  needs: ConnectionNeeds,
): Promise<Connection<string | null>> {
  return loadPage(
    source,
    { ...args, needs },
    {
      async read() {
        const { rows, isWhole } = await readWhole(source, { concurrency: 8, maxReadings: 3 });
        return { rows, lack: isWhole ? null : new Contradiction("the list is not whole") };
      },
      pause: () => Promise.resolve(),
    },
  );
}
