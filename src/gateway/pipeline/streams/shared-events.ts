import { LRUCache } from "lru-cache";
import { nameForKey } from "../../../upstream/calls/key-digest.ts";
import { type Answer, maxNameLength, type Share } from "../answers.ts";

/** The approximate memory of all kept answers, and of each one without its body. */
const maxBytes = 16 * 1024 * 1024;
const entryBytes = 500;

/** The assumed size of an answer that is being made. */
const expectedBytes = 2_000;

/** Identifies the answer to an event. Subscriptions with the same name share it. */
export interface EventName {
  readonly keyDigest: string;
  /** What they ask for: the operation and its variables. */
  readonly name: string;
  readonly position: number;
}

/** The answers to events. An event is executed once for all subscriptions that ask the same. */
export class SharedEvents {
  readonly #answers: LRUCache<string, Promise<Answer>>;

  /** @param ttlMs how long an answer is kept for slower subscriptions, in milliseconds. */
  constructor(ttlMs: number) {
    this.#answers = new LRUCache({ ttl: Math.max(ttlMs, 1), maxSize: maxBytes });
  }

  /** The answer to an event: the one of another subscription, or a new one. */
  async findOrExecute(
    event: EventName,
    execute: () => Promise<Answer>,
  ): Promise<Share & { readonly answer: Answer }> {
    const { keyDigest, name, position } = event;
    if (name.length > maxNameLength) return { answer: await execute(), origin: "own" };
    const key = nameForKey(keyDigest, `${position} ${name}`);
    const known = this.#answers.get(key);
    if (known !== undefined) return { answer: await known, origin: "joined" };
    const making = execute();
    this.#answers.set(key, making, { size: expectedBytes });
    try {
      const answer = await making;
      // An answer with errors is not kept, so that the next subscription tries again.
      if (answer.errorCodes.length > 0) this.#answers.delete(key);
      else this.#answers.set(key, making, { size: answer.body.length + key.length + entryBytes });
      return { answer, origin: "own" };
    } catch (error) {
      this.#answers.delete(key);
      throw error;
    }
  }
}
