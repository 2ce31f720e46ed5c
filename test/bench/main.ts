import { parseArgs } from "node:util";
import { runAttackers } from "./attackers/attackers.ts";
import { runChangesBench } from "./changes.ts";
import { clientNames } from "./clients.ts";
import { runDocuments } from "./documents.ts";
import { runFleetBench } from "./fleet/fleet.ts";
import { runFlood } from "./flood.ts";
import { runScenario, type ScenarioResult } from "./gateway.ts";
import { runMemoryCheck } from "./memory.ts";
import { runPreparing } from "./preparing.ts";
import { runProfile } from "./profile.ts";
import { runRegistryBench } from "./registry.ts";
import { runStoresBench } from "./registry-stores.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { runSearchBench } from "./search/bench.ts";
import { runSoak } from "./soak/soak.ts";
import { formatResults } from "./table.ts";
import { runWorkersBench } from "./workers.ts";

const help = `npm run bench -- [gateway|registry|search|changes|documents|preparing|memory|flood|attackers|fleet|soak|workers|profile] [options]

  gateway    tapgraph compared with a textbook Apollo Server and two limits, per second of processor time
  registry   the embedded registry compared with a bare server of the same bytes, and its two stores with a bare query
  search     filters, orders, searches and joins compared with plain JavaScript and SQLite
  changes    what 2,000 listeners cost, and how long a change takes to reach them
  documents  what 1,000 different documents in turn cost, compared with a single one
  preparing  how long it takes to prepare the fields of an operation
  memory     how much memory 10,000 different queries take
  profile    which functions the gateway spends its time in
  flood      how known keys are answered during a key flood at half the rate at which they are answered alone
  attackers  how a known key is answered beside attackers of each kind, and beside all of them
  fleet      how three gateways that share a cache answer while parts are killed, stopped or cut off
  soak       whether two gateways stay right and small for long, while parts of the fleet are killed, restarted or stalled
  workers    responses of two workers per second of processor time, compared with one process and with two separate ones
  (none)     gateway, then registry

  --only S1,S2       some of the scenarios ${scenarios.map(({ name }) => name).join(", ")}; of the floods lists, tags, slots; or of the attackers by name, "all at a fifth", "all at half" or all
  --client NAME      whose GraphQL requests are sent: ${clientNames.join(", ")} (apollo)
  --rounds N         rounds of each scenario, and of documents (3)
  --secs N           seconds of each round, or of a profile (1.5)
  --latency-ms N     how long the registry waits before each response (0)
  --minutes N        minutes of the attackers (1), or of the soak (60)
  --svg FILE         where the soak draws its curves
  --tags N           tags in the list of each store, a multiple of 100,000 (1000000)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    client: { type: "string", default: "apollo" },
    rounds: { type: "string", default: "3" },
    secs: { type: "string", default: "1.5" },
    "latency-ms": { type: "string", default: "0" },
    minutes: { type: "string" },
    svg: { type: "string" },
    tags: { type: "string", default: "1000000" },
    help: { type: "boolean", default: false },
  },
});
const [command = "all"] = positionals;

const client = clientNames.find((name) => name === values.client) ?? "apollo";
const isUnknownClient = client !== values.client;

switch (values.help || isUnknownClient ? "help" : command) {
  case "all":
    await runGatewayBench();
    await runRegistryBench();
    await runStoresBench(Number(values.tags));
    break;
  case "gateway":
    await runGatewayBench();
    break;
  case "registry":
    await runRegistryBench();
    await runStoresBench(Number(values.tags));
    break;
  case "documents":
    await runDocuments({ rounds: Number(values.rounds), seconds: Number(values.secs) });
    break;
  case "preparing":
    await runPreparing();
    break;
  case "search":
    await runSearchBench(Number(values.rounds));
    break;
  case "changes":
    await runChangesBench();
    break;
  case "memory":
    await runMemoryCheck();
    break;
  case "workers":
    await runWorkersBench(Number(values.rounds), Number(values.secs));
    break;
  case "flood":
    await runFlood({
      seconds: Number(values.secs),
      rounds: Number(values.rounds),
      only: values.only?.split(","),
    });
    break;
  case "attackers":
    await runAttackers({ minutes: Number(values.minutes ?? 1), only: values.only?.split(",") });
    break;
  case "fleet":
    await runFleetBench();
    break;
  case "soak":
    await runSoak({ minutes: Number(values.minutes ?? 60), svg: values.svg });
    break;
  case "profile":
    for (const scenario of chosenScenarios())
      await runProfile(scenario, { seconds: Number(values.secs), client });
    break;
  default:
    console.log(help);
}

async function runGatewayBench(): Promise<void> {
  const results = new Map<string, ScenarioResult>();
  for (const scenario of chosenScenarios()) {
    console.error(`${scenario.name}: ${scenario.title}`);
    const options = {
      client,
      rounds: Number(values.rounds),
      seconds: Number(values.secs),
      latencyMs: Number(values["latency-ms"]),
    };
    results.set(scenario.name, await runScenario(scenario, options));
  }
  console.log(`Requests of: ${client}\n\n${formatResults(results)}\n`);
}

function chosenScenarios(): readonly Scenario[] {
  const names = values.only?.split(",");
  return scenarios.filter(({ name }) => names?.includes(name) ?? true);
}
