import { writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { cacheKinds } from "../../support/shared-caches.ts";
import { findNginx } from "../fleet/balancer.ts";
import type { Scene } from "./ask.ts";
import { askForFiltered } from "./clients/filters.ts";
import { askForJoins } from "./clients/joins.ts";
import { askForPages } from "./clients/pages.ts";
import { Subscriber } from "./clients/subscribers.ts";
import { callTools } from "./clients/tools.ts";
import { walk } from "./clients/walks.ts";
import { drawCurves } from "./curves.ts";
import { Disturbances } from "./disturbances.ts";
import { fillLogs, fillMemories } from "./fill.ts";
import { KeyRing } from "./key-ring.ts";
import { Measurements } from "./measures.ts";
import { between } from "./random.ts";
import { findFailures, formatMinute, formatTables } from "./report.ts";
import { type Stage, setStage } from "./stage.ts";
import { watchStarvation } from "./starvation.ts";
import { Tally } from "./tally.ts";
import { keepWriting } from "./writer.ts";

/** A gateway is killed so often, in milliseconds, or six times in a shorter run. */
const killEveryMs = 10 * 60_000;

/** Between two measurements, in milliseconds. */
const maxIntervalMs = 30_000;

/** What was replaced longer ago is forgotten. */
const memoryMs = 6 * 60_000;

/** After the last change, listeners must agree with the registry within this time. */
const agreedWithinMs = 30_000;

/** How many of each client there are, and the mean milliseconds between two requests of one. */
const crowd = [
  { ask: askForPages, size: 3, pauseMs: 400 },
  { ask: askForFiltered, size: 2, pauseMs: 500 },
  { ask: askForJoins, size: 2, pauseMs: 700 },
  { ask: callTools, size: 2, pauseMs: 500 },
] as const;
const walkers = 2;
const subscribers = 6;

/**
 * Runs two gateways with a shared cache before a registry that changes, stalls and restarts, with all kinds of clients, while one
 * gateway is killed now and then. Compares all answers with what the registry held. Sets a failing exit code if one is wrong, if anything
 * is lost, if an error is unexplained, or if the gateway that lives through it grows after the first tenth.
 * @param options.svg where to draw how memory and descriptors went.
 */
export async function runSoak({
  minutes,
  svg,
}: {
  readonly minutes: number;
  readonly svg: string | undefined;
}): Promise<void> {
  const nginx = findNginx();
  const [kind] = cacheKinds;
  if (nginx === undefined || kind === undefined) {
    console.log("The soak needs nginx and valkey-server or redis-server (apt-get install them).");
    return;
  }
  await using stage = await setStage(nginx, kind);
  await fillMemories(stage);
  const disturbances = new Disturbances(stage);
  const tally = new Tally(disturbances);
  const measurements = new Measurements(stage, disturbances);
  const commits = await play({ stage, disturbances, tally, measurements }, minutes * 60_000);
  const result = { minutes, tally, disturbances, measurements, commits, stage };
  console.log(`\n${formatTables(result)}\n`);
  if (svg !== undefined) writeFileSync(svg, drawCurves(result));
  const failures = findFailures(result);
  console.log(failures.length === 0 ? "Nothing failed." : failures.join("\n"));
  if (failures.length > 0) process.exitCode = 1;
}

interface Play {
  readonly stage: Stage;
  readonly disturbances: Disturbances;
  readonly tally: Tally;
  readonly measurements: Measurements;
}

/** Resolves with the number of commits of the registry. */
async function play(parts: Play, lengthMs: number): Promise<number> {
  const { stage, disturbances, tally, measurements } = parts;
  const { projects, store, url } = stage;
  const lasting = projects.map((project, at) => ({ key: stage.keys[at] ?? "", project }));
  const keys = new KeyRing(store, lasting);
  const scene: Scene = { url, projects, keys, tally, disturbances };
  const [ending, over] = [new AbortController(), new AbortController()];
  const listeners = Array.from({ length: subscribers }, () => new Subscriber(scene));
  const listening = listeners.map((one) => one.keepListening(ending.signal, over.signal));
  await fillLogs(stage);
  measurements.begin();
  const writing = keepWriting(store, projects, ending.signal);
  const interval = Math.min(maxIntervalMs, lengthMs / 60);
  const others = [
    ...crowd.flatMap(({ ask, size, pauseMs }) =>
      Array.from({ length: size }, () => keepAsking(() => ask(scene), pauseMs, ending.signal)),
    ),
    ...Array.from({ length: walkers }, () =>
      keepAsking(() => walk(scene, ending.signal), 200, ending.signal),
    ),
    disturbances.keepDisturbing(Math.min(killEveryMs, lengthMs / 6), ending.signal),
    measurements.keepMeasuring(interval, ending.signal),
    keepReporting(parts, ending.signal),
    watchStarvation(stage, disturbances, ending.signal),
  ];
  await Promise.race([setTimeout(lengthMs), ...[...others, ...listening, writing].map(endless)]);
  ending.abort();
  const commits = await writing;
  await Promise.all(others);
  await checkAgreement(listeners, tally);
  over.abort();
  await Promise.all(listening);
  return commits;
}

/** Fails if the work fails, and does not resolve. */
async function endless(work: Promise<unknown>): Promise<void> {
  await work;
  await new Promise(() => {});
}

async function keepAsking(
  ask: () => Promise<void>,
  pauseMs: number,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    await ask();
    await setTimeout(between(0, 2 * pauseMs));
  }
}

async function keepReporting(
  { stage, tally, measurements }: Play,
  over: AbortSignal,
): Promise<void> {
  try {
    while (!over.aborted) {
      await setTimeout(60_000, undefined, { signal: over });
      for (const { tag, terminal } of stage.projects) {
        for (const list of [tag, terminal]) list.forget(performance.now() - memoryMs);
      }
      console.log(await formatMinute({ stage, tally, measurements }));
    }
  } catch (error) {
    if (!over.aborted) throw error;
  }
}

/** Now that nothing changes any more, every listener must come to agree with the registry. */
async function checkAgreement(listeners: readonly Subscriber[], tally: Tally): Promise<void> {
  const end = performance.now() + agreedWithinMs;
  const findFaults = () =>
    listeners.map((one) => one.findFault()).filter((one) => one !== undefined);
  while (findFaults().length > 0 && performance.now() < end) await setTimeout(500);
  for (const fault of findFaults()) tally.wrong("subscribers", `at the end: ${fault}`);
}
