import {
  KeyThrottle,
  type KeyThrottleOptions,
  type ThrottledRequest,
  type Turn,
} from "./key-throttle.ts";

/**
 * How work begins that is expensive and that a request without a known key can cause: the time between two while the process is busy, in
 * milliseconds, and how many may begin for each spare millisecond.
 */
const paces = {
  /** Validating a new document: about nine at once in an idle process. */
  document: { pauseMs: 50, perSpareMs: 0.5 },
  /** Reading a large body and its variables, which takes several times as long: one at once in an idle process. */
  largeBody: { pauseMs: 500, perSpareMs: 0.1 },
} as const;

/** Length of a body that is large, in UTF-16 units. A document of some thousand tokens is shorter. */
const minLargeBody = 32 * 1024;

/** Whether a body takes long to read. */
export function isLargeBody(body: string): boolean {
  return body.length > minLargeBody;
}

interface EarlyWorkThrottleOptions
  extends Pick<KeyThrottleOptions, "now" | "later" | "utilization"> {
  readonly work: keyof typeof paces;
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
 * Limits how much expensive work requests without a known key can cause while the process is busy. Requests with a known key do not
 * wait for it.
 */
export class EarlyWorkThrottle {
  readonly #transport: EarlyWorkThrottleOptions["transport"];
  readonly #throttle: KeyThrottle;

  constructor(options: EarlyWorkThrottleOptions) {
    const { work, transport, now, later, utilization } = options;
    this.#transport = transport;
    this.#throttle = new KeyThrottle({
      ...(now && { now }),
      ...(later && { later }),
      ...(utilization && { utilization }),
      ...paces[work],
      isDistrusted: (keyDigest) => keyDigest === noKey || transport.isDistrusted(keyDigest),
    });
  }

  /**
   * Lets a request's work begin, now (undefined) or later. Null if the request must be turned away.
   * @param keyDigest null if the request has no key.
   */
  enter(keyDigest: string | null, request: ThrottledRequest): Promise<Turn> | null | undefined {
    // After a start no key is known, and there is nobody to protect.
    if (!this.#transport.hasKnownKeys) return undefined;
    if (keyDigest !== null && this.#transport.isKnown(keyDigest)) return undefined;
    return this.#throttle.enter(keyDigest ?? noKey, request);
  }
}
