import { Agent, fetch as fetchBy } from "undici";
import { startGateway as start } from "../../src/commands/gateway/gateway.ts";
import type { Clock } from "../../src/gateway/base/time/clock.ts";
import { createLogger } from "../../src/log.ts";
import { parseLinks } from "../../src/setting-parsers.ts";
import { readSettings } from "../../src/settings.ts";
import { type SampleRegistry, startSampleRegistry } from "./sample-registry.ts";
import { patient } from "./tapgraph-gateway.ts";

/** A response from the gateway: its HTTP status and headers, and the GraphQL result. */
export interface GatewayResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test names the fields that it expects.
  readonly data: any;
  readonly errors: readonly ResponseError[] | undefined;
  readonly extensions: Readonly<Record<string, unknown>> | undefined;
}

/** An error in a response. */
export interface ResponseError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>> & { readonly code: string };
}

/** How a query is sent. */
export interface QueryOptions {
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Null: no key is sent. @default the key that the gateway was started with */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A gateway on a free loopback port. */
export interface TestGateway extends AsyncDisposable {
  readonly url: string;
  query(document: string, options?: QueryOptions): Promise<GatewayResponse>;
  /** Resolves when, by the metrics, exactly this many REST calls await their responses. */
  untilUnderWay(calls: number): Promise<void>;
}

/** Starts a gateway in front of a registry. */
export async function startGateway(options: {
  readonly registryUrl: string;
  readonly key: string;
  readonly links?: string;
  /** Environment variables, as a user sets them. */
  readonly settings?: Readonly<Record<string, string>>;
  /** @default the machine's time */
  readonly clock?: Clock;
  /** How long the gateway waits for a reply from the shared cache, in milliseconds. @default the gateway's own default */
  readonly sharedCacheWaitMs?: number | undefined;
}): Promise<TestGateway> {
  const patience = options.clock === undefined ? patient : {};
  const given = { PORT: "0", LOG_LEVEL: "silent", ...patience, ...options.settings };
  const settings = readSettings(given);
  const registry = {
    url: options.registryUrl,
    name: "test",
    links: parseLinks(options.links ?? ""),
    sampleKey: null,
  };
  const log = createLogger(settings.LOG_LEVEL);
  const gateway = await start(settings, log, registry, {
    clock: options.clock,
    sharedCacheWaitMs: options.sharedCacheWaitMs,
  });
  // These connections are closed before the gateway is, which would otherwise wait for requests on idle ones.
  const connections = new Agent();
  return {
    url: gateway.url,
    query: (document, { variables, key = options.key, headers } = {}) =>
      post(
        `${gateway.url}/graphql`,
        { query: document, variables },
        { ...withKey(key), ...headers },
        connections,
      ),
    async untilUnderWay(calls) {
      const line = `\ntapgraph_rest_calls_in_flight{state="response"} ${calls}\n`;
      const scrape = () => fetchBy(`${gateway.url}/metrics`, { dispatcher: connections });
      while (!(await (await scrape()).text()).includes(line));
    },
    [Symbol.asyncDispose]: async () => {
      await connections.destroy();
      await gateway[Symbol.asyncDispose]();
    },
  };
}

/** Starts a gateway in front of a registry with the sample, and with the sample's links. */
export async function startSampleGateway(
  settings: Readonly<Record<string, string>> = {},
): Promise<TestGateway & { readonly registry: SampleRegistry }> {
  const registry = await startSampleRegistry();
  const { url: registryUrl, key, links } = registry;
  const gateway = await startGateway({ registryUrl, key, links, settings });
  return {
    ...gateway,
    registry,
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

/** Sends a GraphQL request as a client does. */
export async function post(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
  connections?: Agent,
): Promise<GatewayResponse> {
  const response = await fetchBy(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    ...(connections && { dispatcher: connections }),
  });
  const result = (await response.json()) as Omit<GatewayResponse, "status" | "headers">;
  return { status: response.status, headers: new Headers([...response.headers]), ...result };
}

function withKey(key: string | null): Readonly<Record<string, string>> {
  return key === null ? {} : { "x-api-key": key };
}
