import type {
  CachePartition,
  FoundValue,
  Lock,
  SharedCache,
  SharedCacheKey,
  SharedKind,
} from "../../fleet/shared-cache.ts";
import { decodeBody } from "../../registry-client/body.ts";
import { packBody, type SentBody, unpackBody } from "../../registry-client/sent-body.ts";
import type { Clock } from "../base/time/clock.ts";
import { type FleetAnswer, findInFleet } from "../once/peer.ts";
import type { RestCall } from "./rest-call.ts";

interface SharedResponse {
  readonly kind: "found";
  readonly value: unknown;
  readonly sentAt: number;
  readonly bodyBytes: number;
}

export type LookUpResult = SharedResponse | Lock | undefined;

interface SharedResponsesOptions {
  readonly sharedCache: SharedCache;
  readonly kind: SharedKind;
  readonly ttlMs: number;
  readonly maxBodyBytes: number;
  readonly clock: Clock;
}

const pauses = { firstPauseMs: 4, maxPauseMs: 32 };

/**
 * The registry's responses that gateways share. The cache holds the bytes of their bodies. Each
 * gateway decodes the ones it uses.
 */
export class SharedResponses {
  readonly #options: SharedResponsesOptions;

  constructor(options: SharedResponsesOptions) {
    this.#options = options;
  }

  get waitMs(): number {
    return this.#options.sharedCache.waitMs;
  }

  /**
   * A response, or else its lock. If another gateway has the lock, waits for that gateway's
   * response, within `patienceMs`.
   */
  async lookUp(
    call: RestCall<unknown>,
    {
      patienceMs,
      minLeftMs = 0,
    }: {
      readonly patienceMs: number;
      readonly minLeftMs?: number;
    },
  ): Promise<LookUpResult> {
    const partition = this.#options.sharedCache.partitionOf(call);
    const found = await findInFleet<SharedResponse>({
      kind: this.#options.kind,
      partition,
      patience: { patienceMs, ...pauses },
      look: (leftMs) => this.#look(call, partition, leftMs, minLeftMs),
    });
    return found.kind === "found" || found.kind === "locked" ? found : undefined;
  }

  /**
   * Stores a response from the registry for the other gateways.
   * @param lock the response's lock, if this process has it.
   */
  async share(
    call: RestCall<unknown>,
    { sent, ageMs }: { readonly sent: SentBody; readonly ageMs: number },
    lock: Lock | undefined,
  ): Promise<void> {
    const bytes = packBody(sent);
    if (bytes === undefined) return;
    const value = { bytes, ageMs, lifeMs: this.#options.ttlMs };
    if (lock) await lock.give(value);
    else await this.#options.sharedCache.partitionOf(call).put(this.#nameOf(call), value);
  }

  #nameOf({ cacheKey }: RestCall<unknown>): SharedCacheKey {
    return { kind: this.#options.kind, cacheKey };
  }

  async #look(
    call: RestCall<unknown>,
    partition: CachePartition,
    leftMs: number,
    minLeftMs: number,
  ): Promise<FleetAnswer<SharedResponse>> {
    // The look-up takes time, so the age counts from before it.
    const lookedAt = this.#options.clock.now();
    const withinMs = Math.min(leftMs, this.waitMs);
    const finding = await partition.findOrLock(this.#nameOf(call), { withinMs, minLeftMs });
    if (finding.kind !== "found") return finding;
    const sentAt = lookedAt - finding.ageMs;
    return (await this.#decode(call, { finding, sentAt })) ?? { kind: "unavailable" };
  }

  async #decode(
    call: RestCall<unknown>,
    { finding, sentAt }: { readonly finding: FoundValue; readonly sentAt: number },
  ): Promise<SharedResponse | undefined> {
    const { ttlMs, maxBodyBytes, clock } = this.#options;
    // A gateway with a longer time to live may have stored it.
    if (clock.now() >= sentAt + ttlMs) return undefined;
    const body = await unpackBody(finding.bytes, maxBodyBytes);
    const response = body && decodeBody(call, body);
    if (!response || "error" in response) return undefined;
    return { kind: "found", value: response.value, sentAt, bodyBytes: body.length };
  }
}
