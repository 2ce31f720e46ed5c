import { LRUCache } from "lru-cache";
import { toFullCacheKey } from "./key-digest.ts";
import { type Clock, systemClock } from "./time/clock.ts";

const maxKnown = 10_000;

/** Maximum number of refusals to remember. If there are more, the least recently used ones end early. */
const maxRefusals = 10_000;

/** How long the registry is not asked again with a key that it refused, in milliseconds. */
const pauseMs = 1_000;

/** How long a refused key is distrusted, in milliseconds. For this time, coming again gives it no advantage over new keys. */
const distrustMs = 60_000;

/** About how many new keys count in the share of refused ones. Earlier ones count less and less. */
const countedKeys = 64;

interface RememberedRefusal<Refusal> {
  readonly refusal: Refusal;
  readonly until: number;
  readonly distrustedUntil: number;
}

/**
 * What the process remembers of each key, by its digest: whether the registry has answered it, refuses it, or refused it lately, and
 * whether the gateway has turned it away. Anybody can make up keys, so the memory is bounded, and made-up keys push no known one out.
 *
 * @typeParam Refusal how the registry refuses a key.
 */
export class KeyMemory<Refusal extends object = object> {
  readonly #clock: Clock;
  readonly #known = new LRUCache<string, true>({ max: maxKnown });
  /** By digest if every endpoint counts as refusing the key, otherwise by digest and endpoint. */
  readonly #refusals = new LRUCache<string, RememberedRefusal<Refusal>>({ max: maxRefusals });
  readonly #turnedAway = new RecentKeys();
  /** Until when the last refusal lasts. */
  #refusedUntil = Number.NEGATIVE_INFINITY;
  /** The share of refused ones among new keys. */
  #refusedShare = 0;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Whether the registry has answered any key. Just after a start it has not, and there is nobody to protect. */
  get hasKnown(): boolean {
    return this.#known.size > 0;
  }

  /** Whether there is a key flood: the registry refuses most new keys, and there are known keys to protect. */
  get isFlooded(): boolean {
    return this.hasKnown && this.#refusedShare > 0.5;
  }

  /** Whether the registry has answered a key. Asking keeps the key remembered for longer. */
  isKnown(keyDigest: string): boolean {
    return this.#known.get(keyDigest) === true;
  }

  /** Whether the registry has refused a key in the last minute, and never answered it. */
  isDistrusted(keyDigest: string): boolean {
    const distrustedUntil = this.#refusals.get(keyDigest)?.distrustedUntil ?? 0;
    return this.#clock.now() < distrustedUntil;
  }

  /** Whether the gateway has turned a key away lately. */
  wasTurnedAway(keyDigest: string): boolean {
    return this.#turnedAway.has(keyDigest);
  }

  /**
   * How the registry has just refused a key at an endpoint, and would again; undefined if it might not. A key that it has never answered
   * counts as refused everywhere, and one that it has answered only at the endpoint that refused it.
   */
  refusalOf(keyDigest: string, endpoint: string): Refusal | undefined {
    // The quick way out, because a key is seldom refused.
    if (this.#refusedUntil === Number.NEGATIVE_INFINITY) return undefined;
    const now = this.#clock.now();
    if (now >= this.#refusedUntil) return undefined;
    const key = this.#refusals.get(keyDigest);
    const found =
      key && now < key.until ? key : this.#refusals.get(toFullCacheKey(keyDigest, endpoint));
    return found && now < found.until ? found.refusal : undefined;
  }

  /** The registry has answered a key. Returns whether the key was new. */
  noteAnswer(keyDigest: string): boolean {
    if (this.isKnown(keyDigest)) return false;
    this.#known.set(keyDigest, true);
    this.#refusals.delete(keyDigest);
    this.#countNewKey(0);
    return true;
  }

  /**
   * The registry has refused a key at an endpoint.
   * @param mayChange whether the next call may succeed: permissions can change at any moment.
   */
  noteRefusal(
    keyDigest: string,
    endpoint: string,
    { refusal, mayChange }: { readonly refusal: Refusal; readonly mayChange: boolean },
  ): void {
    const now = this.#clock.now();
    const isKnown = this.isKnown(keyDigest);
    if (isKnown && mayChange) return;
    // Calls that one new key makes at the same time count as one refusal, unless they may change.
    if (!isKnown && !this.refusalOf(keyDigest, endpoint)) this.#countNewKey(1);
    const name = isKnown ? toFullCacheKey(keyDigest, endpoint) : keyDigest;
    const earlier = mayChange ? this.#refusals.get(name) : undefined;
    const until = mayChange ? now : now + pauseMs;
    const distrustedUntil = isKnown ? now : now + distrustMs;
    // A refusal that may change does not end, and does not replace, one that lasts.
    this.#refusals.set(name, { refusal, until, ...earlier, distrustedUntil });
    this.#refusedUntil = Math.max(this.#refusedUntil, until);
  }

  /** The gateway has turned a key away. */
  noteTurnedAway(keyDigest: string): void {
    this.#turnedAway.add(keyDigest);
  }

  /** @param refused 1 if the registry has refused the key, 0 if it has answered. */
  #countNewKey(refused: 0 | 1): void {
    this.#refusedShare += (refused - this.#refusedShare) / countedKeys;
  }
}

/** What those ask who decide which requests and calls come first. */
export type KnownKeys = Pick<
  KeyMemory,
  "hasKnown" | "isFlooded" | "isKnown" | "isDistrusted" | "wasTurnedAway" | "noteTurnedAway"
>;

/** How many places there are for keys. With ten thousand new keys a second, nearly all are remembered for longer than a second. */
const places = 2 ** 18;

/** The first eight characters of a digest choose its place. The next eight tell it from others at that place. */
const charactersUsed = 8;

/**
 * Remembers recent keys by their digests. A key replaces the one that had its place before. So the memory stays the same however
 * many keys there are, and the garbage collector has nothing to visit in it.
 */
class RecentKeys {
  readonly #marks = new Int32Array(places);

  add(keyDigest: string): void {
    this.#marks[placeOf(keyDigest)] = hashOf(keyDigest, charactersUsed);
  }

  /** Whether a key was added, and no later one has taken its place. */
  has(keyDigest: string): boolean {
    return this.#marks[placeOf(keyDigest)] === hashOf(keyDigest, charactersUsed);
  }
}

function placeOf(keyDigest: string): number {
  return hashOf(keyDigest, 0) & (places - 1);
}

/** A 32-bit hash of eight of a digest's characters. */
function hashOf(keyDigest: string, first: number): number {
  let hash = 0;
  for (let index = first; index < first + charactersUsed; index += 1) {
    hash = (Math.imul(hash, 31) + keyDigest.charCodeAt(index)) | 0;
  }
  return hash;
}
