import { setImmediate } from "node:timers/promises";
import { toGlobalId } from "../../../src/gateway/resolvers/values/global-id.ts";
import { subscribe, type TestStream } from "../../support/event-stream.ts";
import { readMetrics } from "../../support/metrics.ts";
import { pollSeconds } from "../bench.ts";
import type { Happenings, Subject } from "../model/registry.ts";
import type { Finding } from "../oracle.ts";
import type { Kind } from "../scenarios.ts";
import { type Asker, type Ending, stableIds, type Verdict, verdictOf } from "./asker.ts";

const quiet: Happenings = { edits: [], glitches: [] };

/** Listens to the changes of a list over some polls, and holds what is told against what happened. */
export async function followChanges(
  asker: Asker,
  { subject, polls, resumesAfter }: Kind<"changes">,
): Promise<Verdict> {
  const { bench, world } = asker;
  const log = new ToldChanges(asker, subject);
  const document = `subscription ($after: String) {
    changes(of: [${subject === "tags" ? "TAG" : "TERMINAL"}], after: $after) { kind id cursor } }`;
  const listen = async (after: string | null) =>
    new Listening(
      await subscribe(bench.gateway.url, document, { key: asker.key, variables: { after } }),
      asker,
    );
  // While its clamp or its count still changes, a list need not be whole.
  const { clamp, envelope } = world.registry.rules;
  const isSettled = (clamp?.limits.length ?? 1) === 1 && envelope.count !== "stale";
  const calm = isSettled ? [quiet] : [quiet, quiet];
  const begin = asker.snapshotMoments()[subject];
  let listening = await listen(null);
  try {
    await listening.untilFirst();
    if (listening.failure !== null)
      return { findings: [], endings: [`error ${listening.failure}`] };
    log.begin(begin);
    log.take(listening);
    let cursor = log.cursor;
    for (const [index, poll] of [...polls, ...calm].entries()) {
      world.model.begin({ tags: quiet, terminals: quiet, [subject]: poll });
      log.beginPoll();
      if (index - 1 === resumesAfter) {
        await listening.close();
        cursor = log.cursor ?? cursor;
        listening = await listen(cursor);
        await listening.untilResumed();
        log.take(listening);
      }
      // A list that was read a moment ago may do for a listener who comes back. Only a poll reads it again.
      await listening.poll();
      log.take(listening);
      if (listening.failure !== null) break;
      // What did not happen during the poll happens before the next one.
      world.model.end();
    }
    // What is not told of a list that cannot be read whole is not lost in silence.
    if (listening.failure === null && (await isWhole(asker, subject))) log.finish();
    const endings: Ending[] =
      listening.failure === null ? ["whole"] : [`error ${listening.failure}`];
    return { findings: log.findings, endings };
  } finally {
    await listening.close();
  }
}

/** Whether the gateway can read a list, and does not say of it that it is not whole. */
async function isWhole(asker: Asker, subject: Subject): Promise<boolean> {
  const response = await asker.query(`{ list: ${subject}(filter: {}) { totalCount } }`);
  return verdictOf(response, null).endings.every((ending) => ending === "whole");
}

interface Change {
  readonly kind: "ADDED" | "CHANGED" | "REMOVED" | "RESET";
  readonly id: string | null;
  readonly cursor: string;
}

/** What a listener was told, and what is wrong with it. */
class ToldChanges {
  readonly findings: Finding[] = [];
  cursor: string | null = null;
  readonly #asker: Asker;
  readonly #subject: Subject;
  /** Records that the listener knows of, and those of which it was told that they are gone. */
  readonly #known = new Map<string, "in" | "out">();
  readonly #told = new Set<string>();
  /** Records that were there at some time while the first reading was made. */
  #atFirst = new Set<string>();
  #base = 0;
  /** The moments at which the last two polls began. */
  #polls: readonly [number, number] = [0, 0];

  constructor(asker: Asker, subject: Subject) {
    this.#asker = asker;
    this.#subject = subject;
  }

  /** The first reading is over. It shows the list at some time since this moment. */
  begin(moment: number): void {
    this.#known.clear();
    this.#told.clear();
    for (const id of stableIds(this.#asker.world, this.#subject, moment)) this.#known.set(id, "in");
    this.#atFirst = this.#seenSince(moment);
    this.#base = this.#moment;
    this.#polls = [moment, this.#moment];
  }

  beginPoll(): void {
    this.#polls = [this.#polls[1], this.#moment];
  }

  /** Takes the events that have arrived. They are of the last poll or, at the latest, of the one before. */
  take(listening: Listening): void {
    for (const change of listening.take()) {
      this.cursor = change.cursor;
      if (change.kind === "RESET") {
        this.begin(this.#polls[0]);
        continue;
      }
      this.#judge(change.kind, this.#ownId(change.id));
    }
  }

  /** All is still: by now everything must have been told. */
  finish(): void {
    const { world } = this.#asker;
    const list = world.list(this.#subject);
    for (const { id, isDouble, changed } of list.visible) {
      const own = String(id);
      if (id === null || isDouble) continue;
      const known = this.#known.get(own) ?? (this.#atFirst.has(own) ? "in" : "out");
      if (known === "out") this.#find("change never told", `ADDED ${own}`);
      if (changed > this.#base && !this.#told.has(own))
        this.#find("change never told", `CHANGED ${own}`);
    }
    const visible = new Set(list.visible.map(({ id }) => String(id)));
    for (const [id, state] of this.#known) {
      if (state === "in" && !visible.has(id)) this.#find("change never told", `REMOVED ${id}`);
    }
  }

  #judge(kind: "ADDED" | "CHANGED" | "REMOVED", id: string): void {
    this.#told.add(id);
    const { world } = this.#asker;
    const isDouble = world
      .list(this.#subject)
      .rows.some((row) => row.isDouble && String(row.id) === id);
    if (isDouble) return;
    if (kind === "ADDED") {
      if (this.#known.get(id) === "in") this.#find("told as new twice", id);
      if (!this.#seenSince(this.#polls[0]).has(id)) this.#find("a record from nowhere", id);
      this.#known.set(id, "in");
    } else if (kind === "REMOVED") {
      const isThere = stableIds(world, this.#subject, this.#polls[0]).includes(id);
      if (isThere) this.#find("told as removed", id);
      this.#known.set(id, "out");
    }
  }

  get #moment(): number {
    return this.#asker.world.moments[this.#subject];
  }

  #seenSince(moment: number): Set<string> {
    return new Set(
      this.#asker.world
        .list(this.#subject)
        .seenSince(moment)
        .map(({ id }) => String(id)),
    );
  }

  #ownId(globalId: string | null): string {
    const type = this.#subject === "tags" ? "Tag" : "Terminal";
    const { rows } = this.#asker.world.list(this.#subject);
    const gone = this.#asker.world.list(this.#subject).seenSince(0);
    const own = [...rows, ...gone].find(({ id }) => toGlobalId(type, String(id)) === globalId);
    return String(own?.id ?? globalId);
  }

  #find(fault: Finding["fault"], detail: string): void {
    this.findings.push({ fault, detail });
  }
}

/** A stream of changes that is read as it arrives. */
class Listening {
  /** The code of the error that ended the stream; null while there is none. */
  failure: string | null = null;
  readonly #stream: TestStream;
  readonly #asker: Asker;
  readonly #changes: Change[] = [];
  #arrived = 0;
  #heartbeats = 0;
  /** How many polls there were so far; undefined before the first. */
  #polls: number | undefined;
  #isOver = false;
  readonly #reading: Promise<void>;

  constructor(stream: TestStream, asker: Asker) {
    this.#stream = stream;
    this.#asker = asker;
    this.#reading = this.#read();
  }

  take(): readonly Change[] {
    return this.#changes.splice(0);
  }

  /** Waits for the first event, or for the failure in its place. */
  async untilFirst(): Promise<void> {
    const first = async () => {
      while (this.#arrived === 0 && !this.#isOver) await setImmediate();
    };
    await this.#asker.wait(first());
  }

  /** Waits until it has resumed, even if there is nothing to tell. */
  async untilResumed(): Promise<void> {
    const resumed = async () => {
      while (!this.#isOver && this.#arrived === 0 && (await this.#count("lists")) === 0);
    };
    await this.#asker.wait(resumed());
    await this.settle();
  }

  /** Makes a poll due, and waits until all that it found has arrived. */
  async poll(): Promise<void> {
    const { clock } = this.#asker.bench;
    this.#polls ??= await this.#count("polls_total");
    const due = this.#polls + 1;
    clock.advance(pollSeconds * 1000);
    const polled = async () => {
      await this.#untilQuiet();
      while (!this.#isOver && (await this.#count("polls_total")) < due);
    };
    this.#polls = due;
    await this.#asker.wait(polled());
    await this.settle();
  }

  /** Waits until nothing more arrives: a heartbeat comes only from an idle stream. */
  async settle(): Promise<void> {
    for (let arrived = -1; arrived < this.#arrived && !this.#isOver; ) {
      arrived = this.#arrived;
      await this.#untilHeartbeat();
    }
  }

  async close(): Promise<void> {
    await this.#stream.close();
    await this.#reading;
  }

  async #untilHeartbeat(): Promise<void> {
    const heartbeats = this.#heartbeats;
    for (let turns = 0; this.#heartbeats === heartbeats && !this.#isOver; turns++) {
      if (turns % 50 === 0) this.#asker.bench.clock.advance(silentMs);
      await setImmediate();
    }
    for (let turns = 0; turns < 5; turns++) await setImmediate();
  }

  /** Waits until the registry gets no calls. This saves asking for metrics again and again. */
  async #untilQuiet(): Promise<void> {
    const { calls } = this.#asker.world.model;
    let before = calls.length;
    for (let turns = 0; turns < 20; turns++) {
      await setImmediate();
      if (calls.length > before) turns = 0;
      before = calls.length;
    }
  }

  async #count(name: "lists" | "polls_total"): Promise<number> {
    const metrics = await readMetrics(this.#asker.bench.gateway.url);
    return [...metrics]
      .filter(([key]) => key.startsWith(`tapgraph_changes_${name}`))
      .reduce((sum, [, count]) => sum + count, 0);
  }

  async #read(): Promise<void> {
    try {
      for (let part = await this.#stream.part(); part !== null; part = await this.#stream.part()) {
        if (part.kind === "heartbeat") this.#heartbeats += 1;
        if (part.kind === "complete") break;
        if (part.kind !== "next") continue;
        this.#arrived += 1;
        const { data, errors } = part.result;
        if (data?.changes) this.#changes.push(data.changes);
        else this.failure = errors?.[0]?.extensions?.code ?? "unknown";
      }
    } catch {
      // The connection was closed.
    }
    this.#isOver = true;
  }
}

/** Longer than a stream is silent without a heartbeat. */
const silentMs = 20_000;
