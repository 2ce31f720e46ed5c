import { StoreError } from "../store.ts";

/** Turns SQLite's error into a `StoreError` that names the file and says what is wrong. Any other error stays as it is. */
export function toSqliteError(error: unknown, file: string): unknown {
  if (!isSqliteError(error)) return error;
  return new StoreError(`${file}: ${explain(error.errcode, error.message)}`, { cause: error });
}

/**
 * Runs `work` on a SQLite file.
 * @throws StoreError for every error of SQLite.
 */
export function withSqliteErrors<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toSqliteError(error, file);
  }
}

/** Whether SQLite gave up because another connection was writing. */
export function isBusy(error: unknown): boolean {
  return isSqliteError(error) && (error.errcode & 0xff) === busy;
}

const busy = 5;

interface SqliteError extends Error {
  readonly errcode: number;
}

function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number";
}

/** Explains SQLite's primary result code, which is the low byte of the extended one. */
function explain(errcode: number, message: string): string {
  switch (errcode & 0xff) {
    case busy:
      return "another process is writing to it; try again when that is done";
    case 8:
      return "it cannot be written (the file or its folder is read-only)";
    case 11:
      return "the database is damaged";
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
