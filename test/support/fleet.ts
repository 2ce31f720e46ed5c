import { setImmediate } from "node:timers/promises";
import { startGateway, type TestGateway } from "./gateway.ts";
import { ManualClock } from "./manual-clock.ts";
import type { CacheServer } from "./shared-caches.ts";

/** A secret as `CACHE_SECRET` wants it. */
export const fleetSecret = "fleet-s3cret-0123456789-abcdefghij";

/** One of several gateways that share a cache. */
export interface FleetGateway extends TestGateway {
  readonly clock: ManualClock;
  /** A figure of `/metrics`; 0 where there is none. @param name with its labels, as it stands there. */
  figure(name: string): Promise<number>;
  /** Resolves when a figure is what it should be. */
  untilFigure(name: string, isAsWanted: (figure: number) => boolean): Promise<void>;
}

/** Gateways that share a cache in front of one registry, each with a clock that stands still. */
export interface Fleet extends AsyncDisposable {
  readonly gateways: readonly FleetGateway[];
  /** Moves all clocks. */
  advance(ms: number): void;
}

/** What a fleet is made of. */
export interface FleetOptions {
  readonly registryUrl: string;
  /** Undefined: each keeps what it is answered for itself. */
  readonly cache?: Pick<CacheServer, "url"> | undefined;
  /** @default 3 */
  readonly size?: number;
  /** @default "key" */
  readonly key?: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** In which state each is to be before it is used. @default "used", where there is a cache */
  readonly state?: "used" | "lost";
  /** How long a reply of the cache is waited for, in milliseconds. @default longer than any machine is busy */
  readonly storeWaitMs?: number | undefined;
}

/** Starts gateways that share a cache. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { size = 3, cache, state = "used" } = options;
  await using stack = new AsyncDisposableStack();
  const gateways: FleetGateway[] = [];
  for (let number = 0; number < size; number += 1) {
    const gateway = stack.use(await startOne(options));
    gateways.push(gateway);
    if (cache) await gateway.untilFigure(stateOf(state), (figure) => figure === 1);
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

/** The figure that is 1 when a gateway's connection to the shared cache is in a state. */
export function stateOf(state: "used" | "paused" | "lost"): string {
  return `tapgraph_shared_cache_state{state="${state}"}`;
}

async function startOne({
  registryUrl,
  cache,
  key = "key",
  settings,
  storeWaitMs = 60_000,
}: FleetOptions) {
  const clock = new ManualClock();
  const shared = cache && { CACHE_URL: cache.url, CACHE_SECRET: fleetSecret };
  const all = { REQUEST_DEADLINE_MS: "600000", REGISTRY_TIMEOUT_MS: "600000", ...shared };
  const gateway = await startGateway({
    registryUrl,
    key,
    clock,
    storeWaitMs,
    settings: { ...all, ...settings },
  });
  const figure = async (name: string) => {
    const text = await (await fetch(`${gateway.url}/metrics`)).text();
    const line = text.split("\n").find((one) => one.startsWith(`${name} `));
    return line === undefined ? 0 : Number(line.slice(name.length + 1));
  };
  return {
    ...gateway,
    clock,
    figure,
    async untilFigure(name: string, isAsWanted: (figure: number) => boolean) {
      while (!isAsWanted(await figure(name))) await setImmediate();
    },
  } satisfies FleetGateway;
}
