import type { Logger } from "../../log.ts";
import type { Misbehaviour } from "../../registry/http/respond.ts";
import { startRegistry } from "../../registry/http/server.ts";
import { startDrift } from "../../registry/sample/drift.ts";
import { createSample, type Sample } from "../../registry/sample/sample.ts";
import type { Settings } from "../../settings.ts";
import { parseArguments, parseNumber, parseWhole } from "../arguments.ts";
import { CommandError } from "../command-error.ts";
import { toListenError, untilStopped } from "../service.ts";
import { openStoreAt, storeAddressOf, warnWithoutKeys } from "./stores.ts";

const command = "tapgraph registry";

export async function runRegistry(
  settings: Settings,
  log: Logger,
  argv: readonly string[],
): Promise<void> {
  const options = parseOptions(argv);
  const { REGISTRY_HOST: host, REGISTRY_PORT: port = 4001 } = settings;
  if (port === "service") {
    throw new CommandError(
      "REGISTRY_PORT: expected a port, found the address that Kubernetes sets for a service named registry; set it to a port, or set enableServiceLinks: false in the pod",
    );
  }
  const address = options.isSample ? ":memory:" : storeAddressOf(settings);
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openStoreAt(address, settings.REGISTRY_DB_CONNECTIONS));
  const sample = options.isSample ? await createSample(store) : null;
  const registry = stack.use(
    await startRegistry({ store, host, port, log, misbehaviour: options.misbehaviour }).catch(
      (error: unknown) => {
        throw toListenError(error, { HOST: host, PORT: port }, "REGISTRY_");
      },
    ),
  );
  if (options.driftRate)
    stack.use(startDrift(store, { rate: options.driftRate, seed: Date.now() }));
  if (sample !== null) process.stdout.write(formatWelcome(registry.url, sample));
  await warnWithoutKeys(store, log);
  log.info({ url: registry.url, store: store.name }, "registry is listening");
  await untilStopped(log);
}

interface ServeOptions {
  readonly isSample: boolean;
  readonly driftRate: number | undefined;
  readonly misbehaviour: Misbehaviour;
}

function parseOptions(argv: readonly string[]): ServeOptions {
  const { values, positionals } = parseArguments(command, argv, {
    sample: { type: "boolean", default: false },
    drift: { type: "string" },
    "clamp-limit": { type: "string" },
    "refuse-limit": { type: "string" },
    latency: { type: "string" },
    fail: { type: "string" },
  });
  if (positionals.length > 0) {
    throw new CommandError(
      `${command}: unknown command "${positionals[0]}" (the commands are import, export, copy and key)`,
    );
  }
  if (values.drift !== undefined && !values.sample) {
    throw new CommandError(
      `${command}: --drift changes records at random, so it requires --sample`,
    );
  }
  const { drift, latency, fail, "clamp-limit": clamp, "refuse-limit": refuse } = values;
  return {
    isSample: values.sample,
    driftRate:
      drift === undefined ? undefined : parseNumber(`${command}: --drift`, drift, [0, 1000]),
    misbehaviour: {
      clampLimit: clamp === undefined ? undefined : parseWhole(`${command}: --clamp-limit`, clamp),
      refuseLimit:
        refuse === undefined ? undefined : parseWhole(`${command}: --refuse-limit`, refuse),
      latencyMs:
        latency === undefined
          ? undefined
          : parseNumber(`${command}: --latency`, latency, [0, 600_000]),
      failPercent:
        fail === undefined ? undefined : parseNumber(`${command}: --fail`, fail, [0, 100]),
    },
  };
}

function formatWelcome(url: string, { keys, links }: Sample): string {
  const lines = keys.map(
    ({ key, projectId, name }) => `      Key of project ${projectId}, ${name}: ${key}\n`,
  );
  return `
  *** This is the sample: made-up tags and terminals, in memory. ***
${lines.join("")}      Links, for a gateway in front of it: ADDITIONAL_DATA_LINKS=${links}

  curl '${url}/api/v1/tags?limit=2&key=${keys[0].key}'

`;
}
