import {
  createToken,
  HeldLock,
  lockMs,
  type SealedValue,
  type StoredNames,
  toScriptArguments,
} from "./held-lock.ts";
import { type KeyRing, open, seal, toStoredName } from "./seal.ts";
import type { CacheClient } from "./server/cache-client.ts";
import type { FailureReason } from "./server/cache-failure.ts";
import * as scripts from "./server/scripts.ts";
import type {
  CachePartition,
  FindOptions,
  FindResult,
  FoundValue,
  Lock,
  SharedCacheKey,
  SharedKind,
  SharedValue,
  WaitOutcome,
} from "./shared-cache.ts";

export interface SharedCacheObserver {
  countLookUp(kind: SharedKind, outcome: "hit" | "miss"): void;
  countFailure(reason: FailureReason): void;
  countWait(kind: SharedKind, outcome: WaitOutcome): void;
}

const unavailable = { kind: "unavailable" } as const;

export class SealedPartition implements CachePartition {
  readonly #ring: KeyRing;
  readonly #client: CacheClient;
  readonly #observer: SharedCacheObserver;

  constructor(ring: KeyRing, client: CacheClient, observer: SharedCacheObserver) {
    this.#ring = ring;
    this.#client = client;
    this.#observer = observer;
  }

  async findOrLock(
    wanted: SharedCacheKey,
    { withinMs, minLeftMs = 0 }: FindOptions = {},
  ): Promise<FindResult> {
    if (!this.#client.isUsed) return unavailable;
    const names = this.#toStoredNames(wanted);
    const token = createToken();
    const argv = [token, ...[lockMs, Math.ceil(minLeftMs)].map(String)];
    const { value, lock } = names;
    const reply = toFindReply(
      await this.#client.run(scripts.findOrLock, [value, lock], argv, withinMs),
    );
    if (reply !== undefined) this.#client.setClock(reply.now);
    if (reply?.what === "awaited") return { kind: "awaited" };
    const found = reply && this.#open(value, reply);
    this.#observer.countLookUp(wanted.kind, found === undefined ? "miss" : "hit");
    if (reply?.what === "locked") return this.#toLock(names, token);
    return found ?? unavailable;
  }

  async put(wanted: SharedCacheKey, value: SharedValue): Promise<boolean> {
    if (!this.#client.isUsed) return false;
    const { value: storedName } = this.#toStoredNames(wanted);
    const argv = toScriptArguments(this.#seal(storedName, value));
    const reply = await this.#client.run(scripts.putValue, [storedName], argv);
    return reply !== undefined;
  }

  countWait(kind: SharedKind, outcome: WaitOutcome): void {
    this.#observer.countWait(kind, outcome);
  }

  #toStoredNames({ kind, cacheKey }: SharedCacheKey): StoredNames {
    const value = toStoredName(this.#ring, `${kind} ${cacheKey}`);
    return { value, lock: `${value}:lock` };
  }

  #toLock(names: StoredNames, token: Buffer): Lock {
    const held = new HeldLock(this.#client, names, token);
    return {
      kind: "locked",
      give: (value) => held.give(this.#seal(names.value, value)),
      release: () => held.release(),
    };
  }

  #seal(storedName: string, { bytes, ageMs, lifeMs }: SharedValue): SealedValue {
    // Its time is taken now, so that a value that is sent late does not live longer.
    const askedAt = this.#client.now() - ageMs;
    const sealed = seal(this.#ring, storedName, { bytes, askedAt, lifeMs });
    return { sealed, expiresAt: askedAt + lifeMs, lifeMs };
  }

  /**
   * Its age is the time since the registry was asked for it or, if longer, the part of its life
   * that has passed according to its expiry on the server. So putting an old copy back does not
   * make it younger.
   */
  #open(storedName: string, { now, what, sealed, leftMs }: FindReply): FoundValue | undefined {
    if (what !== "found") return undefined;
    const value = Buffer.isBuffer(sealed) ? open(this.#ring, storedName, sealed) : undefined;
    if (value === undefined || typeof leftMs !== "number") {
      this.#observer.countFailure("corrupt");
      return undefined;
    }
    const { bytes, askedAt, lifeMs } = value;
    const ageMs = Math.max(now - askedAt, lifeMs - leftMs, 0);
    return ageMs < lifeMs ? { kind: "found", bytes, ageMs } : undefined;
  }
}

interface FindReply {
  readonly now: number;
  readonly what: string;
  readonly sealed: unknown;
  readonly leftMs: unknown;
}

function toFindReply(reply: unknown): FindReply | undefined {
  if (!Array.isArray(reply)) return undefined;
  const [now, what, sealed, leftMs] = reply as readonly unknown[];
  return typeof now === "number" ? { now, what: String(what), sealed, leftMs } : undefined;
}
