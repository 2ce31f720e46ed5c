import { errors, jwtVerify } from "jose";
import type { Settings } from "../../settings.ts";
import type { IssuerKeys } from "./issuer-keys.ts";
import { type BearerRefusal, type FoundKey, refuse, toTokenName } from "./token.ts";
import type { WatchedKeys } from "./watched-keys.ts";

/**
 * Creates what finds the registry key that a JWT leads to, by the name in its claim. The JWT holds
 * until its end, as long as the issuer has its key and the keys file that name.
 */
export function createJwtFinder({
  settings,
  issuerKeys,
  watched,
  timeOfDay,
}: {
  readonly settings: {
    readonly JWT_ISSUER: string;
    readonly JWT_AUDIENCE: string;
    readonly JWT_KEY_CLAIM: Settings["JWT_KEY_CLAIM"];
  };
  readonly issuerKeys: Pick<IssuerKeys, "find" | "watch">;
  readonly watched: Pick<WatchedKeys, "current">;
  readonly timeOfDay: () => number;
}): (jwt: string, jwtHash: string) => Promise<FoundKey> {
  const verify = async (jwt: string) => {
    let isKnown = () => false;
    const { payload } = await jwtVerify(
      jwt,
      async (header) => {
        const key = await issuerKeys.find(header);
        isKnown = issuerKeys.watch(header.kid);
        return key;
      },
      {
        algorithms: ["RS256", "ES256", "EdDSA"],
        issuer: settings.JWT_ISSUER,
        audience: settings.JWT_AUDIENCE,
        requiredClaims: ["exp"],
        currentDate: new Date(timeOfDay()),
        // In seconds, for `nbf`. For `exp` there is none: it is compared again.
        clockTolerance: 5,
      },
    );
    const { JWT_KEY_CLAIM: claim } = settings;
    const name = Object.hasOwn(payload, claim) ? payload[claim] : undefined;
    return { isKnown, name, endsAt: Number(payload.exp) * 1000 };
  };
  return async (jwt, jwtHash) => {
    try {
      const { isKnown, name, endsAt } = await verify(jwt);
      const findKey = () => (typeof name === "string" ? watched.current.keys.get(name) : undefined);
      const key = findKey();
      if (endsAt <= timeOfDay()) return refuse("expired", jwtHash);
      if (key === undefined) return refuse("JWT names no key", jwtHash);
      const standing = () => {
        const now = findKey();
        if (now === undefined || endsAt <= timeOfDay() || !isKnown()) return "gone";
        return now === key ? "holds" : "changed";
      };
      const bearer = { token: toTokenName(jwtHash), onlyRegistered: false, standing };
      return { key, bearer };
    } catch (error) {
      return refuse(toRefusal(error), jwtHash);
    }
  };
}

function toRefusal(error: unknown): BearerRefusal {
  if (error instanceof errors.JWTExpired) return "expired";
  if (error instanceof errors.JWTClaimValidationFailed) {
    return claims[error.claim] ?? "JWT has a wrong claim";
  }
  // Other errors are of keys that cannot be fetched or used, such as short ones.
  if (!(error instanceof errors.JOSEError)) return unknownKey;
  return codes[error.code] ?? "JWT cannot be read";
}

const unknownKey = "JWT is signed by an unknown key";

const claims: Readonly<Record<string, BearerRefusal>> = {
  iss: "JWT has a wrong issuer",
  aud: "JWT has a wrong audience",
  nbf: "JWT is not valid yet",
};

const codes: Readonly<Record<string, BearerRefusal>> = {
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: "JWT has a wrong signature",
  ERR_JOSE_ALG_NOT_ALLOWED: "JWT has an algorithm or header that is not allowed",
  ERR_JOSE_NOT_SUPPORTED: "JWT has an algorithm or header that is not allowed",
  ERR_JWKS_NO_MATCHING_KEY: unknownKey,
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: unknownKey,
  ERR_JWKS_INVALID: unknownKey,
  ERR_JWKS_TIMEOUT: unknownKey,
  // The response with the keys.
  ERR_JOSE_GENERIC: unknownKey,
};
