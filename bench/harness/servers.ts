import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freeAddress } from "../../test/support/scripted-registry.ts";
import { type Run, runTapgraph } from "../../test/support/tapgraph.ts";
import { pin } from "./process-usage.ts";

/** A server in its own process. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
}

/** Starts a file below `bench/`, which says where it listens with `reportToParent`. */
export async function startServer(
  file: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = fork(join(import.meta.dirname, "..", file), {
    env: { ...process.env, NODE_ENV: "production", ...environment },
  });
  const exited = once(child, "exit");
  const [url] = await Promise.race([
    once(child, "message"),
    exited.then(() => Promise.reject(new Error(`${file} has ended`))),
  ]);
  return {
    url: String(url),
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** A gateway as a user starts it, and its run. */
export interface Gateway extends ServerProcess {
  readonly run: Run;
}

/**
 * Starts the gateway as a user does, except that it logs only warnings and errors: the log that
 * tests wait for takes time.
 */
export async function startGateway(
  settings: Readonly<Record<string, string>>,
  preload = "",
): Promise<Gateway> {
  const url = await freeAddress();
  const run = await runTapgraph(["gateway"], {
    PORT: new URL(url).port,
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
    ADDITIONAL_DATA_LINKS: "tag.terminal_id=terminal.id",
    ...settings,
    NODE_OPTIONS: `${settings["NODE_OPTIONS"] ?? ""} ${preload && `--import=${preload}`}`,
  });
  await untilLive(url, run);
  const pid = run.process.pid ?? 0;
  return { url, pid, run, [Symbol.asyncDispose]: () => run[Symbol.asyncDispose]() };
}

/** Resolves when a program answers. Fails if it ends: another may have taken its port first. */
export async function untilLive(url: string, run: Run): Promise<void> {
  do {
    await setTimeout(20);
    if (hasEnded(run)) throw new Error(`A program has ended: ${run.output}`);
  } while (!(await isLive(url)));
}

async function isLive(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false;
  }
}

export function hasEnded({ process: { exitCode, signalCode } }: Run): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Gives a server its own core. Its registry and this process share the other. */
export async function pinApart(server: ServerProcess, registry: ServerProcess): Promise<void> {
  await pin(server.pid, 0);
  await pin(registry.pid, 1);
  await pin(process.pid, 1);
}

/** What `probe.js`, loaded into a program, says of it. Null if it has ended, or does not answer. */
export async function readProbe(run: Run): Promise<Probe | null> {
  const known = run.output.length;
  run.process.kill("SIGUSR2");
  for (const end = performance.now() + 10_000; performance.now() < end; await setTimeout(20)) {
    const text = /PROBE (\{.*\})\n/.exec(run.output.slice(known))?.[1];
    if (text !== undefined) return JSON.parse(text);
    if (hasEnded(run)) return null;
  }
  return null;
}

export interface Probe {
  /** The most processor time between two turns of the event loop. */
  readonly ranMs: number;
  /** In MiB, after a garbage collection. */
  readonly heap: number;
  readonly rss: number;
  /** What is open: sockets, files, timers and the like. */
  readonly resources: number;
}
