import { setTimeout } from "node:timers/promises";
import { freeAddress } from "../support/scripted-registry.ts";
import { runTapgraph } from "../support/tapgraph.ts";
import type { Dialect } from "./dialects/dialect.ts";
import { rest } from "./dialects/rest.ts";
import { tapgraph } from "./dialects/tapgraph.ts";
import { textbook } from "./dialects/textbook.ts";
import type { Scenario } from "./scenarios.ts";
import { type ServerProcess, startServer } from "./servers/child.ts";

/** A server that is measured. */
export interface Candidate {
  readonly name: string;
  /** Null if it answers every request with the same bytes. */
  readonly dialect: Dialect | null;
  start(registryUrl: string, scenario: Scenario): Promise<ServerProcess>;
}

/** The candidate that the others are compared with. */
export const limit: Candidate = {
  name: "L1",
  dialect: rest,
  start: (url) => startServer("limit-rest.ts", { REGISTRY_URL: url }),
};

/** The servers that take turns. */
export const candidates: readonly Candidate[] = [
  {
    name: "L2",
    dialect: null,
    start: (_, { name }) => startServer("limit-constant.ts", { SCENARIO: name }),
  },
  limit,
  {
    name: "Apollo",
    dialect: textbook,
    start: (url) => startServer("apollo.ts", { REGISTRY_URL: url }),
  },
  {
    name: "tapgraph",
    dialect: tapgraph,
    start: (url, { settings }) => startGateway({ ...settings, REGISTRY_URL: url }),
  },
];

/** A gateway that can be stopped as a service manager stops it. */
export interface GatewayProcess extends ServerProcess {
  stop(): Promise<void>;
}

/** Starts the gateway as a user does, except that it logs only warnings and errors: the log that tests wait for takes time. */
export async function startGateway(
  settings: Readonly<Record<string, string>>,
  nodeOptions = "",
): Promise<GatewayProcess> {
  const { PORT: port } = settings;
  const url = port === undefined ? await freeAddress() : `http://127.0.0.1:${port}`;
  const run = await runTapgraph(["gateway"], {
    PORT: new URL(url).port,
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
    ADDITIONAL_DATA_LINKS: "tag.terminal_id=terminal.id",
    NODE_OPTIONS: nodeOptions,
    ...settings,
  });
  do {
    await setTimeout(20);
    // Another process can take the port first, and would then answer in the gateway's place.
    if (run.process.exitCode !== null) throw new Error(`The gateway has ended: ${run.output}`);
  } while (!(await isLive(url)));
  return {
    url,
    pid: run.process.pid ?? 0,
    async stop() {
      run.process.kill("SIGTERM");
      await run.exit();
    },
    [Symbol.asyncDispose]: () => run[Symbol.asyncDispose](),
  };
}

/** Whether a gateway answers at this address. */
export async function isLive(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false;
  }
}
