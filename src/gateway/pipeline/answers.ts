import { LRUCache } from "lru-cache";
import { type NamedMember, NameIndex } from "../../collections/name-index.ts";
import { nameForKey } from "../../upstream/calls/key-digest.ts";
import type { RequestScope } from "../../upstream/calls/request-scope.ts";
import type { Clock } from "../../upstream/time/clock.ts";
import type { Cost } from "../context.ts";
import type { PipelineRequest } from "./request.ts";

/** An answer, which several requests may share. */
export interface Answer {
  /** The JSON of the whole answer; a buffer if it is shared. */
  readonly body: string | Buffer;
  /** Whether the body ends with `extensions`. */
  readonly hasExtensions: boolean;
  readonly errorCodes: readonly string[];
  /** When its oldest part was requested, in milliseconds since 1970; undefined if no part is from the registry. */
  readonly askedAt: number | undefined;
  readonly cost: Cost;
}

/** The digest of a key, and what is asked with it. Requests with the same question get the same answer. */
export interface Question {
  readonly keyDigest: string;
  readonly name: string;
}

/** The making of an answer. */
export interface Making {
  /** The scope of the request for which it is made. */
  readonly scope: RequestScope;
  readonly answer: Promise<Answer>;
}

/** Where a caller's answer comes from: made for this request, made for another one with the same question, or kept. */
export type Origin = "own" | "joined" | "kept";

/** An answer for one caller, perhaps still to come. */
export interface Share {
  readonly answer: Answer | Promise<Answer>;
  readonly origin: Origin;
}

/** Maximum size of all kept answers with their names, in bytes, and the bytes that each entry takes in addition. */
const maxKeptBytes = 32 * 1024 * 1024;
const entryBytes = 1024;

/** A kept answer is served only for this part of its life, so that the next request renews the registry's answers in time. */
const servedPart = 0.8;

/** Answers with longer names are not shared: comparing them would cost more than it saves. */
export const maxNameLength = 8 * 1024;

/**
 * How long after its start other requests may join the making of an answer, in milliseconds. They share the deadline of the request
 * that started it, and so lose at most this much of their own.
 */
const joinableMs = 100;

/** The answers that are being made or kept. Requests with the same question share one. */
export class Answers {
  readonly #ttlMs: number;
  readonly #clock: Clock;
  readonly #pending = new NameIndex<PendingAnswer>();
  readonly #kept: LRUCache<string, Answer>;

  /** @param ttlMs the maximum age of a kept answer, in milliseconds. With 0 none is kept. */
  constructor(ttlMs: number, clock: Clock) {
    this.#ttlMs = ttlMs;
    this.#clock = clock;
    this.#kept = new LRUCache({
      maxSize: maxKeptBytes,
      sizeCalculation: ({ body }, name) => body.length + 2 * name.length + entryBytes,
      perf: clock,
      ttlResolution: 0,
    });
  }

  /**
   * Answers a question with an answer that is kept or being made, or else with a new one.
   * @param question null if the answer may not be shared.
   */
  findOrMake(question: Question | null, request: PipelineRequest, make: () => Making): Share {
    const isShared = question !== null && question.name.length <= maxNameLength;
    const known = isShared ? this.#find(question, request) : undefined;
    if (known !== undefined) return known;
    const { scope, answer } = make();
    request.report.scope = scope;
    const finish = (pending: PendingAnswer) => this.#finish(pending, answer);
    const pending = new PendingAnswer(isShared ? question : unshared, scope, finish);
    pending.join(request);
    if (isShared) this.#pending.add(pending);
    return { answer: pending.answer, origin: "own" };
  }

  #find(question: Question, request: PipelineRequest): Share | undefined {
    const kept = this.#ttlMs > 0 ? this.#kept.get(nameOf(question)) : undefined;
    if (kept !== undefined) return { answer: kept, origin: "kept" };
    const pending = this.#pending.find(question.keyDigest, question.name);
    if (!pending?.isJoinable(this.#clock.now(), this.#ttlMs)) return undefined;
    pending.join(request);
    return { answer: pending.answer, origin: "joined" };
  }

  async #finish(pending: PendingAnswer, making: Promise<Answer>): Promise<Answer> {
    try {
      const made = await making;
      const answer = pending.joined > 1 ? withBuffer(made) : made;
      this.#keep(pending, answer);
      return answer;
    } finally {
      pending.scope = null;
      this.#pending.remove(pending);
    }
  }

  #keep(pending: PendingAnswer, answer: Answer): void {
    const { askedAt, errorCodes } = answer;
    if (this.#ttlMs === 0 || pending.keyDigest === unshared.keyDigest) return;
    if (askedAt === undefined || errorCodes.length > 0) return;
    const life = { start: askedAt, ttl: this.#ttlMs * servedPart };
    this.#kept.set(nameOf(pending), withBuffer(answer), life);
  }
}

/** What an answer cost its caller. An answer that was kept, or made for another request, cost no call. */
export function costOf({ cost }: Answer, origin: Origin): Cost {
  if (origin === "own") return cost;
  const used = cost.calls - cost.retries + cost.shared;
  const { cacheHits } = cost;
  return origin === "joined"
    ? { ...cost, calls: 0, retries: 0, shared: used }
    : { ...cost, calls: 0, retries: 0, shared: 0, cacheHits: used + cacheHits, waitedMs: 0 };
}

const unshared: Question = { keyDigest: "", name: "" };

function nameOf({ keyDigest, name }: Question): string {
  return nameForKey(keyDigest, name);
}

/** Encodes a shared answer, so that it is encoded and compressed only once. */
function withBuffer(answer: Answer): Answer {
  const { body } = answer;
  return typeof body === "string" ? { ...answer, body: Buffer.from(body) } : answer;
}

/** An answer that is being made, for all requests that wait for it. It is cancelled when all of them have left. */
class PendingAnswer implements NamedMember<PendingAnswer> {
  readonly keyDigest: string;
  readonly name: string;
  readonly answer: Promise<Answer>;
  /** How many requests the answer is for. */
  joined = 0;
  /** Its place in the index of pending answers. */
  bucket = -1;
  nextInBucket: PendingAnswer | undefined;
  /** Null once the answer is made, so that what was read for it can be freed. */
  scope: RequestScope | null;
  #waiting = 0;

  constructor(
    { keyDigest, name }: Question,
    scope: RequestScope,
    finish: (pending: PendingAnswer) => Promise<Answer>,
  ) {
    this.keyDigest = keyDigest;
    this.name = name;
    this.scope = scope;
    this.answer = finish(this);
  }

  /**
   * Whether a request that comes now may get this answer. No part of it may be older than the request, unless a cache could still
   * serve that part.
   */
  isJoinable(now: number, ttlMs: number): boolean {
    const { scope } = this;
    if (scope === null || scope.isCancelled || scope.hasAnswerBegun) return false;
    if (now >= scope.startedAt + joinableMs) return false;
    return scope.oldestAnswerAt === undefined || now < scope.oldestAnswerAt + ttlMs;
  }

  /** Adds a request that waits for the answer. */
  join(request: PipelineRequest): void {
    this.joined += 1;
    this.#waiting += 1;
    request.onLeave(() => {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.scope?.cancel();
    });
  }
}
