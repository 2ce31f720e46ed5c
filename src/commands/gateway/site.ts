import { readFileSync } from "node:fs";
import type { GraphQLSchema } from "graphql";
import type { Registry } from "prom-client";
import type { Told } from "../../changes/change.ts";
import { Changes } from "../../changes/changes.ts";
import { createExplorer, type ExplorerOptions } from "../../gateway/explorer/explorer.ts";
import type { FindKey } from "../../gateway/key/find-key.ts";
import { Metrics, type Scrapable } from "../../gateway/observation/metrics.ts";
import { ManifestError, parseManifest } from "../../gateway/road/persisted/operations-manifest.ts";
import type { PersistedOperationsOptions } from "../../gateway/road/persisted/persisted-operations.ts";
import { Site } from "../../gateway/site.ts";
import { comparedFields } from "../../graphql/compared-fields.ts";
import type { Link } from "../../graphql/context.ts";
import { createSchema } from "../../graphql/schema.ts";
import type { Logger } from "../../log.ts";
import type { LinkSetting, Settings } from "../../settings.ts";
import { estimateBytes } from "../../snapshots/keeping/bytes.ts";
import { SharedSnapshots } from "../../snapshots/sharing/shared-snapshots.ts";
import { Snapshots } from "../../snapshots/snapshots.ts";
import type { Subject } from "../../upstream/answers/records.ts";
import { RegistryClient } from "../../upstream/client.ts";
import { RegistryError } from "../../upstream/errors.ts";
import { type Clock, systemClock } from "../../upstream/time/clock.ts";
import { Transport } from "../../upstream/transport.ts";
import { toClientOptions } from "../client/client-options.ts";
import { proxyTo } from "../client/proxy.ts";
import { CommandError } from "../command-error.ts";
import { startOwnMetricsServer, startTracing } from "./observation.ts";
import type { RegistryAddress } from "./registry-address.ts";
import { startSharedCache } from "./shared-cache.ts";

/** What a gateway may be started with beside its settings. */
export interface StartOptions {
  /** What bounds REST calls and requests in time, and tells when what was learnt is tried again. @default the machine's time */
  readonly clock?: Clock | undefined;
  /** The longest that anything waits for a reply of the shared cache, in milliseconds. @default 100 */
  readonly storeWaitMs?: number | undefined;
  /** What `/metrics` shows, made of the gateway's own figures. @default these */
  readonly scrapable?: (own: Metrics) => Scrapable;
  /** A registry that shows the gateway's figures too. */
  readonly prometheus?: Registry | undefined;
  /** Finds a request's key in another way than by its headers. */
  readonly findKey?: FindKey | undefined;
}

/** What a gateway is made of. */
export interface SiteParts extends StartOptions {
  readonly settings: Settings;
  readonly log: Logger;
  readonly registry: RegistryAddress;
}

/**
 * All that the gateway answers in front of a registry, for a server to serve.
 * @param stack owns it, and what it is made of; to be disposed of after the server.
 * @throws CommandError where it cannot start as it is set.
 */
export async function startSite(
  { settings, log, registry, clock = systemClock, ...parts }: SiteParts,
  stack: AsyncDisposableStack,
): Promise<Site> {
  const { scrapable, prometheus, findKey, storeWaitMs: waitMs } = parts;
  const tracing = await startTracing(settings, log, stack);
  const metrics = new Metrics();
  const shared = { settings, log, metrics, registryUrl: registry.url, waitMs };
  const store = await startSharedCache(shared, stack);
  const transport = stack.use(
    new Transport({
      baseUrl: registry.url,
      timeoutMs: settings.REGISTRY_TIMEOUT_MS,
      maxConnections: settings.REGISTRY_MAX_CONNECTIONS,
      badKeyStatuses: settings.REGISTRY_BAD_KEY_STATUS,
      cacheTtlSeconds: settings.CACHE_TTL_SECONDS,
      store,
      // None towards the embedded registry.
      proxy: settings.REGISTRY_URL ? proxyTo(registry.url, settings) : undefined,
      clock,
      onCall(report) {
        metrics.countCall(report);
        tracing?.keepCall(report);
      },
    }),
  );
  const client = new RegistryClient(transport, { ...toClientOptions(settings), clock });
  const lists = {
    client,
    ttlMs: settings.SNAPSHOT_TTL_SECONDS * 1000,
    maxRecords: settings.MAX_SCAN_RECORDS,
    clock,
  };
  const isListShared = store !== undefined && lists.ttlMs > 0;
  const snapshots = stack.use(
    new Snapshots({
      ...lists,
      maxBytes: settings.SNAPSHOT_MAX_BYTES,
      cacheTtlMs: settings.CACHE_TTL_SECONDS * 1000,
      shared: isListShared ? new SharedSnapshots({ store, ...lists }) : undefined,
      onRead: (report) => metrics.countSnapshotRead(report),
      onUse: (from) => metrics.countSnapshotUse(from),
    }),
  );
  const shown = scrapable?.(metrics) ?? metrics;
  if (shown === metrics) await startOwnMetricsServer(settings, metrics, stack);
  const pollMs = settings.CHANGES_POLL_SECONDS * 1000;
  const changes = pollMs > 0 ? createChanges(snapshots, settings, { clock, metrics, log }) : null;
  if (changes !== null) stack.use(changes);
  const schema = createSchema({
    federation: settings.FEDERATION,
    introspection: settings.INTROSPECTION,
    subscriptions: changes !== null,
  });
  const options = {
    schema,
    introspection: settings.INTROSPECTION,
    cacheTtlMs: settings.CACHE_TTL_SECONDS * 1000,
    persisted: readPersistedOperations(settings, schema),
    context: {
      client,
      snapshots,
      changes: changes ?? undefined,
      resolvers: {
        links: groupLinks(registry.links),
        timestampUnit: settings.REGISTRY_TIMESTAMP_UNIT,
        maxPageSize: settings.MAX_PAGE_SIZE,
      },
      deadlineMs: settings.REQUEST_DEADLINE_MS,
      maxCalls: settings.MAX_REGISTRY_CALLS,
      clock,
    },
    subscriptions: {
      maxStreams: settings.MAX_SUBSCRIPTIONS,
      sharedMs: pollMs,
      onEvent: (kind: Told["kind"]) => metrics.countEvent(kind),
    },
    maxUnderWay: settings.MAX_REQUESTS_UNDER_WAY,
    limits: {
      maxDepth: settings.MAX_QUERY_DEPTH,
      maxAliases: settings.MAX_QUERY_ALIASES,
      maxTokens: settings.MAX_QUERY_TOKENS,
      maxNodes: settings.MAX_QUERY_NODES,
    },
    explorer: createExplorer({
      mode: readExplorerMode(settings, log),
      sample: registry.sampleKey === null ? null : { key: registry.sampleKey },
      registryName: registry.name,
      imageOrigins: settings.EXPLORER_IMAGE_ORIGINS,
      persistedOnly: settings.PERSISTED_ONLY,
      log,
    }),
    corsOrigins: settings.CORS_ORIGINS,
    circuit: () => transport.figures().circuit,
    transport,
    metrics,
    scrapable: settings.METRICS_PORT === undefined ? shown : null,
    tracing,
    log,
    keys: log.keys,
    findKey,
  };
  const site = stack.use(await Site.start(options));
  metrics.watch({
    transport: () => transport.figures(),
    snapshots: () => snapshots.figures,
    underWay: () => site.busy,
    streams: () => site.streams,
    changes: () => changes?.figures,
  });
  if (prometheus !== undefined) stack.use(metrics.showIn(prometheus));
  return site;
}

/** What follows the lists that somebody listens to. */
function createChanges(
  snapshots: Snapshots,
  settings: Settings,
  {
    clock,
    metrics,
    log,
  }: { readonly clock: Clock; readonly metrics: Metrics; readonly log: Logger },
) {
  return new Changes({
    lists: snapshots,
    fields: comparedFields,
    bytesOf: (record) => estimateBytes([record]),
    pollMs: settings.CHANGES_POLL_SECONDS * 1000,
    maxListBytes: settings.SNAPSHOT_MAX_BYTES,
    clock,
    onPoll(report) {
      metrics.countPoll(report);
      if (report.error === undefined || report.error instanceof RegistryError) return;
      log.error({ err: report.error }, "a list could not be read for changes");
    },
  });
}

/** What a browser gets, by a name that it had before as well. */
function readExplorerMode({ EXPLORER: mode }: Settings, log: Logger): ExplorerOptions["mode"] {
  if (mode !== "graphiql") return mode;
  log.warn("EXPLORER=graphiql is EXPLORER=true now");
  return "true";
}

/** The operations of the manifest that the settings name, held against the schema. */
function readPersistedOperations(
  { PERSISTED_OPERATIONS: file, PERSISTED_ONLY: only }: Settings,
  schema: GraphQLSchema,
): PersistedOperationsOptions {
  if (file === undefined) {
    if (only) throw new CommandError("PERSISTED_ONLY: needs a manifest in PERSISTED_OPERATIONS");
    return { manifest: new Map(), only };
  }
  try {
    return { manifest: parseManifest(readManifest(file), schema), only };
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    const lines = error.message.split("\n");
    throw new CommandError(lines.map((line) => `PERSISTED_OPERATIONS: ${line}`).join("\n"));
  }
}

function readManifest(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new CommandError(`PERSISTED_OPERATIONS: ${file} cannot be read`);
  }
}

function groupLinks(
  links: readonly LinkSetting[],
): Readonly<Record<Subject, ReadonlyMap<string, Link>>> {
  const of = (subject: Subject) =>
    new Map(links.filter((link) => link.subject === subject).map(toLink));
  return { tag: of("tag"), terminal: of("terminal") };
}

function toLink({ identifier, target }: LinkSetting): readonly [string, Link] {
  const [subject, field] = target.split(".");
  return [identifier, { target: subject, field } as Link];
}
