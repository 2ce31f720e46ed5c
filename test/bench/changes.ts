import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type ScriptedRegistry, startScriptedRegistry } from "../support/scripted-registry.ts";
import { type GatewayRun, runGateway } from "../support/tapgraph.ts";
import { pin, readCpuSeconds } from "./process-usage.ts";
import { tags } from "./records.ts";
import { median } from "./table.ts";

const listeners = 2_000;

/** Seconds between two polls: one change is measured in each interval. */
const pollSeconds = 3;

/** Changes that are measured. The medians are printed. */
const changes = 5;

/** Listeners that connect at the same time. */
const connectedAtOnce = 50;

/** What the listeners subscribe to: all to the same document, or each to a different one. */
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
    title: "different subscriptions",
    query: (listener) =>
      `subscription { changes(of: TAG) { kind id cursor fields node { ... on Tag { name n${listener}: isActive } } } }`,
  },
];

/** Prints what 2,000 waiting listeners cost, and how long a change takes to reach them. */
export async function runChangesBench(): Promise<void> {
  for (const audience of audiences) {
    const records = tags.map((tag) => ({ ...tag }));
    await using registry = await startScriptedRegistry({ tags: records });
    await using gateway = await runGateway(
      {
        REGISTRY_URL: registry.url,
        CHANGES_POLL_SECONDS: String(pollSeconds),
      },
      [join(import.meta.dirname, "memory-on-signal.js")],
    );
    await pin(gateway.process.pid ?? 0, 0);
    await pin(process.pid, 1);
    console.log(`\n${listeners} listeners, ${audience.title}, over ${records.length} tags`);
    await measure(audience, { registry, gateway, records });
  }
}

interface Setup {
  readonly registry: ScriptedRegistry;
  readonly gateway: GatewayRun;
  readonly records: Record<string, unknown>[];
}

async function measure({ query }: Audience, { registry, gateway, records }: Setup): Promise<void> {
  const [first, ...more] = Array.from(
    { length: listeners + 1 },
    (_, index) => new Listener(query(index)),
  );
  // The first listener makes the gateway read the list. That memory is not part of a listener's cost.
  await first?.open(gateway.url);
  const before = await readMemory(gateway);
  for (let at = 0; at < more.length; at += connectedAtOnce) {
    await Promise.all(more.slice(at, at + connectedAtOnce).map((one) => one.open(gateway.url)));
  }
  const after = await readMemory(gateway);
  const kilobytes = (name: "rss" | "heapUsed") => (after[name] - before[name]) / more.length / 1000;
  console.log(
    `a waiting listener takes ${kilobytes("rss").toFixed(1)} kB of the process, of which ${kilobytes("heapUsed").toFixed(1)} kB are heap`,
  );
  const rounds: Round[] = [];
  for (let round = 0; round < changes; round += 1) {
    rounds.push(await measureChange(more, { registry, gateway, records }, round));
  }
  const middle = (name: keyof Round) => median(rounds.map((round) => round[name])).toFixed(0);
  console.log(
    `after the registry's last response a change reaches the first listener in ${middle("first")} ms, half in ${middle("half")} ms, ` +
      `all in ${middle("all")} ms; it takes ${middle("cpu")} ms of processor time, the poll included`,
  );
  for (const listener of [first, ...more]) listener?.close();
  await setTimeout(1_000);
  const left = await readMemory(gateway);
  console.log(
    `after all have left, the heap is ${((left.heapUsed - before.heapUsed) / 1e6).toFixed(1)} MB larger than before`,
  );
}

/** How long a change took to reach listeners, and the gateway's processor time for it, all in milliseconds. */
interface Round {
  readonly first: number;
  readonly half: number;
  readonly all: number;
  readonly cpu: number;
}

/** Changes a tag, and waits until all listeners have the event. */
async function measureChange(
  all: readonly Listener[],
  { registry, gateway, records }: Setup,
  round: number,
): Promise<Round> {
  const pid = gateway.process.pid ?? 0;
  const tag = records[round * 1_000];
  if (tag) tag["name"] = `changed ${round}`;
  const cpuBefore = await readCpuSeconds(pid);
  for (const listener of all) listener.expectEvent();
  let lastResponseAt = 0;
  const { behaviour } = registry;
  registry.behaviour = (call, position) => {
    behaviour(call, position);
    // Once a listener has the event, further calls belong to the next poll.
    if (all.every(({ isWaiting }) => isWaiting)) lastResponseAt = performance.now();
  };
  const times = await Promise.all(all.map(({ eventTime }) => eventTime));
  registry.behaviour = behaviour;
  const sorted = times.map((time) => time - lastResponseAt).sort((one, other) => one - other);
  const cpu = (await readCpuSeconds(pid)) - cpuBefore;
  return {
    first: sorted[0] ?? 0,
    half: sorted[sorted.length >> 1] ?? 0,
    all: sorted.at(-1) ?? 0,
    cpu: cpu * 1_000,
  };
}

/** A listener with its own socket. */
class Listener {
  readonly #query: string;
  #socket: Socket | undefined;
  #next = Promise.withResolvers<number>();
  isWaiting = false;

  constructor(query: string) {
    this.#query = query;
  }

  /** When the expected event arrived, by `performance.now()`. */
  get eventTime(): Promise<number> {
    return this.#next.promise;
  }

  expectEvent(): void {
    this.#next = Promise.withResolvers();
    this.isWaiting = true;
  }

  /** Resolves with the first event, which says that changes follow. */
  async open(url: string): Promise<void> {
    this.expectEvent();
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
    await this.eventTime;
  }

  close(): void {
    this.#socket?.destroy();
  }
}

interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
}

/** The gateway's memory after a garbage collection, in bytes. */
async function readMemory(gateway: GatewayRun): Promise<Memory> {
  const known = gateway.output.length;
  gateway.process.kill("SIGUSR2");
  for (;;) {
    const match = /MEMORY (\{.*\})\n/.exec(gateway.output.slice(known));
    if (match?.[1]) return JSON.parse(match[1]);
    await setTimeout(20);
  }
}
