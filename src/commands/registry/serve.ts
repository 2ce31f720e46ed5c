import type { Logger } from "../../log.ts";
import { startRegistry } from "../../registry/http/server.ts";
import { startDrift } from "../../registry/sample/drift.ts";
import { createSample, type Sample } from "../../registry/sample/sample.ts";
import { openStore } from "../../registry/store/open-store.ts";
import type { Settings } from "../../settings.ts";
import { parseArguments, parseNumber, parseWhole } from "../arguments.ts";
import { CommandError } from "../command-error.ts";
import { toListenError, untilStopped, warnOfStrayNames } from "../service.ts";
import { storeAddressOf, warnWithoutKeys } from "./stores.ts";

const command = "tapgraph registry";

export async function runRegistry(
  settings: Settings,
  log: Logger,
  argv: readonly string[],
): Promise<void> {
  const options = parseOptions(argv);
  warnOfStrayNames(log);
  const { HOST: host, REGISTRY_PORT: port = 4001 } = settings;
  if (port === "service") {
    throw new CommandError(
      "REGISTRY_PORT: expected a port, found the address that Kubernetes sets for a service named registry; set it to a port, or set enableServiceLinks: false in the pod",
    );
  }
  const address = options.isSample ? ":memory:" : storeAddressOf(settings);
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openStore(address));
  const sample = options.isSample ? await createSample(store) : null;
  const registry = stack.use(
    await startRegistry({ store, host, port, log, misbehaviour: options.misbehaviour }).catch(
      (error: unknown) => {
        throw toListenError(error, { HOST: host, PORT: port }, "REGISTRY_");
      },
    ),
  );
  if (options.driftRate) stack.use(startDrift(store, options.driftRate));
  if (sample !== null) process.stdout.write(formatWelcome(registry.url, sample));
  await warnWithoutKeys(store, log);
  log.info({ url: registry.url, store: store.name }, "registry is listening");
  await untilStopped(log);
}

function parseOptions(argv: readonly string[]) {
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
  const whole = (name: "clamp-limit" | "refuse-limit") => {
    const text = values[name];
    return text === undefined ? undefined : parseWhole(`${command}: --${name}`, text);
  };
  const number = (name: "drift" | "latency" | "fail", max: number) => {
    const text = values[name];
    return text === undefined ? undefined : parseNumber(`${command}: --${name}`, text, [0, max]);
  };
  return {
    isSample: values.sample,
    driftRate: number("drift", 1000),
    misbehaviour: {
      clampLimit: whole("clamp-limit"),
      refuseLimit: whole("refuse-limit"),
      latencyMs: number("latency", 600_000),
      failPercent: number("fail", 100),
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
