import { createServer, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { serve } from "./listen.ts";

type SigningKey = Parameters<SignJWT["sign"]>[0];

/** A key with which an issuer signs, and its public half as the issuer publishes it. */
export interface TestKey {
  readonly privateKey: SigningKey;
  readonly jwk: JWK;
  readonly alg: string;
}

/** A server that publishes keys, as an issuer of JWTs does. */
export interface TestIssuer extends AsyncDisposable {
  /** Its `iss`. */
  readonly url: string;
  /** The settings of a gateway that accepts its JWTs. */
  readonly settings: {
    readonly JWT_ISSUER: string;
    readonly JWT_AUDIENCE: string;
    readonly JWT_JWKS_URL: string;
  };
  /** What it publishes from now on. */
  keys: readonly object[];
  /** What it does instead of publishing its keys, if anything. */
  behaviour: ((response: ServerResponse) => void) | undefined;
  /** How often its keys have been asked for. */
  readonly fetches: number;
}

export async function startIssuer(keys: readonly TestKey[]): Promise<TestIssuer> {
  let fetches = 0;
  const server = createServer((_, response) => {
    fetches += 1;
    if (issuer.behaviour !== undefined) issuer.behaviour(response);
    else response.end(JSON.stringify({ keys: issuer.keys }));
  });
  const { url, [Symbol.asyncDispose]: dispose } = await serve(server);
  const issuer: TestIssuer = {
    url,
    settings: { JWT_ISSUER: url, JWT_AUDIENCE: audience, JWT_JWKS_URL: `${url}/jwks` },
    keys: keys.map(({ jwk }) => jwk),
    behaviour: undefined,
    get fetches() {
      return fetches;
    },
    [Symbol.asyncDispose]: dispose,
  };
  return issuer;
}

export const audience = "the-api";

export async function createSigningKey(
  alg: string,
  kid: string,
  options: { readonly modulusLength?: number } = {},
): Promise<TestKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true, ...options });
  return { privateKey, alg, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}

/** Signs a JWT that leads to the key `shop`, for a minute. Undefined leaves out a claim or a header. */
export function sign(
  issuer: Pick<TestIssuer, "url">,
  key: TestKey,
  claims: Readonly<Record<string, unknown>> = {},
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + 60;
  const payload = { iss: issuer.url, aud: audience, exp, tapgraph_key: "shop", ...claims };
  return new SignJWT(payload)
    .setProtectedHeader({
      alg: key.alg,
      ...(key.jwk.kid !== undefined && { kid: key.jwk.kid }),
      ...header,
    })
    .sign(key.privateKey);
}
