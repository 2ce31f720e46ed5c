import { StoreError } from "../registry/store/store-error.ts";

/** A failure that the user of a command can mend: its message is the one line that they see. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** Whether an error's message is the one line that the user of a command sees. */
export function isForUser(error: unknown): error is CommandError | StoreError {
  return error instanceof CommandError || error instanceof StoreError;
}
