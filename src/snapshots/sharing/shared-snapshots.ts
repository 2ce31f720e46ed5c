import { setTimeout as delay } from "node:timers/promises";
import type {
  CachePartition,
  Finding,
  FoundValue,
  Lock,
  SharedName,
  SharedStore,
} from "../../upstream/cache/shared-store.ts";
import type { Caller, RegistryClient } from "../../upstream/client.ts";
import type { Clock } from "../../upstream/time/clock.ts";
import type { HeldSnapshot, ReadList } from "../keeping/held-snapshot.ts";
import type { ReadWhole } from "../reading/read-snapshot.ts";
import type { Reading } from "../reading/reading.ts";
import { loadSnapshot } from "./load-snapshot.ts";
import { type Contents, Recording } from "./recording.ts";

/** How snapshots are shared. */
export interface SharedSnapshotsOptions {
  readonly store: SharedStore;
  readonly client: RegistryClient;
  /** How old a snapshot may be, in milliseconds. */
  readonly ttlMs: number;
  /** Records of a list that is still read whole. */
  readonly maxRecords: number;
  readonly clock: Clock;
}

/** Which snapshot is wanted. */
export interface WantedSnapshot {
  readonly reading: Reading;
  readonly caller: Caller;
  /** The snapshot that it is to replace; undefined: any will do that is young enough. */
  readonly previous: HeldSnapshot | undefined;
  /** How long whoever asks for it may still wait for the store, in milliseconds. */
  readonly waitMs: number;
  /** Reads the list from the registry. */
  readonly read: () => Promise<ReadWhole>;
}

/** How long a list is waited for that another gateway reads, in milliseconds; after that it is read here, too. */
const patienceMs = 10_000;

/** How often it is looked whether it is there, in milliseconds: at first, and later on. */
const firstPauseMs = 10;
const longestPauseMs = 200;

/** How much younger than the snapshot that it replaces another one has to be, as a part of what they live. */
const progress = 0.05;

/** A gateway's task to read a list, a list that another one has read, or neither. */
type LookUp = Lock | { readonly kind: "loaded"; readonly list: ReadList } | undefined;

/** Snapshots that gateways share: one of them reads a list, and the others take the answers that it was given. */
export class SharedSnapshots {
  readonly #options: SharedSnapshotsOptions;

  constructor(options: SharedSnapshotsOptions) {
    this.#options = options;
  }

  /** The longest that a request may wait for all that it looks for in the store, in milliseconds. */
  get waitMs(): number {
    return this.#options.store.waitMs;
  }

  /**
   * A list as another gateway has read it, or as it is read now.
   * @throws RegistryError as reading it does.
   */
  async obtain(wanted: WantedSnapshot): Promise<ReadList> {
    const { store, ttlMs } = this.#options;
    const partition = store.partitionOf(wanted.caller);
    const found = await this.#lookUp(partition, wanted);
    if (found?.kind === "loaded") return found.list;
    if (found === undefined) return (await wanted.read()).list;
    const { reading } = wanted;
    const recording = new Recording(partition, ttlMs);
    reading.onAnswer = (answer, sent) => recording.take(answer, sent);
    try {
      const whole = await wanted.read();
      const contents = recording.finish(whole, reading.count);
      // Those who wait here come first.
      void this.#publish(contents, { agesFrom: whole.list.agesFrom, lock: found });
      return whole.list;
    } catch (error) {
      found.release();
      throw error;
    }
  }

  async #publish(
    finished: Promise<Contents | undefined>,
    { agesFrom, lock }: { readonly agesFrom: number; readonly lock: Lock },
  ): Promise<void> {
    try {
      const contents = await finished;
      if (contents === undefined) return;
      const { clock, ttlMs } = this.#options;
      const bytes = Buffer.from(JSON.stringify(contents));
      await lock.give({ bytes, ageMs: clock.now() - agesFrom, lifeMs: ttlMs });
    } finally {
      lock.release();
    }
  }

  async #lookUp(partition: CachePartition, wanted: WantedSnapshot): Promise<LookUp> {
    const { reading } = wanted;
    if (wanted.waitMs <= 0) return undefined;
    const until = performance.now() + patienceMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const finding = await this.#look(partition, wanted);
      if (finding.kind === "usable") {
        if (pauseMs > firstPauseMs) partition.countWait("snapshot", "given");
        const list = await this.#load(partition, wanted, finding);
        return list && { kind: "loaded", list };
      }
      if (finding.kind === "locked") return finding;
      if (finding.kind === "unavailable") return undefined;
      if (performance.now() + pauseMs >= until || reading.scope.isCancelled) {
        partition.countWait("snapshot", "in vain");
        return undefined;
      }
      await delay(pauseMs, undefined, { ref: false });
    }
  }

  /** What there is of a list; one that is of no use is as if there were none. */
  async #look(
    partition: CachePartition,
    wanted: WantedSnapshot,
  ): Promise<Usable | Exclude<Finding, FoundValue>> {
    const name = nameOf(wanted.reading);
    const { waitMs: withinMs } = wanted;
    const finding = await partition.findOrLock(name, { withinMs });
    if (finding.kind !== "found") return finding;
    // Sealed, and so by a gateway of this version.
    const contents = JSON.parse(finding.bytes.toString()) as Contents;
    const { ageMs } = finding;
    if (this.#isUsable(contents, ageMs, wanted)) return { kind: "usable", contents, ageMs };
    const leastLeftMs = Number.MAX_SAFE_INTEGER;
    const other = await partition.findOrLock(name, { withinMs, leastLeftMs });
    return other.kind === "found" ? { kind: "unavailable" } : other;
  }

  #isUsable(
    { count, parts }: Contents,
    ageMs: number,
    { reading, previous }: WantedSnapshot,
  ): boolean {
    const { ttlMs, clock, maxRecords } = this.#options;
    const records = parts.reduce((sum, { from, to }) => sum + to - from, 0);
    if (count !== reading.count || records > maxRecords || ageMs >= ttlMs) return false;
    const agesFrom = clock.now() - ageMs;
    return previous === undefined || agesFrom - previous.agesFrom > ttlMs * progress;
  }

  #load(
    partition: CachePartition,
    { reading }: WantedSnapshot,
    { contents, ageMs }: Usable,
  ): Promise<ReadList | undefined> {
    const { client, clock, store } = this.#options;
    const { waitMs } = store;
    const onProgress = (records: number) => {
      reading.records = records;
      return !reading.scope.isCancelled;
    };
    const { subject } = reading;
    return loadSnapshot(contents, { subject, client, partition, clock, ageMs, waitMs, onProgress });
  }
}

/** A snapshot that can be loaded. */
interface Usable {
  readonly kind: "usable";
  readonly contents: Contents;
  readonly ageMs: number;
}

function nameOf({ subject }: Reading): SharedName {
  return { kind: "snapshot", name: subject };
}
