import { LRUCache } from "lru-cache";
import type { Owner, SharedStore, Shelf } from "../upstream/cache/shared-store.ts";
import { Link, type LinkLog } from "./link.ts";
import type { LinkState } from "./link-state.ts";
import { deriveRing, type KeyRing } from "./seal.ts";
import { SealedShelf, type SharedCacheObserver } from "./sealed-shelf.ts";
import type { Trouble } from "./trouble.ts";

/** Which store is shared, and by whom. */
export interface SharedCacheOptions {
  /** The setting `CACHE_URL`. */
  readonly url: string;
  /** The setting `CACHE_SECRET`. */
  readonly secret: string;
  /** The registry's address. */
  readonly registry: string;
  readonly log: LinkLog;
  readonly observer: SharedCacheObserver;
  /** The longest that anything waits for one reply, and a request for all of them, in milliseconds. @default 100 */
  readonly waitMs?: number | undefined;
}

/** Keys whose ring is at hand; another takes a few digests to be made again. */
const mostRings = 10_000;

/** How often one trouble with commands or values is logged at most, in milliseconds: each is counted. */
const logPauseMs = 600_000;

/** Troubles that the link does not log, as the store is not lost with them. */
const partial: Readonly<Partial<Record<Trouble, string>>> = {
  full: "the shared cache is full: it takes no more until something has expired there",
  refused: "the shared cache refuses commands: see which ones its user may run",
  spoilt: "the shared cache holds values that cannot be opened: they are taken for none",
};

/** Values of the registry that several gateways share on a Valkey or Redis server, each sealed for its key. */
export class SharedCache implements SharedStore, Disposable {
  readonly waitMs: number;
  readonly #options: SharedCacheOptions;
  readonly #link: Link;
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
    this.#link = new Link({
      url,
      log,
      commandMs: waitMs,
      onTrouble: (trouble) => this.#countTrouble(trouble),
    });
  }

  get state(): LinkState {
    return this.#link.state;
  }

  shelfOf({ key, lane }: Owner): Shelf {
    const { secret, registry } = this.#options;
    const ring = this.#rings.get(lane) ?? deriveRing(secret, registry, key);
    this.#rings.set(lane, ring);
    return new SealedShelf(ring, this.#link, this.#observer);
  }

  /** Ends the connection. */
  [Symbol.dispose](): void {
    this.#link[Symbol.dispose]();
  }

  #countTrouble(trouble: Trouble): void {
    const { log, observer } = this.#options;
    observer.countTrouble(trouble);
    const message = partial[trouble];
    if (message === undefined || this.#link?.state === "lost") return;
    const now = performance.now();
    if (now < (this.#loggedAt.get(trouble) ?? Number.NEGATIVE_INFINITY) + logPauseMs) return;
    this.#loggedAt.set(trouble, now);
    log.warn({ trouble }, message);
  }
}
