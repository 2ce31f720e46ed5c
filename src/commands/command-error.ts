import { StoreError } from "../registry/store/store-error.ts";

/** A failure that the user of a command can fix. Its message is all that they see. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** Whether an error's message is all that the user of a command should see. */
export function isForUser(error: unknown): error is CommandError | StoreError {
  return error instanceof CommandError || error instanceof StoreError;
}
