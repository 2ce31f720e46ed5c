import { readdir, readFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { createFolder } from "../support/folder.ts";
import { startGateway } from "./candidates.ts";
import { type ClientName, dressAs } from "./clients.ts";
import { tapgraph } from "./dialects/tapgraph.ts";
import { pinApart, startUpstream } from "./gateway.ts";
import { startLoad } from "./http-load.ts";
import type { Scenario } from "./scenarios.ts";
import { formatTable } from "./table.ts";
import { toLoadRequest } from "./wire.ts";

/** How many functions are printed. */
const maxFunctions = 12;

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The part of V8's profile that is read here. */
interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

/** Loads a gateway that runs with `--cpu-prof`, and prints the functions with the most self time. */
export async function runProfile(
  scenario: Scenario,
  { seconds, client }: { readonly seconds: number; readonly client: ClientName },
): Promise<void> {
  await using folder = await createFolder();
  await using upstream = await startUpstream();
  await using gateway = await startGateway(
    { ...scenario.settings, REGISTRY_URL: upstream.url },
    `--cpu-prof --cpu-prof-dir=${folder.path}`,
  );
  await pinApart(gateway.pid, upstream.pid);
  const exchanges = scenario.exchanges(tapgraph).map((exchange) => dressAs(client, exchange));
  const load = startLoad(gateway.url, exchanges.map(toLoadRequest), 32);
  await load.measure(seconds, async () => undefined);
  await load.stop();
  await gateway.stop();
  const shares = rankFunctions(await readProfile(folder.path), seconds);
  const rows = shares.slice(0, maxFunctions);
  const heads = [`${scenario.name}: self time in`, "share"];
  console.log(
    formatTable([heads, ...rows.map(([name, share]) => [name, `${(share * 100).toFixed(1)}%`])]),
  );
}

async function readProfile(folder: string): Promise<CpuProfile> {
  const files = await readdir(folder);
  const file = files.find((name) => name.endsWith(".cpuprofile"));
  if (file === undefined) throw new Error("The gateway has written no profile");
  return JSON.parse(await readFile(`${folder}/${file}`, "utf8"));
}

/** Each function's share of the busy time, the largest first. Only the last seconds count, because earlier the gateway was starting. */
function rankFunctions(
  { nodes, samples, timeDeltas }: CpuProfile,
  seconds: number,
): readonly (readonly [string, number])[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, formatFrame(callFrame)]));
  const times = new Map<string, number>();
  let [left, busy] = [seconds * 1e6, 0];
  for (let sample = samples.length - 1; sample >= 0 && left > 0; sample -= 1) {
    const time = timeDeltas[sample] ?? 0;
    const name = names.get(samples[sample] ?? 0) ?? "";
    left -= time;
    if (name === "(idle)") continue;
    busy += time;
    times.set(name, (times.get(name) ?? 0) + time);
  }
  return [...times]
    .map(([name, time]) => [name, time / busy] as const)
    .sort(([, one], [, other]) => other - one);
}

function formatFrame({ functionName, url, lineNumber }: CallFrame): string {
  const file = url.startsWith("file:") ? relative(root, fileURLToPath(url)) : url;
  const place = file.replace(/^node_modules\//, "");
  const name = functionName || "(anonymous)";
  return place === "" ? name : `\`${name}\` ${place}:${lineNumber + 1}`;
}
