import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** The API for which the provider issues access tokens. */
export const api = "https://api.example";

const redirectUri = "https://app.example/callback";

/** A real identity provider, where anybody can sign in. */
export interface IdentityProvider extends AsyncDisposable {
  /** The settings of a gateway that accepts its access tokens. */
  readonly settings: Readonly<Record<"JWT_ISSUER" | "JWT_AUDIENCE" | "JWT_JWKS_URL", string>>;
  /** Signs a person in, as an application in a browser does, and returns the access token. */
  signIn(person: string): Promise<string>;
  /** From now on, it signs with another key, and no longer publishes the one before. */
  rotate(): void;
}

/** Starts a provider on a free loopback port. @param keyNames the claim `tapgraph_key` of each person. */
export async function startIdentityProvider(
  keyNames: Readonly<Record<string, string>>,
): Promise<IdentityProvider> {
  let provider: Provider | undefined;
  const server = createServer((request, response) => provider?.callback()(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rotate = () => {
    provider = createProvider(issuer, keyNames);
  };
  rotate();
  const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  const { jwks_uri: JWT_JWKS_URL } = metadata as { readonly jwks_uri: string };
  return {
    settings: { JWT_ISSUER: issuer, JWT_AUDIENCE: api, JWT_JWKS_URL },
    signIn: (person) => signIn(issuer, person),
    rotate,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function createProvider(issuer: string, keyNames: Readonly<Record<string, string>>): Provider {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const jwk = { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" };
  return new Provider(issuer, {
    jwks: { keys: [jwk] },
    cookies: { keys: ["only-for-tests"] },
    clients: [
      {
        client_id: "app",
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code"],
      },
    ],
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    extraTokenClaims(_, token) {
      const person = "accountId" in token ? String(token.accountId) : "";
      return Object.hasOwn(keyNames, person) ? { tapgraph_key: keyNames[person] } : {};
    },
    features: {
      resourceIndicators: {
        enabled: true,
        defaultResource: () => api,
        getResourceServerInfo: () => ({
          scope: "read",
          audience: api,
          accessTokenFormat: "jwt",
          accessTokenTTL: 600,
          jwt: { sign: { alg: "RS256" } },
        }),
        useGrantedResource: () => true,
      },
    },
  });
}

/** The authorization code flow with PKCE, through the provider's own pages. */
async function signIn(issuer: string, person: string): Promise<string> {
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    client_id: "app",
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid read",
    resource: api,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const browser = new Browser(issuer);
  let at = await browser.open(`/auth?${query}`);
  const forms = [{ prompt: "login", login: person, password: "any" }, { prompt: "consent" }];
  for (const form of forms) at = await browser.open(new URL(at).pathname, form);
  const code = new URL(at).searchParams.get("code") ?? "";
  const response = await fetch(`${issuer}/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      ...{ client_id: "app", redirect_uri: redirectUri, code, code_verifier: verifier },
    }),
  });
  const token = (await response.json()) as { readonly access_token?: string };
  if (token.access_token === undefined) throw new Error(`no token: ${JSON.stringify(token)}`);
  return token.access_token;
}

/** Keeps cookies, and follows redirects as far as they stay at the provider. */
class Browser {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Opens a page, or sends a form. Returns the address at which this ends. */
  async open(path: string, form?: Readonly<Record<string, string>>): Promise<string> {
    const response = await fetch(`${this.#origin}${path}`, {
      redirect: "manual",
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    await response.arrayBuffer();
    const location = response.headers.get("location");
    if (location === null) return `${this.#origin}${path}`;
    const next = new URL(location, this.#origin);
    return next.origin === this.#origin ? this.open(`${next.pathname}${next.search}`) : next.href;
  }
}
