import { LRUCache } from "lru-cache";
import { nameForKey } from "../../../upstream/calls/key-digest.ts";
import { type Answer, maxNameLength, type Question, type SettledAnswer } from "../answers.ts";

/** The approximate memory of all kept answers, and of each one without its body. */
const maxBytes = 16 * 1024 * 1024;
const entryBytes = 500;

/** The assumed size of an answer that is still being executed. */
const expectedBytes = 2_000;

/** A question about one event. */
export interface EventQuestion extends Question {
  /** The position of the event's change. */
  readonly position: number;
}

/** The answers to events. An event is executed once for all subscriptions with the same question. */
export class SharedEvents {
  readonly #answers: LRUCache<string, Promise<Answer>>;

  /** @param ttlMs how long an answer is kept for slower subscriptions, in milliseconds. */
  constructor(ttlMs: number) {
    this.#answers = new LRUCache({ ttl: Math.max(ttlMs, 1), maxSize: maxBytes });
  }

  /** Finds the answer that another subscription got for this event, or executes the operation. */
  async findOrExecute(
    { keyDigest, name, position }: EventQuestion,
    execute: () => Promise<Answer>,
  ): Promise<SettledAnswer> {
    if (name.length > maxNameLength) return { answer: await execute(), reuse: "none" };
    const key = nameForKey(keyDigest, `${position} ${name}`);
    const kept = this.#answers.get(key);
    if (kept !== undefined) return { answer: await kept, reuse: "joined" };
    const execution = execute();
    this.#answers.set(key, execution, { size: expectedBytes });
    try {
      const answer = await execution;
      // An answer with errors is not kept, so that the next subscription tries again.
      if (answer.errorCodes.length > 0) this.#answers.delete(key);
      else
        this.#answers.set(key, execution, { size: answer.body.length + key.length + entryBytes });
      return { answer, reuse: "none" };
    } catch (error) {
      this.#answers.delete(key);
      throw error;
    }
  }
}
