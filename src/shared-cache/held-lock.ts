import { randomBytes } from "node:crypto";
import * as scripts from "./scripts.ts";
import type { StoreClient } from "./store-client.ts";

/** How long a lock holds that is not renewed, and how often it is, in milliseconds. */
export const lockMs = 1_500;
const renewalMs = 400;

/** The places of a value and of its lock in the store. */
export interface Places {
  readonly value: string;
  readonly lock: string;
}

/** A value as it is sent to the store. */
export interface SealedValue {
  readonly sealed: Buffer;
  /** How long it is to live, in milliseconds. */
  readonly leftMs: number;
}

/** A token that nobody else has. */
export function createToken(): Buffer {
  return randomBytes(16);
}

/** A lock that this process has in the store: renewed until it ends. */
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

  /** Puts the value and ends the lock. */
  async give({ sealed, leftMs }: SealedValue): Promise<boolean> {
    this.#end();
    const { value, lock } = this.#places;
    const argv = [this.#token, sealed, String(leftMs)];
    const isThere = (await this.#client.run(scripts.give, [value, lock], argv)) !== undefined;
    // A store that is full takes no value, and all the same no lock is to be left behind.
    if (!isThere) void this.#client.run(scripts.release, [lock], [this.#token]);
    return isThere;
  }

  /** Ends the lock. */
  release(): void {
    if (this.#isOver) return;
    this.#end();
    void this.#client.run(scripts.release, [this.#places.lock], [this.#token]);
  }

  #end(): void {
    this.#isOver = true;
    clearInterval(this.#renewal);
  }
}
