import type {
  CachePartition,
  Finding,
  FindOptions,
  FoundValue,
  Lock,
  SharedKind,
  SharedName,
  SharedValue,
} from "../upstream/cache/shared-store.ts";
import { createToken, HeldLock, lockMs, type Places, type SealedValue } from "./held-lock.ts";
import * as scripts from "./scripts.ts";
import { type KeyRing, open, seal, toStoredName } from "./seal.ts";
import type { StoreClient } from "./store-client.ts";
import type { Trouble } from "./trouble.ts";

/** Is told what becomes of what is shared, for metrics. */
export interface SharedCacheObserver {
  /** A look for a value. */
  countLookUp(kind: SharedKind, outcome: "hit" | "miss"): void;
  countTrouble(trouble: Trouble): void;
  /** A wait for what another gateway was making. */
  countWait(kind: SharedKind, outcome: "given" | "in vain"): void;
}

const unavailable = { kind: "unavailable" } as const;
const awaited = { kind: "awaited" } as const;

/** The values of one caller's key in the store, sealed for it. */
export class SealedPartition implements CachePartition {
  readonly #ring: KeyRing;
  readonly #client: StoreClient;
  readonly #observer: SharedCacheObserver;

  constructor(ring: KeyRing, client: StoreClient, observer: SharedCacheObserver) {
    this.#ring = ring;
    this.#client = client;
    this.#observer = observer;
  }

  async find(name: SharedName): Promise<FoundValue | undefined> {
    if (this.#client.state !== "used") return undefined;
    const { value } = this.#toPlaces(name);
    const now = Date.now();
    const reply = await this.#client.run(scripts.find, [value], []);
    const found = this.#open(value, reply, now);
    this.#observer.countLookUp(name.kind, found === undefined ? "miss" : "hit");
    return found;
  }

  async findOrLock(
    name: SharedName,
    { withinMs, leastLeftMs = 0 }: FindOptions = {},
  ): Promise<Finding> {
    if (this.#client.state !== "used") return unavailable;
    const places = this.#toPlaces(name);
    const token = createToken();
    const now = Date.now();
    const argv = [token, String(lockMs), String(Math.ceil(leastLeftMs))];
    const { value, lock } = places;
    const reply = await this.#client.run(scripts.findOrLock, [value, lock], argv, withinMs);
    if (reply === 0) return awaited;
    const found = this.#open(value, reply, now);
    this.#observer.countLookUp(name.kind, found === undefined ? "miss" : "hit");
    if (reply === 1) return this.#toLock(places, token);
    return found ?? unavailable;
  }

  async put(name: SharedName, value: SharedValue): Promise<boolean> {
    if (this.#client.state !== "used") return false;
    const { value: place } = this.#toPlaces(name);
    const { sealed, leftMs } = this.#seal(place, value);
    if (leftMs <= 0) return false;
    const reply = await this.#client.send(["SET", place, sealed, "PX", String(leftMs)]);
    return reply !== undefined;
  }

  countWait(kind: SharedKind, outcome: "given" | "in vain"): void {
    this.#observer.countWait(kind, outcome);
  }

  countSpoilt(): void {
    this.#observer.countTrouble("spoilt");
  }

  #toPlaces({ kind, name }: SharedName): Places {
    const value = toStoredName(this.#ring, `${kind} ${name}`);
    return { value, lock: `${value}:lock` };
  }

  #toLock(places: Places, token: Buffer): Lock {
    const held = new HeldLock(this.#client, places, token);
    return {
      kind: "locked",
      give: async (value) => {
        const { sealed, leftMs } = this.#seal(places.value, value);
        if (leftMs > 0) return held.give({ sealed, leftMs });
        held.release();
        return false;
      },
      release: () => held.release(),
    };
  }

  #seal(place: string, { bytes, ageMs, lifeMs }: SharedValue): SealedValue {
    const askedAt = Date.now() - ageMs;
    const sealed = seal(this.#ring, place, { bytes, askedAt, lifeMs });
    return { sealed, leftMs: Math.floor(lifeMs - ageMs) };
  }

  /**
   * What a reply holds. Its age is by two clocks: the wall clock, by which gateways agree more or less, and the store's, by which it
   * has lived there. The older one counts: a clock that is wrong makes nothing younger.
   */
  #open(place: string, reply: unknown, now: number): FoundValue | undefined {
    if (!Array.isArray(reply)) return undefined;
    const [sealed, leftMs] = reply as readonly unknown[];
    const value = Buffer.isBuffer(sealed) ? open(this.#ring, place, sealed) : undefined;
    if (value === undefined || typeof leftMs !== "number") {
      this.#observer.countTrouble("spoilt");
      return undefined;
    }
    const { bytes, askedAt, lifeMs } = value;
    const ageMs = Math.max(now - askedAt, lifeMs - leftMs);
    return ageMs < lifeMs ? { kind: "found", bytes, ageMs } : undefined;
  }
}
