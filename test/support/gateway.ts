import { Agent, fetch as fetchBy } from "undici";
import { startGateway as start } from "../../src/commands/gateway/gateway.ts";
import type { Clock } from "../../src/gateway/base/time/clock.ts";
import { createForwardingLogger, createLogger, type LogTarget } from "../../src/log.ts";
import { parseLinks } from "../../src/setting-parsers.ts";
import { readSettings } from "../../src/settings.ts";
import { type SubscribeOptions, subscribe, type TestStream } from "./event-stream.ts";
import { readMetrics, untilMetric } from "./metrics.ts";
import { type SampleRegistry, startSampleRegistry } from "./real-registry.ts";
import { type ScriptedRegistry, startScriptedRegistry } from "./scripted-registry.ts";
import { patient } from "./tapgraph.ts";

// biome-ignore lint/suspicious/noExplicitAny: a test names the members that it expects.
export type Json = any;

/** A response from the gateway: its HTTP status and headers, and the GraphQL result. */
export interface GatewayResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly data: Json;
  readonly errors: readonly ResponseError[] | undefined;
  /** The codes of the errors. */
  readonly codes: readonly string[] | undefined;
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
  /** Sends a body as it is, with the key that the gateway was started with. */
  send(body: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Sends a subscription, by default with the key that the gateway was started with. */
  subscribe(query: string, options?: SubscribeOptions): Promise<TestStream>;
  /** Resolves when, by the metrics, exactly this many REST calls await their responses. */
  untilUnderWay(calls: number): Promise<number>;
  /** The metrics whose lines match the pattern, by name and labels. */
  metrics(pattern: RegExp): Promise<Readonly<Record<string, number>>>;
  /** The value of a metric; 0 if there is none. @param name the name and labels, as in `/metrics`. */
  figure(name: string): Promise<number>;
  /** Resolves with the value of a metric as soon as it meets the condition. */
  untilFigure(name: string, condition: (figure: number) => boolean): Promise<number>;
}

/** How a gateway is started, apart from its registry. */
export interface GatewayOptions {
  readonly links?: string;
  /** SDL of own fields. @default none */
  readonly ownFields?: string;
  /** Environment variables, as a user sets them. Without `EXPLORER`, there is none: reading its files takes most of a start. */
  readonly settings?: Readonly<Record<string, string>>;
  /** @default the machine's time */
  readonly clock?: Clock;
  /** How long the gateway waits for a reply from the shared cache, in milliseconds. @default the gateway's own default */
  readonly sharedCacheWaitMs?: number | undefined;
  /** Where lines go from the level debug on. @default nowhere */
  readonly log?: LogTarget;
}

const awaitingResponse = 'tapgraph_rest_calls_in_flight{state="response"}';

/** Starts a gateway in front of a registry. */
export async function startGateway({
  registryUrl,
  key: ownKey,
  links = "",
  ownFields,
  settings: given,
  clock,
  sharedCacheWaitMs,
  log: target,
}: GatewayOptions & {
  readonly registryUrl: string;
  readonly key: string;
}): Promise<TestGateway> {
  const patience = clock === undefined ? patient : {};
  const usual = { PORT: "0", LOG_LEVEL: "silent", EXPLORER: "false" };
  const settings = readSettings({ ...usual, ...patience, ...given });
  const registry = {
    url: registryUrl,
    name: "test",
    links: parseLinks(links),
    ownFields: ownFields ?? null,
    sampleKey: null,
  };
  const log = target ? createForwardingLogger("debug", target) : createLogger(settings.LOG_LEVEL);
  const gateway = await start(settings, log, registry, {
    clock,
    sharedCacheWaitMs,
  });
  // These connections are closed before the gateway is, which would otherwise wait for requests on idle ones.
  const connections = new Agent();
  return {
    url: gateway.url,
    query: (document, { variables, key = ownKey, headers } = {}) =>
      post(
        `${gateway.url}/graphql`,
        { query: document, variables },
        { ...withKey(key), ...headers },
        connections,
      ),
    send: (body, headers) =>
      fetch(`${gateway.url}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", ...withKey(ownKey), ...headers },
        body,
      }),
    subscribe: (query, options) => subscribe(gateway.url, query, { key: ownKey, ...options }),
    untilUnderWay: (calls) =>
      untilMetric(gateway.url, awaitingResponse, (found) => found === calls),
    async metrics(pattern) {
      const all = [...(await readMetrics(gateway.url))];
      return Object.fromEntries(all.filter(([name, value]) => pattern.test(`${name} ${value}`)));
    },
    figure: async (name) => (await readMetrics(gateway.url)).get(name) ?? 0,
    untilFigure: (name, condition) => untilMetric(gateway.url, name, condition),
    [Symbol.asyncDispose]: async () => {
      await connections.destroy();
      await gateway[Symbol.asyncDispose]();
    },
  };
}

/** Starts a gateway in front of a registry, and with its key and links. The registry ends with the gateway. */
export async function startGatewayWith<
  Registry extends AsyncDisposable & {
    readonly url: string;
    readonly key: string;
    readonly links?: string;
    readonly ownFields?: string;
  },
>(
  registry: Registry,
  options: GatewayOptions = {},
): Promise<TestGateway & { readonly registry: Registry }> {
  const { url: registryUrl, key, links = "", ownFields } = registry;
  const own = ownFields === undefined ? {} : { ownFields };
  const gateway = await startGateway({ registryUrl, key, links, ...own, ...options });
  return {
    ...gateway,
    registry,
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

/** Starts a gateway in front of a scripted registry. The registry ends with the gateway. */
export async function startScriptedGateway(
  given: Parameters<typeof startScriptedRegistry>[0],
  options: GatewayOptions = {},
): Promise<TestGateway & { readonly registry: ScriptedRegistry }> {
  return startGatewayWith(await startScriptedRegistry(given), options);
}

/** Starts a gateway in front of a registry with the sample, and with the sample's links. */
export async function startSampleGateway(
  settings: Readonly<Record<string, string>> = {},
): Promise<TestGateway & { readonly registry: SampleRegistry }> {
  return startGatewayWith(await startSampleRegistry(), { settings });
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
  return readResponse(response);
}

/** Reads a response to a GraphQL request. */
export async function readResponse(response: {
  readonly status: number;
  readonly headers: Iterable<[string, string]>;
  json(): Promise<unknown>;
}): Promise<GatewayResponse> {
  const result = (await response.json()) as Omit<GatewayResponse, "status" | "headers" | "codes">;
  const codes = result.errors?.map(({ extensions }) => extensions.code);
  return { status: response.status, headers: new Headers([...response.headers]), codes, ...result };
}

function withKey(key: string | null): Readonly<Record<string, string>> {
  return key === null ? {} : { "x-api-key": key };
}
