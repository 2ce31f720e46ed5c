import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { SealedCache, type SealedCacheOptions } from "../../src/fleet/sealed-cache.ts";
import { openConnection } from "../../src/fleet/server/cache-connection.ts";
import { createFolder } from "./folder.ts";
import { freeAddress } from "./scripted-registry.ts";
import { until } from "./upstream.ts";

/** A valid `CACHE_SECRET`. */
export const fleetSecret = "fleet-s3cret-0123456789-abcdefghij";

/** A kind of server on which gateways can share a cache. */
export interface CacheKind {
  readonly name: "Valkey" | "Redis";
  /** The server's program. */
  readonly program: string;
}

/** A cache server for one test alone. */
export interface CacheServer extends AsyncDisposable {
  /** Its address, as `CACHE_URL` takes it. */
  readonly url: string;
  readonly process: ChildProcess;
  /** Sends a command directly to the server, and resolves with its reply. */
  send(...argv: readonly (string | Buffer)[]): Promise<unknown>;
  /** All entries, by name. */
  dump(): Promise<ReadonlyMap<string, Buffer>>;
  start(): Promise<void>;
  /** Kills the server, and resolves when it has ended. */
  kill(): Promise<void>;
}

/** How a server is started. */
export interface CacheServerOptions {
  /** Settings by name, as on its command line. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The part before the host in its address, such as `:password@`. */
  readonly user?: string;
  /** Whether it listens with TLS. The settings name the certificate. */
  readonly isTls?: boolean;
}

const programs: readonly CacheKind[] = [
  { name: "Valkey", program: "valkey-server" },
  { name: "Redis", program: "redis-server" },
];

/** The kinds of server that are installed on this machine. */
export const cacheKinds: readonly CacheKind[] = programs.filter(({ name, program }) => {
  const folders = (process.env["PATH"] ?? "").split(":");
  const isFound = folders.some((folder) => existsSync(`${folder}/${program}`));
  if (!isFound) console.warn(`${name} is not tested: there is no ${program} on this machine`);
  return isFound;
});

/** One of them, for what a gateway does with a cache: shared-cache.test.ts sends all commands to each. */
export const oneCacheKind = cacheKinds.slice(0, 1);

/**
 * Resolves when at least this many values are in a cache, and no gateway holds a lock to make another.
 * @returns the names of the values
 */
export async function untilStored(cache: CacheServer, values: number): Promise<readonly string[]> {
  let names: readonly string[] = [];
  await until(async () => {
    names = [...(await cache.dump()).keys()];
    return names.length >= values && !names.some((name) => name.endsWith(":lock"));
  });
  return names;
}

/** Starts a server on a free port. It saves nothing to the disk. */
export async function startCacheServer(
  { program }: CacheKind,
  { settings = {}, user = "", isTls = false }: CacheServerOptions = {},
): Promise<CacheServer> {
  const folder = await createFolder();
  const { port } = new URL(await freeAddress());
  const ports = isTls ? { port: "0", "tls-port": port } : { port };
  const all = { bind: "127.0.0.1", ...ports, save: "", dir: folder.path, ...settings };
  const argv = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);
  const url = `${isTls ? "rediss" : "redis"}://${user}127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const killAtExit = () => child?.kill("SIGKILL");
  process.once("exit", killAtExit);
  // Making a client costs more than what it is asked.
  let control: ReturnType<typeof openConnection> | undefined;
  const connect = () => {
    control ??= openConnection(url, { timeoutMs: 5_000, onLost: () => (control = undefined) });
    return control;
  };
  const kill = async () => {
    const killed = child;
    child = undefined;
    const connection = await control?.catch(() => undefined);
    control = undefined;
    connection?.close();
    if (killed === undefined || killed.exitCode !== null) return;
    const exited = once(killed, "exit");
    killed.kill("SIGKILL");
    await exited;
  };
  const start = async () => {
    child = spawn(program, argv, { stdio: ["ignore", "pipe", "inherit"] });
    if (!child.stdout) throw new Error("The server has no log");
    for await (const line of createInterface(child.stdout)) {
      if (!line.includes("Ready to accept connections")) continue;
      child.stdout.resume();
      return;
    }
    throw new Error(`${program} did not start`);
  };
  await start();
  const send = async (...command: readonly (string | Buffer)[]) => (await connect()).send(command);
  return {
    url,
    get process() {
      if (child === undefined) throw new Error("The server does not run");
      return child;
    },
    send,
    async dump() {
      const names = ((await send("KEYS", "*")) as readonly Buffer[]).map(String);
      const entries = names.map(
        async (name) => [name, (await send("GET", name)) as Buffer] as const,
      );
      return new Map(await Promise.all(entries));
    },
    start,
    kill,
    async [Symbol.asyncDispose]() {
      process.removeListener("exit", killAtExit);
      await kill();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** A gateway's side of a shared cache, without the gateway. By default it logs and counts nothing. */
export function createSharedCache(
  options: Pick<SealedCacheOptions, "url"> & Partial<SealedCacheOptions>,
): SealedCache {
  return new SealedCache({
    secret: fleetSecret,
    registry: "http://registry.example",
    log: { info() {}, warn() {} },
    observer: { countLookUp() {}, countWait() {}, countFailure() {} },
    ...options,
  });
}
