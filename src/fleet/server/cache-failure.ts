export type FailureReason =
  | "timeout"
  | "unreachable"
  | "full"
  /** Any other error of the server, such as a password that it requires. */
  | "refused"
  /** Too old, or no server that is known to work. */
  | "version"
  | "backlog"
  /** A value is damaged or not ours. */
  | "corrupt";

export interface CacheFailure {
  readonly reason: FailureReason;
  /**
   * The error's code, such as `NOPERM` or `ECONNREFUSED`: the rest of it may name users or values.
   */
  readonly code?: string | undefined;
}

export function toFailure(error: unknown): CacheFailure {
  if (!(error instanceof Error)) return { reason: "unreachable" };
  // A system error has a code. The message of a server's error begins with one.
  if ("code" in error) return { reason: "unreachable", code: toCode(error.code) };
  const code = /^-?([A-Z]{3,40})\b/.exec(error.message)?.[1];
  if (code === undefined) return { reason: "unreachable" };
  if (code === "ERR") return { reason: "refused", code: findErrorCode(error.message) };
  return { reason: code === "OOM" ? "full" : "refused", code };
}

// Servers report many errors as `ERR`. Those that an operator can fix get our own codes.
const namedErrors: readonly (readonly [RegExp, string])[] = [
  // What Valkey and Redis say when a script may not run a command.
  [/ACL failure in script|can't run this command/, "NOPERM"],
  [/called without any password/, "NOPASS"],
  [/DB index is out of range/, "NODB"],
  [/max number of clients/, "MAXCLIENTS"],
];

function findErrorCode(message: string): string {
  return namedErrors.find(([pattern]) => pattern.test(message))?.[1] ?? "ERR";
}

function toCode(code: unknown): string | undefined {
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : undefined;
}

export function toLogFields({ reason, code }: CacheFailure): object {
  const hint = hints[code ?? reason];
  return { reason, ...(code && { code }), ...(hint && { hint }) };
}

const cluster = "the server belongs to a cluster; CACHE_URL must name one that does not";
const replica = "the server is a replica; CACHE_URL must name its primary";
const plain = "the server does not speak TLS at this port; begin CACHE_URL with redis://";
const authority =
  "this machine does not trust the authority that signed the server's certificate; set NODE_EXTRA_CA_CERTS to a file with that authority's certificate";

// By the code of a failure or, if it has none, by its reason.
const hints: Readonly<Record<string, string>> = {
  version: "tapgraph works with Valkey 8, Redis 7, and later",
  NOAUTH: "the server requires a password; put it into CACHE_URL",
  WRONGPASS: "the server does not accept the user or the password in CACHE_URL",
  NOPASS: "the server has no password; remove it from CACHE_URL",
  NODB: "the server has no database with the number in CACHE_URL",
  MAXCLIENTS: "the server accepts no more connections; raise its maxclients",
  NOPERM:
    "the user in CACHE_URL may not run a command that tapgraph needs; docs/scale.md lists them",
  READONLY: replica,
  MASTERDOWN: replica,
  MOVED: cluster,
  ASK: cluster,
  CROSSSLOT: cluster,
  CLUSTERDOWN: cluster,
  OOM: "the server has no memory left; raise its maxmemory, or set its maxmemory-policy to allkeys-lru",
  LOADING:
    "the server is still loading data from its disk, which it does not need: start it with --save ''",
  MISCONF: "the server cannot save to its disk, which it does not need: start it with --save ''",
  BUSY: "a script or function has run for seconds on the server; SCRIPT KILL or FUNCTION KILL ends it",
  WRONGTYPE:
    "something else writes keys that begin with tapgraph: on the server; give tapgraph its own server",
  ENOTFOUND: "the host in CACHE_URL does not resolve",
  ECONNRESET: "the server closes the connection; if it speaks TLS, begin CACHE_URL with rediss://",
  ECONNREFUSED: "nothing listens at the address in CACHE_URL",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "the server's certificate is for a different host from the one in CACHE_URL",
  CERT_HAS_EXPIRED: "the server's certificate has expired",
  CERT_NOT_YET_VALID:
    "the server's certificate is not valid yet, or the clock of this machine is wrong",
  DEPTH_ZERO_SELF_SIGNED_CERT: authority,
  SELF_SIGNED_CERT_IN_CHAIN: authority,
  UNABLE_TO_GET_ISSUER_CERT: authority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: authority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: authority,
  EPROTO: plain,
  ERR_SSL_WRONG_VERSION_NUMBER: plain,
};
