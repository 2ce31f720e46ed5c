import { StoreError } from "../registry/store/store.ts";

/** A failure that the user of a command can fix. The user sees only its message. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

export function isForUser(error: unknown): error is CommandError | StoreError {
  return error instanceof CommandError || error instanceof StoreError;
}
