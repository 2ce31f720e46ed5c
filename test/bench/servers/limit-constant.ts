// L2, the limit of any cache in Node.js: node:http that writes a constant as long as the scenario's response.
import { tapgraph } from "../dialects/tapgraph.ts";
import { scenarios } from "../scenarios.ts";
import { reportToParent } from "./child.ts";
import { listen, sendJson } from "./http.ts";

const scenario = scenarios.find(({ name }) => name === process.env["SCENARIO"]);
const body = Buffer.from(JSON.stringify(scenario?.exchanges(tapgraph)[0]?.response()));

reportToParent(await listen((_, response) => sendJson(response, body)));
