import { setImmediate } from "node:timers/promises";
import { Changes, type ChangesOptions, type ReadList } from "../../src/changes/changes.ts";
import type { Listener } from "../../src/changes/listener.ts";
import { comparedFields } from "../../src/graphql/compared-fields.ts";
import type { RegistryRecord, Subject } from "../../src/upstream/answers/records.ts";
import type { Caller } from "../../src/upstream/client.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { createScope } from "../support/upstream.ts";

/** What a registry has in a list: the names of its records, by their ids. */
export type Names = Map<string, string>;

/** A registry's lists as a test moves them, those who follow them, and what they were asked for. */
export interface World extends Disposable {
  readonly tag: Names;
  readonly terminal: Names;
  /** The lists as they were read last. */
  readonly asRead: Readonly<Record<Subject, ReadonlyMap<string, string>>>;
  readonly clock: ManualClock;
  readonly changes: Changes;
  /** The readings of lists, as `tag anew`, in their order; `tag?` is a confirmation alone. */
  readonly readings: string[];
  /** What a list's reading fails with, as long as it is set. */
  failure: Error | undefined;
  listen(subjects: readonly Subject[], after?: string | null, key?: string): Promise<Listener>;
  /** Has all lists polled that somebody listens to, after so many milliseconds. */
  poll(ms?: number): Promise<void>;
}

/** How often lists are polled, in milliseconds. */
export const pollMs = 10_000;

/** Starts it. */
export function createWorld(options: Partial<ChangesOptions<ReadList>> = {}): World {
  const clock = new ManualClock();
  const lists: Record<Subject, Names> = { tag: new Map(), terminal: new Map() };
  const asRead = { tag: new Map<string, string>(), terminal: new Map<string, string>() };
  const readings: string[] = [];
  let startedIn = 0;
  const read = async (subject: Subject): Promise<ReadList> => {
    startedIn += 1;
    const records = [...lists[subject]].map(([id, name]) => toRecord(subject, id, { name }));
    const reading = { records, startedIn, figures: { bytes: records.length * 100, calls: 2 } };
    await null;
    if (world.failure) throw world.failure;
    asRead[subject] = new Map(lists[subject]);
    return reading;
  };
  const changes = new Changes<ReadList>({
    lists: {
      use(_, subject) {
        readings.push(subject);
        return read(subject);
      },
      readAnew(_, subject) {
        readings.push(`${subject} anew`);
        return read(subject);
      },
      async confirm(_, subject) {
        readings.push(`${subject}?`);
        if (world.failure) throw world.failure;
      },
      release: () => {},
    },
    fields: comparedFields,
    bytesOf: () => 100,
    pollMs,
    maxListBytes: 2 ** 28,
    clock,
    ...options,
  });
  const world: World = {
    ...lists,
    asRead,
    clock,
    changes,
    readings,
    failure: undefined,
    listen(subjects, after = null, key = "key") {
      const caller: Caller = { key, keyDigest: `digest of ${key}`, scope: createScope({ clock }) };
      return changes.listen(caller, { subjects, after });
    },
    async poll(ms = pollMs) {
      clock.advance(ms);
      for (let turn = 0; turn < 8; turn += 1) await setImmediate();
      // What was found may have made others give way.
      clock.advance(1);
    },
    [Symbol.dispose]: () => changes[Symbol.dispose](),
  };
  return world;
}

/** A record with these fields. */
export function toRecord(
  subject: Subject,
  id: string,
  fields: Readonly<Record<string, unknown>>,
): RegistryRecord {
  return { subject, id, fields: { id, ...fields }, template: `/api/v1/${subject}s` };
}
