import { randomBytes } from "node:crypto";
import * as scripts from "./scripts.ts";
import type { StoreClient } from "./store-client.ts";

/** How long a lock lasts that is not renewed, and how often it is renewed, in milliseconds. */
export const lockMs = 1_500;
const renewalMs = 400;

/** How long others are told to go without, in milliseconds: long enough for all who wait to look once more. */
const forgoMs = 2_000;

/** How long any lock lasts at most that is not renewed, in milliseconds. */
export const longestLockMs = Math.max(lockMs, forgoMs);

/** The names of a value and of its lock in the store. */
export interface Places {
  readonly value: string;
  readonly lock: string;
}

/** A value as it is sent to the store. */
export interface SealedValue {
  readonly sealed: Buffer;
  /** When it expires, by the store's clock, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** How old it may become, in milliseconds. */
  readonly lifeMs: number;
}

/** A token that nobody else has. */
export function createToken(): Buffer {
  return randomBytes(16);
}

/** The arguments by which the scripts put a value. */
export function toArguments({
  sealed,
  expiresAt,
  lifeMs,
}: SealedValue): readonly (Buffer | string)[] {
  return [sealed, String(Math.floor(expiresAt)), String(Math.ceil(lifeMs))];
}

/** A lock that this process has in the store, renewed until it ends. */
export class HeldLock {
  readonly #client: StoreClient;
  readonly #places: Places;
  readonly #token: Buffer;
  readonly #renewal: NodeJS.Timeout;
  #isOver = false;

  constructor(client: StoreClient, places: Places, token: Buffer) {
    this.#client = client;
    this.#places = places;
    this.#token = token;
    this.#renewal = setInterval(() => {
      void client.run(scripts.renew, [places.lock], [token, String(lockMs)]);
    }, renewalMs).unref();
  }

  /** Puts the value and releases the lock. */
  async give(given: SealedValue): Promise<boolean> {
    this.#end();
    const { value, lock } = this.#places;
    const argv = [...toArguments(given), this.#token];
    const isThere = (await this.#client.run(scripts.give, [value, lock], argv)) !== undefined;
    // A full store takes no value. The lock has to go all the same.
    if (!isThere) void this.#client.run(scripts.release, [lock], [this.#token]);
    return isThere;
  }

  /** Releases the lock: whoever looks next has it. */
  release(): void {
    this.#finish(scripts.release, [this.#token]);
  }

  /** Releases the lock, and tells all who wait to go without the value. */
  forgo(): void {
    this.#finish(scripts.forgo, [this.#token, String(forgoMs)]);
  }

  #finish(script: string, argv: readonly (Buffer | string)[]): void {
    if (this.#isOver) return;
    this.#end();
    void this.#client.run(script, [this.#places.lock], argv);
  }

  #end(): void {
    this.#isOver = true;
    clearInterval(this.#renewal);
  }
}
