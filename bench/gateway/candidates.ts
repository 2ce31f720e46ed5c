import { type ServerProcess, startGateway, startServer } from "../harness/servers.ts";
import type { Dialect } from "./dialects/dialect.ts";
import { rest } from "./dialects/rest.ts";
import { tapgraph } from "./dialects/tapgraph.ts";
import { textbook } from "./dialects/textbook.ts";
import type { Scenario } from "./scenarios.ts";

/** A server that is measured. */
export interface Candidate {
  readonly name: string;
  readonly dialect: Dialect;
  start(registryUrl: string, scenario: Scenario): Promise<ServerProcess>;
}

/** The candidate that the others are compared with. */
export const limit: Candidate = {
  name: "L1",
  dialect: rest,
  start: (url) => startServer("gateway/limit.ts", { REGISTRY_URL: url }),
};

/** The servers that take turns. */
export const candidates: readonly Candidate[] = [
  limit,
  {
    name: "Apollo",
    dialect: textbook,
    start: (url) => startServer("gateway/apollo.ts", { REGISTRY_URL: url }),
  },
  {
    name: "tapgraph",
    dialect: tapgraph,
    start: (url, { settings }) => startGateway({ ...settings, REGISTRY_URL: url }),
  },
];
