import type { Clock } from "../../base/time/clock.ts";
import type { Exchange } from "../exchange/exchange.ts";

/** A caller who takes less than this in `patienceMs`, and not the rest, is cut off. */
const minTakenBytes = 64 * 1024;
const patienceMs = 30_000;

/** How often this is checked, in milliseconds. */
const checkMs = 1_000;

/** Why a caller is cut off: it reads too slowly, or what waits to be read takes too much memory. */
export type CutOffReason = "slow" | "memory";

/** What the responses may take, and who is told of those that were cut off. */
export interface UnreadResponsesOptions {
  /** Maximum size of all that waits to be read, in bytes. */
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly onCutOff: (reason: CutOffReason) => void;
}

/** How far a caller has read its response. */
interface Reading {
  readonly bytes: number;
  readonly sentAt: number;
  /** What was unread at some time. */
  mark: { readonly bytes: number; readonly at: number };
}

/** The exchange as it is seen here. */
type UnreadExchange = Pick<Exchange, "unreadBytes" | "cutOff">;

/**
 * The responses that are written and wait to be read. Nobody can make the gateway keep them for long: a caller who reads too slowly is
 * cut off, and so are the slowest if all together take too much memory.
 */
export class UnreadResponses implements Disposable {
  readonly #options: UnreadResponsesOptions;
  readonly #readings = new Map<UnreadExchange, Reading>();
  readonly #streams = new Set<UnreadExchange>();
  /** What all responses had when they were sent. */
  #sentBytes = 0;
  #stopChecking: (() => void) | undefined;

  constructor(options: UnreadResponsesOptions) {
    this.#options = options;
  }

  /** How many responses wait to be read, without streams. */
  get count(): number {
    return this.#readings.size;
  }

  /** How much waits to be read, streams included, in bytes. */
  get bytes(): number {
    let bytes = 0;
    for (const exchange of this.#readings.keys()) bytes += exchange.unreadBytes;
    for (const exchange of this.#streams) bytes += exchange.unreadBytes;
    return bytes;
  }

  /** A response was written. */
  add(exchange: UnreadExchange, bytes: number): void {
    const now = this.#options.clock.now();
    this.#readings.set(exchange, { bytes, sentAt: now, mark: { bytes, at: now } });
    this.#sentBytes += bytes;
    this.#startChecking();
    // Most of it is usually read already.
    if (this.#sentBytes > this.#options.maxBytes) this.#makeRoom(now);
  }

  /** A stream begins. It may be slow, but what it has not read counts. */
  addStream(exchange: UnreadExchange): void {
    this.#streams.add(exchange);
    this.#startChecking();
  }

  /** A response was read, or its caller has left. */
  remove(exchange: UnreadExchange): void {
    const reading = this.#readings.get(exchange);
    if (reading === undefined) {
      this.#streams.delete(exchange);
      return;
    }
    this.#readings.delete(exchange);
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
    for (const [exchange, reading] of [...this.#readings]) {
      const { unreadBytes } = exchange;
      const hasTakenEnough = reading.mark.bytes - unreadBytes >= minTakenBytes;
      if (hasTakenEnough) reading.mark = { bytes: unreadBytes, at: now };
      else if (now - reading.mark.at >= patienceMs) this.#cutOff(exchange, "slow");
    }
    this.#makeRoom(now);
    if (this.#readings.size + this.#streams.size > 0) return;
    this.#stopChecking?.();
    this.#stopChecking = undefined;
  }

  /**
   * Cuts off the slowest readers, until what is left fits. A response that alone is too much goes first, but may stay while no other
   * waits.
   */
  #makeRoom(now: number): void {
    const { maxBytes } = this.#options;
    let { bytes } = this;
    if (bytes <= maxBytes) return;
    const speedOf = (exchange: UnreadExchange) => {
      const reading = this.#readings.get(exchange);
      // Nothing piles up in a stream, so its reader is slow only if a large event waits.
      if (reading === undefined) return -exchange.unreadBytes;
      return (reading.bytes - exchange.unreadBytes) / Math.max(now - reading.sentAt, checkMs);
    };
    const unread = [...this.#readings.keys(), ...this.#streams]
      .map((exchange) => ({ exchange, bytes: exchange.unreadBytes, speed: speedOf(exchange) }))
      .filter((one) => one.bytes > 0)
      .sort((one, other) => one.speed - other.speed);
    const tooLarge = unread.filter((one) => one.bytes > maxBytes);
    const others = unread.filter((one) => one.bytes <= maxBytes);
    for (const slowest of [...tooLarge, ...others].slice(0, -1)) {
      if (bytes <= maxBytes) return;
      bytes -= slowest.bytes;
      this.#cutOff(slowest.exchange, "memory");
    }
  }

  #cutOff(exchange: UnreadExchange, reason: CutOffReason): void {
    this.remove(exchange);
    this.#options.onCutOff(reason);
    exchange.cutOff();
  }
}
