// A long run at steady load against a registry that fails one call in twenty, in a different way each time.
// Prints memory, sockets, event loop delay and outcomes as it runs. A figure that grows from the middle to the end shows a leak.
//
//   node test/bench/soak.ts [seconds, 600] [requests a second, 100]
import { readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { PlainRecord } from "../support/project.ts";
import {
  type Behaviour,
  babble,
  endlessBody,
  reset,
  resetInBody,
  type ScriptedRegistry,
  stall,
  stallInBody,
  startScriptedRegistry,
  status,
  text,
  truncate,
} from "../support/scripted-registry.ts";
import { runTapgraph } from "../support/tapgraph.ts";

const [seconds = 600, rate = 100] = process.argv.slice(2).map(Number);
const tagCount = 1_000;
const callsPerFault = 20;

const faults: readonly Behaviour[] = [
  reset,
  resetInBody,
  truncate,
  stall,
  stallInBody,
  babble,
  endlessBody,
  status(500),
  status(502),
  status(503),
  status(429, { "retry-after": "1" }),
  text("<h1>Bad gateway</h1>", { "content-type": "text/html" }),
];

const queries = [
  (position: number) => `{ tag(id: "${position % tagCount}") { name isActive updatedAt } }`,
  (position: number) => `{ tags(first: ${50 + (position % 50)}) { nodes { id name } totalCount } }`,
  (position: number) =>
    `{ ${Array.from({ length: 5 }, (_, n) => `t${n}: tag(id: "${(position * 7 + n) % tagCount}") { name }`).join(" ")} }`,
];

const outcomes = new Map<string, number>();
await using registry = await startFaultyRegistry();
await using gateway = await runTapgraph(["gateway"], {
  PORT: "0",
  REGISTRY_URL: registry.url,
  REGISTRY_TIMEOUT_MS: "2000",
  NODE_OPTIONS: `--import=${join(import.meta.dirname, "event-loop-delay.ts")}`,
});
await soak(await gatewayUrl());

async function soak(url: string): Promise<void> {
  const pid = gateway.process.pid ?? 0;
  const start = performance.now();
  const underWay = new Set<Promise<void>>();
  console.log("second  RSS MiB  sockets  loop delay p50 p99 max ms  outcomes since the last line");
  for (let sent = 0, reported = 0; performance.now() - start < seconds * 1000; sent += 1) {
    const request: Promise<void> = ask(url, sent).finally(() => underWay.delete(request));
    underWay.add(request);
    const second = Math.floor((performance.now() - start) / 1000);
    if (second >= reported + 10) {
      reported = second;
      await report(second, pid);
    }
    await setTimeout(Math.max(0, start + (sent * 1000) / rate - performance.now()));
  }
  await Promise.all(underWay);
  await report(seconds, pid);
}

async function ask(url: string, position: number): Promise<void> {
  const query = queries[position % queries.length]?.(position);
  try {
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": `key-${position % 3}` },
      body: JSON.stringify({ query }),
    });
    const { errors = [] } = (await response.json()) as {
      errors?: { extensions: { code: string } }[];
    };
    if (errors.length === 0) count("whole");
    for (const { extensions } of errors) count(extensions.code);
  } catch {
    count("no response");
  }
}

function count(outcome: string): void {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
}

async function report(second: number, pid: number): Promise<void> {
  const memory = await readFile(`/proc/${pid}/status`, "utf8");
  const rss = Number(/VmRSS:\s+(\d+)/.exec(memory)?.[1]) / 1024;
  const delay = gateway.output.split("event loop delay: ").at(-1)?.split("\n")[0] ?? "";
  const tally = [...outcomes].map(([outcome, times]) => `${outcome} ${times}`).join(", ");
  outcomes.clear();
  const columns = [`${second}`, rss.toFixed(0), `${await countSockets(pid)}`, delay, tally];
  console.log(
    columns.map((column, position) => column.padEnd([8, 9, 9, 27][position] ?? 0)).join(""),
  );
}

async function countSockets(pid: number): Promise<number> {
  const names = await readdir(`/proc/${pid}/fd`);
  const links = await Promise.allSettled(names.map((name) => readlink(`/proc/${pid}/fd/${name}`)));
  return links.filter((link) => link.status === "fulfilled" && link.value.startsWith("socket:"))
    .length;
}

async function gatewayUrl(): Promise<string> {
  const [, url = ""] = await gateway.waitFor(/"url":"(http:[^"]+)"/);
  return url;
}

/** A registry of tags that fails every twentieth call, in a different way each time. */
async function startFaultyRegistry(): Promise<ScriptedRegistry> {
  let calls = 0;
  const tags = Array.from({ length: tagCount }, (_, id) => toTag(id));
  const registry = await startScriptedRegistry(
    { tags },
    {
      misbehave(_, honest) {
        // The calls of a long run are too many to keep.
        registry.calls.length = 0;
        calls += 1;
        const isFault = calls % callsPerFault === 0;
        return (isFault && faults[(calls / callsPerFault) % faults.length]) || honest();
      },
    },
  );
  return registry;
}

function toTag(id: number): PlainRecord {
  return {
    id: `${id}`,
    type: "NFC",
    name: `Tag ${id}`,
    project_id: 1,
    description: "a tag of the soak",
    is_active: true,
    added_when: 1_700_000_000,
    last_update: 1_700_000_000,
    additional_data: null,
  };
}
