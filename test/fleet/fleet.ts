import { onTestFinished } from "vitest";
import { tags } from "../gateway/list/whole/setup.ts";
import { type GatewayOptions, startGateway, type TestGateway } from "../support/gateway.ts";
import { ManualClock } from "../support/manual-clock.ts";
import type { PlainRecord } from "../support/project.ts";
import { startScriptedRegistry } from "../support/scripted-registry.ts";
import {
  type CacheKind,
  type CacheServer,
  type CacheServerOptions,
  fleetSecret,
  startCacheServer,
} from "../support/shared-caches.ts";

export interface FleetGateway extends TestGateway {
  readonly clock: ManualClock;
}

export interface Fleet extends AsyncDisposable {
  readonly gateways: readonly FleetGateway[];
  advance(ms: number): void;
}

export interface FleetOptions extends Pick<GatewayOptions, "settings" | "sharedCacheWaitMs"> {
  readonly registryUrl: string;
  /** Undefined: each gateway has its own cache. */
  readonly cache?: Pick<CacheServer, "url"> | undefined;
  /** @default 3 */
  readonly size?: number;
  /** @default "key" */
  readonly key?: string;
}

export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { size = 3, cache } = options;
  await using stack = new AsyncDisposableStack();
  const gateways: FleetGateway[] = [];
  for (let number = 0; number < size; number += 1) {
    const gateway = stack.use(await startOne(options));
    gateways.push(gateway);
    if (cache) await gateway.untilFigure(stateOf("used"), (figure) => figure === 1);
  }
  const owned = stack.move();
  return {
    gateways,
    advance(ms) {
      for (const { clock } of gateways) clock.advance(ms);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Starts a cache server, a registry with some tags, and gateways that share the cache in front of it, for one test. */
export async function startSharing(
  kind: CacheKind,
  {
    records = tags(50),
    server,
    ...options
  }: Omit<FleetOptions, "registryUrl" | "cache"> & {
    readonly records?: readonly PlainRecord[];
    readonly server?: CacheServerOptions;
  } = {},
) {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  const cache = stack.use(await startCacheServer(kind, server));
  const registry = stack.use(await startScriptedRegistry({ tags: records }));
  const { gateways, advance } = stack.use(
    await startFleet({ registryUrl: registry.url, cache, ...options }),
  );
  return { cache, registry, gateways, advance };
}

/** The metric that is 1 while a gateway's connection to the shared cache is in this state. */
export function stateOf(state: "used" | "paused" | "lost"): string {
  return `tapgraph_shared_cache_state{state="${state}"}`;
}

/** The metric that counts a gateway's failures at the shared cache with this reason. */
export function failuresOf(reason: string): string {
  return `tapgraph_shared_cache_failures_total{reason="${reason}"}`;
}

async function startOne({
  registryUrl,
  cache,
  key = "key",
  settings,
  // Long enough for a busy machine.
  sharedCacheWaitMs = 60_000,
}: FleetOptions): Promise<FleetGateway> {
  const clock = new ManualClock();
  const shared = cache && { CACHE_URL: cache.url, CACHE_SECRET: fleetSecret };
  const all = { REQUEST_DEADLINE_MS: "600000", REGISTRY_TIMEOUT_MS: "600000", ...shared };
  const gateway = await startGateway({
    ...{ registryUrl, key, clock, sharedCacheWaitMs },
    settings: { ...all, ...settings },
  });
  return { ...gateway, clock };
}
