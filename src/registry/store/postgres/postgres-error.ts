import { StoreError } from "../store.ts";

/** A database's address without its password, and the password, which no error may show. */
export interface DatabaseName {
  readonly name: string;
  readonly password: string | null | undefined;
}

export class ConnectionLostError extends StoreError {}

/**
 * Runs `work` on the database.
 * @throws StoreError of one line for every error of the database, its driver or the network. The
 * original is not kept as the cause: logs show causes, and a driver may attach anything to an
 * error.
 */
export async function withPostgresErrors<T>(
  { name, password }: DatabaseName,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // These are bugs in this program, which no user can fix.
    const isOwn = error instanceof TypeError || error instanceof RangeError;
    if (!(error instanceof Error) || error instanceof StoreError || isOwn) throw error;
    const [line = ""] = error.message.split("\n");
    // The server may put anything into its messages, and they go to a terminal.
    const message = hide(line.replaceAll(/\p{Cc}/gu, " "), password);
    const code = readCode(error);
    const text = `${name}: ${explain(code, message)}`;
    throw isLoss(code, error.message) ? new ConnectionLostError(text) : new StoreError(text);
  }
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

const lostCodes = new Set(["57P01", "57P02", "ECONNRESET", "EPIPE", "ERR_STREAM_DESTROYED"]);

/** What SQLSTATEs and a system's error codes mean. The driver's own errors have no code. */
const explanations: readonly (readonly [string, string])[] = [
  ["28P01 28000", "the user name or password is wrong"],
  ["3D000", "there is no such database"],
  ["25006", "it is read-only, as a replica is; changes go to its primary"],
  ["42P01 42703", "its tables are not those of a registry"],
  ["53100", "the disk is full"],
  ["53300", "it accepts no more connections"],
  ["55P03", "another process is changing the same project; try again when that is done"],
  ["57P03", "it is starting or stopping; try again"],
  ["40001 40P01", "another process interfered; try again"],
  [
    "ECONNREFUSED ENOENT EACCES ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ETIMEDOUT",
    "it cannot be reached (is it running there?)",
  ],
];

function explain(code: string, message: string): string {
  const [, known] = explanations.find(([codes]) => codes.split(" ").includes(code)) ?? [];
  if (known !== undefined) return known;
  if (code === "42501") return `the user lacks a privilege (${message})`;
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
