import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from "jose";
import type { Settings } from "../../settings.ts";
import type { Bearer, BearerRefusal, FoundKey } from "../answer/key/bearer.ts";
import { toKeyHeaders } from "../answer/key/key.ts";
import { type Algorithm, type IssuerKey, type IssuerKeys, isAlgorithm } from "./issuer-keys.ts";
import { refuse, toTokenName } from "./token.ts";
import type { WatchedKeys } from "./watched-keys.ts";

/** Maximum length of a JWT: no longer one fits into a request's headers. */
const maxLength = 16 * 1024;

/** How early a JWT may come before its `nbf`, in seconds. */
const earlySeconds = 5;

interface JwtsOptions {
  readonly settings: {
    readonly JWT_ISSUER: string;
    readonly JWT_AUDIENCE: string;
    readonly JWT_KEY_CLAIM: Settings["JWT_KEY_CLAIM"];
  };
  readonly issuerKeys: Pick<IssuerKeys, "find" | "has">;
  readonly watched: Pick<WatchedKeys, "current">;
  /** The time of day, in milliseconds since 1970. */
  readonly timeOfDay: () => number;
}

/** A JWT that was verified. It holds until its end, as long as the issuer has its key and the keys file its name. */
interface VerifiedJwt {
  readonly signedWith: IssuerKey;
  /** The name of its registry key. */
  readonly name: string;
  readonly expiresAt: number;
}

/** Headers with which a JWT names or brings the key that it wants to be verified with, or changes how it is to be read. */
const forbiddenHeaders = ["crit", "jwk", "jku", "x5u", "x5c", "b64", "zip"];

/** Finds the registry key that a JWT leads to. It is verified each time, but once for all who ask at the same time. */
export class Jwts {
  readonly #options: JwtsOptions;
  readonly #underWay = new Map<string, Promise<FoundKey>>();

  constructor(options: JwtsOptions) {
    this.#options = options;
  }

  /** @param jwtHash the SHA-256 of the JWT in hexadecimal. */
  find(jwt: string, jwtHash: string): Promise<FoundKey> {
    return this.#underWay.get(jwtHash) ?? this.#begin(jwt, jwtHash);
  }

  #begin(jwt: string, jwtHash: string): Promise<FoundKey> {
    const verifying = this.#verifyAndUse(jwt, jwtHash).finally(() =>
      this.#underWay.delete(jwtHash),
    );
    this.#underWay.set(jwtHash, verifying);
    return verifying;
  }

  async #verifyAndUse(jwt: string, jwtHash: string): Promise<FoundKey> {
    const verified = await this.#verify(jwt);
    if (typeof verified === "string") return refuse(verified, jwtHash);
    const found = this.#findKey(verified);
    if (typeof found === "string") return refuse(found, jwtHash);
    const { key } = found;
    const bearer: Bearer = {
      token: toTokenName(jwtHash),
      onlyRegistered: false,
      standing: () => {
        const now = this.#findKey(verified);
        if (typeof now === "string") return "gone";
        return now.key === key ? "holds" : "changed";
      },
    };
    return { keyHeaders: toKeyHeaders(key), bearer };
  }

  /** The key that a JWT leads to now, or why it leads to none. */
  #findKey({ expiresAt, signedWith, name }: VerifiedJwt): { readonly key: string } | BearerRefusal {
    const { watched, issuerKeys, timeOfDay } = this.#options;
    if (expiresAt <= timeOfDay()) return "expired";
    if (!issuerKeys.has(signedWith)) return unknownKey;
    const key = watched.current.keys.get(name);
    return key === undefined ? "JWT names no key" : { key };
  }

  /** Verifies a JWT, and says why if it is refused. */
  async #verify(jwt: string): Promise<VerifiedJwt | BearerRefusal> {
    if (jwt.length > maxLength) return "JWT cannot be read";
    const header = readHeader(jwt);
    if (typeof header === "string") return header;
    const signedWith = await this.#options.issuerKeys.find(header.algorithm, header.kid);
    if (signedWith === null) return unknownKey;
    const payload = await this.#readPayload(jwt, signedWith);
    if (typeof payload === "string") return payload;
    const { exp } = payload;
    if (typeof exp !== "number" || !Number.isFinite(exp)) return "JWT has a wrong claim";
    const { JWT_KEY_CLAIM: claim } = this.#options.settings;
    const name = Object.hasOwn(payload, claim) ? payload[claim] : undefined;
    if (typeof name !== "string") return "JWT names no key";
    return { signedWith, name, expiresAt: exp * 1000 };
  }

  async #readPayload(
    jwt: string,
    { key, algorithm }: IssuerKey,
  ): Promise<JWTPayload | BearerRefusal> {
    const { settings, timeOfDay } = this.#options;
    try {
      const { payload } = await jwtVerify(jwt, key, {
        algorithms: [algorithm],
        issuer: settings.JWT_ISSUER,
        audience: settings.JWT_AUDIENCE,
        requiredClaims: ["exp"],
        currentDate: new Date(timeOfDay()),
        // For `nbf`. For `exp` there is none: `#findKey` compares it again.
        clockTolerance: earlySeconds,
      });
      return payload;
    } catch (error) {
      return toRefusal(error);
    }
  }
}

const unknownKey = "JWT is signed by an unknown key";

function readHeader(
  jwt: string,
): { readonly algorithm: Algorithm; readonly kid: string | undefined } | BearerRefusal {
  try {
    const header = decodeProtectedHeader(jwt);
    const { alg, kid } = header;
    const isForbidden = forbiddenHeaders.some((name) => Object.hasOwn(header, name));
    if (!isAlgorithm(alg) || isForbidden) {
      return "JWT has an algorithm or header that is not allowed";
    }
    return kid === undefined || typeof kid === "string"
      ? { algorithm: alg, kid }
      : "JWT cannot be read";
  } catch {
    return "JWT cannot be read";
  }
}

function toRefusal(error: unknown): BearerRefusal {
  if (error instanceof errors.JWTExpired) return "expired";
  if (error instanceof errors.JWSSignatureVerificationFailed) return "JWT has a wrong signature";
  if (!(error instanceof errors.JWTClaimValidationFailed)) return "JWT cannot be read";
  switch (error.claim) {
    case "iss":
      return "JWT has a wrong issuer";
    case "aud":
      return "JWT has a wrong audience";
    case "nbf":
      return "JWT is not valid yet";
    default:
      return "JWT has a wrong claim";
  }
}
