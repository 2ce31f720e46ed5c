import type { Settings } from "../../../settings.ts";
import { tryIdentify } from "../../answer/key/key.ts";
import type { UnfinishedResponses } from "../../answer/unfinished-responses.ts";
import type { ActiveKeys } from "../../base/active-keys.ts";
import type { KnownKeys } from "../../base/key-memory.ts";
import {
  KeyThrottle,
  type ThrottledRequest,
  type ThrottleTiming,
  type Turn,
} from "./key-throttle.ts";
import { Load } from "./load.ts";
import type { TurnAwayReason } from "./turn-away.ts";

/**
 * Expensive work that a request without a known key can cause, and how it begins: the time between two while the process is busy, in
 * milliseconds, and how many may begin for each spare millisecond.
 */
const paces = {
  /** Validating a new document: about nine at once in an idle process. */
  document: { pauseMs: 50, perSpareMs: 0.5 },
  /** Reading a large body and its variables, which takes several times as long: one at once in an idle process. */
  "large body": { pauseMs: 500, perSpareMs: 0.1 },
} as const;

export type EarlyWork = keyof typeof paces;

/** Length of a body that is large, in UTF-16 units. A document of some thousand tokens is shorter. */
export const minLargeBody = 32 * 1024;

/** Whether a body takes long to read. */
export function isLargeBody(body: string): boolean {
  return body.length > minLargeBody;
}

interface AdmissionOptions {
  readonly settings: Pick<Settings, "MAX_REQUESTS_UNDER_WAY">;
  readonly keys: Pick<ActiveKeys, "digestOf">;
  readonly keyMemory: KnownKeys;
  readonly unfinished: Pick<UnfinishedResponses, "isNearlyFull" | "isHeaviest">;
  /** @default the machine's */
  readonly timing?: ThrottleTiming;
}

/** A request of which only the head has been read. */
interface IncomingRequest extends ThrottledRequest {
  readonly rawHeaders: readonly string[];
}

/**
 * Turns away requests that would hurt others, from the cheapest question to the dearest: before anything is stored for a request, and
 * before its body is parsed if that is large, or its document is validated if that is new. Whatever is refused later is refused for what it is.
 */
export class Admission implements Disposable {
  readonly #options: AdmissionOptions;
  readonly #load: Load;
  readonly #newKeys: KeyThrottle;
  readonly #earlyWork: Readonly<Record<EarlyWork, KeyThrottle>>;

  constructor(options: AdmissionOptions) {
    const { keyMemory, timing } = options;
    this.#options = options;
    this.#load = new Load(options.settings);
    this.#newKeys = new KeyThrottle({ ...timing, keyMemory });
    this.#earlyWork = {
      document: new KeyThrottle({ ...timing, ...paces.document, keyMemory }),
      "large body": new KeyThrottle({ ...timing, ...paces["large body"], keyMemory }),
    };
  }

  /**
   * Lets a request begin, now (undefined) or in its turn; or says why it is turned away.
   *
   * 1. The process is overloaded, whoever asks.
   * 2. The responses that are being made take too much memory, and those of this key take most of it.
   * 3. There is a key flood, this key is new, and too many such requests wait.
   *
   * @param busy how many requests are being answered, including this one.
   */
  admit(request: IncomingRequest, busy: number): Promise<Turn> | TurnAwayReason | undefined {
    const { keyMemory, unfinished } = this.#options;
    if (this.#load.isOverloaded(busy)) return "overload";
    if (!unfinished.isNearlyFull && !keyMemory.isFlooded) return undefined;
    const keyDigest = this.#keyDigestOf(request);
    if (keyDigest === null) return undefined;
    if (unfinished.isNearlyFull && unfinished.isHeaviest(keyDigest)) return "overload";
    if (!keyMemory.isFlooded || keyMemory.isKnown(keyDigest)) return undefined;
    return this.#newKeys.enter(keyDigest, request) ?? "keyFlood";
  }

  /**
   * Lets a request's expensive work begin, now (undefined) or in its turn. Null if the request is turned away. Requests with a known key
   * do not wait for those without one.
   */
  admitEarlyWork(work: EarlyWork, request: IncomingRequest): Promise<Turn> | null | undefined {
    const { keyMemory } = this.#options;
    if (!keyMemory.hasKnown) return undefined;
    const keyDigest = this.#keyDigestOf(request);
    if (keyDigest !== null && keyMemory.isKnown(keyDigest)) return undefined;
    return this.#earlyWork[work].enter(keyDigest, request);
  }

  /** The digest of a request's key if that is known; otherwise null. */
  knownKeyOf(request: IncomingRequest): string | null {
    const { keyMemory } = this.#options;
    const keyDigest = keyMemory.hasKnown ? this.#keyDigestOf(request) : null;
    return keyDigest !== null && keyMemory.isKnown(keyDigest) ? keyDigest : null;
  }

  [Symbol.dispose](): void {
    this.#load[Symbol.dispose]();
  }

  #keyDigestOf({ rawHeaders }: IncomingRequest): string | null {
    return tryIdentify(rawHeaders, this.#options.keys)?.keyDigest ?? null;
  }
}
