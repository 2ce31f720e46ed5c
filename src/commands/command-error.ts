/** A failure that the user of a command can mend: its message is the one line that they see. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
