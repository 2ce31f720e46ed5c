import { RequestSnapshots } from "../../src/snapshots/request-snapshots.ts";
import type { Snapshot } from "../../src/snapshots/snapshot.ts";
import { type ReadingReport, Snapshots, type SnapshotsOptions } from "../../src/snapshots/snapshots.ts";
import { RegistryClient } from "../../src/upstream/client.ts";
import type { Clock } from "../../src/upstream/clock.ts";
import { RegistryError } from "../../src/upstream/errors.ts";
import type { Subject } from "../../src/upstream/records.ts";
import type { RequestScope, RequestScopeOptions } from "../../src/upstream/request-scope.ts";
import type { PlainRecord } from "../support/list-registry.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { createScope, createTransport } from "../support/upstream.ts";

/** A request that may use snapshots, until it is disposed of. */
export interface TestRequest extends Disposable {
  readonly scope: RequestScope;
  readonly snapshots: RequestSnapshots;
  use<Kind extends Subject>(subject: Kind): Promise<Snapshot<Kind>>;
}

/** Snapshots of a registry's lists, and a clock that stands still. */
export interface SnapshotsUnderTest extends AsyncDisposable {
  readonly snapshots: Snapshots;
  readonly clock: ManualClock;
  readonly reports: readonly ReadingReport[];
  readonly uses: readonly string[];
  /** A request with a key. */
  request(key?: string, bounds?: Partial<RequestScopeOptions>): TestRequest;
  /** The ids of a list, as a request of its own gets them. */
  idsOf(subject: Subject, key?: string): Promise<readonly string[]>;
}

/** Snapshots in front of a registry. */
export function createSnapshots(
  registryUrl: string,
  options: Partial<SnapshotsOptions> & { readonly cacheTtlSeconds?: number } = {},
): SnapshotsUnderTest {
  const clock = new ManualClock();
  const { cacheTtlSeconds = 0 } = options;
  const transport = createTransport(registryUrl, { clock, cacheTtlSeconds, maxConnections: 256 });
  const client = new RegistryClient(transport, { maxLimit: "auto", clock: clock as Clock });
  const reports: ReadingReport[] = [];
  const uses: string[] = [];
  const snapshots = new Snapshots({
    client,
    ttlMs: 30_000,
    cacheTtlMs: cacheTtlSeconds * 1000,
    maxBytes: 2 ** 28,
    maxRecords: 200_000,
    clock,
    onRead: (report) => reports.push(report),
    onUse: (from) => uses.push(from),
    ...options,
  });
  const request = (key = "key", bounds: Partial<RequestScopeOptions> = {}): TestRequest => {
    const scope = createScope({ clock, ...bounds });
    const own = new RequestSnapshots(snapshots, { key, lane: `lane of ${key}`, scope });
    return {
      scope,
      snapshots: own,
      use: (subject) => own.use(subject),
      [Symbol.dispose]: () => own[Symbol.dispose](),
    };
  };
  return {
    snapshots,
    clock,
    reports,
    uses,
    request,
    async idsOf(subject, key) {
      using one = request(key);
      return idsIn(await one.use(subject));
    },
    [Symbol.asyncDispose]: async () => {
      snapshots[Symbol.dispose]();
      await transport[Symbol.asyncDispose]();
    },
  };
}

/** The ids of a snapshot's records. */
export function idsIn({ records }: Snapshot<Subject>): readonly string[] {
  return records.map(({ id }) => id);
}

/** So many tags. */
export function tags(count: number, from = 0): PlainRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `t${from + index}`,
    name: `tag number ${from + index}`,
    additional_data: { floor: index % 7, room: `room ${index}` },
  }));
}

/** The error of ours that something fails with. */
export async function errorOf(promise: Promise<unknown>): Promise<RegistryError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof RegistryError) return error;
    throw error;
  }
  throw new Error("it did not fail");
}
