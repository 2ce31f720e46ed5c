import type { ListMemory } from "../../../src/gateway/call/learning/learned-list.ts";
import {
  type ConnectionArguments,
  parseConnectionArguments,
  type RawConnectionArguments,
} from "../../../src/gateway/list/arguments.ts";
import { type Connection, loadPage, type NamedSource } from "../../../src/gateway/list/list.ts";
import type { ConnectionNeeds } from "../../../src/gateway/list/reading/page.ts";
import { readWhole } from "../../../src/gateway/list/reading/whole.ts";
import type { Page, PageRequest } from "../../../src/registry-client/page.ts";
import { ModelList } from "../../lists/model/list.ts";
import { type Happenings, RegistryModel, type Rules } from "../../lists/model/registry.ts";

export class Contradiction extends Error {}

type Response = Page<string | null> | "limit-refused";

/**
 * The model of a registry's list as a source of pages, without a gateway. All sources share what the process has learned of the list.
 * @param ids null is a row that cannot be read.
 */
export function serveList(
  ids: readonly (string | null)[],
  {
    maxLimit = 1000,
    turns = [],
    hides = () => false,
    edits = [],
    glitches = [],
    ...rules
  }: Partial<Rules & Happenings> & {
    readonly maxLimit?: number;
    /** How many microtasks each call waits, so that simultaneous calls are answered in any order. */
    readonly turns?: readonly number[];
    readonly hides?: (index: number) => boolean;
  } = {},
) {
  const makeBody = (number: number) => ({ id: `new-${number}` });
  const plain = { isDouble: false, isBroken: false };
  const rows = ids.map((id, at) => ({ id, isHidden: hides(at), ...plain, body: { id } }));
  const list = new ModelList(rows, makeBody);
  const honest = { count: "stored", pageCount: true, lag: 1 } as const;
  const model = new RegistryModel(
    {
      order: "insertion",
      clamp: null,
      refusal: null,
      envelope: honest,
      pastEnd: "empty",
      ...rules,
    },
    { tags: list, terminals: new ModelList([], makeBody) },
  );
  model.begin({ tags: { edits, glitches }, terminals: { edits: [], glitches: [] } });
  const memory: ListMemory = { count: null, isCountTrusted: false, isOdd: false };
  const calls: string[] = [];
  let known = maxLimit;
  let waited = 0;

  async function answer(request: PageRequest, first: () => Promise<Response>): Promise<Response> {
    for (let turn = turns[waited++ % turns.length] ?? 0; turn > 0; turn--) await undefined;
    const { limit, page } = request;
    calls.push(`${limit}/${page}`);
    const query = new URLSearchParams({ limit: `${limit}`, page: `${page}` });
    const { status, body } = model.answer("tags", query);
    const { above = limit } = model.rules.refusal ?? {};
    if (limit > above) {
      known = Math.min(known, above);
      return "limit-refused";
    }
    if (status >= 500) throw new Contradiction(`the registry answered with ${status}`);
    if (status >= 400) {
      const start = await first();
      return start === "limit-refused" ? start : { ...start, rows: [], page, isMissing: true };
    }
    const sent = body as { tags: { id: string }[]; [member: string]: unknown };
    const read = (member: string) => (sent[member] as number | undefined) ?? null;
    const told = read("limit") ?? limit;
    if (told < limit) known = Math.min(known, told);
    return {
      rows: sent.tags.map(({ id }) => id),
      ...{ limit: read("limit"), page: read("page"), count: read("count") },
      pageCount: read("page_count"),
    };
  }

  const source = (listName = "tag"): NamedSource<string | null> => {
    let looks = 0;
    const asked = new Map<string, Promise<Response>>();
    const fetchPage = (request: PageRequest, look: number): Promise<Response> => {
      const key = `${request.limit}/${request.page}/${look}`;
      const page =
        asked.get(key) ?? answer(request, () => fetchPage({ ...request, page: 1 }, look));
      asked.set(key, page);
      return page;
    };
    return {
      listName,
      memory,
      get maxLimit() {
        return known;
      },
      fetchPage,
      idOf: (row) => row,
      nextLook: () => ++looks,
      contentsOf: (row) => row,
      learnCut: (limit) => {
        known = Math.min(known, limit);
      },
      contradiction: (reason) => new Contradiction(reason),
    };
  };
  /** Loads a page with a request of its own, and tells what it cost. */
  const load = async (
    given: RawConnectionArguments,
    needs: Partial<ConnectionNeeds> = everything,
  ) => {
    const args = parseConnectionArguments(given, { defaultSize: 100, maxSize: 100_000 });
    const before = calls.length;
    const connection = await loadConnection(args, source(), { ...nothing, ...needs });
    return { ...connection, calls: calls.slice(before) };
  };
  return { list, calls, source, load };
}

export type ServedList = ReturnType<typeof serveList>;

const nothing: ConnectionNeeds = { rows: false, pageInfo: false, totalCount: false };
const everything = { rows: true, pageInfo: true };

export function createIds(length: number): string[] {
  return Array.from({ length }, (_, index) => `id-${index + 1}`);
}

export function clampTo(...limits: readonly number[]): Rules["clamp"] {
  return {
    told: "honest",
    offset: "before",
    limits: limits.map((limit) => ({ limit, calls: 6 })),
  };
}

/** Loads a page as a request does that has no snapshot yet. */
export function loadConnection(
  args: ConnectionArguments,
  source: NamedSource<string | null>,
  needs: ConnectionNeeds,
): Promise<Connection<string | null>> {
  const read = async () => {
    const { rows, isWhole } = await readWhole(source, { concurrency: 8, maxReadings: 3 });
    return { rows, lack: isWhole ? null : new Contradiction("the list is not whole") };
  };
  return loadPage(
    source,
    { ...args, needs },
    {
      read,
      pause: () => Promise.resolve(),
      isPreferred: false,
    },
  );
}

/** What a walk saw, in the list's order, and what each of its pages cost in REST calls. */
export async function walkList(
  { load }: ServedList,
  {
    size,
    from,
    between,
  }: {
    readonly size: number;
    readonly from: "start" | "end";
    readonly between?: { readonly after: string; readonly before: string };
  },
) {
  const isForward = from === "start";
  let ids: readonly (string | null)[] = [];
  const calls: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await load({
      ...between,
      ...(isForward ? { first: size } : { last: size }),
      ...(cursor && { [isForward ? "after" : "before"]: cursor }),
    });
    calls.push(page.calls.length);
    const { rows, warnings } = page;
    if (warnings.length > 0) return { ids, hasDrifted: true, calls };
    ids = isForward ? [...ids, ...rows] : [...rows, ...ids];
    const hasFurther = isForward ? page.hasNextPage : page.hasPreviousPage;
    if (!(between ? rows.length === size : hasFurther)) return { ids, hasDrifted: false, calls };
    if (rows.length === 0) throw new Error("more rows are promised, but none came");
    if (calls.length > 2000) throw new Error("the walk does not end");
    cursor = page.cursorAt(isForward ? rows.length - 1 : 0);
  }
}
