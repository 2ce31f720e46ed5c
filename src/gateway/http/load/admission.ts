import type { Settings } from "../../../settings.ts";
import { tryReadKey } from "../../answer/key/key.ts";
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
 * New documents without a known key while the process is busy: the time between two that are validated, in milliseconds, and how many
 * may be validated for each spare millisecond. In an idle process that is about nine at once.
 */
const documentPace = { pauseMs: 50, perSpareMs: 0.5 };

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
 * before its document is validated if that is new. Whatever is refused later is refused for what it is.
 */
export class Admission implements Disposable {
  readonly #options: AdmissionOptions;
  readonly #load: Load;
  readonly #newKeys: KeyThrottle;
  readonly #newDocuments: KeyThrottle;

  constructor(options: AdmissionOptions) {
    const { keyMemory, timing } = options;
    this.#options = options;
    this.#load = new Load(options.settings);
    this.#newKeys = new KeyThrottle({ ...timing, keyMemory });
    this.#newDocuments = new KeyThrottle({ ...timing, ...documentPace, keyMemory });
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
   * Lets a new document be validated, now (undefined) or in its turn. Null if it is turned away. Validation is the only dear work that a
   * request without a known key can cause, so requests with a known key do not wait for it.
   */
  admitDocument(request: IncomingRequest): Promise<Turn> | null | undefined {
    const { keyMemory } = this.#options;
    if (!keyMemory.hasKnown) return undefined;
    const keyDigest = this.#keyDigestOf(request);
    if (keyDigest !== null && keyMemory.isKnown(keyDigest)) return undefined;
    return this.#newDocuments.enter(keyDigest, request);
  }

  [Symbol.dispose](): void {
    this.#load[Symbol.dispose]();
  }

  #keyDigestOf({ rawHeaders }: IncomingRequest): string | null {
    const key = tryReadKey(rawHeaders);
    return key === null ? null : this.#options.keys.digestOf(key);
  }
}
