import { setTimeout } from "node:timers/promises";
import { formatCount } from "../../src/format-count.ts";
import { cacheKinds } from "../../test/support/shared-caches.ts";
import { formatCounts } from "../harness/table.ts";
import type { Scene } from "./ask.ts";
import { askForFiltered } from "./clients/filters.ts";
import { askForLinkedTags, askForTerminals } from "./clients/joins.ts";
import { askForPages } from "./clients/pages.ts";
import { Subscriber } from "./clients/subscribers.ts";
import { countByTool } from "./clients/tools.ts";
import { walk } from "./clients/walks.ts";
import { Disturbances, isStill } from "./disturbances.ts";
import { fillMemories } from "./fill.ts";
import { Growth } from "./growth.ts";
import { between } from "./random.ts";
import { setStage } from "./stage.ts";
import { Tally } from "./tally.ts";
import { keepWriting } from "./writer.ts";

/** A gateway is killed so often, in milliseconds, or six times in a shorter run. */
const killEveryMs = 10 * 60_000;

/** Between two measurements, in milliseconds. */
const maxIntervalMs = 30_000;

/** What was replaced longer ago is forgotten. */
const memoryMs = 6 * 60_000;

/** In a shorter run everything grows. */
const minMinutesOfGrowth = 20;

/** After the last change, listeners must agree with the registry within this time. */
const agreedWithinMs = 30_000;

/** How many of each client there are, and the mean milliseconds between two requests of one. */
const crowd = [
  { ask: askForPages, size: 3, pauseMs: 400 },
  { ask: askForFiltered, size: 2, pauseMs: 500 },
  { ask: askForTerminals, size: 1, pauseMs: 700 },
  { ask: askForLinkedTags, size: 1, pauseMs: 700 },
  { ask: countByTool, size: 2, pauseMs: 500 },
  { ask: walk, size: 2, pauseMs: 200 },
] as const;
const subscribers = 6;

/**
 * Runs two gateways with a shared cache before a registry that changes, stalls and restarts, with
 * all kinds of clients, while one gateway is killed now and then. Compares all answers with what
 * the registry held. Sets a failing exit code if one is wrong, if anything is lost, if an error is
 * unexplained, or if the gateway that lives through it grows after the first tenth.
 */
export async function runSoak(minutes: number): Promise<void> {
  const [kind] = cacheKinds;
  if (kind === undefined) throw new Error("The soak needs valkey-server or redis-server.");
  await using stage = await setStage(kind);
  await fillMemories(stage, Math.min(1, minutes / minMinutesOfGrowth));
  const disturbances = new Disturbances(stage);
  const tally = new Tally(disturbances);
  const scene = { ...stage, tally, disturbances };
  const growth = new Growth(stage.gateways[0]);
  const [ending, over] = [new AbortController(), new AbortController()];
  const lengthMs = minutes * 60_000;
  const listeners = Array.from({ length: subscribers }, () => new Subscriber(scene));
  const listening = listeners.map((one) => one.keepListening(ending.signal, over.signal));
  const writing = keepWriting(stage.store, stage.projects, ending.signal);
  const others = [
    ...crowd.flatMap(({ ask, size, pauseMs }) =>
      Array.from({ length: size }, () => keepAsking(scene, ask, pauseMs, ending.signal)),
    ),
    disturbances.keepDisturbing(Math.min(killEveryMs, lengthMs / 6), ending.signal),
    disturbances.watchMachine(ending.signal),
    growth.keepMeasuring(disturbances, Math.min(maxIntervalMs, lengthMs / 60), ending.signal),
    keepReporting(scene, ending.signal),
  ];
  await Promise.race([setTimeout(lengthMs), Promise.all([...others, ...listening, writing])]);
  ending.abort();
  const commits = await writing;
  await Promise.all(others);
  await checkAgreement(listeners, tally);
  over.abort();
  await Promise.all(listening);
  const disturbed = formatCounts(disturbances.counts);
  console.log(`\n${formatCount(commits, "commit")} of the registry; ${disturbed}\n`);
  console.log(`${tally.format()}\n\n${growth.format(minutes)}\n`);
  const grown = minutes < minMinutesOfGrowth ? [] : growth.findFailures(minutes);
  const failures = [...tally.findFailures(), ...grown];
  console.log(failures.length === 0 ? "Nothing failed." : failures.join("\n"));
  if (failures.length > 0) process.exitCode = 1;
}

async function keepAsking(
  scene: Scene,
  ask: (scene: Scene, over: AbortSignal) => Promise<void>,
  pauseMs: number,
  over: AbortSignal,
): Promise<void> {
  do await ask(scene, over);
  while (await isStill(over, between(0, 2 * pauseMs)));
}

/** Prints each minute how it goes, and forgets what is past. */
async function keepReporting({ projects, tally }: Scene, over: AbortSignal): Promise<void> {
  for (let minute = 1; await isStill(over, 60_000); minute += 1) {
    for (const { tag, terminal } of projects) {
      for (const list of [tag, terminal]) list.forget(performance.now() - memoryMs);
    }
    console.log(`minute ${minute}: ${tally.findFailures().join("; ") || "nothing failed"}`);
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
