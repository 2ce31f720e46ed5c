import { CommandError } from "../command-error.ts";

/** Explains that a package is not installed, after its import has failed. Returns any other error unchanged. */
export function toInstallError(error: unknown, message: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ERR_MODULE_NOT_FOUND" ? new CommandError(message) : error;
}
