import type { Edit, ModelList, Order, Row } from "./list.ts";

/** How a registry shortens pages that are larger than it serves. */
export interface Clamp {
  /** `silent`: the envelope repeats the limit asked for. `unstated`: it has no limit. `honest`: it states the clamp. */
  readonly told: "silent" | "unstated" | "honest";
  /** The largest limits served, each for so many calls; the last one for all that follow. */
  readonly limits: readonly { readonly limit: number; readonly calls: number }[];
  /** `before`: page p of a clamp c has the positions from (p - 1)c. `after`: the rows are cut out of the page asked for. */
  readonly offset: "before" | "after";
}

export interface Envelope {
  /**
   * `stored`: how many rows are paged, hidden ones included. `visible`: without the hidden ones. `other`: the count of the other list.
   * `stale`: the count of some calls ago. `over`, `under`: one too many, one too few.
   */
  readonly count: "stored" | "visible" | "other" | "stale" | "over" | "under" | "none";
  readonly pageCount: boolean;
  /** By how many calls a stale count lags. */
  readonly lag: number;
}

export interface Rules {
  readonly order: Order;
  readonly clamp: Clamp | null;
  /** Larger limits are refused with a status. */
  readonly refusal: { readonly above: number; readonly status: 400 | 413 | 422 } | null;
  readonly envelope: Envelope;
  /** What a page past the end is answered with. The last page may carry its own number, or the one asked for. */
  readonly pastEnd: "empty" | 404 | 400 | "last page" | "last page, number asked for";
  /** A lie that no gateway can notice, so that the oracle must. @default none */
  readonly plant?: Plant;
}

/** What all answers agree on, although it is not so. */
export type Plant = "leaves a row out" | "has a row twice" | "swaps two rows" | "adds a row";

function planted(rows: readonly Row[], plant: Plant | undefined): readonly Row[] {
  const at = Math.floor(rows.length / 2);
  const [one, other] = rows.slice(at, at + 2);
  if (plant === undefined || one === undefined || other === undefined) return rows;
  const instead = {
    "leaves a row out": [other],
    "has a row twice": [one, other, one],
    "swaps two rows": [other, one],
    "adds a row": [one, { ...one, id: 77, body: { ...one.body, id: 77 } }, other],
  }[plant];
  return [...rows.slice(0, at), ...instead, ...rows.slice(at + 2)];
}

/** What goes wrong with a single answer. */
export interface Glitch {
  readonly kind: "cut" | "holes" | "empty" | "same" | "twice" | 500 | 503 | "late";
  /** How much: a fraction of the rows, or of the longest delay. */
  readonly size: number;
}

/** What happens to a list while a question is asked. Calls are counted from the question's start. */
export interface Happenings {
  readonly edits: readonly { readonly call: number; readonly edit: Edit }[];
  readonly glitches: readonly {
    readonly call: number;
    /** How many calls in a row it spoils. */
    readonly calls: number;
    /** How many looks in a row at the same page it spoils. */
    readonly looks: number;
    readonly glitch: Glitch;
  }[];
}

export const subjects = ["tags", "terminals"] as const;
export type Subject = (typeof subjects)[number];

/** An answer, and for how many turns of the event loop it is held back. */
export interface Answer {
  readonly status: number;
  readonly body: object;
  readonly turns: number;
}

/** How the answers about a list so far would deceive any reader. */
export interface Deceptions {
  /** Pages whose rows and envelope agree that the list ends with them, although it does not. */
  falseEnds: number;
  /** Pages in whose place others came. */
  swappedPages: number;
  /** Pages that lacked the same rows by accident at two looks, as if these were hidden. */
  steadyPages: number;
  /** Last pages in place of later ones and with their numbers, and without a count. Only who reads all pages sees rows repeated. */
  strayPages: number;
  /** Pages that had the same row twice at two looks, or one without an id, which nobody can recognize. */
  doubledPages: number;
}

/** A served list: its rows, and what is about to happen to it. */
interface Served {
  readonly list: ModelList;
  happenings: Happenings;
  /** The calls of the question so far. */
  calls: number;
  /** All calls so far. */
  allCalls: number;
  /** The rows of the answer before. */
  before: readonly Row[];
  /** The number of rows at each call so far. */
  readonly counts: number[];
  /** The counts that envelopes stated since the question began. */
  stated: number[];
  readonly deceptions: Deceptions;
  /** What spoils the next looks at some pages, and how many, by the page asked for. */
  lasting: Map<string, { readonly glitch: Glitch; readonly looks: number }>;
  /** The accidents that were the same at each look so far, by the page asked for. */
  readonly accidents: Map<string, { readonly ids: string; readonly looks: number }>;
}

const noDeceptions: Deceptions = {
  falseEnds: 0,
  swappedPages: 0,
  steadyPages: 0,
  strayPages: 0,
  doubledPages: 0,
};

/** A registry as one key sees it: a state, and a pure answer to each request. */
export class RegistryModel {
  readonly rules: Rules;
  /** The list calls so far, as `tags?limit=10&page=1`. */
  readonly calls: string[] = [];
  /** How many calls it has failed to answer so far. */
  failures = 0;
  readonly #served: Readonly<Record<Subject, Served>>;

  constructor(rules: Rules, lists: Readonly<Record<Subject, ModelList>>) {
    this.rules = rules;
    const serve = (list: ModelList): Served => ({
      list,
      happenings: nothing,
      calls: 0,
      allCalls: 0,
      before: [],
      counts: [],
      stated: [],
      deceptions: { ...noDeceptions },
      lasting: new Map(),
      accidents: new Map(),
    });
    this.#served = { tags: serve(lists.tags), terminals: serve(lists.terminals) };
  }

  list(subject: Subject): ModelList {
    return this.#served[subject].list;
  }

  /** How the answers about a list have deceived so far. */
  deceptions(subject: Subject): Readonly<Deceptions> {
    return { ...this.#served[subject].deceptions };
  }

  /** The counts that envelopes stated since the question began. */
  statedCounts(subject: Subject): readonly number[] {
    return this.#served[subject].stated;
  }

  /** A question begins: what follows happens to its lists. */
  begin(happenings: Readonly<Record<Subject, Happenings>>): void {
    for (const subject of subjects) {
      const served = this.#served[subject];
      Object.assign(served, {
        happenings: happenings[subject],
        calls: 0,
        stated: [],
        lasting: new Map(),
      });
    }
  }

  /** The question is over: the edits that it did not live to see happen now. */
  end(): void {
    for (const subject of subjects) {
      const served = this.#served[subject];
      for (const { call, edit } of served.happenings.edits) {
        if (call >= served.calls) served.list.apply(edit, this.rules.order);
      }
      served.happenings = nothing;
    }
  }

  /** Answers a GET request for a path below `/api/v1/`. */
  answer(path: string, query: URLSearchParams): Answer {
    if (path.startsWith("additional_data/")) return answer(200, { items: [], last_update: 1 });
    const [subject = "", id = ""] = path.split("/");
    if (subject !== "tags" && subject !== "terminals") return answer(404, { error: "path" });
    if (id !== "") return this.#answerRecord(subject, decodeURIComponent(id));
    const limit = Number(query.get("limit") ?? 1000);
    const page = Number(query.get("page") ?? 1);
    this.calls.push(`${subject}?limit=${limit}&page=${page}`);
    return this.#answerList(subject, limit, page);
  }

  #answerRecord(subject: Subject, id: string): Answer {
    const row = this.#served[subject].list.visible.find((one) => String(one.id) === id);
    if (row === undefined) return answer(404, { error: "absent" });
    if (row.isBroken) return this.#fail(500);
    return answer(200, subject === "tags" ? { tag: row.body } : { terminals: [row.body] });
  }

  #answerList(subject: Subject, asked: number, page: number): Answer {
    const served = this.#served[subject];
    const call = served.calls++;
    served.allCalls += 1;
    for (const { call: when, edit } of served.happenings.edits) {
      if (when === call) served.list.apply(edit, this.rules.order);
    }
    served.counts.push(served.list.rows.length);
    const glitch = glitchOf(served, call, `${asked}:${page}`);
    if (typeof glitch?.kind === "number") return this.#fail(glitch.kind);
    const { refusal } = this.rules;
    if (refusal && asked > refusal.above) return answer(refusal.status, { error: "limit" });
    return this.#answerPage(subject, { asked, page, glitch });
  }

  #fail(status: number): Answer {
    this.failures += 1;
    return answer(status, { error: "failed" });
  }

  #answerPage(subject: Subject, { asked, page, glitch }: PageCall): Answer {
    const { clamp, pastEnd } = this.rules;
    const served = this.#served[subject];
    const stored = planted(served.list.rows, this.rules.plant);
    const limit = Math.min(asked, limitAt(clamp, served.allCalls - 1));
    const step = clamp?.offset === "after" ? asked : limit;
    const lastPage = Math.max(1, Math.ceil(stored.length / step));
    const isPast = page > lastPage;
    if (isPast && typeof pastEnd === "number") return answer(pastEnd, { error: "page" });
    const served1 = isPast && pastEnd !== "empty" ? lastPage : page;
    const start = (served1 - 1) * step;
    const all = stored.slice(start, start + limit);
    const shown = all.filter(({ isHidden }) => !isHidden);
    if (shown.some(({ isBroken }) => isBroken)) return this.#fail(500);
    const rows = spoil(shown, glitch, served.before);
    served.before = shown;
    const stated = clamp?.told === "honest" ? limit : asked;
    const number = pastEnd === "last page" ? served1 : page;
    const envelope = this.#envelope(subject, stated, step);
    if (envelope.count !== undefined) served.stated.push(envelope.count);
    this.#noteDeceptions(subject, {
      ...{ rows, shown, number, limit: stated, ...envelope },
      hasMore: stored.slice(start).filter(({ isHidden }) => !isHidden).length > rows.length,
      isPast,
      glitch: glitch?.kind,
      request: `${asked}:${page}`,
    });
    const body = {
      [subject]: rows.map((row) => row.body),
      ...(clamp?.told !== "unstated" && { limit: stated }),
      page: number,
      ...(envelope.count !== undefined && { count: envelope.count }),
      ...(envelope.pageCount !== undefined && { page_count: envelope.pageCount }),
    };
    const turns = glitch?.kind === "late" ? Math.ceil(glitch.size * maxTurns) : 0;
    return { status: 200, body, turns };
  }

  #envelope(
    subject: Subject,
    stated: number,
    step: number,
  ): { readonly count: number | undefined; readonly pageCount: number | undefined } {
    const { count: kind, pageCount: hasPageCount, lag } = this.rules.envelope;
    const { list, counts } = this.#served[subject];
    const stored = planted(list.rows, this.rules.plant).length;
    const other = this.#served[subject === "tags" ? "terminals" : "tags"].list;
    const count = {
      stored,
      visible: list.visible.length,
      other: other.rows.length,
      stale: counts[Math.max(0, counts.length - 1 - lag)] ?? 0,
      over: list.rows.length + 1,
      under: Math.max(0, list.rows.length - 1),
      none: stored,
    }[kind];
    const pageSize = this.rules.clamp?.offset === "after" ? stated : step;
    return {
      count: kind === "none" ? undefined : count,
      pageCount: hasPageCount ? Math.ceil(count / pageSize) : undefined,
    };
  }

  #noteDeceptions(subject: Subject, told: ToldPage): void {
    const { deceptions } = this.#served[subject];
    const { glitch, rows, shown } = told;
    if (glitch === "same" && rows !== shown) deceptions.swappedPages += 1;
    const looks = this.#noteAccident(subject, told);
    const isLonger = rows.length > shown.length;
    if (isLonger && (looks === 2 || hasNamelessTwin(rows))) deceptions.doubledPages += 1;
    if (!isLonger && looks === 2) deceptions.steadyPages += 1;
    const isStray = told.isPast && this.rules.pastEnd === "last page, number asked for";
    if (isStray && told.count === undefined) deceptions.strayPages += 1;
    // A page that is empty by accident, and says nothing of the list's length, is not so when one looks again.
    const isMute = looks === 1 && rows.length === 0 && told.count === undefined;
    if (told.hasMore && !isMute && seemsToEnd(told)) deceptions.falseEnds += 1;
  }

  /** At how many looks in a row a page has come with the same rows too few, or too many, by accident; 0 if it has the right ones. */
  #noteAccident(subject: Subject, { glitch, rows, shown, request }: ToldPage): number {
    const { accidents } = this.#served[subject];
    if (glitch === "same" || rows.length === shown.length) {
      accidents.delete(request);
      return 0;
    }
    const ids = String(rows.map(({ id }) => id));
    const before = accidents.get(request);
    const looks = before?.ids === ids ? before.looks + 1 : 1;
    accidents.set(request, { ids, looks });
    return looks;
  }
}

interface PageCall {
  readonly asked: number;
  readonly page: number;
  readonly glitch: Glitch | undefined;
}

/** A page as it was told, and the truth. */
interface ToldPage {
  readonly rows: readonly Row[];
  readonly shown: readonly Row[];
  readonly number: number;
  readonly limit: number;
  readonly count: number | undefined;
  readonly pageCount: number | undefined;
  readonly hasMore: boolean;
  /** Whether a page past the end was asked for. */
  readonly isPast: boolean;
  readonly glitch: Glitch["kind"] | undefined;
  /** The limit and the page asked for. */
  readonly request: string;
}

/**
 * Whether the rows and the envelope of a page agree that the list ends with it. An envelope that counts says so by its numbers. One
 * that does not, says so by a page without rows.
 */
function seemsToEnd({ rows, number, limit, count, pageCount }: ToldPage): boolean {
  const start = (number - 1) * limit;
  if (pageCount !== undefined && pageCount > number) return false;
  if (rows.length === 0) return count === undefined || count <= start;
  if (count === undefined) return pageCount === number && rows.length < limit;
  return count === start + rows.length;
}

/** What spoils a call: what is due at it, or what has spoiled the same page before. */
function glitchOf(
  { happenings, lasting }: Served,
  call: number,
  request: string,
): Glitch | undefined {
  const due = happenings.glitches.find(
    ({ call: first, calls }) => call >= first && call < first + calls,
  );
  const last = due ?? lasting.get(request);
  if (last === undefined) return undefined;
  const { glitch, looks } = last;
  if (looks > 1) lasting.set(request, { glitch, looks: looks - 1 });
  else lasting.delete(request);
  return glitch;
}

function hasNamelessTwin(rows: readonly Row[]): boolean {
  return rows.some((row, index) => row.id === null && row === rows[index + 1]);
}

const nothing: Happenings = { edits: [], glitches: [] };

/** The longest delay of a late answer, in turns of the event loop. */
const maxTurns = 40;

function answer(status: number, body: object): Answer {
  return { status, body, turns: 0 };
}

function limitAt(clamp: Clamp | null, call: number): number {
  let left = call;
  let last = Number.POSITIVE_INFINITY;
  for (const { limit, calls } of clamp?.limits ?? []) {
    last = limit;
    left -= calls;
    if (left < 0) break;
  }
  return last;
}

/** The rows of a page with which something went wrong. */
function spoil(
  rows: readonly Row[],
  glitch: Glitch | undefined,
  before: readonly Row[],
): readonly Row[] {
  if (glitch === undefined || rows.length === 0) return rows;
  const some = Math.max(1, Math.floor(glitch.size * rows.length));
  switch (glitch.kind) {
    case "cut":
      return rows.slice(0, rows.length - some);
    case "holes": {
      const every = Math.max(2, Math.round(1 / Math.max(glitch.size, 0.05)));
      return rows.filter((_, index) => index % every !== 1 % every);
    }
    case "empty":
      return [];
    case "same":
      return before;
    case "twice":
      return rows.toSpliced(some - 1, 0, ...rows.slice(some - 1, some));
    default:
      return rows;
  }
}
