import { createKey } from "../../src/registry/keys.ts";
import { openStore } from "../../src/registry/store/open-store.ts";
import type { Store } from "../../src/registry/store/store.ts";
import { startPostgres } from "../../test/support/postgres.ts";
import { freeAddress } from "../../test/support/scripted-registry.ts";
import { type CacheKind, fleetSecret, startCacheServer } from "../../test/support/shared-caches.ts";
import { type Run, runTapgraph } from "../../test/support/tapgraph.ts";
import { untilLive } from "../harness/servers.ts";
import { createList, fillProject, type Project } from "./project.ts";

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
  MAX_MEMORY_BYTES: String(48 * 2 ** 20),
  MCP: "true",
  // After SIGPROF, a heap snapshot is in the process's working folder.
  NODE_OPTIONS: `--import=${import.meta.dirname}/../harness/probe.js --heapsnapshot-signal=SIGPROF`,
};

/** A program at a fixed address, which can be killed and started again. */
export class Program implements AsyncDisposable {
  readonly url: string;
  readonly #start: (url: string) => Promise<Run>;
  #run: Run | undefined;

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
    this.#run = await this.#start(this.url);
    await untilLive(this.url, this.#run);
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
  readonly projects: readonly [Project, Project];
  readonly store: Store;
  readonly registry: Program;
  /** The first lives through all of it. */
  readonly gateways: readonly [Program, Program];
}

/** Starts the registry on PostgreSQL, the shared cache, and two gateways. */
export async function setStage(kind: CacheKind): Promise<Stage> {
  await using stack = new AsyncDisposableStack();
  const postgres = stack.use(await startPostgres());
  const store = stack.use(await openStore(postgres.address));
  const createProject = async (id: number, tags: number, terminals: number): Promise<Project> => {
    const { key } = await createKey(store, { projectId: id, name: "soak", createdWhen: 0 });
    const lists = {
      tag: createList(id, "tag", tags),
      terminal: createList(id, "terminal", terminals),
    };
    await using change = await store.beginChange();
    await fillProject(change, { id, key, ...lists });
    await change.commit();
    return { id, key, ...lists };
  };
  const projects = [await createProject(1, 2_500, 300), await createProject(2, 400, 50)] as const;
  const cache = stack.use(await startCacheServer(kind));
  const start = async (command: string, environment: Record<string, string>, port: string) => {
    const run = (url: string) =>
      runTapgraph([command], { ...environment, [port]: new URL(url).port });
    const program = stack.use(new Program(await freeAddress(), run));
    await program.start();
    return program;
  };
  const registryDb = { REGISTRY_DB: postgres.address, LOG_LEVEL: "warn" };
  const registry = await start("registry", registryDb, "REGISTRY_PORT");
  const shared = { ...settings, REGISTRY_URL: registry.url, CACHE_URL: cache.url };
  const gateways = [await start("gateway", shared, "PORT"), await start("gateway", shared, "PORT")];
  const started = stack.move();
  return {
    ...{ projects, store, registry, gateways: gateways as [Program, Program] },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
