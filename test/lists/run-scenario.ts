import { type Bench, type Benches, gatewaySettings } from "./bench.ts";
import { World } from "./model/world.ts";
import type { Fault, Finding } from "./oracle.ts";
import { ask } from "./questions/ask.ts";
import { Asker, type Ending, type Verdict } from "./questions/asker.ts";
import type { Layout, Registry, ResponseKey, Scenario, Step } from "./scenarios.ts";

/** A fault of the gateway, and where it came to light. */
export interface FoundFault {
  readonly fault: Fault;
  readonly detail: string;
  readonly step: number;
  readonly question: ResponseKey["kind"];
  /** The registry's calls that the question cost. */
  readonly calls: readonly string[];
}

/** How a question to a registry of some kind ended. */
export interface Asked {
  readonly question: ResponseKey["kind"];
  readonly kinds: readonly string[];
  readonly endings: readonly (Ending | "deceived")[];
}

/** What a scenario brought to light. */
export interface Outcome {
  readonly faults: readonly FoundFault[];
  readonly asked: readonly Asked[];
}

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
    return new Asker(key, world, bench);
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
  const asked: Asked[] = [];
  for (const [index, step] of steps.entries()) {
    const asker = askers[step.key % askers.length];
    if (asker === undefined) break;
    if (step.pauseMs > 0) bench.clock.advance(step.pauseMs);
    const { model, registry } = asker.world;
    const before = model.calls.length;
    model.begin(step);
    const verdict = await askSafely(asker, step.question);
    model.end();
    const kinds = kindsOf(registry, steps.slice(0, index + 1));
    const question = step.question.kind;
    if (isDeceived(asker.world, step.question)) {
      asked.push({ question, kinds, endings: ["deceived"] });
      continue;
    }
    asked.push({ question, kinds, endings: verdict.endings });
    const calls = model.calls.slice(before);
    const found = { step: index, question, calls };
    faults.push(...faultsOf(asker.world, kinds, verdict).map((fault) => ({ ...fault, ...found })));
  }
  return { faults, asked };
}

/** What is wrong with an answer, leaving out what comes from rows that the registry itself sent twice. */
function faultsOf(
  { model, registry }: World,
  kinds: readonly string[],
  { findings, endings }: Verdict,
): readonly Finding[] {
  const hasDoubled = model.deceptions.doubledPages > 0;
  const faults = findings.filter(({ fault }) => !(hasDoubled && isOfDoubledRow(fault, registry)));
  const unwanted = endings.filter((ending) => ending !== "whole");
  if (!kinds.includes("sane and still") || unwanted.length === 0) return faults;
  const detail = `${unwanted} although the registry is sane and still`;
  return [...faults, { fault: "not exact", detail }];
}

async function askSafely(asker: Asker, question: ResponseKey): Promise<Verdict> {
  try {
    return await ask(asker, question);
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { findings: [{ fault: "no answer", detail }], endings: [] };
  }
}

/**
 * Whether the registry's answers agreed on something false, now or earlier: a gateway may rely on what it learnt. For a page it is
 * enough that one of them did. A list that is read whole shows by a true count that rows are missing, and by a second reading that
 * they are not hidden.
 */
function isDeceived({ model, registry }: World, { kind }: ResponseKey): boolean {
  const { falseEnds, falsePages, strayPages } = model.deceptions;
  const { count } = registry.rules.envelope;
  const isWhole = kind !== "page" && kind !== "walk" && kind !== "total";
  if (isWhole && (count === "stored" || count === "visible")) return false;
  return falseEnds > 0 || falsePages > 0 || (!isWhole && strayPages > 0);
}

/** Whether a fault may come from a row that the registry itself sent twice in a page. Only a true count tells that it is one. */
function isOfDoubledRow(fault: Fault, { rules, tags, terminals }: Registry): boolean {
  if (fault === "delivered twice" || fault === "claimed duplicate") return true;
  const { count } = rules.envelope;
  const hides = [tags, terminals].some(({ hidden }) => hidden.kind !== "none");
  return fault === "miscounted" && (hides || (count !== "stored" && count !== "visible"));
}

/** Where a registry's pages meet, as far as that can be foreseen. */
function seamUnit({ rules }: Registry, gateway: number): number {
  const { maxLimit = "auto" } = gatewaySettings[gateway % gatewaySettings.length] ?? {};
  const clamp = rules.clamp?.limits[0]?.limit ?? 20;
  return maxLimit === "auto" ? clamp : Math.min(clamp, maxLimit);
}

/** What is unusual about a registry, and about what happens to it. */
function kindsOf({ rules, tags, terminals }: Registry, steps: readonly Step[]): readonly string[] {
  const { clamp, envelope, pastEnd, refusal, order } = rules;
  const layouts = [tags, terminals];
  const happenings = steps.flatMap(({ question, ...step }) => [
    step.tags,
    step.terminals,
    ...(question.kind === "changes" ? question.polls : []),
  ]);
  const has = (test: (layout: Layout) => boolean) => layouts.some(test);
  const edits = happenings.reduce((sum, one) => sum + one.edits.length, 0);
  const glitches = happenings.flatMap((one) => one.glitches.map(({ glitch }) => glitch.kind));
  const oddities = [
    ...(has(({ hidden }) => hidden.kind !== "none") ? ["hidden rows"] : []),
    ...(has(({ idless }) => idless.length > 0) ? ["rows without an id"] : []),
    ...(has(({ doubles }) => doubles.length > 0) ? ["double ids"] : []),
    ...(has(({ broken }) => broken !== null) ? ["a broken row"] : []),
    ...(clamp && clamp.told !== "honest" ? ["clamp not told"] : []),
    ...(clamp && clamp.limits.length > 1 ? ["clamp changes"] : []),
    // Where pages are so small, those of all sizes end at some positions, so that nothing joins them.
    ...(clamp?.limits.some(({ limit }) => limit < 7) ? ["tiny clamp"] : []),
    ...(clamp?.offset === "after" ? ["clamp after the offset"] : []),
    ...(envelope.count === "stored" ? [] : [`count: ${envelope.count}`]),
    ...(envelope.pageCount ? [] : ["no page_count"]),
    ...(pastEnd === 400 || pastEnd === "last page, number asked for"
      ? [`past the end: ${pastEnd}`]
      : []),
    ...(glitches.some((kind) => kind !== "late") ? ["glitches"] : []),
  ];
  if (oddities.length > 0) return [...oddities, ...(edits > 0 ? ["odd and edited"] : [])];
  if (edits === 0) return ["sane and still"];
  const isFew = edits <= 3;
  return [
    `sane, ${isFew ? "few" : "many"} edits`,
    `sane, edited, order: ${order}`,
    ...(refusal ? ["refusal"] : []),
  ];
}

const hourMs = 3_600_000;
