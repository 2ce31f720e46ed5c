import { setImmediate } from "node:timers/promises";
import { Ledger } from "../../../../src/gateway/base/ledger.ts";
import type { Caller } from "../../../../src/gateway/call/client.ts";
import { Changes, type ChangesOptions } from "../../../../src/gateway/list/changes/changes.ts";
import type { Listener } from "../../../../src/gateway/list/changes/listener.ts";
import { Snapshot } from "../../../../src/gateway/list/whole/snapshot.ts";
import { recordFields } from "../../../../src/gateway/resolvers/records/record-fields.ts";
import type { RegistryRecord, Subject } from "../../../../src/registry-client/records.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { createBudget } from "../../../support/upstream.ts";

export type Names = Map<string, string>;

/** A registry's lists, which a test changes; the `Changes` that follow them; and the readings that it made. */
export interface World extends Disposable {
  readonly tag: Names;
  readonly terminal: Names;
  /** The lists as of their last reading. */
  readonly asRead: Readonly<Record<Subject, ReadonlyMap<string, string>>>;
  readonly clock: ManualClock;
  readonly changes: Changes;
  /** The readings in their order: `tag` may come from a cache, `tag fresh` may not, and `tag?` only confirms the key. */
  readonly readings: string[];
  /** As long as it is set, readings fail with it. */
  failure: Error | undefined;
  /** As long as it is set, no list can be read whole: its last record is missing. */
  isTorn: boolean;
  listen(subjects: readonly Subject[], after?: string | null, key?: string): Promise<Listener>;
  /** Moves the clock, and lets the polls run that are due then. @default pollMs */
  poll(ms?: number): Promise<void>;
}

/** How often lists are polled, in milliseconds. */
export const pollMs = 10_000;

export function createWorld(options: Partial<ChangesOptions> = {}): World {
  const clock = new ManualClock();
  const lists: Record<Subject, Names> = { tag: new Map(), terminal: new Map() };
  const asRead = { tag: new Map<string, string>(), terminal: new Map<string, string>() };
  const readings: string[] = [];
  let sequence = 0;
  const read = async (subject: Subject): Promise<Snapshot> => {
    sequence += 1;
    const all = [...lists[subject]].map(([id, name]) => toRecord(subject, id, { name }));
    const { isTorn } = world;
    const records = isTorn ? all.slice(0, -1) : all;
    const snapshot = createSnapshot({ subject, records, sequence }, isTorn ? all.length : null);
    await null;
    if (world.failure) throw world.failure;
    asRead[subject] = new Map(lists[subject]);
    return snapshot;
  };
  const changes = new Changes({
    lists: {
      use(_, subject) {
        readings.push(subject);
        return read(subject);
      },
      readFresh(_, subject) {
        readings.push(`${subject} fresh`);
        return read(subject);
      },
      async confirm(_, subject) {
        readings.push(`${subject}?`);
        if (world.failure) throw world.failure;
      },
    },
    fields: recordFields,
    bytesOf: () => 100,
    settings: { CHANGES_POLL_SECONDS: pollMs / 1000 },
    clock,
    ledger: new Ledger({ maxBytes: 2 ** 28, isKnown: () => true }),
    ...options,
  });
  const world: World = {
    ...lists,
    asRead,
    clock,
    changes,
    readings,
    failure: undefined,
    isTorn: false,
    listen(subjects, after = null, key = "key") {
      const caller: Caller = {
        key,
        keyDigest: `digest of ${key}`,
        budget: createBudget({ clock }),
      };
      return changes.listen(caller, { subjects, after });
    },
    async poll(ms = pollMs) {
      clock.advance(ms);
      for (let turn = 0; turn < 16; turn += 1) await setImmediate();
      // The polls may have found so much that the next tick has to drop other logs.
      clock.advance(1);
    },
    [Symbol.dispose]: () => changes[Symbol.dispose](),
  };
  return world;
}

/** A snapshot of a list. With `recordsStated`, it is not whole. */
export function createSnapshot(
  { subject, records, sequence }: Pick<Snapshot, "subject" | "records" | "sequence">,
  recordsStated: number | null = null,
): Snapshot {
  const { length } = records;
  const list = {
    subject,
    keyDigest: "",
    rows: records,
    records,
    incomplete: recordsStated === null ? null : { recordsStated },
    structure: null,
    takenAt: 0,
    agesFrom: 0,
    cost: { records: length, bytes: length * 100, calls: 2, milliseconds: 0 },
  };
  return new Snapshot(list, { count: null, sequence });
}

export function toRecord(
  subject: Subject,
  id: string,
  fields: Readonly<Record<string, unknown>>,
): RegistryRecord {
  return { subject, id, fields: { id, ...fields }, template: `/api/v1/${subject}s` };
}

/** The listener's next event, in short. */
export async function next(listener: Listener): Promise<string> {
  const { value } = await listener.next();
  if (value === undefined) return "ended";
  return value.kind === "RESET" ? "RESET" : `${value.kind} ${value.id}`;
}
