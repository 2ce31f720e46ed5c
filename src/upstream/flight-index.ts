import type { Flight } from "./flight.ts";

/** A power of two, some times as many as there are calls under way. */
const BUCKETS = 1024;

/**
 * Flights by key and name. No `Map`, for the reason that `Roster` tells: a `Map` of flights here made each call a sixth
 * dearer. The flights of a bucket are chained, and one that leaves holds on to none of the others.
 */
export class FlightIndex {
  readonly #buckets: (Flight | undefined)[] = new Array(BUCKETS).fill(undefined);
  /** Differs by process, so that nobody can choose names that share a bucket. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32);

  /** The flight of a call equal to this one. */
  find({ lane, name }: { readonly lane: string; readonly name: string }): Flight | undefined {
    let flight = this.#buckets[this.#bucketOf(name)];
    while (flight && !(flight.call.name === name && flight.call.lane === lane)) {
      flight = flight.nextInBucket;
    }
    return flight;
  }

  add(flight: Flight): void {
    const bucket = this.#bucketOf(flight.call.name);
    flight.nextInBucket = this.#buckets[bucket];
    this.#buckets[bucket] = flight;
  }

  remove(flight: Flight): void {
    const bucket = this.#bucketOf(flight.call.name);
    let before: Flight | undefined;
    let at = this.#buckets[bucket];
    while (at && at !== flight) {
      before = at;
      at = at.nextInBucket;
    }
    if (!at) return;
    if (before) before.nextInBucket = flight.nextInBucket;
    else this.#buckets[bucket] = flight.nextInBucket;
    flight.nextInBucket = undefined;
  }

  /** FNV-1a. */
  #bucketOf(name: string): number {
    let hash = this.#seed;
    for (let position = 0; position < name.length; position += 1) {
      hash = Math.imul(hash ^ name.charCodeAt(position), 0x01000193);
    }
    return (hash ^ (hash >>> 16)) & (BUCKETS - 1);
  }
}
