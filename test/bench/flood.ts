import { setTimeout } from "node:timers/promises";
import { startGateway } from "./candidates.ts";
import { pinApart, startUpstream } from "./gateway.ts";
import { Callers, type Outcome } from "./open-load.ts";
import { readCpuSeconds } from "./process-usage.ts";
import { benchKey, tags } from "./records.ts";

/** What limits the gateway during the flood. */
interface Bottleneck {
  /** For the command line. */
  readonly name: string;
  readonly title: string;
  readonly latencyMs: number;
  /** The request at a position of the load, with a key. */
  readonly toRequest: (key: string, position: number) => Buffer;
  readonly settings: Readonly<Record<string, string>>;
}

const bottlenecks: readonly Bottleneck[] = [
  {
    name: "lists",
    title: "Lists of 61 to 139 tags, a registry that answers immediately: the processor",
    latencyMs: 0,
    toRequest: toListRequest,
    settings: {},
  },
  {
    name: "tags",
    title: "Single tags, a registry that answers immediately: the processor",
    latencyMs: 0,
    toRequest: toPointRequest,
    settings: {},
  },
  {
    name: "slots",
    title: "Single tags, a registry that takes 10 ms, and 32 connections to it",
    latencyMs: 10,
    toRequest: toPointRequest,
    settings: { REGISTRY_MAX_CONNECTIONS: "32" },
  },
];

const knownKeys = 8;
const knownCallers = 64;

/** How many connections the flood uses. */
const floodConnections = 1_200;

/** How often requests of the flood are sent, in milliseconds. */
const floodTickMs = 2;

/** How often a valid new key comes, and how long it waits before a retry, as `Retry-After` says, in milliseconds. */
const newKeyMs = 250;
const newKeyPauseMs = 1_000;

/** Seconds before the first round, in which V8 compiles what the rounds need, and before each measurement. */
const warmUp = 3;
const settling = 0.5;

/**
 * Prints how much of their throughput known keys keep during a key flood, and how soon valid new keys get in. Each key of the flood
 * is different, and each is refused. The flood's rate is half of the rate at which known keys alone are answered. Each round is
 * measured between two without the flood, so that other work on the machine affects both.
 */
export async function runFlood(options: {
  readonly seconds: number;
  readonly rounds: number;
  /** Names of bottlenecks. @default all */
  readonly only: readonly string[] | undefined;
}): Promise<void> {
  const { seconds, rounds, only } = options;
  for (const bottleneck of bottlenecks) {
    if (only && !only.includes(bottleneck.name)) continue;
    console.log(`\n${bottleneck.title}`);
    const results = await measureRounds(bottleneck, seconds, rounds);
    console.log(`  known keys keep ${formatKept(results, ({ rate }) => rate)} of their responses`);
    // This ratio leaves out the time that other work takes from the gateway's core. It says nothing if the core is not the bottleneck.
    const perCpuSecond = ({ rate, busy }: Share) => rate / busy;
    if (bottleneck.latencyMs > 0) continue;
    console.log(`  and ${formatKept(results, perCpuSecond)} of their responses per CPU-second`);
  }
}

async function measureRounds(
  { latencyMs, settings, toRequest }: Bottleneck,
  seconds: number,
  rounds: number,
): Promise<readonly Round[]> {
  await using upstream = await startUpstream(latencyMs);
  await using gateway = await startGateway({ ...settings, REGISTRY_URL: upstream.url });
  await pinApart(gateway.pid, upstream.pid);
  const target = { url: gateway.url, pid: gateway.pid, toRequest };
  await measureKnown(target, warmUp);
  await measureFlooded(target, warmUp, 1_000);
  const results: Round[] = [];
  let before = await measureAlone(target, seconds);
  for (let round = 0; round < rounds; round += 1) {
    const flooded = await measureFlooded(target, seconds, before.rate / 2);
    const after = await measureAlone(target, seconds);
    results.push({ before, after, ...flooded });
    console.log(formatRound({ before, after, ...flooded }));
    before = after;
  }
  return results;
}

async function measureAlone(target: Target, seconds: number): Promise<Share> {
  await setTimeout(settling * 1000);
  return await measureKnown(target, seconds);
}

async function measureFlooded(
  target: Target,
  seconds: number,
  rate: number,
): Promise<Omit<Round, "before" | "after">> {
  const over = new AbortController();
  const flood = floodWith(target, rate, over.signal);
  const newKeys = sendNewKeys(target, over.signal);
  await setTimeout(settling * 1000);
  const flooded = await measureKnown(target, seconds);
  over.abort();
  return { flooded, flood: await flood, newKeys: await newKeys };
}

interface Round {
  /** What known keys got without the flood, before it and after it. */
  readonly before: Share;
  readonly after: Share;
  readonly flooded: Share;
  readonly flood: Flood;
  readonly newKeys: readonly NewKey[];
}

/** What known keys got. */
interface Share {
  /** Responses a second. */
  readonly rate: number;
  readonly failed: number;
  /** The part of a core that the gateway used. */
  readonly busy: number;
  readonly p50: number;
  readonly p99: number;
}

/** The flood's requests, and how they were answered. */
interface Flood {
  readonly sentPerSecond: number;
  /** Requests for which no connection was idle. */
  readonly unsent: number;
  /** How many responses had each error code. */
  readonly codes: Readonly<Record<string, number>>;
}

/** How soon a new key got in. */
interface NewKey {
  /** Infinite if it had not got in when the flood was over. */
  readonly attempts: number;
  readonly ms: number;
}

/** The gateway, and the requests for it. */
interface Target extends Pick<Bottleneck, "toRequest"> {
  readonly url: string;
  readonly pid: number;
}

/** Measures callers with known keys, each of which sends its next request as soon as it is answered. */
async function measureKnown({ url, pid, toRequest }: Target, seconds: number): Promise<Share> {
  const cpuBefore = await readCpuSeconds(pid);
  using callers = new Callers(url, knownCallers);
  const times: number[] = [];
  let failed = 0;
  let position = 0;
  const until = performance.now() + seconds * 1000;
  const call = (key: string, finish: () => void) => {
    if (performance.now() >= until) return finish();
    const sentAt = performance.now();
    callers.ask(toRequest(key, position++), (outcome) => {
      if (isAnswered(outcome)) times.push(performance.now() - sentAt);
      else failed += 1;
      call(key, finish);
    });
  };
  await Promise.all(
    Array.from(
      { length: knownCallers },
      (_, index) =>
        new Promise<void>((resolve) => call(`${benchKey}-${index % knownKeys}`, resolve)),
    ),
  );
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  const busy = ((await readCpuSeconds(pid)) - cpuBefore) / seconds;
  return { rate: times.length / seconds, failed, busy, p50: at(0.5), p99: at(0.99) };
}

/** Sends requests at a steady rate until `over` is aborted, each with a different made-up key. */
async function floodWith(
  { url, toRequest }: Target,
  rate: number,
  over: AbortSignal,
): Promise<Flood> {
  using callers = new Callers(url, floodConnections);
  const codes: Record<string, number> = {};
  const note = ({ status, body }: Outcome) => {
    const code = /"code":"(\w+)"/.exec(body)?.[1] ?? `status ${status}`;
    codes[code] = (codes[code] ?? 0) + 1;
  };
  let [due, sent, unsent] = [0, 0, 0];
  const started = performance.now();
  for (let last = started; !over.aborted; ) {
    const now = performance.now();
    due += ((now - last) / 1000) * rate;
    last = now;
    for (; due >= 1; due -= 1) {
      if (callers.ask(toRequest(`made-up-${started}-${sent}`, sent), note)) sent += 1;
      else unsent += 1;
    }
    await setTimeout(floodTickMs);
  }
  const sentPerSecond = sent / ((performance.now() - started) / 1000);
  return { sentPerSecond, unsent, codes };
}

/** Sends requests with valid keys that the gateway does not know yet. Each retries until it is answered. */
async function sendNewKeys(
  { url, toRequest }: Target,
  over: AbortSignal,
): Promise<readonly NewKey[]> {
  using callers = new Callers(url, 64);
  const arrivals: Promise<NewKey>[] = [];
  const arrive = async (key: string): Promise<NewKey> => {
    const started = performance.now();
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await new Promise<Outcome>((resolve) => {
        if (!callers.ask(toRequest(key, attempts), resolve)) resolve({ status: 0, body: "" });
      });
      if (isAnswered(outcome)) return { attempts, ms: performance.now() - started };
      if (over.aborted) return { attempts: Number.POSITIVE_INFINITY, ms: 0 };
      await setTimeout(newKeyPauseMs);
    }
  };
  const started = performance.now();
  for (let made = 0; !over.aborted; made += 1) {
    // The keys of earlier rounds are known by now.
    arrivals.push(arrive(`${benchKey}-new-${started}-${made}`));
    await setTimeout(newKeyMs);
  }
  return await Promise.all(arrivals);
}

function isAnswered({ status, body }: Outcome): boolean {
  return status === 200 && /^\{"data":\{"tags?":\{/.test(body);
}

function toPointRequest(key: string, position: number): Buffer {
  const query = "query Point($id: ID!) { tag(id: $id) { tagId name description isActive } }";
  return toRequest(key, { query, variables: { id: tags[position % tags.length]?.id } });
}

function toListRequest(key: string, position: number): Buffer {
  const query = "query First($n: Int!) { tags(first: $n) { nodes { tagId name isActive } } }";
  return toRequest(key, { query, variables: { n: 61 + (position % 79) } });
}

function toRequest(key: string, request: object): Buffer {
  const body = JSON.stringify(request);
  return Buffer.from(
    `POST /graphql HTTP/1.1\r\nhost: bench\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}

/** The share that known keys keep: the median of the rounds, the middle half of them, and the least and the most. */
function formatKept(rounds: readonly Round[], read: (share: Share) => number): string {
  const kept = rounds
    .map(({ before, flooded, after }) => (2 * read(flooded)) / (read(before) + read(after)))
    .sort((one, other) => one - other);
  const at = (share: number) =>
    `${(100 * (kept[Math.floor((kept.length - 1) * share)] ?? 0)).toFixed(0)} %`;
  return `${at(0.5)} (${at(0.25)} to ${at(0.75)}, all ${at(0)} to ${at(1)})`;
}

function formatRound({ before, after, flooded, flood, newKeys }: Round): string {
  const share = ({ rate, p50, p99, failed, busy }: Share) =>
    `${Math.round(rate)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${failed} failed, ${(100 * busy).toFixed(0)} % of a core`;
  const answered = newKeys.filter(({ attempts }) => attempts < Number.POSITIVE_INFINITY);
  const waits = answered.map(({ ms }) => ms).sort((one, other) => one - other);
  const first = newKeys.filter(({ attempts }) => attempts === 1).length;
  const never = newKeys.length - answered.length;
  const codes = Object.entries(flood.codes).map(([code, count]) => `${count} ${code}`);
  return [
    `  before    ${share(before)}`,
    `  flooded   ${share(flooded)}`,
    `  after     ${share(after)}`,
    `  the flood ${Math.round(flood.sentPerSecond)}/s: ${codes.join(", ")}, ${flood.unsent} not sent`,
    `  new keys  ${newKeys.length}: ${first} immediately, ${never} still wait, half within ${waits[Math.floor(waits.length / 2)]?.toFixed(0)} ms, all within ${waits.at(-1)?.toFixed(0)} ms`,
  ].join("\n");
}
