import { StoreError } from "../store.ts";

/** A database's address without its password, and the password, which no error may show. */
export interface DatabaseName {
  readonly name: string;
  readonly password: string | null | undefined;
}

export class ConnectionLostError extends StoreError {}

/**
 * Turns an error of the database, its driver or the network into a `StoreError` of one line. The
 * original is not kept as the cause: logs show causes, and a driver may attach anything to an
 * error.
 */
export function toPostgresError(error: unknown, { name, password }: DatabaseName): unknown {
  // These are bugs in this program, which no user can fix.
  const isOwn = error instanceof TypeError || error instanceof RangeError;
  if (!(error instanceof Error) || error instanceof StoreError || isOwn) return error;
  const [line = ""] = error.message.split("\n");
  // The server may put anything into its messages, and they go to a terminal.
  const message = hide(line.replaceAll(/\p{Cc}/gu, " "), password);
  const code = readCode(error);
  const text = `${name}: ${explain(code, message)}`;
  return isLoss(code, error.message) ? new ConnectionLostError(text) : new StoreError(text);
}

/**
 * Runs `work` on the database.
 * @throws StoreError for every error of the database, its driver or the network.
 */
export async function withPostgresErrors<T>(
  database: DatabaseName,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toPostgresError(error, database);
  }
}

export function hasNoRoom(error: unknown): boolean {
  return error instanceof Error && readCode(error) === tooManyConnections;
}

function isLoss(code: string, message: string): boolean {
  return (
    lostCodes.has(code) ||
    /^08/.test(code) ||
    /^Connection terminated|connection error/.test(message)
  );
}

function readCode(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

const tooManyConnections = "53300";

const lostCodes = new Set(["57P01", "57P02", "ECONNRESET", "EPIPE", "ERR_STREAM_DESTROYED"]);

/** Explains a SQLSTATE or a system's error code. The driver's own errors have no code. */
function explain(code: string, message: string): string {
  switch (code) {
    case "28P01":
    case "28000":
      return "the user name or password is wrong";
    case "3D000":
      return "there is no such database";
    case "42501":
      return `the user lacks a privilege (${message})`;
    case "25006":
      return "it is read-only, as a replica is; changes go to its primary";
    case "42P01":
    case "42703":
      return "its tables are not those of a registry";
    case "53100":
      return "the disk is full";
    case tooManyConnections:
      return "it accepts no more connections";
    case "55P03":
      return "another process is changing the same project; try again when that is done";
    case "57P03":
      return "it is starting or stopping; try again";
    case "40001":
    case "40P01":
      return "another process interfered; try again";
    case "ECONNREFUSED":
    case "ENOENT":
    case "EACCES":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "ETIMEDOUT":
      return "it cannot be reached (is it running there?)";
    default:
      return explainByMessage(code, message);
  }
}

function explainByMessage(code: string, message: string): string {
  if (/^SASL|client password/.test(message)) return "the user name or password is wrong";
  if (/timeout/i.test(message)) return "it does not answer in time";
  return isLoss(code, message) ? "the connection was lost" : message || code;
}

function hide(text: string, password: string | null | undefined): string {
  if (!password) return text;
  return text
    .replaceAll(password, "[password]")
    .replaceAll(encodeURIComponent(password), "[password]");
}
