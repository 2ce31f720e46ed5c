import "../../undici-silence.ts";
import { type CryptoKey, importJWK, type JWK } from "jose";
import type { Logger } from "pino";
import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from "undici";
import type { Clock } from "../base/time/clock.ts";
import { isJsonObject } from "../call/decode/json-values.ts";
import type { ProxyOptions } from "../call/network/http-client.ts";

/** How often the keys are fetched again, and the least time between two fetches, in milliseconds. */
const renewMs = 600_000;
const pauseMs = 10_000;

/** How often is looked whether they must be renewed, in milliseconds. */
const lookMs = 10_000;

/** How long keys stay in force without an issuer, in milliseconds. */
const maxAgeMs = 24 * 3_600_000;

/** Maximum time of a fetch, and how long a request waits for one, in milliseconds. */
const fetchMs = 5_000;
const patienceMs = 2_000;

/** How often failures are logged at most, in milliseconds. */
const complainMs = 60_000;

/** Maximum size of the issuer's response, in bytes, and maximum number of its keys. */
const maxBytes = 256 * 1024;
const maxKeys = 200;

/** The signature algorithms that are accepted, and the keys that fit each. */
const algorithms = {
  RS256: { kty: "RSA", crv: undefined, names: ["RS256"] },
  ES256: { kty: "EC", crv: "P-256", names: ["ES256"] },
  EdDSA: { kty: "OKP", crv: "Ed25519", names: ["EdDSA", "Ed25519"] },
} as const;

export type Algorithm = keyof typeof algorithms;

export function isAlgorithm(name: unknown): name is Algorithm {
  return typeof name === "string" && Object.hasOwn(algorithms, name);
}

/** Minimum length of an RSA key, in bits. */
const minRsaBits = 2_048;

/** A public key of the issuer, for one algorithm. */
export interface IssuerKey {
  /** Differs if the key, its algorithm or its name differs. */
  readonly identity: string;
  readonly kid: string | undefined;
  readonly algorithm: Algorithm;
  readonly key: CryptoKey;
}

interface IssuerKeysOptions {
  readonly url: string;
  readonly proxy: ProxyOptions | undefined;
  readonly clock: Clock;
  readonly log: Pick<Logger, "info" | "warn">;
}

/** The public keys of the issuer of JWTs. They are fetched at the start, every ten minutes, and when a JWT names an unknown one. */
export class IssuerKeys implements AsyncDisposable {
  readonly #options: IssuerKeysOptions;
  readonly #dispatcher: Dispatcher;
  readonly #stopLooking: () => void;
  #keys: ReadonlyMap<string, IssuerKey> = new Map();
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #beganAt = Number.NEGATIVE_INFINITY;
  #complainedAt = Number.NEGATIVE_INFINITY;
  #isFailing = false;
  #fetch: Promise<void> | undefined;

  constructor(options: IssuerKeysOptions) {
    const { clock, proxy } = options;
    this.#options = options;
    const timeouts = { connectTimeout: fetchMs, headersTimeout: fetchMs, bodyTimeout: fetchMs };
    this.#dispatcher = proxy
      ? new EnvHttpProxyAgent({
          ...timeouts,
          httpProxy: proxy.url,
          httpsProxy: proxy.url,
          noProxy: proxy.noProxy ?? "",
          proxyTunnel: true,
        })
      : new Agent(timeouts);
    this.#stopLooking = clock.every(lookMs, () => this.#renew());
    void this.#fetchOnce();
  }

  /** Whether a key that verified a JWT is still the issuer's. */
  has({ identity }: IssuerKey): boolean {
    return this.#inForce.has(identity);
  }

  /**
   * The key that verifies a JWT; null if there is none, or more than one. For a name that is not known, the keys are fetched, and this
   * waits for them for two seconds at most.
   */
  find(
    algorithm: Algorithm,
    kid: string | undefined,
  ): IssuerKey | null | Promise<IssuerKey | null> {
    const found = this.#findNow(algorithm, kid);
    if (found !== null) return found;
    if (kid !== undefined && this.#hasKid(kid)) return null;
    if (kid === undefined && this.#inForce.size > 0) return null;
    const fetching = this.#fetch ?? (this.#mayFetch ? this.#fetchOnce() : undefined);
    return fetching === undefined ? null : this.#findAfter(fetching, algorithm, kid);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopLooking();
    await this.#dispatcher.destroy();
    await this.#fetch;
  }

  get #inForce(): ReadonlyMap<string, IssuerKey> {
    const age = this.#options.clock.now() - this.#fetchedAt;
    return age < maxAgeMs ? this.#keys : none;
  }

  get #mayFetch(): boolean {
    return this.#options.clock.now() - this.#beganAt >= pauseMs;
  }

  #findNow(algorithm: Algorithm, kid: string | undefined): IssuerKey | null {
    const fitting = [...this.#inForce.values()].filter(
      (key) => key.algorithm === algorithm && (kid === undefined || key.kid === kid),
    );
    const [only, ...others] = fitting;
    return only !== undefined && others.length === 0 ? only : null;
  }

  #hasKid(kid: string): boolean {
    return this.#inForce.values().some((key) => key.kid === kid);
  }

  async #findAfter(
    fetching: Promise<void>,
    algorithm: Algorithm,
    kid: string | undefined,
  ): Promise<IssuerKey | null> {
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, patienceMs);
    await Promise.race([fetching, patience.promise]);
    clearTimeout(timer);
    return this.#findNow(algorithm, kid);
  }

  #renew(): void {
    if (this.#options.clock.now() - this.#beganAt >= renewMs) void this.#fetchOnce();
  }

  /** Fetches the keys, once for all who wait. If it fails, those that are known stay. */
  #fetchOnce(): Promise<void> {
    this.#fetch ??= this.#fetchAndReplace().finally(() => {
      this.#fetch = undefined;
    });
    return this.#fetch;
  }

  async #fetchAndReplace(): Promise<void> {
    const { clock, log } = this.#options;
    const now = clock.now();
    this.#beganAt = now;
    try {
      this.#keys = await this.#readKeys();
      this.#fetchedAt = now;
      if (this.#isFailing) log.info("the keys of JWT_ISSUER were fetched again");
      this.#isFailing = false;
    } catch (error) {
      this.#isFailing = true;
      if (now - this.#complainedAt < complainMs) return;
      this.#complainedAt = now;
      log.warn(
        { err: error },
        "the keys of JWT_ISSUER cannot be fetched: known ones stay in force",
      );
    }
  }

  async #readKeys(): Promise<ReadonlyMap<string, IssuerKey>> {
    const body = await this.#download();
    const json: unknown = JSON.parse(body);
    const listed = isJsonObject(json) ? json["keys"] : undefined;
    if (!Array.isArray(listed)) throw new Error("JWT_JWKS_URL: the response is no key set");
    const keys = await Promise.all(listed.slice(0, maxKeys).map((jwk) => toIssuerKey(jwk)));
    const usable = keys.filter((key) => key !== null);
    return new Map(usable.map((key) => [key.identity, this.#keys.get(key.identity) ?? key]));
  }

  async #download(): Promise<string> {
    const { statusCode, body } = await request(this.#options.url, {
      dispatcher: this.#dispatcher,
      headers: { accept: "application/json, application/jwk-set+json", "user-agent": "tapgraph" },
      signal: AbortSignal.timeout(fetchMs),
    });
    // A redirect is not followed: it counts as any other status.
    if (statusCode !== 200) {
      body.on("error", () => {}).destroy();
      throw new Error(`JWT_JWKS_URL: the response has status ${statusCode}`);
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Error(`JWT_JWKS_URL: the response exceeds ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  }
}

const none: ReadonlyMap<string, IssuerKey> = new Map();

/** A key that can verify JWTs; null for any other, such as a symmetric one, a short one, or one for encryption. */
async function toIssuerKey(jwk: unknown): Promise<IssuerKey | null> {
  if (!isJsonObject(jwk)) return null;
  const algorithm = algorithmOf(jwk);
  if (algorithm === null || !isForVerifying(jwk)) return null;
  const { kid } = jwk;
  if (kid !== undefined && typeof kid !== "string") return null;
  const { kty, crv, x, y, n, e } = jwk as JWK;
  const publicJwk = Object.fromEntries(
    Object.entries({ kty, crv, x, y, n, e }).filter(([, value]) => typeof value === "string"),
  );
  try {
    const key = await importJWK(publicJwk, algorithm);
    if (key instanceof Uint8Array || !isLongEnough(key)) return null;
    return { identity: JSON.stringify([kid, algorithm, publicJwk]), kid, algorithm, key };
  } catch {
    return null;
  }
}

function algorithmOf(jwk: Readonly<Record<string, unknown>>): Algorithm | null {
  const names = Object.keys(algorithms) as readonly Algorithm[];
  const fits = (name: Algorithm) => {
    const { kty, crv, names: algs } = algorithms[name];
    const isNamed = jwk["alg"] === undefined || algs.some((alg) => alg === jwk["alg"]);
    return jwk["kty"] === kty && (crv === undefined || jwk["crv"] === crv) && isNamed;
  };
  return names.find(fits) ?? null;
}

function isForVerifying({ use, key_ops: operations }: Readonly<Record<string, unknown>>): boolean {
  const mayVerify = !Array.isArray(operations) || operations.includes("verify");
  return (use === undefined || use === "sig") && mayVerify;
}

function isLongEnough({ algorithm }: CryptoKey): boolean {
  const { modulusLength } = algorithm as { readonly modulusLength?: number };
  return modulusLength === undefined || modulusLength >= minRsaBits;
}
