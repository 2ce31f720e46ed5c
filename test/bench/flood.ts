import { setTimeout } from "node:timers/promises";
import { startGateway } from "./candidates.ts";
import { pinApart, startUpstream } from "./gateway.ts";
import { Callers, type Outcome } from "./open-load.ts";
import { benchKey, tags } from "./records.ts";

/** A bottleneck in front of which the flood is let loose. */
interface Bottleneck {
  readonly title: string;
  readonly latencyMs: number;
  readonly settings: Readonly<Record<string, string>>;
}

const bottlenecks: readonly Bottleneck[] = [
  { title: "a registry that answers at once: the processor", latencyMs: 0, settings: {} },
  {
    title: "a registry that takes 10 ms, 32 connections to it",
    latencyMs: 10,
    settings: { REGISTRY_MAX_CONNECTIONS: "32" },
  },
];

const knownKeys = 8;
const knownCallers = 64;

/** How often a key comes that is new, and the registry's own. */
const newKeyMs = 250;

/** How often the flood is let in, in milliseconds. */
const floodTickMs = 5;

/**
 * What keys that the registry knows get of a gateway while invented ones, each different and each refused, come at half the rate
 * that it can do; and how new keys of the registry fare meanwhile.
 */
export async function runFlood(seconds: number, rounds: number): Promise<void> {
  for (const bottleneck of bottlenecks) {
    console.log(`\n${bottleneck.title}`);
    for (let round = 0; round < rounds; round += 1) {
      console.log(formatRow(await measureRound(bottleneck, seconds)));
    }
  }
}

interface Row {
  readonly alone: Share;
  readonly flooded: Share;
  readonly offered: number;
  readonly flood: Readonly<Record<string, number>>;
  readonly newKeys: readonly NewKey[];
}

/** What known keys got. */
interface Share {
  readonly rate: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
}

/** How a new key of the registry got in. */
interface NewKey {
  readonly attempts: number;
  readonly ms: number;
}

async function measureRound({ latencyMs, settings }: Bottleneck, seconds: number): Promise<Row> {
  await using upstream = await startUpstream(latencyMs);
  await using gateway = await startGateway({ ...settings, REGISTRY_URL: upstream.url });
  await pinApart(gateway.pid, upstream.pid);
  const known = Array.from({ length: knownKeys }, (_, index) => `${benchKey}-${index}`);
  await measureKnown(gateway.url, known, 2);
  const alone = await measureKnown(gateway.url, known, seconds);
  const rate = alone.rate / 2;
  const stop = new AbortController();
  const flood = floodWith(gateway.url, rate, stop.signal);
  const newKeys = sendNewKeys(gateway.url, stop.signal);
  await setTimeout(1_000);
  const flooded = await measureKnown(gateway.url, known, seconds);
  stop.abort();
  return { alone, flooded, offered: rate, flood: await flood, newKeys: await newKeys };
}

/** Callers with known keys, each asking as soon as it is answered. */
async function measureKnown(url: string, keys: readonly string[], seconds: number): Promise<Share> {
  using callers = new Callers(url);
  const times: number[] = [];
  let failed = 0;
  let position = 0;
  const until = performance.now() + seconds * 1000;
  const call = async (key: string) => {
    while (performance.now() < until) {
      const outcome = await callers.ask(toRequest(key, position++));
      if (isAnswered(outcome)) times.push(outcome.ms);
      else failed += 1;
    }
  };
  await Promise.all(
    Array.from({ length: knownCallers }, (_, index) => call(keys[index % keys.length] ?? "")),
  );
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { rate: times.length / seconds, failed, p50: at(0.5), p99: at(0.99) };
}

/** Invented keys, none twice, at a steady rate whatever becomes of them; gives how many ended how. */
async function floodWith(url: string, rate: number, signal: AbortSignal) {
  using callers = new Callers(url);
  const outcomes: Record<string, number> = {};
  const note = async (made: number) => {
    const outcome = await callers.ask(toRequest(`invented-${made}`, made));
    const code = /"code":"(\w+)"/.exec(outcome.body)?.[1] ?? (outcome.status === 0 ? "lost" : "ok");
    outcomes[code] = (outcomes[code] ?? 0) + 1;
  };
  const started = performance.now();
  for (let made = 0; !signal.aborted; ) {
    const due = ((performance.now() - started) / 1000) * rate;
    for (; made < due; made += 1) void note(made);
    await setTimeout(floodTickMs);
  }
  return outcomes;
}

/** Now and then a key that the registry knows and the gateway does not: it tries until it is answered. */
async function sendNewKeys(url: string, signal: AbortSignal): Promise<readonly NewKey[]> {
  using callers = new Callers(url);
  const arrivals: Promise<NewKey>[] = [];
  const arrive = async (key: string): Promise<NewKey> => {
    const started = performance.now();
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await callers.ask(toRequest(key, attempts));
      if (isAnswered(outcome)) return { attempts, ms: performance.now() - started };
      if (signal.aborted) return { attempts: Number.POSITIVE_INFINITY, ms: 0 };
      await setTimeout(100);
    }
  };
  for (let made = 0; !signal.aborted; made += 1) {
    arrivals.push(arrive(`${benchKey}-new-${made}`));
    await setTimeout(newKeyMs);
  }
  return await Promise.all(arrivals);
}

function isAnswered({ status, body }: Outcome): boolean {
  return status === 200 && body.startsWith('{"data":{"tag":{"tagId"');
}

function toRequest(key: string, position: number): Buffer {
  const query = "query Point($id: ID!) { tag(id: $id) { tagId name description isActive } }";
  const id = tags[position % tags.length]?.id;
  const body = JSON.stringify({ query, variables: { id } });
  return Buffer.from(
    `POST /graphql HTTP/1.1\r\nhost: bench\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function formatRow({ alone, flooded, offered, flood, newKeys }: Row): string {
  const share = (row: Share) =>
    `${Math.round(row.rate)}/s, p50 ${row.p50.toFixed(1)}, p99 ${row.p99.toFixed(1)} ms, ${row.failed} failed`;
  const waits = newKeys.map(({ ms }) => ms).sort((one, other) => one - other);
  const first = newKeys.filter(({ attempts }) => attempts === 1).length;
  const never = newKeys.filter(({ attempts }) => attempts === Number.POSITIVE_INFINITY).length;
  return [
    `  alone   ${share(alone)}`,
    `  flooded ${share(flooded)}: ${((100 * flooded.rate) / alone.rate).toFixed(0)} % (${Math.round(offered)}/s offered: ${JSON.stringify(flood)})`,
    `  new keys ${newKeys.length}: ${first} at once, ${never} never, half within ${waits[Math.floor(waits.length / 2)]?.toFixed(0)} ms, the last after ${waits.at(-1)?.toFixed(0)} ms`,
  ].join("\n");
}
