import {
  KeyThrottle,
  type KeyThrottleOptions,
  type ThrottledRequest,
  type Turn,
} from "./key-throttle.ts";

/** The time between two new documents that are validated while the process is busy, in milliseconds. */
const pauseMs = 50;

/** How many new documents may be validated for each spare millisecond: about nine at once in an idle process. */
const perSpareMs = 0.5;

interface DocumentThrottleOptions
  extends Pick<KeyThrottleOptions, "now" | "later" | "utilization"> {
  /** Knows which keys the registry has accepted or refused. */
  readonly transport: {
    readonly hasKnownKeys: boolean;
    isKnown(keyDigest: string): boolean;
    isDistrusted(keyDigest: string): boolean;
  };
}

/** Stands for the key of all requests without one. No key has this digest. */
const noKey = "";

/**
 * Limits how many new documents without a known key are validated while the process is busy. Validation is the only
 * expensive work that a request without a known key can cause. Requests with a known key do not wait for it.
 */
export class DocumentThrottle {
  readonly #transport: DocumentThrottleOptions["transport"];
  readonly #throttle: KeyThrottle;

  constructor(options: DocumentThrottleOptions) {
    const { transport, now, later, utilization } = options;
    this.#transport = transport;
    this.#throttle = new KeyThrottle({
      ...(now && { now }),
      ...(later && { later }),
      ...(utilization && { utilization }),
      pauseMs,
      perSpareMs,
      isDistrusted: (keyDigest) => keyDigest === noKey || transport.isDistrusted(keyDigest),
    });
  }

  /**
   * Lets a request's new document be validated, now (undefined) or later. Null if the request must be turned away.
   * @param keyDigest null if the request has no key.
   */
  enter(keyDigest: string | null, request: ThrottledRequest): Promise<Turn> | null | undefined {
    // After a start no key is known, and there is nobody to protect.
    if (!this.#transport.hasKnownKeys) return undefined;
    if (keyDigest !== null && this.#transport.isKnown(keyDigest)) return undefined;
    return this.#throttle.enter(keyDigest ?? noKey, request);
  }
}
