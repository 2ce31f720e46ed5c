import { startRouter } from "./commands/router/start-router.ts";
import { toListenError } from "./commands/service.ts";
import { handleFetch } from "./gateway/http/handle-fetch.ts";
import type { PrometheusRegistry } from "./gateway/http/observation/prometheus-registry.ts";
import { graceMs, streamGraceMs } from "./gateway/http/observation/requests-under-way.ts";
import type { Router } from "./gateway/http/router.ts";
import { GatewayServer, type ServerAddress } from "./gateway/http/server.ts";
import type { FindKey } from "./gateway/keys/request-head.ts";
import { OwnFieldsError, parseOwnFields } from "./gateway/resolvers/own-fields/own-fields.ts";
import { createForwardingLogger, createLogger, type LogTarget } from "./log.ts";
import {
  type EnvironmentVariables,
  isOptionName,
  type OptionName,
  parseSettings,
  type Settings,
  SettingsError,
} from "./settings.ts";

export type { FindKey, LogTarget };

type OptionValue<Value> = Value extends readonly { readonly identifier: string }[]
  ? string
  : Value | string;

/**
 * How a gateway is created: the settings by their names, and objects that the program around it
 * provides.
 */
export type GatewayOptions = {
  readonly [Name in Exclude<OptionName, "REGISTRY_URL">]?: OptionValue<Settings[Name]>;
} & {
  /** Base address of the registry, without `/api/v1`. */
  readonly REGISTRY_URL: string;
  /**
   * The program's logger. Keys are removed from each line first. @default JSON lines on standard
   * output
   */
  readonly log?: LogTarget;
  /**
   * A Registry of @prometheus-io/client or prom-client, to which the gateway's metrics are added.
   * Each gateway needs its own.
   */
  readonly prometheus?: PrometheusRegistry;
  /**
   * Finds a request's key, for example in a session; null if there is none. @default in the
   * request's headers
   */
  readonly findKey?: FindKey;
  /** SDL of own fields, instead of the file that `OWN_FIELDS` names. @default none */
  readonly ownFields?: string;
};

/**
 * A gateway within another program. It sets no signal handlers, V8 flags or environment variables,
 * and shares nothing with other gateways.
 */
export interface Gateway extends AsyncDisposable {
  /** Answers a request to the program's own server. Nothing that a caller sends makes it reject. */
  fetch(request: Request): Promise<Response>;
  /**
   * Listens on `HOST` and `PORT`, and returns the address.
   * @throws Error if it cannot. If a setting is the reason, the message names it.
   */
  listen(): Promise<{ readonly url: string }>;
  /** Ends streams, waits for requests under way, and closes all connections. */
  close(): Promise<void>;
}

/**
 * Creates a gateway in front of a registry.
 * @throws SettingsError with a line for every option that cannot be read.
 * @throws TypeError for an option that does not exist.
 */
export function createGateway(options: GatewayOptions): Gateway {
  // A program in JavaScript may pass nothing.
  const { log, prometheus, findKey, ownFields, ...values } = options ?? {};
  checkDependencies({ log, prometheus, findKey });
  const settings = parseSettings(toVariables(values));
  if (findKey !== undefined && settings.KEYS_FILE !== undefined) {
    throw new SettingsError("findKey: it cannot be combined with KEYS_FILE");
  }
  checkOwnFields(ownFields, settings);
  const level = settings.LOG_LEVEL;
  const logger = log === undefined ? createLogger(level) : createForwardingLogger(level, log);
  const { REGISTRY_URL: url, ADDITIONAL_DATA_LINKS: links } = settings;
  if (url === undefined) throw new SettingsError("REGISTRY_URL: expected the registry's address");
  const registry = {
    url,
    name: new URL(url).host,
    links,
    ownFields: ownFields ?? null,
    sampleKey: null,
  };
  const stack = new AsyncDisposableStack();
  const router = startRouter({ settings, log: logger, registry, prometheus, findKey }, stack);
  // If the gateway cannot start, `fetch` and `listen` report why.
  router.catch(() => {});
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeRouter(router, stack);
    return closing;
  };
  return {
    fetch: async (request) => handleFetch(await router, request),
    async listen() {
      const address = { host: settings.HOST, port: settings.PORT };
      try {
        return { url: await startServer(await router, address, stack) };
      } catch (error) {
        throw toListenError(error, settings);
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function closeRouter(starting: Promise<Router>, stack: AsyncDisposableStack): Promise<void> {
  // A gateway that did not start has nothing to stop. `fetch` and `listen` report why.
  const router = await starting.catch(() => null);
  if (router !== null) {
    router.stop();
    await untilIdle(router.underWay);
  }
  await stack.disposeAsync();
}

async function untilIdle(underWay: Router["underWay"]): Promise<void> {
  const grace = Promise.withResolvers<void>();
  const timers = [
    setTimeout(() => underWay.closeStreams(), streamGraceMs),
    setTimeout(grace.resolve, graceMs),
  ];
  await Promise.race([underWay.untilIdle(), grace.promise]);
  for (const timer of timers) clearTimeout(timer);
}

async function startServer(
  router: Router,
  address: ServerAddress,
  stack: AsyncDisposableStack,
): Promise<string> {
  const server = await GatewayServer.start(router, address);
  if (!stack.disposed) return stack.use(server).url;
  await server[Symbol.asyncDispose]();
  throw new Error("The gateway is closed.");
}

// A program in JavaScript has no types.
function checkDependencies({
  log,
  prometheus,
  findKey,
}: Record<"log" | "prometheus" | "findKey", unknown>): void {
  const mistakes = [
    hasFunctions(log, ["debug", "info", "warn", "error"])
      ? null
      : "log: expected an object with the functions debug, info, warn and error",
    hasFunctions(prometheus, ["registerMetric", "getSingleMetric", "removeSingleMetric"])
      ? null
      : "prometheus: expected a Registry of @prometheus-io/client or prom-client",
    findKey === undefined || typeof findKey === "function" ? null : "findKey: expected a function",
  ].filter((mistake) => mistake !== null);
  if (mistakes.length > 0) throw new SettingsError(mistakes.join("\n"));
}

function checkOwnFields(sdl: unknown, { OWN_FIELDS: file }: Settings): void {
  if (sdl === undefined) return;
  if (typeof sdl !== "string") throw new SettingsError("ownFields: expected SDL");
  if (file !== undefined) {
    throw new SettingsError("ownFields: it cannot be combined with OWN_FIELDS");
  }
  try {
    parseOwnFields(sdl, "ownFields");
  } catch (error) {
    throw error instanceof OwnFieldsError ? new SettingsError(error.message) : error;
  }
}

function hasFunctions(value: unknown, names: readonly string[]): boolean {
  return (
    value === undefined ||
    names.every((name) => typeof Reflect.get(Object(value), name) === "function")
  );
}

function toVariables(options: Readonly<Record<string, unknown>>): EnvironmentVariables {
  const unknown = Object.keys(options).filter((name) => !isOptionName(name));
  if (unknown.length > 0) throw new TypeError(`createGateway has no option ${unknown.join(", ")}`);
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      value === undefined || value === null ? undefined : String(value),
    ]),
  );
}
