import { type Bench, type Benches, gatewaySettings } from "./bench.ts";
import type { Deceptions, Subject } from "./model/registry.ts";
import { type Past, World } from "./model/world.ts";
import type { Fault, Finding } from "./oracle.ts";
import { ask } from "./questions/ask.ts";
import { Asker, type Verdict } from "./questions/asker.ts";
import type { Layout, Registry, ResponseKey, Scenario, Step } from "./scenarios.ts";

export interface FoundFault {
  readonly fault: Fault;
  readonly detail: string;
  readonly step: number;
  readonly honesty: Honesty;
  readonly question: ResponseKey["kind"];
}

export interface Outcome {
  readonly faults: readonly FoundFault[];
  readonly questions: number;
}

/** Whether a registry, and what happens to it, is as documented, odd in a way, or lies in several ways at once. */
type Honesty = "sane and still" | "sane" | "odd" | "several lies";

let keys = 0;

/** Asks all questions of a scenario, each registry with a key that the gateway has never seen. */
export async function runScenario(benches: Benches, scenario: Scenario): Promise<Outcome> {
  await using stack = new AsyncDisposableStack();
  const bench = scenario.isFresh
    ? stack.use(await benches.fresh(scenario.gateway))
    : await benches.used(scenario.gateway);
  // What the scenarios before have left is out of date now.
  bench.clock.advance(hourMs);
  const askers = scenario.registries.map((registry) => {
    const key = `key-${process.pid}-${keys++}`;
    const world = new World(registry, seamUnit(registry, scenario.gateway), () =>
      bench.clock.now(),
    );
    benches.server.models.set(key, world.model);
    stack.defer(() => void benches.server.models.delete(key));
    const mayBeOdd = !honestyOf(registry, scenario.steps).startsWith("sane");
    return new Asker(key, world, { bench, mayBeOdd });
  });
  bench.clock.onAdvance = () => {
    for (const { world } of askers) world.noteTime();
  };
  stack.defer(() => {
    bench.clock.onAdvance = () => {};
  });
  return await askAll(bench, askers, scenario);
}

async function askAll(
  bench: Bench,
  askers: readonly Asker[],
  { steps }: Scenario,
): Promise<Outcome> {
  const faults: FoundFault[] = [];
  for (const [index, step] of steps.entries()) {
    const asker = askers[step.key % askers.length];
    if (asker === undefined) break;
    if (step.pauseMs > 0) bench.clock.advance(step.pauseMs);
    const { model, registry } = asker.world;
    model.begin(step);
    const past = asker.oldestPast();
    const verdict = await askSafely(asker, step.question);
    model.end();
    const honesty = honestyOf(registry, steps.slice(0, index + 1));
    const isExcused = excuses(asker.world, step.question, past);
    const unexcused = verdict.findings.filter((finding) => !isExcused(finding));
    const found = { step: index, honesty, question: step.question.kind };
    faults.push(
      ...[...unexcused, ...unwantedOf(honesty, verdict)].map((fault) => ({ ...fault, ...found })),
    );
  }
  return { faults, questions: steps.length };
}

/** In registries that are sane and still, all must end well, unless the machine is so busy that the gateway turns requests away. */
function unwantedOf(honesty: Honesty, { endings }: Verdict): readonly Finding[] {
  const unwanted = endings.filter((one) => one !== "whole" && one !== "error OVERLOADED");
  if (honesty !== "sane and still" || unwanted.length === 0) return [];
  const detail = `${unwanted} although the registry is sane and still`;
  return [{ fault: "not exact", detail }];
}

async function askSafely(asker: Asker, question: ResponseKey): Promise<Verdict> {
  try {
    return await ask(asker, question);
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { findings: [{ fault: "no answer", detail }], endings: [] };
  }
}

/** What no registry can bring a gateway to, whatever it answers. */
export const inexcusable: readonly Fault[] = [
  "a record from nowhere",
  "null without an error",
  "walk without an end",
  "no answer",
];

/**
 * Tells which findings nobody could have avoided, because the answers about the lists in question agreed on something false. Only those
 * answers count from which the response may have been made. A count of rows may also rest on what an earlier response has shown.
 *
 * For a page it is enough that one answer was false. A list that is read whole shows by a true count that rows are missing, unless one
 * page lacked the same rows at two looks, as if they were hidden.
 */
function excuses(world: World, question: ResponseKey, past: Past): (finding: Finding) => boolean {
  const { model } = world;
  const { count } = model.rules.envelope;
  const isCounted = count === "stored" || count === "visible";
  const isWhole = !["page", "walk", "total"].includes(question.kind);
  const deceivedSince = (subject: Subject, before: Readonly<Deceptions> | null): boolean => {
    const now = model.deceptions(subject);
    const has = (name: keyof Deceptions, times = 1) => now[name] >= (before?.[name] ?? 0) + times;
    if (isWhole && isCounted) return has("steadyPages") || has("swappedPages", 2);
    if (has("falseEnds") || has("swappedPages") || has("steadyPages")) return true;
    return !isWhole && has("strayPages");
  };
  const subjects = subjectsOf(question);
  const isDeceived = subjects.some((one) => deceivedSince(one, past.deceptions[one]));
  const wasDeceived = subjects.some((one) => deceivedSince(one, null));
  const doubled = (one: Subject, before: number) => model.deceptions(one).doubledPages > before;
  const isDoubled = subjects.some((one) => doubled(one, past.deceptions[one].doubledPages));
  const wasDoubled = subjects.some((one) => doubled(one, 0));
  return ({ fault }) => {
    if (inexcusable.includes(fault)) return false;
    if (fault !== "miscounted" || isWhole)
      return isDeceived || (isDoubled && isOfDoubledRow(fault, world, subjects));
    return wasDeceived || (wasDoubled && isOfDoubledRow(fault, world, subjects));
  };
}

/** The lists that decide whether an answer is right. */
function subjectsOf(question: ResponseKey): readonly Subject[] {
  switch (question.kind) {
    case "uids":
      return ["tags"];
    case "uuids":
    case "imeis":
      return ["terminals"];
    case "joins":
      return [question.by === "peer" ? "tags" : "terminals"];
    case "quality":
      return ["tags", "terminals"];
    default:
      return [question.subject];
  }
}

/** Whether a fault may come from a row that the registry itself sent twice in a page. Only a true count tells that it is one. */
function isOfDoubledRow(fault: Fault, world: World, subjects: readonly Subject[]): boolean {
  if (["delivered twice", "claimed duplicate", "not exact"].includes(fault)) return true;
  const { count } = world.model.rules.envelope;
  const hides = subjects.some((subject) => world.list(subject).rows.some((row) => row.isHidden));
  return fault === "miscounted" && (hides || (count !== "stored" && count !== "visible"));
}

/** Where a registry's pages meet, as far as that can be foreseen. */
function seamUnit({ rules }: Registry, gateway: number): number {
  const { maxLimit = "auto" } = gatewaySettings[gateway % gatewaySettings.length] ?? {};
  const clamp = rules.clamp?.limits[0]?.limit ?? 20;
  return maxLimit === "auto" ? clamp : Math.min(clamp, maxLimit);
}

function honestyOf({ rules, tags, terminals }: Registry, steps: readonly Step[]): Honesty {
  const { clamp, envelope, pastEnd } = rules;
  const happenings = steps.flatMap(({ question, ...step }) => [
    step.tags,
    step.terminals,
    ...(question.kind === "changes" ? question.polls : []),
  ]);
  const has = (test: (layout: Layout) => boolean) => [tags, terminals].some(test);
  const errors = happenings
    .flatMap((one) => one.glitches)
    .filter((one) => one.glitch.kind !== "late");
  // A walk may skip records of a neighbourhood that moves elsewhere without any change in them.
  const isShuffled = happenings.some(
    (one) => one.edits.filter(({ edit }) => edit.kind === "put back").length > 2,
  );
  const lies = [
    has(({ hidden }) => hidden.kind !== "none"),
    has(({ doubles }) => doubles.length > 0),
    envelope.count !== "stored",
    errors.length > 0,
    errors.some(({ calls, looks }) => calls > 1 || looks > 1),
    clamp?.offset === "after",
    clamp !== null && clamp.told !== "honest" && clamp.limits.length > 1,
  ].filter(Boolean).length;
  if (isShuffled || lies > 1) return "several lies";
  const isOdd =
    lies > 0 ||
    has(({ idless, broken }) => idless.length > 0 || broken !== null) ||
    (clamp !== null && (clamp.told !== "honest" || clamp.limits.length > 1)) ||
    // Where pages are so small, those of all sizes end at some positions, so that nothing joins them.
    clamp?.limits.some(({ limit }) => limit < 7) ||
    !envelope.pageCount ||
    pastEnd === 400 ||
    pastEnd === "last page, number asked for";
  if (isOdd) return "odd";
  return happenings.some((one) => one.edits.length > 0) ? "sane" : "sane and still";
}

const hourMs = 3_600_000;
