import { LRUCache } from "lru-cache";
import type { Answer, Share } from "../road/answers.ts";

/** Memory that the answers may take that are kept for others, about, and each of them beside its body. */
const mostBytes = 16 * 1024 * 1024;
const entryBytes = 500;

/** What an answer under way is taken for. */
const expectedBytes = 2_000;

/** Names beyond this length are not worth being compared with others. */
const longestName = 8 * 1024;

/** An event as somebody is told of it, who shares it with all who have the same name. */
export interface EventName {
  readonly lane: string;
  /** What they ask for: the operation and its variables. */
  readonly name: string;
  readonly position: number;
}

/** The answers to events that several are told of: each is executed once for all who ask for the same. */
export class SharedEvents {
  readonly #answers: LRUCache<string, Promise<Answer>>;

  /** @param ttlMs how long an answer is kept for those who come to it later, in milliseconds. */
  constructor(ttlMs: number) {
    this.#answers = new LRUCache({ ttl: Math.max(ttlMs, 1), maxSize: mostBytes });
  }

  async give(
    event: EventName,
    execute: () => Promise<Answer>,
  ): Promise<Share & { readonly answer: Answer }> {
    const { lane, name, position } = event;
    if (name.length > longestName) return { answer: await execute(), origin: "own" };
    const key = `${lane} ${position} ${name}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return { answer: await known, origin: "joined" };
    const making = execute();
    this.#answers.set(key, making, { size: expectedBytes });
    try {
      const answer = await making;
      // One who joined it may have waited for a record that failed to come; the next one asks again.
      if (answer.errorCodes.length > 0) this.#answers.delete(key);
      else this.#answers.set(key, making, { size: answer.body.length + key.length + entryBytes });
      return { answer, origin: "own" };
    } catch (error) {
      this.#answers.delete(key);
      throw error;
    }
  }
}
