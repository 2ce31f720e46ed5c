import type {
  CachePartition,
  Lock,
  SharedCache,
  SharedCacheKey,
} from "../../../../fleet/shared-cache.ts";
import type { Settings } from "../../../../settings.ts";
import type { Clock } from "../../../base/time/clock.ts";
import type { Caller, RegistryClient } from "../../../call/client.ts";
import { type FleetAnswer, findInFleet } from "../../../once/peer.ts";
import type { ListWithPages } from "../reading/read-snapshot.ts";
import type { Reading } from "../reading/reading.ts";
import type { ReadList, Snapshot } from "../snapshot.ts";
import { loadSnapshot } from "./load-snapshot.ts";
import { type Contents, Recording } from "./recording.ts";

/** How snapshots are shared. */
export interface SharedSnapshotsOptions {
  readonly sharedCache: SharedCache;
  readonly client: RegistryClient;
  readonly settings: Pick<Settings, "SNAPSHOT_TTL_SECONDS" | "MAX_SCAN_RECORDS">;
  readonly clock: Clock;
}

/** Which snapshot is wanted. */
export interface WantedSnapshot {
  readonly reading: Reading;
  readonly caller: Caller;
  /** The snapshot to replace; undefined if any that is young enough will do. */
  readonly previous: Snapshot | undefined;
  /** How much longer the request can wait for the shared cache, in milliseconds. */
  readonly waitMs: number;
  /** Reads the list from the registry. */
  readonly read: () => Promise<ListWithPages>;
}

/** How long to wait for a list that another gateway is reading. After that, this process also reads it. */
const patience = { patienceMs: 10_000, firstPauseMs: 10, maxPauseMs: 100 };

/** How often to check whether the shared cache takes too long, in milliseconds. */
const tickMs = 50;

/** How much younger a snapshot must be than the one it replaces, as a share of a snapshot's life. */
const minGain = 0.05;

/** What a look-up finds: the lock of the list, the list as another gateway has read it, or neither. */
type ListLookUp = Lock | { readonly kind: "loaded"; readonly list: ReadList } | undefined;

/** The snapshots that gateways share: one of them reads a list, and the others load it from the responses that it received. */
export class SharedSnapshots {
  readonly #options: SharedSnapshotsOptions;
  readonly #ttlMs: number;

  constructor(options: SharedSnapshotsOptions) {
    this.#options = options;
    this.#ttlMs = options.settings.SNAPSHOT_TTL_SECONDS * 1000;
  }

  /** Maximum time that one request waits for the shared cache, in milliseconds. */
  get waitMs(): number {
    return this.#options.sharedCache.waitMs;
  }

  /**
   * A list: loaded if another gateway has read it, or else read now.
   * @throws RegistryError as reading the list does.
   */
  async obtain(wanted: WantedSnapshot): Promise<ReadList> {
    const { sharedCache } = this.#options;
    const partition = sharedCache.partitionOf(wanted.caller);
    const found = await this.#lookUp(partition, wanted);
    if (found?.kind === "loaded") return found.list;
    if (found === undefined) return (await wanted.read()).list;
    return this.#readForAll(found, { partition, wanted });
  }

  async #readForAll(lock: Lock, { partition, wanted }: SharingTask): Promise<ReadList> {
    const lifeMs = this.#ttlMs;
    const { reading } = wanted;
    // A cache that is too slow for this gateway is too slow for all. Passing on the lock would only make them read one after
    // another.
    const recording = new Recording(partition, {
      lifeMs,
      taker: reading.budget,
      onAbandon: () => lock.abandon(),
    });
    reading.onResponse = (response, sent) => recording.add(response, sent);
    try {
      const listWithPages = await wanted.read();
      // Not awaited: the requests that wait in this process come first.
      void this.#publish(listWithPages, { recording, lock, count: reading.count });
      return listWithPages.list;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Stores a list for the gateways that wait for it, unless that takes longer than reading it did. */
  async #publish(read: ListWithPages, { recording, lock, count }: Publication): Promise<void> {
    const { clock, sharedCache } = this.#options;
    const { agesFrom, cost } = read.list;
    const until = clock.now() + cost.milliseconds + sharedCache.waitMs;
    const stop = clock.every(tickMs, () => {
      if (clock.now() >= until) recording.abandon();
    });
    try {
      const contents = await recording.finish(read, count);
      if (contents === undefined) return lock.abandon();
      const bytes = Buffer.from(JSON.stringify(contents));
      await lock.give({ bytes, ageMs: clock.now() - agesFrom, lifeMs: this.#ttlMs });
    } finally {
      stop();
      lock.release();
    }
  }

  async #lookUp(partition: CachePartition, wanted: WantedSnapshot): Promise<ListLookUp> {
    const { budget } = wanted.reading;
    if (wanted.waitMs <= 0) return undefined;
    const found = await findInFleet<Usable>({
      kind: "snapshot",
      partition,
      patience,
      look: () => this.#find(partition, wanted),
      isOver: () => budget.isCancelled,
    });
    if (found.kind === "locked") return found;
    if (found.kind !== "usable") return undefined;
    const list = await this.#load(found, { partition, wanted });
    return list && { kind: "loaded", list };
  }

  /** What the shared cache has of a list. A list that cannot be used counts as missing, and its lock is requested instead. */
  async #find(partition: CachePartition, wanted: WantedSnapshot): Promise<FleetAnswer<Usable>> {
    const name = nameOf(wanted.reading);
    const { waitMs: withinMs } = wanted;
    // Taken before the look-up, so that the list never counts as younger than it is.
    const lookedAt = this.#options.clock.now();
    const finding = await partition.findOrLock(name, { withinMs });
    if (finding.kind !== "found") return finding;
    // Only a gateway of this version can have sealed it.
    const contents = JSON.parse(finding.bytes.toString()) as Contents;
    const usable = { kind: "usable", contents, agesFrom: lookedAt - finding.ageMs } as const;
    if (this.#isUsable(usable, wanted)) return usable;
    // No list has that much time left, so this look-up only asks for the lock.
    const minLeftMs = Number.MAX_SAFE_INTEGER;
    const other = await partition.findOrLock(name, { withinMs, minLeftMs });
    return other.kind === "found" ? { kind: "unavailable" } : other;
  }

  #isUsable(
    { contents: { count, parts }, agesFrom }: Usable,
    { reading, previous }: WantedSnapshot,
  ): boolean {
    const { MAX_SCAN_RECORDS: maxRecords } = this.#options.settings;
    const records = parts.reduce((sum, { from, to }) => sum + to - from, 0);
    if (count !== reading.count || records > maxRecords || !this.#isYoung(agesFrom)) return false;
    return previous === undefined || agesFrom - previous.agesFrom > this.#ttlMs * minGain;
  }

  #isYoung(agesFrom: number): boolean {
    return this.#options.clock.now() < agesFrom + this.#ttlMs;
  }

  async #load(
    { contents, agesFrom }: Usable,
    { partition, wanted }: SharingTask,
  ): Promise<ReadList | undefined> {
    const { client, sharedCache } = this.#options;
    const { reading } = wanted;
    const onProgress = (records: number) => {
      reading.noteProgress(records);
      return !reading.budget.isCancelled;
    };
    const { subject } = reading;
    const patienceMs = contents.milliseconds + sharedCache.waitMs;
    const taker = reading.budget;
    const options = { subject, taker, client, partition, agesFrom, patienceMs, onProgress };
    const list = await loadSnapshot(contents, options);
    // It may have become too old meanwhile.
    return list && this.#isYoung(agesFrom) ? list : undefined;
  }
}

/** A list that is wanted, and the part of the shared cache in which it is shared. */
interface SharingTask {
  readonly partition: CachePartition;
  readonly wanted: WantedSnapshot;
}

/** A list to share, as it was recorded. */
interface Publication {
  readonly recording: Recording;
  readonly lock: Lock;
  /** The list's count just before it was read; null if the registry gave none. */
  readonly count: number | null;
}

/** A snapshot that can be loaded. */
interface Usable {
  readonly kind: "usable";
  readonly contents: Contents;
  /** When its first page was requested, by this process's clock. */
  readonly agesFrom: number;
}

function nameOf({ subject }: Reading): SharedCacheKey {
  return { kind: "snapshot", cacheKey: subject };
}
