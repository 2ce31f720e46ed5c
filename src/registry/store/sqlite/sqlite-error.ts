import { StoreError } from "../store.ts";

/**
 * Runs `work` on a SQLite file.
 * @throws StoreError for every error of SQLite. It names the file and says what is wrong.
 */
export function withSqliteErrors<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    throw new StoreError(`${file}: ${explain(error.errcode, error.message)}`, { cause: error });
  }
}

export function isBusy(error: unknown): boolean {
  const cause = error instanceof StoreError ? error.cause : undefined;
  return isSqliteError(cause) && (cause.errcode & 0xff) === busy;
}

const busy = 5;

interface SqliteError extends Error {
  readonly errcode: number;
}

function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number";
}

function explain(errcode: number, message: string): string {
  switch (errcode & 0xff) {
    case busy:
      return "another process is writing to it; try again when that is done";
    case 8:
      return "it cannot be written (the file or its folder is read-only)";
    case 13:
      return "the disk is full";
    case 14:
      return "it cannot be opened (is the folder there, and is it writable?)";
    case 26:
      return "it is not a database";
    default:
      return message;
  }
}
