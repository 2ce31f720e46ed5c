import { setTimeout } from "node:timers/promises";
import { Callers } from "../harness/load.ts";
import { readCpuSeconds, readPeakMiB, resetPeak } from "../harness/process-usage.ts";
import {
  type Gateway,
  type Probe,
  pinApart,
  readProbe,
  type ServerProcess,
  startGateway,
  startServer,
} from "../harness/servers.ts";
import { formatCounts, formatTable, percentile } from "../harness/table.ts";
import { type Crowd, type Outcomes, startCrowd } from "./crowd.ts";
import { attackers } from "./kinds.ts";
import { type Answers, askWithKnownKey, connections } from "./known-key.ts";

const heapMiB = 512;

/** All attack at these parts of their rates, each time for as long as four kinds one by one. */
const scenesOfAll = [
  { name: "all at a fifth", part: 1 / 5 },
  { name: "all at half", part: 1 / 2 },
  { name: "all", part: 1 },
];
const sharesOfAll = 4;

/** Before each attack, the known key is alone for this part of the attack's time. */
const shareAlone = 0.25;

/** Seconds before the first measurement, in which V8 compiles, and before each other one. */
const warmUp = 3;
const settling = 0.4;

interface Scene {
  readonly name: string;
  /** The names of those who attack. */
  readonly names: readonly string[];
  /** The part of their rate at which they attack. */
  readonly part: number;
  readonly seconds: number;
}

/** How the known key was answered for a while, and how the gateway did. */
interface Measured {
  readonly answers: Answers;
  /** Null if the gateway ended. */
  readonly probe: Probe | null;
  readonly peakMiB: number;
  /** The part of a core that the gateway used. */
  readonly busy: number;
}

interface Result {
  readonly scene: Scene;
  readonly alone: Measured;
  readonly beside: Measured;
  readonly outcomes: Outcomes;
}

/**
 * Measures how one known key that asks all the time is answered by a gateway with 512 MiB of heap:
 * beside each kind of attacker, and beside all of them at parts of their rate. Before each attack
 * the key is measured alone, so that other work on the machine affects both. Sets a failing exit
 * code if an answer is wrong, or the gateway ends.
 */
export async function runAttackers(options: {
  readonly minutes: number;
  readonly only: readonly string[] | undefined;
}): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const registry = stack.use(await startServer("harness/registry.ts"));
  const crowd = stack.use(startCrowd());
  let stage = await setStage(registry, stack);
  const results: Result[] = [];
  for (const scene of createScenes(options)) {
    const result = await play(scene, stage, crowd);
    const { beside, outcomes } = result;
    results.push(result);
    console.log(`${scene.name}: ${formatCounts(outcomes)}`);
    for (const wrong of beside.answers.wrong.slice(0, 1)) console.log(`  a wrong answer: ${wrong}`);
    if (beside.probe !== null) continue;
    console.log(`The gateway ended:\n${stage.gateway.run.output.slice(-2_000)}`);
    stage = await setStage(registry, stack);
  }
  console.log(`\n${formatResults(results)}\n`);
  const isBroken = ({ beside }: Result) => beside.probe === null || beside.answers.wrong.length > 0;
  const broken = results.filter(isBroken).map(({ scene }) => scene.name);
  console.log(broken.length === 0 ? "Nothing was wrong, and nothing ended." : `Failed: ${broken}`);
  if (broken.length > 0) process.exitCode = 1;
}

interface Stage {
  readonly gateway: Gateway;
  readonly knownKey: Callers;
}

/** Starts a gateway that the known key has used for a while, on connections that it keeps. */
async function setStage(registry: ServerProcess, stack: AsyncDisposableStack): Promise<Stage> {
  const settings = {
    REGISTRY_URL: registry.url,
    LOG_LEVEL: "info",
    NODE_OPTIONS: `--max-old-space-size=${heapMiB}`,
  };
  const probe = `${import.meta.dirname}/../harness/probe.js`;
  const gateway = stack.use(await startGateway(settings, probe));
  await pinApart(gateway, registry);
  const knownKey = stack.use(new Callers(gateway.url, connections));
  await knownKey.open();
  await askWithKnownKey(knownKey, warmUp);
  await readProbe(gateway.run);
  return { gateway, knownKey };
}

function createScenes(options: {
  readonly minutes: number;
  readonly only: readonly string[] | undefined;
}): readonly Scene[] {
  const { minutes, only } = options;
  const names = attackers.map(({ name }) => name);
  const share = (minutes * 60 - warmUp) / (names.length + scenesOfAll.length * sharesOfAll);
  const scenes = [
    ...names.map((name) => ({ name, names: [name], part: 1, seconds: share })),
    ...scenesOfAll.map((scene) => ({ ...scene, names, seconds: share * sharesOfAll })),
  ];
  return scenes.filter(({ name }) => only?.includes(name) ?? true);
}

async function play(scene: Scene, stage: Stage, crowd: Crowd): Promise<Result> {
  const { names, part, seconds } = scene;
  // The pauses are part of the scene.
  const measuredSeconds = Math.max(seconds - 2 * settling, 0.5);
  await setTimeout(settling * 1000);
  const alone = await measure(stage, measuredSeconds * shareAlone);
  crowd.start({ url: stage.gateway.url, names, part });
  await setTimeout(settling * 1000);
  const beside = await measure(stage, measuredSeconds * (1 - shareAlone));
  return { scene, alone, beside, outcomes: await crowd.stop() };
}

async function measure({ gateway, knownKey }: Stage, seconds: number): Promise<Measured> {
  const { pid, run } = gateway;
  await resetPeak(pid);
  const cpuBefore = await readCpuSeconds(pid);
  const start = performance.now();
  const answers = await askWithKnownKey(knownKey, seconds);
  const cpu = (await readCpuSeconds(pid)) - cpuBefore;
  const busy = Math.max(0, cpu) / ((performance.now() - start) / 1000);
  return { answers, busy, peakMiB: await readPeakMiB(pid), probe: await readProbe(run) };
}

function formatResults(results: readonly Result[]): string {
  const heads = [
    "the known key beside (alone)",
    "right answers",
    "wrong",
    "errors",
    "median in ms",
    "p99 in ms",
    "cores used",
    "event loop ran, ms",
    "peak RSS in MiB",
    "heap in MiB",
  ];
  return formatTable([heads, ...results.map(toRow)]);
}

function toRow({ scene, alone, beside }: Result): string[] {
  const { answers, probe } = beside;
  const both = (share: number) =>
    [beside, alone]
      .map((one) => percentile(one.answers.rightMs, share).toFixed(1))
      .join(" (")
      .concat(")");
  return [
    scene.name,
    `${answers.rightMs.length} of ${answers.asked}`,
    String(answers.wrong.length),
    formatCounts(answers.failed),
    both(0.5),
    both(0.99),
    beside.busy.toFixed(2),
    probe === null ? "it ended" : probe.ranMs.toFixed(0),
    beside.peakMiB.toFixed(0),
    probe === null ? "–" : probe.heap.toFixed(0),
  ];
}
