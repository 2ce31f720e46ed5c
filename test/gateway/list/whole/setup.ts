import { setImmediate } from "node:timers/promises";
import { RegistryError } from "../../../../src/gateway/base/errors.ts";
import { Ledger } from "../../../../src/gateway/base/ledger.ts";
import type { RequestBudgetOptions } from "../../../../src/gateway/call/request-budget.ts";
import type { ReadingOutcome } from "../../../../src/gateway/list/whole/readings.ts";
import { RequestSnapshots } from "../../../../src/gateway/list/whole/request-snapshots.ts";
import type { Snapshot } from "../../../../src/gateway/list/whole/snapshot.ts";
import { Snapshots } from "../../../../src/gateway/list/whole/snapshots.ts";
import type { Subject } from "../../../../src/registry-client/records.ts";
import { parseSettings, type Settings } from "../../../../src/settings.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import type { PlainRecord } from "../../../support/project.ts";
import {
  type ScriptedRegistry,
  startScriptedRegistry,
  status,
} from "../../../support/scripted-registry.ts";
import { createBudget, createCalls, createClient, until } from "../../../support/upstream.ts";

export type SnapshotsUnderTest = ReturnType<typeof createSnapshots>;

export function createSnapshots(registryUrl: string, given: Partial<Settings> = {}) {
  const clock = new ManualClock();
  const settings = {
    ...parseSettings({
      REGISTRY_TIMEOUT_MS: "5000",
      REGISTRY_MAX_CONNECTIONS: "256",
      SNAPSHOT_TTL_SECONDS: "30",
      MAX_MEMORY_BYTES: String(2 ** 30),
    }),
    ...given,
  };
  const restCalls = createCalls(registryUrl, { clock, settings });
  const client = createClient(restCalls, clock);
  const reports: ReadingOutcome[] = [];
  const uses: string[] = [];
  const ledger = new Ledger({ maxBytes: settings.MAX_MEMORY_BYTES, isKnown: () => true });
  const snapshots = new Snapshots({
    settings,
    ledger,
    client,
    clock,
    onRead: (report) => reports.push(report),
    onUse: (from) => uses.push(from),
  });
  const request = (key = "key", bounds: Partial<RequestBudgetOptions> = {}) => {
    const budget = createBudget({ clock, ...bounds });
    const own = new RequestSnapshots(snapshots, { key, keyDigest: `digest of ${key}`, budget });
    const use = <Kind extends Subject>(subject: Kind): Promise<Snapshot<Kind>> => own.use(subject);
    return { budget, snapshots: own, use };
  };
  return {
    snapshots,
    ledger,
    clock,
    reports,
    /** For each use, where its snapshot came from: `read` or `kept`. */
    uses,
    request,
    /** Gets a tag by a request that uses no snapshot, with another key. */
    plainTag(id: string) {
      const caller = { key: "plain", keyDigest: "plain", budget: createBudget({ clock }) };
      return client.fetchRecord(client.listOf("tag", caller), id);
    },
    /** Resolves when exactly this many calls await their response, and all other responses are decoded. */
    async untilRunning(calls: number) {
      await until(() => restCalls.statistics().running === calls);
      // Each response is decoded in its own turn of the event loop.
      for (let turn = 0; turn < 20; turn++) await setImmediate();
    },
    /** Resolves when no list is being read or waits to be read. */
    untilIdle: () =>
      until(() => snapshots.statistics.reading === 0 && snapshots.statistics.waiting === 0),
    async idsOf(subject: Subject, key?: string) {
      const one = request(key);
      return idsIn(await one.use(subject));
    },
    [Symbol.asyncDispose]: async () => {
      snapshots[Symbol.dispose]();
      await restCalls[Symbol.asyncDispose]();
    },
  };
}

/** A registry with these tags, or so many, and its snapshots. */
export async function startWorld(given: number | PlainRecord[], settings?: Partial<Settings>) {
  const records = typeof given === "number" ? tags(given) : given;
  const list = await startScriptedRegistry({ tags: records });
  const world = createSnapshots(list.url, settings);
  const disposeWorld = world[Symbol.asyncDispose];
  return Object.assign(world, {
    list,
    records,
    [Symbol.asyncDispose]: async () => {
      await disposeWorld();
      await list[Symbol.asyncDispose]();
    },
  });
}

export async function startKept(given: number | PlainRecord[], settings?: Partial<Settings>) {
  const world = await startWorld(given, settings);
  await world.idsOf("tag");
  world.list.calls.length = 0;
  return world;
}

export function idsIn({ records }: Snapshot<Subject>): readonly string[] {
  return records.map(({ id }) => id);
}

/** Tags `t0`, `t1` and so on, or from another number. */
export function tags(count: number, from = 0): PlainRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `t${from + index}`,
    name: `tag number ${from + index}`,
    additional_data: { floor: index % 7, room: `room ${index}` },
  }));
}

/** The `RegistryError` that a promise rejects with. Any other outcome is thrown. */
export async function errorOf(promise: Promise<unknown>): Promise<RegistryError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof RegistryError) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

/** Holds the calls to a registry whose path and query match. */
export function hold(registry: ScriptedRegistry, pattern: RegExp) {
  const { behaviour } = registry;
  const waiting: (() => void)[] = [];
  let isHolding = true;
  registry.behaviour = (call, position) => {
    const answer = () => behaviour(call, position);
    if (isHolding && pattern.test(call.path)) waiting.push(answer);
    else answer();
  };
  return {
    get count() {
      return waiting.length;
    },
    until: (count: number) => until(() => waiting.length >= count),
    /** Answers them, and holds no more. */
    release() {
      isHolding = false;
      for (const result of waiting.splice(0)) result();
    },
  };
}

/** The names of the calls answered since this was last called. */
export function takeCalls({ calls }: ScriptedRegistry): readonly string[] {
  return calls.splice(0).map(({ name }) => name);
}

/** Makes a registry answer calls whose path and query match with a status. */
export function failWith(registry: ScriptedRegistry, code: number, pattern: RegExp): void {
  const { behaviour } = registry;
  registry.behaviour = (call, position) =>
    (pattern.test(call.path) ? status(code) : behaviour)(call, position);
}

/** Makes a registry report a false count, and a page count that fits it. */
export function lie(registry: ScriptedRegistry, count: number): void {
  const { behaviour } = registry;
  registry.behaviour = (call, position) => {
    const end = call.response.end.bind(call.response);
    call.response.end = ((text: string) => {
      const body = JSON.parse(text);
      const falseCounts = { count, page_count: Math.ceil(count / body.limit) };
      return end(JSON.stringify("count" in body ? { ...body, ...falseCounts } : body));
    }) as typeof call.response.end;
    behaviour(call, position);
  };
}
