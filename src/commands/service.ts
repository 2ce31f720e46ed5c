import { setFlagsFromString } from "node:v8";
import type { Logger } from "../log.ts";
import { findStrayNames, type Settings } from "../settings.ts";
import { CommandError } from "./command-error.ts";

/**
 * Resolves when the process must stop, because of SIGTERM, SIGINT or SIGHUP. A repeated SIGTERM or
 * SIGINT ends the process immediately.
 * @param stop resolves with the reason, if there is another way to stop the process.
 * @throws CommandError after an uncaught error, which is logged. The caller can still finish the
 * requests under way.
 */
export async function untilStopped(log: Logger, stop?: Promise<string>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<string>();
  // Unhandled rejections also arrive here.
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "uncaught error");
    resolve(uncaught);
  });
  process.once("SIGTERM", resolve);
  process.once("SIGINT", resolve);
  // Not `once`: SIGHUP can come twice when a terminal closes, from the system and from the shell.
  process.on("SIGHUP", resolve);
  const reason = await (stop === undefined ? promise : Promise.race([promise, stop]));
  log.info({ reason }, "stopping");
  if (reason === uncaught) {
    throw new CommandError("tapgraph: stopped by an uncaught error, which is in the log");
  }
}

const uncaught = "an uncaught error";

export function warnOfStrayNames(log: Logger): void {
  for (const stray of findStrayNames()) log.warn(stray);
}

export function toListenError(
  error: unknown,
  { HOST, PORT }: Pick<Settings, "HOST" | "PORT">,
  prefix: "" | "REGISTRY_" | "METRICS_" = "",
): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return new CommandError(`${prefix}PORT: ${HOST}:${PORT} is in use by another program`);
    case "EACCES":
      return new CommandError(`${prefix}PORT: this user may not listen on ${HOST}:${PORT}`);
    case "EADDRNOTAVAIL":
      return new CommandError(`HOST: "${HOST}" is not an address of this machine`);
    case "EAI_AGAIN":
    case "ENOTFOUND":
      return new CommandError(`HOST: the name "${HOST}" cannot be resolved (${code})`);
    default:
      return error;
  }
}

/**
 * Changes defaults of V8 that do not suit a server with bursts of load and short-lived objects
 * (docs/performance.md).
 */
export function setHeapFlags(): void {
  // By default, V8 allocates objects in the old generation if others from the same place in the
  // code have survived a scavenge. Such an object keeps everything that it points to, often an
  // entire request, until the next full collection.
  setFlagsFromString("--no-allocation-site-pretenuring");
  // After some seconds without requests, V8 collects garbage to give memory back. By default, it
  // also drops compiled code, which makes the first seconds after a pause slow.
  setFlagsFromString("--no-memory-reducer-favors-memory");
  // By default, the heap, with the buffers of bodies, may grow only a little before the next full
  // collection. Lists would cause several full collections a second. With this flag, the heap may
  // grow to three times the size of the live objects.
  setFlagsFromString("--heap-growing-percent=200");
}
