import { parseArgs } from "node:util";
import { runScenario, type ScenarioResult } from "./gateway.ts";
import { runMemoryCheck } from "./memory.ts";
import { runProfile } from "./profile.ts";
import { runRegistryBench } from "./registry.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { formatResults } from "./table.ts";

const help = `npm run bench -- [gateway|registry|memory|profile] [options]

  gateway    tapgraph beside textbook Apollo Server and two limits, per second of processor time
  registry   the embedded registry beside a bare server of the same bytes
  memory     what 2,000 different query texts leave in memory
  profile    where the gateway's time goes
  (none)     gateway, then registry

  --only S1,S2       scenarios, of ${scenarios.map(({ name }) => name).join(", ")}
  --rounds N         rounds of each scenario (3)
  --secs N           seconds of each round, or of a profile (1.5)
  --latency-ms N     how long the registry waits before each answer (0)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    rounds: { type: "string", default: "3" },
    secs: { type: "string", default: "1.5" },
    "latency-ms": { type: "string", default: "0" },
    help: { type: "boolean", default: false },
  },
});
const [command = "all"] = positionals;

switch (values.help ? "help" : command) {
  case "all":
    await runGatewayBench();
    await runRegistryBench();
    break;
  case "gateway":
    await runGatewayBench();
    break;
  case "registry":
    await runRegistryBench();
    break;
  case "memory":
    await runMemoryCheck();
    break;
  case "profile":
    for (const scenario of chosen()) await runProfile(scenario, Number(values.secs));
    break;
  default:
    console.log(help);
}

async function runGatewayBench(): Promise<void> {
  const results = new Map<string, ScenarioResult>();
  for (const scenario of chosen()) {
    console.error(`${scenario.name}: ${scenario.title}`);
    const options = {
      rounds: Number(values.rounds),
      seconds: Number(values.secs),
      latencyMs: Number(values["latency-ms"]),
    };
    results.set(scenario.name, await runScenario(scenario, options));
  }
  console.log(`${formatResults(results)}\n`);
}

function chosen(): readonly Scenario[] {
  const names = values.only?.split(",");
  return scenarios.filter(({ name }) => names?.includes(name) ?? true);
}
