import { LRUCache } from "lru-cache";
import { type NamedMember, NameIndex } from "../../upstream/calls/name-index.ts";
import type { RequestScope } from "../../upstream/calls/request-scope.ts";
import type { Clock } from "../../upstream/time/clock.ts";
import type { Cost } from "../context.ts";
import type { RoadRequest } from "./message.ts";

/** An answer as all get it who share it. */
export interface Answer {
  /** The JSON of the whole answer; a buffer where several get it. */
  readonly body: string | Buffer;
  /** Whether the body ends in `extensions`. */
  readonly hasExtensions: boolean;
  readonly errorCodes: readonly string[];
  /** When its oldest part had been asked for, in milliseconds since 1970; undefined: it has none of the registry. */
  readonly askedAt: number | undefined;
  readonly cost: Cost;
}

/** What requests have in common that get the same answer: the digest of their key, and what they ask for. */
export interface Question {
  readonly lane: string;
  readonly name: string;
}

/** An answer that is being made. */
export interface Making {
  /** The request that asks the registry for it. */
  readonly scope: RequestScope;
  readonly answer: Promise<Answer>;
}

/** How a caller comes by an answer: it is made for them, made for another who asks for the same, or kept. */
export type Origin = "own" | "joined" | "kept";

/** An answer for one caller, perhaps still to come. */
export interface Share {
  readonly answer: Answer | Promise<Answer>;
  readonly origin: Origin;
}

/** Bytes that the kept answers may have together, with their names, and this much for each beside. */
const mostKeptBytes = 32 * 1024 * 1024;
const entryBytes = 1024;

/** A kept answer is given for this part of its life; then the registry's answers are due to be asked for anew. */
const servedPart = 0.8;

/** Names beyond this length are not worth being compared with others. */
const longestName = 8 * 1024;

/**
 * How long after its start a piece of work may be joined, in milliseconds. Who joins is bound by the deadline of the request
 * that began it, and so loses at most this much of their own.
 */
const joinableMs = 100;

/** The answers that are being made or are kept: equal questions of one key at the same moment share one. */
export class Answers {
  readonly #ttlMs: number;
  readonly #clock: Clock;
  readonly #works = new NameIndex<Work>();
  readonly #kept: LRUCache<string, Answer>;

  /** @param ttlMs how old an answer of the registry may be that is given again, in milliseconds; 0: none is kept. */
  constructor(ttlMs: number, clock: Clock) {
    this.#ttlMs = ttlMs;
    this.#clock = clock;
    this.#kept = new LRUCache({
      maxSize: mostKeptBytes,
      sizeCalculation: ({ body }, name) => body.length + 2 * name.length + entryBytes,
      perf: clock,
      ttlResolution: 0,
    });
  }

  /**
   * The answer to a question: one that is kept, one that is being made, or one that is made now.
   * @param question null: nobody may share the answer.
   */
  give(question: Question | null, request: RoadRequest, make: () => Making): Share {
    const isShared = question !== null && question.name.length <= longestName;
    const known = isShared ? this.#find(question, request) : undefined;
    if (known !== undefined) return known;
    const { scope, answer } = make();
    request.report.scope = scope;
    const finish = (work: Work) => this.#finish(work, answer);
    const work = new Work(isShared ? question : unshared, scope, finish);
    work.join(request);
    if (isShared) this.#works.add(work);
    return { answer: work.answer, origin: "own" };
  }

  #find(question: Question, request: RoadRequest): Share | undefined {
    const kept = this.#ttlMs > 0 ? this.#kept.get(nameOf(question)) : undefined;
    if (kept !== undefined) return { answer: kept, origin: "kept" };
    const work = this.#works.find(question.lane, question.name);
    if (!work?.isJoinable(this.#clock.now(), this.#ttlMs)) return undefined;
    work.join(request);
    return { answer: work.answer, origin: "joined" };
  }

  async #finish(work: Work, making: Promise<Answer>): Promise<Answer> {
    try {
      const made = await making;
      const answer = work.joined > 1 ? withBuffer(made) : made;
      this.#keep(work, answer);
      return answer;
    } finally {
      work.scope = null;
      this.#works.remove(work);
    }
  }

  #keep(work: Work, answer: Answer): void {
    const { askedAt, errorCodes } = answer;
    if (this.#ttlMs === 0 || work.lane === unshared.lane) return;
    if (askedAt === undefined || errorCodes.length > 0) return;
    const life = { start: askedAt, ttl: this.#ttlMs * servedPart };
    this.#kept.set(nameOf(work), withBuffer(answer), life);
  }
}

/** What an answer cost a caller: one that was made for another, or is kept, cost no call. */
export function costOf({ cost }: Answer, origin: Origin): Cost {
  if (origin === "own") return cost;
  const used = cost.calls - cost.retries + cost.shared;
  const { cacheHits } = cost;
  return origin === "joined"
    ? { ...cost, calls: 0, retries: 0, shared: used }
    : { ...cost, calls: 0, retries: 0, shared: 0, cacheHits: used + cacheHits, waitedMs: 0 };
}

const unshared: Question = { lane: "", name: "" };

function nameOf({ lane, name }: Question): string {
  return `${lane} ${name}`;
}

/** What several get is encoded once, and compressed once. */
function withBuffer(answer: Answer): Answer {
  const { body } = answer;
  return typeof body === "string" ? { ...answer, body: Buffer.from(body) } : answer;
}

/** Work on one answer. It is cancelled when everybody has left who waits for it. */
class Work implements NamedMember<Work> {
  readonly lane: string;
  readonly name: string;
  readonly answer: Promise<Answer>;
  /** How many the answer is for. */
  joined = 0;
  /** For the index of works. */
  bucket = -1;
  nextInBucket: Work | undefined;
  /** Null when the work has ended: nothing of what it has read is to be held on to. */
  scope: RequestScope | null;
  #waiting = 0;

  constructor(
    { lane, name }: Question,
    scope: RequestScope,
    finish: (work: Work) => Promise<Answer>,
  ) {
    this.lane = lane;
    this.name = name;
    this.scope = scope;
    this.answer = finish(this);
  }

  /**
   * Whether whoever comes now may have this answer: nothing in it was read before they asked, but for what a cache may
   * still give them.
   */
  isJoinable(now: number, ttlMs: number): boolean {
    const { scope } = this;
    if (scope === null || scope.isCancelled || scope.hasBegun) return false;
    if (now >= scope.startedAt + joinableMs) return false;
    return scope.oldestAnswerAt === undefined || now < scope.oldestAnswerAt + ttlMs;
  }

  /** Adds somebody who waits. */
  join(request: RoadRequest): void {
    this.joined += 1;
    this.#waiting += 1;
    request.onLeave(() => {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.scope?.cancel();
    });
  }
}
