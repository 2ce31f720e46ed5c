import { CommandError } from "./command-error.ts";

/** Resolves when the process is told to stop: SIGTERM or SIGINT. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGTERM", () => resolve());
    process.once("SIGINT", () => resolve());
  });
}

/** Why a server cannot listen, in one line for whoever set its address; any other error as it is. */
export function toListenError(
  error: unknown,
  { HOST, PORT }: { readonly HOST: string; readonly PORT: number },
  /** What the names of the settings begin with. */
  prefix: "" | "REGISTRY_" = "",
): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return new CommandError(`${prefix}PORT: ${HOST}:${PORT} is in use by another program`);
    case "EACCES":
      return new CommandError(`${prefix}PORT: ${HOST}:${PORT} may not be listened on by this user`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new CommandError(`${prefix}HOST: "${HOST}" is no address of this machine`);
    default:
      return error;
  }
}
