import "../../undici-silence.ts";
import {
  type CryptoKey,
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type JSONWebKeySet,
  type JWKSCacheInput,
  type JWTHeaderParameters,
  jwksCache,
} from "jose";
import type { Logger } from "pino";
import { Client, EnvHttpProxyAgent, fetch, Pool } from "undici";
import { passingOverContinue } from "../../registry-client/continue.ts";
import { charsetOf } from "../../registry-client/headers.ts";
import type { ProxyOptions } from "../../registry-client/http-client.ts";
import type { Clock } from "../base/time/clock.ts";

const renewMs = 600_000;
const pauseMs = 10_000;
const maxAgeMs = 24 * 3_600_000;
const timeoutMs = 5_000;

export type IssuerKeys = ReturnType<typeof startIssuerKeys>;

/**
 * The public keys of the issuer of JWTs. They are fetched at the start, every ten minutes, and when
 * a JWT names an unknown one. Known keys stay in force for 24 hours without an issuer.
 */
export function startIssuerKeys({
  url,
  proxy,
  clock,
  log,
}: {
  readonly url: string;
  readonly proxy: ProxyOptions | undefined;
  readonly clock: Clock;
  readonly log: Pick<Logger, "warn">;
}) {
  const limits = {
    connectTimeout: timeoutMs,
    maxResponseSize: 256 * 1024,
    factory: (target: string | URL, client: Client.Options) =>
      new Client(target, passingOverContinue(client)),
  };
  const dispatcher = proxy
    ? new EnvHttpProxyAgent({
        ...{ ...limits, ...proxy, proxyTunnel: true },
        factory: (target: URL, pool: Pool.Options) => new Pool(target, { ...pool, ...limits }),
      })
    : new Pool(new URL(url).origin, limits);
  // The set keeps here what it fetched last.
  const fetched: { readonly jwks?: JSONWebKeySet } = {};
  let beganAt = Number.NEGATIVE_INFINITY;
  const set = createRemoteJWKSet(new URL(url), {
    timeoutDuration: timeoutMs,
    cooldownDuration: pauseMs,
    cacheMaxAge: maxAgeMs,
    headers: { "user-agent": "tapgraph" },
    [jwksCache]: fetched as JWKSCacheInput,
    [customFetch]: async (input, init) => {
      // The set pauses by itself, but not while fetches fail.
      if (clock.now() - beganAt < pauseMs) throw new errors.JWKSNoMatchingKey();
      beganAt = clock.now();
      const response = await fetch(input, { ...init, headers: [...init.headers], dispatcher });
      const charset = charsetOf(response.headers.get("content-type") ?? "");
      const text = new TextDecoder(charset).decode(await response.arrayBuffer());
      return new Response(text, { status: response.status });
    },
  });
  const renew = async () => {
    try {
      await set.reload();
    } catch (err) {
      if (err instanceof errors.JWKSNoMatchingKey) return;
      log.warn({ err }, "the keys of JWT_ISSUER cannot be fetched: known ones stay in force");
    }
  };
  const stopRenewing = clock.every(renewMs, () => void renew());
  void renew();
  const textOf = (name: string | undefined) =>
    JSON.stringify(fetched.jwks?.keys.filter(({ kid }) => !name || !kid || kid === name));
  return {
    /**
     * The key that a JWT with this header is verified with.
     * @throws Error if there is none, or more than one.
     */
    async find(header: JWTHeaderParameters): Promise<CryptoKey> {
      try {
        return await set(header);
      } catch (error) {
        const { kid: name, ...others } = header;
        if (name === undefined) throw error;
        // A key without a name fits, if it is the only one of its kind.
        const keys = fetched.jwks?.keys.filter(({ kid }) => kid === undefined) ?? [];
        return await createLocalJWKSet({ keys })(others);
      }
    },

    /** What tells from now on whether the issuer has the same keys with this name. */
    watch(name: string | undefined): () => boolean {
      const text = textOf(name);
      let seen = fetched.jwks;
      return () => {
        if (fetched.jwks !== seen && textOf(name) === text) seen = fetched.jwks;
        return fetched.jwks === seen && set.fresh;
      };
    },

    async [Symbol.asyncDispose](): Promise<void> {
      stopRenewing();
      await dispatcher.destroy();
    },
  };
}
