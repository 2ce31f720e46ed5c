import { parseArgs } from "node:util";
import { runAttackers } from "./attackers/attackers.ts";
import { runGatewayBench } from "./gateway/compare.ts";
import { scenarios } from "./gateway/scenarios.ts";
import { runSearchBench } from "./search/search.ts";
import { runSoak } from "./soak/soak.ts";

const help = `npm run bench -- [gateway|search|attackers|soak] [options]

  gateway    tapgraph compared with a textbook Apollo Server and a server by hand, per second of processor time
  search     filters, orders, searches and joins compared with plain JavaScript and SQLite
  attackers  how a known key is answered beside attackers of each kind, and beside all of them
  soak       whether two gateways stay right and small for long, while parts are killed, restarted or stalled
  (none)     gateway

  --only S1,S2   some of the scenarios ${scenarios.map(({ name }) => name).join(", ")}; or of the attackers by name, "all at a fifth", "all at half" or all
  --rounds N     rounds of each scenario (3)
  --secs N       seconds of each round (1.5)
  --sizes N,N    how many tags are searched (10000,100000)
  --minutes N    minutes of the attackers (1), or of the soak (60)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    rounds: { type: "string", default: "3" },
    secs: { type: "string", default: "1.5" },
    sizes: { type: "string", default: "10000,100000" },
    minutes: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const [command = "gateway"] = positionals;
const only = values.only?.split(",");
const rounds = Number(values.rounds);

switch (values.help ? "help" : command) {
  case "gateway":
    await runGatewayBench({ only, rounds, seconds: Number(values.secs) });
    break;
  case "search":
    await runSearchBench(values.sizes.split(",").map(Number), rounds);
    break;
  case "attackers":
    await runAttackers({ only, minutes: Number(values.minutes ?? 1) });
    break;
  case "soak":
    await runSoak(Number(values.minutes ?? 60));
    break;
  default:
    console.log(help);
}
