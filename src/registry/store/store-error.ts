/** A store that cannot be opened, read or written; the message is one line that says what to mend. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}

/** An error of the store as a `StoreError` whose message names the file and what is wrong; any other as it is. */
export function toStoreError(error: unknown, file: string): unknown {
  if (!isSqliteError(error)) return error;
  return new StoreError(`${file}: ${explain(error.errcode, error.message)}`, { cause: error });
}

/** What node:sqlite throws. */
interface SqliteError extends Error {
  readonly errcode: number;
}

function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number";
}

/** By SQLite's primary result code: the low byte of the extended one. */
function explain(errcode: number, message: string): string {
  switch (errcode & 0xff) {
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
      return message;
  }
}
