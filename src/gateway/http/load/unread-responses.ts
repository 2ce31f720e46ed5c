import type { Clock } from "../../base/time/clock.ts";
import type { HttpRequest } from "../request/http-request.ts";

/** A response is closed if its caller takes less than this in `patienceMs`, and not the rest. */
const minTakenBytes = 64 * 1024;
const patienceMs = 30_000;

const checkMs = 1_000;

/** Why a response is closed: its caller reads too slowly, or what waits to be read takes too much memory. */
export type CloseReason = "slow" | "memory";

interface UnreadResponsesOptions {
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly onClosed: (reason: CloseReason) => void;
}

interface Reading {
  readonly bytes: number;
  readonly sentAt: number;
  mark: { readonly bytes: number; readonly at: number };
}

type UnreadResponse = Pick<HttpRequest, "unreadBytes" | "close">;

/**
 * The responses that are written and wait to be read. Nobody can make the gateway keep them for long: a response is
 * closed if its caller reads too slowly, and so are the slowest if all together take too much memory.
 */
export class UnreadResponses implements Disposable {
  readonly #options: UnreadResponsesOptions;
  readonly #readings = new Map<UnreadResponse, Reading>();
  readonly #streams = new Set<UnreadResponse>();
  #sentBytes = 0;
  #stopChecking: (() => void) | undefined;

  constructor(options: UnreadResponsesOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#readings.size;
  }

  /** How much waits to be read, streams included, in bytes. */
  get bytes(): number {
    let bytes = 0;
    for (const response of this.#readings.keys()) bytes += response.unreadBytes;
    for (const response of this.#streams) bytes += response.unreadBytes;
    return bytes;
  }

  add(response: UnreadResponse, bytes: number): void {
    const now = this.#options.clock.now();
    this.#readings.set(response, { bytes, sentAt: now, mark: { bytes, at: now } });
    this.#sentBytes += bytes;
    this.#startChecking();
    // Most of it is usually read already.
    if (this.#sentBytes > this.#options.maxBytes) this.#makeRoom(now);
  }

  /** A stream begins. It may be slow, but what it has not read counts. */
  addStream(response: UnreadResponse): void {
    this.#streams.add(response);
    this.#startChecking();
  }

  /** A response was read, or its caller has cancelled. */
  remove(response: UnreadResponse): void {
    const reading = this.#readings.get(response);
    if (reading === undefined) {
      this.#streams.delete(response);
      return;
    }
    this.#readings.delete(response);
    this.#sentBytes -= reading.bytes;
  }

  [Symbol.dispose](): void {
    this.#stopChecking?.();
  }

  #startChecking(): void {
    this.#stopChecking ??= this.#options.clock.every(checkMs, () => this.#check());
  }

  #check(): void {
    const now = this.#options.clock.now();
    for (const [response, reading] of [...this.#readings]) {
      const { unreadBytes } = response;
      const hasTakenEnough = reading.mark.bytes - unreadBytes >= minTakenBytes;
      if (hasTakenEnough) reading.mark = { bytes: unreadBytes, at: now };
      else if (now - reading.mark.at >= patienceMs) this.#close(response, "slow");
    }
    this.#makeRoom(now);
    if (this.#readings.size + this.#streams.size > 0) return;
    this.#stopChecking?.();
    this.#stopChecking = undefined;
  }

  /**
   * Closes the responses of the slowest readers, until what is left fits. A response that alone is too much goes first, but may stay
   * while no other waits.
   */
  #makeRoom(now: number): void {
    const { maxBytes } = this.#options;
    let { bytes } = this;
    if (bytes <= maxBytes) return;
    const speedOf = (response: UnreadResponse) => {
      const reading = this.#readings.get(response);
      // Nothing piles up in a stream, so its reader is slow only if a large event waits.
      if (reading === undefined) return -response.unreadBytes;
      return (reading.bytes - response.unreadBytes) / Math.max(now - reading.sentAt, checkMs);
    };
    const unread = [...this.#readings.keys(), ...this.#streams]
      .map((response) => ({ response, bytes: response.unreadBytes, speed: speedOf(response) }))
      .filter((one) => one.bytes > 0)
      .sort((one, other) => one.speed - other.speed);
    const tooLarge = unread.filter((one) => one.bytes > maxBytes);
    const others = unread.filter((one) => one.bytes <= maxBytes);
    for (const slowest of [...tooLarge, ...others].slice(0, -1)) {
      if (bytes <= maxBytes) return;
      bytes -= slowest.bytes;
      this.#close(slowest.response, "memory");
    }
  }

  #close(response: UnreadResponse, reason: CloseReason): void {
    this.remove(response);
    this.#options.onClosed(reason);
    response.close();
  }
}
