/** Why the store was of no use. */
export type Trouble =
  /** A command was not answered in time. */
  | "timeout"
  /** There is no connection, or it was lost. */
  | "unreachable"
  /** It has no memory left. */
  | "full"
  /** It answered with another error: a password it wants, a command it does not allow. */
  | "refused"
  /** It is too old, or none that is known to work. */
  | "version"
  /** More is waiting to be sent than it takes. */
  | "backlog"
  /** What lies there was damaged, or is not ours. */
  | "spoilt";

/** What is wrong, by what a failed command or connection says. Its text is shown to nobody: it may tell of addresses and users. */
export function toTrouble(error: unknown): Trouble {
  const message = error instanceof Error ? error.message : "";
  if (/^OOM\b/.test(message)) return "full";
  return /^-?[A-Z]{3,}\b/.test(message) && !isConnectionError(error) ? "refused" : "unreachable";
}

/** Errors of the system have a code; those of the store begin with one. */
function isConnectionError(error: unknown): boolean {
  return error instanceof Error && "code" in error;
}
