import type { SharedCache } from "../../fleet/shared-cache.ts";
import { RegistryError } from "../../gateway/base/errors.ts";
import { toKeyDigest } from "../../gateway/base/key-digest.ts";
import { KeyMemory } from "../../gateway/base/key-memory.ts";
import { Ledger } from "../../gateway/base/ledger.ts";
import { type Clock, systemClock } from "../../gateway/base/time/clock.ts";
import { Calls } from "../../gateway/call/calls.ts";
import { RegistryClient } from "../../gateway/call/client.ts";
import { RequestBudget } from "../../gateway/call/request-budget.ts";
import { createExplorer } from "../../gateway/http/explorer/explorer.ts";
import { Metrics, type Scrapable } from "../../gateway/http/observation/metrics.ts";
import type { PrometheusRegistry } from "../../gateway/http/observation/prometheus-registry.ts";
import type { Tracing } from "../../gateway/http/observation/tracing.ts";
import { Router } from "../../gateway/http/router.ts";
import { createProgramsKeyFinder } from "../../gateway/keys/key-finder.ts";
import type { FindKey } from "../../gateway/keys/request-head.ts";
import { Changes } from "../../gateway/list/changes/changes.ts";
import type { Link } from "../../gateway/list/records/names.ts";
import { bytesOfRecord } from "../../gateway/list/whole/keeping/bytes.ts";
import { Snapshots } from "../../gateway/list/whole/snapshots.ts";
import { recordFields } from "../../gateway/resolvers/records/record-fields.ts";
import type { Links } from "../../gateway/resolvers/request/context.ts";
import { loadSchema } from "../../gateway/resolvers/schema.ts";
import type { Failure } from "../../registry-client/failure.ts";
import type { Subject } from "../../registry-client/records.ts";
import type { LinkSetting } from "../../setting-parsers.ts";
import { mergeLinks, readOwnFields } from "../own-fields.ts";
import { proxyTo } from "../proxy.ts";
import {
  createMcp,
  type PartSources,
  startKeyFinder,
  startOwnMetricsServer,
  startSharedCache,
  startTracing,
} from "./optional-parts.ts";
import { watchRegistered } from "./registered.ts";

export interface RegistryAddress {
  readonly url: string;
  /** The local socket on which it listens; undefined if it can be reached by its URL alone. */
  readonly socketPath?: string | undefined;
  readonly name: string;
  readonly links: readonly LinkSetting[];
  /** SDL that counts unless `OWN_FIELDS` names a file; null if there is none. */
  readonly ownFields: string | null;
  /** Anybody may know it, because its records are made up. Null if the registry is no sample. */
  readonly sampleKey: string | null;
  /** While somebody listens. Not in workers: the sample is in another process. */
  readonly driftWhile?: (isListening: () => boolean) => void;
}

export interface StartOptions {
  /** The clock for deadlines, retries, and the age of what is kept. @default the machine's clock */
  readonly clock?: Clock | undefined;
  readonly sharedCacheWaitMs?: number | undefined;
  readonly scrapable?: (own: Metrics) => Scrapable;
  readonly prometheus?: PrometheusRegistry | undefined;
  readonly findKey?: FindKey | undefined;
  /**
   * What callers of tools are told to do about a key that is missing or refused. @default to send
   * it in a header
   */
  readonly keyHint?: string | undefined;
}

/**
 * Creates the parts of a gateway and connects them. A server passes its requests to the router.
 * @param stack owns what is started. Dispose of it after the server.
 * @throws CommandError if the gateway cannot start with these settings.
 */
export async function startRouter(
  {
    settings,
    log,
    registry,
    clock = systemClock,
    ...options
  }: StartOptions & Pick<Parts, "settings" | "log" | "registry">,
  stack: AsyncDisposableStack,
): Promise<Router> {
  const { scrapable, prometheus, sharedCacheWaitMs: waitMs } = options;
  const ownFields = readOwnFields(settings, registry.ownFields);
  const allLinks = mergeLinks(registry.links, ownFields);
  const tracing = await startTracing(settings, log, stack);
  const metrics = new Metrics();
  const sources = { settings, log, clock, metrics };
  const sharedCache = await startSharedCache(sources, registry.url, waitMs, stack);
  const parts: Parts = { ...sources, registry, tracing, sharedCache };

  const { findKey, warm } =
    options.findKey === undefined
      ? startKeyFinder(sources, stack)
      : { findKey: createProgramsKeyFinder(options.findKey), warm: [] };
  const keyMemory = new KeyMemory<Failure>(clock);
  const isKnownKey = (keyDigest: string) => keyMemory.isKnown(keyDigest);
  const ledger = new Ledger({ maxBytes: settings.MAX_MEMORY_BYTES, isKnown: isKnownKey });
  const calls = stack.use(createCalls(parts, keyMemory));
  const client = new RegistryClient(calls, { settings, clock });
  const snapshots = stack.use(createSnapshots(parts, client, ledger));
  const changes = createChanges(parts, snapshots, ledger);
  if (changes !== undefined) stack.use(changes);

  const shown = scrapable?.(metrics) ?? metrics;
  if (shown === metrics) await startOwnMetricsServer(settings, metrics, stack);
  const schema = loadSchema({
    federation: settings.FEDERATION,
    introspection: settings.INTROSPECTION,
    subscriptions: changes !== undefined,
    ownFields,
  });
  const registered = watchRegistered(sources, { schema, links: allLinks }, stack);
  const mcp = await createMcp(sources, registered, options.keyHint);
  const links = groupLinks(allLinks);
  const router = stack.use(
    await Router.start({
      settings,
      schema,
      persisted: { registered, allowsOnlyRegistered: settings.PERSISTED_ONLY },
      addresses: () => registered.current.addresses,
      mcp,
      context: { settings, client, snapshots, changes, clock, links, ownFields, ledger },
      onEvent: (kind) => metrics.countEvent(kind),
      onTooLarge: () => metrics.countTooLarge(),
      explorer: createExplorer({
        ...{ settings, registry, log },
        registered: () => registered.current.manifest,
      }),
      circuit: () => calls.statistics().circuit,
      keyMemory,
      isKnownKey,
      metrics,
      scrapable: settings.METRICS_PORT === undefined ? shown : null,
      tracing,
      log,
      keys: log.keys,
      findKey,
    }),
  );
  metrics.watch({
    calls: () => calls.statistics(),
    snapshots: () => snapshots.statistics,
    underWay: () => router.busy,
    ledger,
    streams: () => router.streams.size,
    followedLists: () => changes?.size ?? 0,
  });
  if (prometheus !== undefined) stack.use(metrics.showIn(prometheus));
  for (const key of warm) {
    for (const subject of ["tag", "terminal"] as const) void warmUp(key, subject, parts, snapshots);
  }
  return router;
}

async function warmUp(
  key: string,
  subject: Subject,
  { settings, clock, log }: Parts,
  snapshots: Snapshots,
): Promise<void> {
  const keyDigest = toKeyDigest(key);
  const { REQUEST_DEADLINE_MS: deadlineMs, MAX_REGISTRY_CALLS: maxCalls } = settings;
  const budget = new RequestBudget({ deadlineMs, maxCalls, keyDigest, clock });
  try {
    await snapshots.use({ key, keyDigest, budget }, subject);
  } catch (error) {
    log.warn({ err: error }, `${subject}s of a key in KEYS_FILE could not be read at the start`);
  }
}

interface Parts extends PartSources {
  readonly registry: RegistryAddress;
  readonly tracing: Tracing | null;
  readonly sharedCache: SharedCache | undefined;
}

function createCalls(
  { settings, log, registry, clock, metrics, tracing, sharedCache }: Parts,
  keyMemory: KeyMemory<Failure>,
): Calls {
  // The embedded registry is in this process, so no proxy can reach it.
  const isEmbedded = settings.REGISTRY_URL === undefined;
  return new Calls({
    baseUrl: registry.url,
    socketPath: registry.socketPath,
    settings,
    sharedCache,
    proxy: isEmbedded ? undefined : proxyTo(registry.url, settings),
    keyMemory,
    clock,
    onCall(entry) {
      metrics.countCall(entry);
      tracing?.keepCall(entry);
    },
    onOutage({ of, refused }) {
      if (refused === null) log.warn({ calls: of }, "calls to the registry fail");
      else log.warn({ calls: of, refused }, "calls to the registry succeed again");
    },
  });
}

function createSnapshots(
  { settings, clock, metrics, sharedCache }: Parts,
  client: RegistryClient,
  ledger: Ledger,
): Snapshots {
  return new Snapshots({
    ...{ settings, client, clock, ledger },
    isShared: sharedCache !== undefined && settings.SNAPSHOT_TTL_SECONDS > 0,
    onRead: (report) => metrics.countSnapshotRead(report),
    onUse: (from) => metrics.countSnapshotUse(from),
  });
}

function createChanges(
  { settings, clock, metrics, log }: Parts,
  snapshots: Snapshots,
  ledger: Ledger,
): Changes | undefined {
  if (settings.CHANGES_POLL_SECONDS === 0) return undefined;
  return new Changes({
    lists: snapshots,
    fields: recordFields,
    bytesOf: (record) => bytesOfRecord(record),
    ...{ settings, clock, ledger },
    onPoll(report) {
      metrics.countPoll(report);
      if (report.error === undefined || report.error instanceof RegistryError) return;
      log.error({ err: report.error }, "a list could not be read for changes");
    },
  });
}

function groupLinks(links: readonly LinkSetting[]): Links {
  const of = (subject: Subject) =>
    new Map(links.filter((link) => link.subject === subject).map(toLink));
  return { tag: of("tag"), terminal: of("terminal") };
}

function toLink({ identifier, target }: LinkSetting): readonly [string, Link] {
  const [subject, field] = target.split(".");
  return [identifier, { target: subject, field } as Link];
}
