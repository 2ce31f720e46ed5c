import { randomBytes } from "node:crypto";
import type { CacheClient } from "./server/cache-client.ts";
import * as scripts from "./server/scripts.ts";

export const lockMs = 1_500;
const renewalMs = 400;

export interface StoredNames {
  readonly value: string;
  readonly lock: string;
}

export interface SealedValue {
  readonly sealed: Buffer;
  readonly expiresAt: number;
  readonly lifeMs: number;
}

export function createToken(): Buffer {
  return randomBytes(16);
}

export function toScriptArguments({
  sealed,
  expiresAt,
  lifeMs,
}: SealedValue): readonly (Buffer | string)[] {
  return [sealed, String(Math.floor(expiresAt)), String(Math.ceil(lifeMs))];
}

export class HeldLock {
  readonly #client: CacheClient;
  readonly #names: StoredNames;
  readonly #token: Buffer;
  readonly #renewal: NodeJS.Timeout;
  #isOver = false;

  constructor(client: CacheClient, names: StoredNames, token: Buffer) {
    this.#client = client;
    this.#names = names;
    this.#token = token;
    this.#renewal = setInterval(() => {
      void client.run(scripts.renew, [names.lock], [token, String(lockMs)]);
    }, renewalMs).unref();
  }

  /** Returns false if the value could not be stored. Ends the lock in any case. */
  async give(given: SealedValue): Promise<boolean> {
    this.#end();
    const { value, lock } = this.#names;
    const argv = [...toScriptArguments(given), this.#token];
    const isStored = (await this.#client.run(scripts.give, [value, lock], argv)) !== undefined;
    // If the server is too full for the value, the lock must still be released.
    if (!isStored) void this.#client.run(scripts.release, [lock], [this.#token]);
    return isStored;
  }

  release(): void {
    if (this.#isOver) return;
    this.#end();
    void this.#client.run(scripts.release, [this.#names.lock], [this.#token]);
  }

  #end(): void {
    this.#isOver = true;
    clearInterval(this.#renewal);
  }
}
