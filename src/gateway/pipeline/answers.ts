import { LRUCache } from "lru-cache";
import { type NamedMember, NameIndex } from "../../collections/name-index.ts";
import { nameForKey } from "../../upstream/calls/key-digest.ts";
import type { RequestScope } from "../../upstream/calls/request-scope.ts";
import type { Clock } from "../../upstream/time/clock.ts";
import type { Cost } from "../context.ts";
import type { PipelineRequest } from "./request.ts";

/** The answer to a question. Several requests may share it. */
export interface Answer {
  /** The JSON of the whole answer; a buffer if it is shared. */
  readonly body: string | Buffer;
  /** Whether the body ends with `extensions`. */
  readonly hasExtensions: boolean;
  readonly errorCodes: readonly string[];
  /** When its oldest part was requested, in milliseconds since 1970; undefined if no part is from the registry. */
  readonly oldestPartAt: number | undefined;
  readonly cost: Cost;
}

/** A key's digest, and a name for the operation with its variables. Requests with the same question get the same answer. */
export interface Question {
  readonly keyDigest: string;
  readonly name: string;
}

/** An execution that has started. */
export interface StartedExecution {
  /** The scope of the request that started it. */
  readonly scope: RequestScope;
  readonly answer: Promise<Answer>;
}

/** How an answer is reused: not at all, from an execution that another request started, or from the answers that are kept. */
export type AnswerReuse = "none" | "joined" | "kept";

/** An answer for one caller, perhaps still being executed. */
export interface FoundAnswer {
  readonly answer: Answer | Promise<Answer>;
  readonly reuse: AnswerReuse;
}

/** An answer for one caller, already executed. */
export interface SettledAnswer extends FoundAnswer {
  readonly answer: Answer;
}

/** Maximum size of all kept answers with their names, in bytes, and the bytes that each entry takes in addition. */
const maxKeptBytes = 32 * 1024 * 1024;
const entryBytes = 1024;

/** A kept answer is served only for this fraction of its TTL, so that the next request renews the registry's answers in time. */
const servedFraction = 0.8;

/** Answers with longer names are not shared: comparing them would cost more than it saves. */
export const maxNameLength = 8 * 1024;

/**
 * How long after its start other requests may join an execution, in milliseconds. They share the deadline of the request that started
 * it, so they lose at most this much of their own.
 */
const joinableMs = 100;

/** The answers that are pending or kept. Requests with the same question share one. */
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
   * Finds an answer that is kept or pending, or executes the operation.
   * @param question null if the answer may not be shared.
   */
  findOrExecute(
    question: Question | null,
    request: PipelineRequest,
    execute: () => StartedExecution,
  ): FoundAnswer {
    const isShared = question !== null && question.name.length <= maxNameLength;
    const found = isShared ? this.#find(question, request) : undefined;
    if (found !== undefined) return found;
    const { scope, answer } = execute();
    request.report.scope = scope;
    const finish = (pending: PendingAnswer) => this.#finish(pending, answer);
    const pending = new PendingAnswer(isShared ? question : unshared, scope, finish);
    pending.join(request);
    if (isShared) this.#pending.add(pending);
    return { answer: pending.answer, reuse: "none" };
  }

  #find(question: Question, request: PipelineRequest): FoundAnswer | undefined {
    const kept = this.#ttlMs > 0 ? this.#kept.get(nameOf(question)) : undefined;
    if (kept !== undefined) return { answer: kept, reuse: "kept" };
    const pending = this.#pending.find(question.keyDigest, question.name);
    if (!pending?.isJoinable(this.#clock.now(), this.#ttlMs)) return undefined;
    pending.join(request);
    return { answer: pending.answer, reuse: "joined" };
  }

  async #finish(pending: PendingAnswer, execution: Promise<Answer>): Promise<Answer> {
    try {
      const executed = await execution;
      const answer = pending.requestCount > 1 ? withBuffer(executed) : executed;
      this.#keep(pending, answer);
      return answer;
    } finally {
      pending.scope = null;
      this.#pending.remove(pending);
    }
  }

  #keep(pending: PendingAnswer, answer: Answer): void {
    const { oldestPartAt, errorCodes } = answer;
    if (this.#ttlMs === 0 || pending.keyDigest === unshared.keyDigest) return;
    if (oldestPartAt === undefined || errorCodes.length > 0) return;
    const lifetime = { start: oldestPartAt, ttl: this.#ttlMs * servedFraction };
    this.#kept.set(nameOf(pending), withBuffer(answer), lifetime);
  }
}

/** What an answer cost its caller. A reused answer cost no call. */
export function costOf({ cost }: Answer, reuse: AnswerReuse): Cost {
  if (reuse === "none") return cost;
  const used = cost.calls - cost.retries + cost.shared;
  const { cacheHits } = cost;
  return reuse === "joined"
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

/** An answer that is still being executed. It is cancelled when all requests that wait for it have left. */
class PendingAnswer implements NamedMember<PendingAnswer> {
  readonly keyDigest: string;
  readonly name: string;
  readonly answer: Promise<Answer>;
  /** How many requests the answer is for. */
  requestCount = 0;
  /** Its place in the index of pending answers. */
  bucket = -1;
  nextInBucket: PendingAnswer | undefined;
  /** Null once the execution has ended, so that what was read for it can be freed. */
  scope: RequestScope | null;
  #waitingCount = 0;

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
   * Whether a request that comes now may join. No part of the answer may be older than the request, unless a cache could still serve
   * that part.
   */
  isJoinable(now: number, ttlMs: number): boolean {
    const { scope } = this;
    if (scope === null || scope.isCancelled || scope.hasAnswerBegun) return false;
    if (now >= scope.startedAt + joinableMs) return false;
    return scope.oldestAnswerAt === undefined || now < scope.oldestAnswerAt + ttlMs;
  }

  /** Adds a request that waits for the answer. */
  join(request: PipelineRequest): void {
    this.requestCount += 1;
    this.#waitingCount += 1;
    request.onLeave(() => {
      this.#waitingCount -= 1;
      if (this.#waitingCount === 0) this.scope?.cancel();
    });
  }
}
