import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import {
  type CacheServer,
  cacheKinds,
  fleetSecret,
  startCacheServer,
} from "../../support/shared-caches.ts";
import { type GatewayProcess, startGateway } from "../candidates.ts";
import { Callers } from "../open-load.ts";
import { readCpuSeconds } from "../process-usage.ts";
import { findNginx, startBalancer } from "./balancer.ts";
import {
  cacheTtlSeconds,
  type Sample,
  sendMixedLoad,
  snapshotTtlSeconds,
  toRequest,
} from "./load.ts";

const fleetSize = 3;

/** Requests a second. */
const mixedRate = 300;
const equalRate = 100;

/** Seconds of each part. */
const warmUp = 5;
const calm = 6;
const outage = 10;
const pause = 1;
const equalSeconds = 60;

/** The length of the windows in which recovery is judged, and how much slower than usual responses can be in them. */
const windowMs = 250;
const slackMs = 20;

/** A failure of a part of the fleet, and its repair. */
interface Disturbance {
  readonly title: string;
  /** Whether recovery is counted from the end of the disturbance, because no response can be right until then. */
  readonly recoversAfterEnd: boolean;
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}

/**
 * Runs three gateways behind nginx, with one cache and one registry. Prints how requests are answered while a gateway is killed,
 * the cache killed or stopped, or the registry cut off. Then prints how many calls equal requests cost.
 */
export async function runFleetBench(): Promise<void> {
  const nginx = findNginx();
  const [kind] = cacheKinds;
  if (nginx === undefined || kind === undefined) {
    console.log("The fleet needs nginx and valkey-server or redis-server (apt-get install them).");
    return;
  }
  await using cache = await startCacheServer(kind);
  await using registry = await startRegistry();
  await using fleet = await startFleet(registry.url, cache, fleetSize);
  await using balancer = await startBalancer(nginx, fleet.urls);
  console.log(
    `${fleetSize} gateways, nginx, ${kind.name}, one registry, ${mixedRate} requests a second\n`,
  );
  await runDisturbances(balancer.url, toDisturbances({ cache, registry, fleet }));
  await reportCosts(cache, fleet);
  await compareEqualLists(kind);
}

interface Parts {
  readonly cache: CacheServer;
  readonly registry: Registry;
  readonly fleet: Fleet;
}

function toDisturbances({ cache, registry, fleet }: Parts): readonly Disturbance[] {
  return [
    { title: "nothing", recoversAfterEnd: false, begin() {}, end() {} },
    {
      title: "a gateway killed",
      recoversAfterEnd: false,
      begin: () => fleet.kill(0),
      end: () => fleet.start(0),
    },
    {
      title: "the cache killed",
      recoversAfterEnd: false,
      begin: () => cache.kill(),
      end: () => cache.start(),
    },
    {
      title: "the cache stopped (SIGSTOP)",
      recoversAfterEnd: false,
      begin: () => void cache.process.kill("SIGSTOP"),
      end: () => void cache.process.kill("SIGCONT"),
    },
    {
      title: "the registry cut off",
      recoversAfterEnd: true,
      begin: () => registry.send("cut"),
      end: () => registry.send("mend"),
    },
  ];
}

interface Row {
  readonly title: string;
  readonly from: number;
  /** The time from which recovery is counted. */
  readonly countedFrom: number;
  readonly to: number;
}

async function runDisturbances(url: string, disturbances: readonly Disturbance[]): Promise<void> {
  const over = new AbortController();
  const load = sendMixedLoad(url, mixedRate, over.signal);
  await setTimeout(warmUp * 1000);
  const rows: Row[] = [];
  for (const { title, recoversAfterEnd, begin, end } of disturbances) {
    const from = performance.now();
    await begin();
    await setTimeout(outage * 1000);
    const endedAt = performance.now();
    await end();
    await setTimeout(calm * 1000);
    rows.push({
      title,
      from,
      countedFrom: recoversAfterEnd ? endedAt : from,
      to: performance.now(),
    });
    // By then, no requests are under way that would count for the next disturbance.
    await setTimeout(pause * 1000);
  }
  over.abort();
  const samples = await load;
  const [undisturbed] = rows;
  const usualMs = undisturbed === undefined ? 0 : percentile(within(samples, undisturbed), 0.99);
  console.log(
    "| during | requests | wrong | failed, under way | failed, others | error: the registry is down | p99 ms | recovered after s |",
  );
  console.log("|---|--:|--:|--:|--:|--:|--:|--:|");
  for (const row of rows) console.log(formatRow(row, within(samples, row), usualMs));
}

function within(samples: readonly Sample[], { from, to }: Row): readonly Sample[] {
  return samples.filter(({ sentAt, endedAt }) => endedAt >= from && sentAt < to);
}

function formatRow(row: Row, samples: readonly Sample[], usualMs: number): string {
  const count = (isCounted: (sample: Sample) => boolean) => samples.filter(isCounted).length;
  const failed = (sample: Sample) => sample.outcome === "failed";
  const isUnderWay = ({ sentAt }: Sample) => sentAt <= row.from;
  const cells = [
    row.title,
    samples.length,
    count(({ outcome }) => outcome === "wrong"),
    count((sample) => failed(sample) && isUnderWay(sample)),
    count((sample) => failed(sample) && !isUnderWay(sample)),
    count(({ outcome }) => outcome === "errors"),
    percentile(samples, 0.99).toFixed(1),
    findRecovery(row, samples, usualMs).toFixed(2),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Seconds until the end of the last window with a failure, or with responses slower than usual. */
function findRecovery(
  { countedFrom, to }: Row,
  samples: readonly Sample[],
  usualMs: number,
): number {
  let recoveredAt = countedFrom;
  for (let start = countedFrom; start < to; start += windowMs) {
    const ones = samples.filter(({ sentAt }) => sentAt >= start && sentAt < start + windowMs);
    const isDisturbed =
      ones.some(({ outcome }) => outcome !== "right") || percentile(ones, 0.9) > usualMs + slackMs;
    if (isDisturbed) recoveredAt = start + windowMs;
  }
  return (recoveredAt - countedFrom) / 1000;
}

function percentile(samples: readonly Sample[], share: number): number {
  const times = samples.map(({ sentAt, endedAt }) => endedAt - sentAt).sort((a, b) => a - b);
  return times[Math.floor(times.length * share)] ?? 0;
}

/** Prints the processor time that the cache and the gateways have used so far. */
async function reportCosts(cache: CacheServer, fleet: Fleet): Promise<void> {
  const info = String(await cache.send("INFO"));
  const figure = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, "m").exec(info)?.[1]);
  const cpu = figure("used_cpu_user") + figure("used_cpu_sys");
  const commands = figure("total_commands_processed");
  console.log(
    `\nThe cache, since its last start: ${commands} commands, ${((1e6 * cpu) / commands).toFixed(0)} µs of processor time for each, ${(figure("used_memory_peak") / 2 ** 20).toFixed(1)} MiB at most`,
  );
  const spent = await Promise.all(fleet.pids.map((pid) => readCpuSeconds(pid)));
  console.log(
    `The gateways: ${spent.map((one) => one.toFixed(1)).join(", ")} seconds of processor time`,
  );
}

/** Requests the same list from one gateway, and as often from each gateway of a fleet. Compares how many calls that takes. */
async function compareEqualLists(kind: (typeof cacheKinds)[number]): Promise<void> {
  const measure = async (size: number) => {
    await using cache = await startCacheServer(kind);
    await using registry = await startRegistry();
    await using fleet = await startFleet(registry.url, cache, size);
    await Promise.all(fleet.urls.map(sendEqualLists));
    return registry.countCalls();
  };
  const [alone, together] = await Promise.all([measure(1), measure(fleetSize)]);
  console.log(
    `\n${equalRate} equal lists a second to each gateway for ${equalSeconds} s, CACHE_TTL_SECONDS=${cacheTtlSeconds}: ${alone} REST calls of one gateway, ${together} of ${fleetSize} (${(together / alone).toFixed(2)} times)`,
  );
}

async function sendEqualLists(url: string): Promise<void> {
  using callers = new Callers(url, 32);
  const request = toRequest("key", "{ tags(first: 50) { nodes { tagId name } } }");
  const end = performance.now() + equalSeconds * 1000;
  while (performance.now() < end) {
    callers.ask(request, ({ status }) => {
      if (status !== 200) throw new Error(`An equal list got status ${status}`);
    });
    await setTimeout(1000 / equalRate);
  }
}

interface Fleet extends AsyncDisposable {
  readonly urls: readonly string[];
  readonly pids: readonly number[];
  kill(number: number): void;
  /** Starts a killed gateway again, on the same port. */
  start(number: number): Promise<void>;
}

async function startFleet(registryUrl: string, cache: CacheServer, size: number): Promise<Fleet> {
  const settings = {
    REGISTRY_URL: registryUrl,
    CACHE_URL: cache.url,
    CACHE_SECRET: fleetSecret,
    CACHE_TTL_SECONDS: String(cacheTtlSeconds),
    SNAPSHOT_TTL_SECONDS: String(snapshotTtlSeconds),
  };
  const start = () => startGateway(settings);
  const gateways: GatewayProcess[] = await Promise.all(Array.from({ length: size }, start));
  const urls = gateways.map(({ url }) => url);
  return {
    urls,
    get pids() {
      return gateways.map(({ pid }) => pid);
    },
    kill(number) {
      const pid = gateways[number]?.pid;
      if (pid !== undefined) process.kill(pid, "SIGKILL");
    },
    async start(number) {
      const { port = "0" } = URL.parse(urls[number] ?? "") ?? {};
      gateways[number] = await startGateway({ ...settings, PORT: port });
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(gateways.map((gateway) => gateway[Symbol.asyncDispose]()));
    },
  };
}

interface Registry extends AsyncDisposable {
  readonly url: string;
  send(command: "cut" | "mend"): void;
  countCalls(): Promise<number>;
}

async function startRegistry(): Promise<Registry> {
  const file = join(import.meta.dirname, "../servers/fleet-registry.ts");
  const child: ChildProcess = fork(file);
  const exited = once(child, "exit");
  const [url] = (await once(child, "message")) as [string];
  return {
    url,
    send: (command) => void child.send(command),
    async countCalls() {
      child.send("count");
      const [calls] = (await once(child, "message")) as [number];
      return calls;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
