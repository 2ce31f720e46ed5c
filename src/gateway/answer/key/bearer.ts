import type { RequestHead } from "../request-head.ts";

/** Whoever sent a token or a JWT in place of a key. */
export interface Bearer {
  /** What the token is called in the log: the first eight hexadecimal digits of its SHA-256. */
  readonly token: string;
  /** Whether it can run registered operations only. */
  readonly onlyRegistered: boolean;
  /**
   * Whether the token still leads to the key that it led to: `gone` if it leads to none any more, `changed` if it leads to another or
   * allows something else.
   */
  standing(): "holds" | "gone" | "changed";
}

/** Why what a request sent in place of a key is refused. Only the log says so: to its caller, the request has no key. */
export type BearerRefusal =
  | "unknown token"
  | "expired"
  | "not a token"
  | "JWTs are not configured"
  | "JWT cannot be read"
  | "JWT has an algorithm or header that is not allowed"
  | "JWT is signed by an unknown key"
  | "JWT has a wrong signature"
  | "JWT has a wrong issuer"
  | "JWT has a wrong audience"
  | "JWT is not valid yet"
  | "JWT has a wrong claim"
  | "JWT names no key";

/** What a request's key was found to be. */
export interface FoundKey {
  /** The headers with that key, which stand for the request's own: none if it is answered as a request without a key. */
  readonly keyHeaders: readonly string[];
  readonly bearer?: Bearer;
  readonly refused?: {
    readonly reason: BearerRefusal;
    /** The name of what was refused; undefined if that is not known to be a token or a JWT. */
    readonly token: string | undefined;
  };
}

/** Finds a request's key; undefined if the request is answered with its headers as they are. */
export type KeyFinder = (request: RequestHead) => FoundKey | undefined | Promise<FoundKey>;
