import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { type ScriptedList, startScriptedList } from "../support/scripted-list.ts";
import { type GatewayRun, runGateway } from "../support/tapgraph-gateway.ts";
import { pin, readCpuSeconds } from "./process-usage.ts";
import { tags } from "./records.ts";

const listeners = 2_000;

/** How often the lists are polled, in seconds: what is measured takes less. */
const pollSeconds = 3;

/** Changes that are told, of which the median counts. */
const changes = 5;

/** How many connect side by side. */
const connectedAtOnce = 50;

/** What listeners select, each with its own part of what is not shared. */
interface Audience {
  readonly title: string;
  readonly query: (listener: number) => string;
}

const audiences: readonly Audience[] = [
  {
    title: "equal subscriptions",
    query: () =>
      "subscription { changes(of: TAG) { kind id cursor fields node { ... on Tag { name isActive } } } }",
  },
  {
    title: "each its own",
    query: (listener) =>
      `subscription { changes(of: TAG) { kind id cursor fields node { ... on Tag { name n${listener}: isActive } } } }`,
  },
];

/** What 2,000 listeners cost who wait, and how long it takes until all of them know of a change. */
export async function runChangesBench(): Promise<void> {
  for (const audience of audiences) {
    const records = tags.map((tag) => ({ ...tag }));
    await using registry = await startScriptedList({ tags: records });
    await using gateway = await runGateway(
      {
        REGISTRY_URL: registry.url,
        CHANGES_POLL_SECONDS: String(pollSeconds),
      },
      ["memory-on-signal.js"],
    );
    await pin(gateway.process.pid ?? 0, 0);
    await pin(process.pid, 1);
    console.log(`\n${listeners} listeners, ${audience.title}, over ${records.length} tags`);
    await measure(audience, { registry, gateway, records });
  }
}

interface Setting {
  readonly registry: ScriptedList;
  readonly gateway: GatewayRun;
  readonly records: Record<string, unknown>[];
}

async function measure(
  { query }: Audience,
  { registry, gateway, records }: Setting,
): Promise<void> {
  const [first, ...more] = Array.from(
    { length: listeners + 1 },
    (_, index) => new Listener(query(index)),
  );
  // One is there already: what the list takes is not what a listener costs.
  await first?.open(gateway.url);
  const before = await readMemory(gateway);
  for (let at = 0; at < more.length; at += connectedAtOnce) {
    await Promise.all(more.slice(at, at + connectedAtOnce).map((one) => one.open(gateway.url)));
  }
  const after = await readMemory(gateway);
  const kilobytes = (name: "rss" | "heapUsed") => (after[name] - before[name]) / more.length / 1000;
  console.log(
    `a listener that waits takes ${kilobytes("rss").toFixed(1)} kB of the process, ${kilobytes("heapUsed").toFixed(1)} kB of its heap`,
  );
  const rounds: Told[] = [];
  for (let round = 0; round < changes; round += 1) {
    rounds.push(await tellChange(more, { registry, gateway, records }, round));
  }
  const median = (name: "first" | "half" | "all" | "cpu") =>
    (rounds.map((one) => one[name]).sort((one, other) => one - other)[changes >> 1] ?? 0).toFixed(
      0,
    );
  console.log(
    `after the registry's last answer a change is with the first after ${median("first")} ms, with half after ${median("half")} ms, ` +
      `with all after ${median("all")} ms; ${median("cpu")} ms of processor time, the poll's too`,
  );
  for (const listener of [first, ...more]) listener?.close();
  await setTimeout(1_000);
  const left = await readMemory(gateway);
  console.log(
    `when all have left, ${((left.heapUsed - before.heapUsed) / 1e6).toFixed(1)} MB more of the heap than before`,
  );
}

/** Milliseconds until listeners knew of a change, and of the gateway's processor time. */
interface Told {
  readonly first: number;
  readonly half: number;
  readonly all: number;
  readonly cpu: number;
}

/** Changes a tag, and tells how many milliseconds it took until listeners knew. */
async function tellChange(
  all: readonly Listener[],
  { registry, gateway, records }: Setting,
  round: number,
): Promise<Told> {
  const pid = gateway.process.pid ?? 0;
  const tag = records[round * 1_000];
  if (tag) tag["name"] = `changed ${round}`;
  const cpuBefore = await readCpuSeconds(pid);
  for (const listener of all) listener.expect();
  let lastAnswerAt = 0;
  const { behaviour } = registry.registry;
  registry.registry.behaviour = (call, position) => {
    behaviour(call, position);
    // What follows a poll is nobody's.
    if (all.every(({ isWaiting }) => isWaiting)) lastAnswerAt = performance.now();
  };
  const times = await Promise.all(all.map(({ told }) => told));
  registry.registry.behaviour = behaviour;
  const sorted = times.map((time) => time - lastAnswerAt).sort((one, other) => one - other);
  const cpu = (await readCpuSeconds(pid)) - cpuBefore;
  return {
    first: sorted[0] ?? 0,
    half: sorted[sorted.length >> 1] ?? 0,
    all: sorted.at(-1) ?? 0,
    cpu: cpu * 1_000,
  };
}

/** One who listens, on a socket of its own. */
class Listener {
  readonly #query: string;
  #socket: Socket | undefined;
  #next = Promise.withResolvers<number>();
  isWaiting = false;

  constructor(query: string) {
    this.#query = query;
  }

  /** When it is told of the change that it expects. */
  get told(): Promise<number> {
    return this.#next.promise;
  }

  expect(): void {
    this.#next = Promise.withResolvers();
    this.isWaiting = true;
  }

  /** Resolves when it has been told to begin. */
  async open(url: string): Promise<void> {
    this.expect();
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    this.#socket = socket;
    await once(socket, "connect");
    const body = JSON.stringify({ query: this.#query });
    const head = [
      "POST /graphql HTTP/1.1",
      "host: bench",
      "accept: text/event-stream",
      "content-type: application/json",
      "x-api-key: bench-key",
      `content-length: ${body.length}`,
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
    socket.on("data", (chunk) => {
      if (!chunk.includes("event: next")) return;
      this.isWaiting = false;
      this.#next.resolve(performance.now());
    });
    await this.told;
  }

  close(): void {
    this.#socket?.destroy();
  }
}

interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
}

/** What a gateway takes when it has collected its garbage. */
async function readMemory(gateway: GatewayRun): Promise<Memory> {
  const known = gateway.output.length;
  gateway.process.kill("SIGUSR2");
  for (;;) {
    const match = /MEMORY (\{.*\})\n/.exec(gateway.output.slice(known));
    if (match?.[1]) return JSON.parse(match[1]);
    await setTimeout(20);
  }
}
