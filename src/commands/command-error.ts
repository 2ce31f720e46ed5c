import { StoreError } from "../registry/store/store.ts";

/** A failure that the user of a command can fix. The user sees only its message. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** An error of several lines, each with what it is about before it. */
export function toCommandError(about: string, { message }: Error): CommandError {
  const lines = message.split("\n");
  return new CommandError(lines.map((line) => `${about}: ${line}`).join("\n"));
}

export function isForUser(error: unknown): error is CommandError | StoreError {
  return error instanceof CommandError || error instanceof StoreError;
}
