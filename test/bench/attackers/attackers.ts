import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type GatewayRun, runGateway } from "../../support/tapgraph.ts";
import { pinApart } from "../gateway.ts";
import { Callers } from "../open-load.ts";
import { readCpuSeconds, readPeakMiB, resetPeak } from "../process-usage.ts";
import { type ServerProcess, startServer } from "../servers/child.ts";
import { formatTable } from "../table.ts";
import { type Attack, type Crowd, startCrowd } from "./crowd.ts";
import { attackers } from "./kinds.ts";
import { type Answers, askRegistry, askWithKnownKey, connections } from "./known-key.ts";

const heapMiB = 512;

/** What must be true beside attackers: the known key's median, as a ratio to its median alone, and the gateway's event loop. */
const maxRatio = 3;
const maxHeldMs = 250;

/** Where the load as a whole is too much, the median time in which requests get 503, in milliseconds. */
const maxTurnedAwayMs = 500;

/** The most that may be left in the heap after a garbage collection, in bytes. */
const maxHeapUsed = heapMiB * (3 / 4) * 2 ** 20;

/** All together attack at these parts of their rates. At half of them some of the gateway's core may be left; at the whole none is. */
const scenesOfAll = [
  { name: "all at a fifth", part: 1 / 5, isTooMuch: false },
  { name: "all at half", part: 1 / 2, isTooMuch: false },
  { name: "all", part: 1, isTooMuch: true },
];

/** All together attack for as long as this many kinds do one after another. */
const sharesOfAll = 4;

/** Before each attack, the known key is alone for this part of the attack's time. */
const shareAlone = 0.25;

/** Seconds before the first measurement, in which V8 compiles what is needed, and before each other one. */
const warmUp = 3;
const settling = 0.4;

/** Short, so that calls that are never answered end even in a short attack. */
const settings = { REGISTRY_TIMEOUT_MS: "1000", REQUEST_DEADLINE_MS: "15000", LOG_LEVEL: "info" };

interface Stage {
  readonly gateway: GatewayRun;
  readonly knownKey: Callers;
  readonly crowd: Crowd;
  readonly registryUrl: string;
}

interface Scene {
  readonly name: string;
  /** The names of those who attack. */
  readonly cast: readonly string[];
  /** The part of their rate at which they attack. */
  readonly part: number;
  /** Whether the load as a whole is too much. Then requests may be turned away, and may take longer. */
  readonly isTooMuch: boolean;
  readonly seconds: number;
}

/** How the known key was answered for a while, and how the gateway did. */
interface Measured {
  readonly answers: Answers;
  /** The median time of the registry's own responses at the same time. */
  readonly registryMedian: number;
  /** Null if the gateway ended. */
  readonly probe: Probe | null;
  readonly peakMiB: number;
  /** The part of a core that the gateway used. */
  readonly busy: number;
}

/** What the gateway says of itself. */
interface Probe {
  /** The longest time for which its event loop took no turn, also because of other work on the machine. */
  readonly heldMs: number;
  /** The most processor time that it used between two turns. */
  readonly ranMs: number;
  /** After a garbage collection, in bytes. */
  readonly heapUsed: number;
}

interface Result {
  readonly scene: Scene;
  readonly alone: Measured;
  readonly beside: Measured;
  readonly attack: Attack;
}

/**
 * Measures how one known key that asks all the time is answered by a gateway with 512 MiB of heap: beside each kind of attacker, and
 * beside all of them, also at a lower rate. Before each attack the key is measured alone, so that other work on the machine affects both. Sets a failing
 * exit code if an aim is missed.
 */
export async function runAttackers(options: {
  readonly minutes: number;
  /** Names of attackers, or `all`. @default each, and then all */
  readonly only: readonly string[] | undefined;
}): Promise<void> {
  await using registry = await startServer("failing-registry.ts");
  await using crowd = startCrowd();
  await using gateways = new AsyncDisposableStack();
  let stage = await setStage(registry, gateways);
  const results: Result[] = [];
  for (const scene of createScenes(options)) {
    const result = await play(scene, { ...stage, crowd, registryUrl: registry.url });
    results.push(result);
    console.log(describe(result));
    if (result.beside.probe !== null) continue;
    const { process: ended, output } = stage.gateway;
    console.log(
      `The gateway ended (${ended.exitCode ?? ended.signalCode}):\n${output.slice(-2_000)}`,
    );
    stage = await setStage(registry, gateways);
  }
  console.log(`\n${formatResults(results)}\n`);
  const missed = results.flatMap(findMissed);
  console.log(missed.length === 0 ? "All aims were met." : missed.join("\n"));
  if (missed.length > 0) process.exitCode = 1;
}

/** Starts a gateway that the known key has used for a while. The key holds its connections from then on. */
async function setStage(
  registry: ServerProcess,
  stack: AsyncDisposableStack,
): Promise<Pick<Stage, "gateway" | "knownKey">> {
  const probe = join(import.meta.dirname, "probe.ts");
  const gateway = stack.use(
    await runGateway({
      ...settings,
      NODE_ENV: "production",
      REGISTRY_URL: registry.url,
      NODE_OPTIONS: `--max-old-space-size=${heapMiB} --import=${probe}`,
    }),
  );
  await pinApart(gateway.process.pid ?? 0, registry.pid);
  const knownKey = stack.use(new Callers(gateway.url, connections));
  await knownKey.open();
  await askWithKnownKey(knownKey, warmUp);
  await readProbe(gateway);
  return { gateway, knownKey };
}

function createScenes({
  minutes,
  only,
}: {
  readonly minutes: number;
  readonly only: readonly string[] | undefined;
}): readonly Scene[] {
  const names = attackers.map(({ name }) => name);
  const share = (minutes * 60 - warmUp) / (names.length + scenesOfAll.length * sharesOfAll);
  const scenes = [
    ...names.map((name) => ({ name, cast: [name], part: 1, isTooMuch: false, seconds: share })),
    ...scenesOfAll.map((scene) => ({ ...scene, cast: names, seconds: share * sharesOfAll })),
  ];
  return scenes.filter(({ name }) => only?.includes(name) ?? true);
}

async function play(scene: Scene, stage: Stage): Promise<Result> {
  const { cast, part, seconds } = scene;
  const { gateway, crowd } = stage;
  // The pauses are part of the scene.
  const measuredSeconds = Math.max(seconds - 2 * settling, 0.5);
  await setTimeout(settling * 1000);
  const alone = await measure(stage, measuredSeconds * shareAlone);
  crowd.start({ url: gateway.url, names: cast, part });
  await setTimeout(settling * 1000);
  const beside = await measure(stage, measuredSeconds * (1 - shareAlone));
  const attack = await crowd.stop();
  return { scene, alone, beside, attack };
}

async function measure(
  { gateway, knownKey, registryUrl }: Stage,
  seconds: number,
): Promise<Measured> {
  const pid = gateway.process.pid ?? 0;
  await orIfEnded(resetPeak(pid), undefined);
  const cpuBefore = await orIfEnded(readCpuSeconds(pid), 0);
  const start = performance.now();
  const [answers, registryMedian] = await Promise.all([
    askWithKnownKey(knownKey, seconds),
    askRegistry(registryUrl, seconds),
  ]);
  const peakMiB = await orIfEnded(readPeakMiB(pid), 0);
  const cpu = (await orIfEnded(readCpuSeconds(pid), cpuBefore)) - cpuBefore;
  const busy = cpu / ((performance.now() - start) / 1000);
  return { answers, registryMedian, peakMiB, busy, probe: await readProbe(gateway) };
}

/** What was read from a process's files, or the other value if it has ended and has none. */
async function orIfEnded<T>(read: Promise<T>, other: T): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return other;
    throw error;
  }
}

/** Null if the gateway has ended. */
async function readProbe(gateway: GatewayRun): Promise<Probe | null> {
  const known = gateway.output.length;
  gateway.process.kill("SIGUSR2");
  const printed = /PROBE (\{.*\})\n/;
  for (;;) {
    const match = printed.exec(gateway.output.slice(known));
    if (match?.[1]) return JSON.parse(match[1]) as Probe;
    if (gateway.process.exitCode !== null || gateway.process.signalCode !== null) return null;
    await setTimeout(20);
  }
}

/** What attackers did and got, in a line. */
function describe({ scene: { name }, attack, beside: { answers } }: Result): string {
  const list = (outcomes: ReadonlyMap<string, number>) =>
    [...outcomes].map(([outcome, times]) => `${outcome} ${times}`).join(", ");
  const lines = [`${name}: ${attack.sent} requests; ${list(attack.outcomes) || "no response"}`];
  if (answers.failed.size > 0) lines.push(`  the known key: ${list(answers.failed)}`);
  if (answers.firstWrong !== undefined) lines.push(`  a wrong answer: ${answers.firstWrong}`);
  return lines.join("\n");
}

function formatResults(results: readonly Result[]): string {
  const heads = [
    "the known key beside",
    "right answers",
    "wrong",
    "503",
    "their median in ms",
    "other errors",
    "median in ms",
    "alone",
    "ratio",
    "the registry's own median",
    "alone",
    "p99 in ms",
    "alone",
    "cores used",
    "event loop held in ms (of which it ran)",
    "alone",
    "peak RSS in MiB",
    "heap in MiB",
  ];
  return formatTable([heads, ...results.map(toRow)]);
}

function toRow(result: Result): string[] {
  const { scene, alone, beside } = result;
  const { answers } = beside;
  return [
    scene.name,
    `${answers.right} of ${answers.asked}`,
    `${answers.wrong}`,
    `${answers.turnedAway}`,
    answers.turnedAwayMedian.toFixed(0),
    `${countFailed(answers)}`,
    answers.median.toFixed(1),
    alone.answers.median.toFixed(1),
    ratioOf(result).toFixed(1),
    beside.registryMedian.toFixed(1),
    alone.registryMedian.toFixed(1),
    answers.p99.toFixed(0),
    alone.answers.p99.toFixed(0),
    beside.busy.toFixed(2),
    formatHeld(beside),
    formatHeld(alone),
    beside.peakMiB.toFixed(0),
    beside.probe === null ? "–" : (beside.probe.heapUsed / 2 ** 20).toFixed(0),
  ];
}

function formatHeld({ probe }: Measured): string {
  return probe === null ? "–" : `${probe.heldMs.toFixed(0)} (${probe.ranMs.toFixed(0)})`;
}

function findMissed(result: Result): readonly string[] {
  const { scene, beside } = result;
  const { answers, probe } = beside;
  const { isTooMuch } = scene;
  const errors = countFailed(answers) + (isTooMuch ? 0 : answers.turnedAway);
  const heapUsed = probe?.heapUsed ?? 0;
  return [
    answers.wrong > 0 && `${answers.wrong} wrong answers`,
    errors > 0 && `${errors} errors`,
    isTooMuch &&
      answers.turnedAwayMedian > maxTurnedAwayMs &&
      `503 only after ${answers.turnedAwayMedian.toFixed(0)} ms`,
    !isTooMuch &&
      ratioOf(result) > maxRatio &&
      `median ${ratioOf(result).toFixed(1)} times that alone`,
    probe === null && "the gateway ended",
    heapUsed > maxHeapUsed && `${(heapUsed / 2 ** 20).toFixed(0)} MiB are left in the heap`,
    probe !== null &&
      probe.ranMs > maxHeldMs &&
      `the event loop was held for ${probe.ranMs.toFixed(0)} ms of processor time`,
  ]
    .filter((line) => line !== false)
    .map((line) => `Missed beside ${scene.name}: ${line}`);
}

function countFailed({ failed }: Answers): number {
  return [...failed.values()].reduce((sum, times) => sum + times, 0);
}

function ratioOf({ alone, beside }: Result): number {
  return beside.answers.median / alone.answers.median;
}
