/** A store that cannot be opened, read or written; the message is one line that says what to mend. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}

/** The same error as a `StoreError` whose message names the file and what to do about it. */
export function toStoreError(error: unknown, file: string): StoreError {
  if (error instanceof StoreError) return error;
  const { errcode, message } = error instanceof Error ? (error as SqliteError) : {};
  return new StoreError(`${file}: ${explain(errcode, message)}`, { cause: error });
}

/** What node:sqlite adds to its errors. */
interface SqliteError extends Error {
  readonly errcode?: number;
}

/** By SQLite's primary result code: the low byte of the extended one. */
function explain(errcode: number | undefined, message: string | undefined): string {
  switch ((errcode ?? 0) & 0xff) {
    case 5:
      return "another process is writing to it; try again when that is done";
    case 8:
      return "it cannot be written (a file or a folder that is read-only)";
    case 11:
      return "the database is damaged";
    case 13:
      return "the disk is full";
    case 14:
      return "it cannot be opened (is the folder there, and may it be written?)";
    case 26:
      return "is no database";
    default:
      return message ?? "cannot be used";
  }
}
