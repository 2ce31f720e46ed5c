import type { Logger } from "../log.ts";
import { CommandError } from "./command-error.ts";

/**
 * Resolves when the process is told to stop: SIGTERM, SIGINT, or SIGHUP. A second SIGTERM or SIGINT ends the process at once.
 * @param told the reason, where the process may be told in another way.
 * @throws CommandError when an error was caught by nobody. It is logged; what is under way may still be finished.
 */
export async function untilStopped(log: Logger, told?: Promise<string>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<string>();
  // Also for a promise that was rejected and that nobody awaits.
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "uncaught error");
    resolve(uncaught);
  });
  process.once("SIGTERM", resolve);
  process.once("SIGINT", resolve);
  // Not once: a terminal that is closed sends it, and its shell does so again.
  process.on("SIGHUP", resolve);
  const reason = await (told === undefined ? promise : Promise.race([promise, told]));
  log.info({ reason }, "stopping");
  if (reason === uncaught) {
    throw new CommandError("tapgraph: stopped by an uncaught error, which is in the log");
  }
}

const uncaught = "an uncaught error";

/** Explains in one line why a server cannot listen. Any other error stays as it is. */
export function toListenError(
  error: unknown,
  { HOST, PORT }: { readonly HOST: string; readonly PORT: number },
  /** The prefix of the settings' names. */
  prefix: "" | "REGISTRY_" | "METRICS_" = "",
): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return new CommandError(`${prefix}PORT: ${HOST}:${PORT} is in use by another program`);
    case "EACCES":
      return new CommandError(`${prefix}PORT: ${HOST}:${PORT} may not be listened on by this user`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new CommandError(`${prefix}HOST: "${HOST}" is not an address of this machine`);
    default:
      return error;
  }
}
