import { setTimeout } from "node:timers/promises";
import { createKey } from "../../../src/registry/keys.ts";
import { openStore } from "../../../src/registry/store/open-store.ts";
import type { Store } from "../../../src/registry/store/store.ts";
import { startPostgres } from "../../support/postgres.ts";
import { freeAddress } from "../../support/scripted-registry.ts";
import {
  type CacheKind,
  type CacheServer,
  fleetSecret,
  startCacheServer,
} from "../../support/shared-caches.ts";
import { type Run, runTapgraph } from "../../support/tapgraph.ts";
import { isLive } from "../candidates.ts";
import { startBalancer } from "../fleet/balancer.ts";
import { createProject, fillProject, type Project } from "./project.ts";

/** How old answers may be, as the settings state it. */
export const cacheTtlSeconds = 2;
export const snapshotTtlSeconds = 5;
export const pollSeconds = 2;

const settings = {
  NODE_ENV: "production",
  LOG_LEVEL: "warn",
  ADDITIONAL_DATA_LINKS: "tag.terminal_id=terminal.id",
  CACHE_SECRET: fleetSecret,
  CACHE_TTL_SECONDS: String(cacheTtlSeconds),
  SNAPSHOT_TTL_SECONDS: String(snapshotTtlSeconds),
  CHANGES_POLL_SECONDS: String(pollSeconds),
  REGISTRY_TIMEOUT_MS: "2000",
  REQUEST_DEADLINE_MS: "10000",
  // So small that it is full within the first minutes.
  SNAPSHOT_MAX_BYTES: String(24 * 2 ** 20),
  MCP: "true",
};

/** A program at a fixed address, which can be killed and started again. */
export class Program implements AsyncDisposable {
  readonly url: string;
  readonly #start: (url: string) => Promise<Run>;
  #run: Run | undefined;
  /** How often it was started. */
  lives = 0;

  constructor(url: string, start: (url: string) => Promise<Run>) {
    this.url = url;
    this.#start = start;
  }

  get run(): Run {
    if (this.#run === undefined) throw new Error("The program was never started");
    return this.#run;
  }

  get pid(): number {
    return this.run.process.pid ?? 0;
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    await this.#run?.[Symbol.asyncDispose]();
    const run = await this.#start(this.url);
    this.#run = run;
    this.lives += 1;
    while (!(await isLive(this.url))) {
      if (run.process.exitCode !== null) throw new Error(`A program has ended: ${run.output}`);
      await setTimeout(20);
    }
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    this.run.process.kill(signal);
    await this.run.exit();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#run?.[Symbol.asyncDispose]();
  }
}

/** All that takes part. */
export interface Stage extends AsyncDisposable {
  readonly projects: readonly Project[];
  /** A key of each project. */
  readonly keys: readonly string[];
  readonly store: Store;
  readonly registry: Program;
  /** The first lives through all of it. */
  readonly gateways: readonly [Program, Program];
  readonly cache: CacheServer;
  /** Where the clients ask: requests with the same header `x-client` go to the same gateway while it lives. */
  readonly url: string;
}

/** Starts the registry on PostgreSQL, Valkey, two gateways, and nginx in front of them. */
export async function setStage(nginx: string, kind: CacheKind): Promise<Stage> {
  await using stack = new AsyncDisposableStack();
  const postgres = stack.use(await startPostgres());
  const store = stack.use(await openStore(postgres.address));
  const projects = [createProject(1, 2_500, 300), createProject(2, 400, 50)];
  const keys = [];
  for (const project of projects) {
    await using change = await store.beginChange();
    await fillProject(change, project);
    await change.commit();
    const { key } = await createKey(store, { projectId: project.id, name: "soak", createdWhen: 0 });
    keys.push(key);
  }
  const cache = stack.use(await startCacheServer(kind));
  const registry = stack.use(
    new Program(await freeAddress(), (url) =>
      runTapgraph(["registry"], {
        REGISTRY_DB: postgres.address,
        REGISTRY_PORT: new URL(url).port,
        LOG_LEVEL: "warn",
      }),
    ),
  );
  const createGateway = async () =>
    stack.use(
      new Program(await freeAddress(), (url) =>
        runTapgraph(["gateway"], {
          ...settings,
          PORT: new URL(url).port,
          REGISTRY_URL: registry.url,
          CACHE_URL: cache.url,
          // After SIGPROF, a heap snapshot is in the process's working folder.
          NODE_OPTIONS: `--import=${import.meta.dirname}/probe.js --heapsnapshot-signal=SIGPROF`,
        }),
      ),
    );
  const gateways = [await createGateway(), await createGateway()] as const;
  await Promise.all([registry, ...gateways].map((program) => program.start()));
  const urls = gateways.map(({ url }) => url);
  const balancer = stack.use(await startBalancer(nginx, urls, "hash $http_x_client consistent"));
  const started = stack.move();
  return {
    ...{ projects, keys, store, registry, gateways, cache },
    url: balancer.url,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
