import { LRUCache } from "lru-cache";
import type { CachePartition, Owner, SharedStore } from "../upstream/cache/shared-store.ts";
import type { ClientState } from "./client-state.ts";
import { deriveRing, type KeyRing } from "./seal.ts";
import { SealedPartition, type SharedCacheObserver } from "./sealed-partition.ts";
import { type CacheLog, StoreClient } from "./store-client.ts";
import type { Trouble } from "./trouble.ts";

/** Which store is shared, and by whom. */
export interface SharedCacheOptions {
  /** The setting `CACHE_URL`. */
  readonly url: string;
  /** The setting `CACHE_SECRET`. */
  readonly secret: string;
  /** The registry's address. */
  readonly registry: string;
  readonly log: CacheLog;
  readonly observer: SharedCacheObserver;
  /** The longest that anything waits for one reply, and a request for all of them, in milliseconds. @default 100 */
  readonly waitMs?: number | undefined;
}

/** Keys whose ring is at hand; another takes a few digests to be made again. */
const mostRings = 10_000;

/** How often one trouble with commands or values is logged at most, in milliseconds: each is counted. */
const logPauseMs = 600_000;

/** Troubles that the client does not log, as the store is not lost with them. */
const partial: Readonly<Partial<Record<Trouble, string>>> = {
  full: "the shared cache is full: it takes no more until something has expired there",
  refused: "the shared cache refuses commands: see which ones its user may run",
  spoilt: "the shared cache holds values that cannot be opened: they are taken for none",
};

/** Values of the registry that several gateways share on a Valkey or Redis server, each sealed for its key. */
export class SharedCache implements SharedStore, Disposable {
  readonly waitMs: number;
  readonly #options: SharedCacheOptions;
  readonly #client: StoreClient;
  readonly #observer: SharedCacheObserver;
  readonly #rings = new LRUCache<string, KeyRing>({ max: mostRings });
  readonly #loggedAt = new Map<Trouble, number>();

  constructor(options: SharedCacheOptions) {
    const { url, log, observer, waitMs = 100 } = options;
    this.waitMs = waitMs;
    this.#options = options;
    this.#observer = {
      countLookUp: (kind, outcome) => observer.countLookUp(kind, outcome),
      countWait: (kind, outcome) => observer.countWait(kind, outcome),
      countTrouble: (trouble) => this.#countTrouble(trouble),
    };
    this.#client = new StoreClient({
      url,
      log,
      commandMs: waitMs,
      onTrouble: (trouble) => this.#countTrouble(trouble),
    });
  }

  get state(): ClientState {
    return this.#client.state;
  }

  partitionOf({ key, lane }: Owner): CachePartition {
    const { secret, registry } = this.#options;
    const ring = this.#rings.get(lane) ?? deriveRing(secret, registry, key);
    this.#rings.set(lane, ring);
    return new SealedPartition(ring, this.#client, this.#observer);
  }

  /** Ends the connection. */
  [Symbol.dispose](): void {
    this.#client[Symbol.dispose]();
  }

  #countTrouble(trouble: Trouble): void {
    const { log, observer } = this.#options;
    observer.countTrouble(trouble);
    const message = partial[trouble];
    if (message === undefined || this.#client?.state === "lost") return;
    const now = performance.now();
    if (now < (this.#loggedAt.get(trouble) ?? Number.NEGATIVE_INFINITY) + logPauseMs) return;
    this.#loggedAt.set(trouble, now);
    log.warn({ trouble }, message);
  }
}
