import { DecodeError } from "../upstream/decode.ts";
import type { RegistryRecord, Subject } from "../upstream/records.ts";
import type { Pause } from "../upstream/turns.ts";
import type { RecordChange } from "./change.ts";
import { isSameValue } from "./same-value.ts";

/** A field of a record that is compared. */
export interface ComparedField {
  /** The schema's name. */
  readonly name: string;
  /** The registry's name. */
  readonly member: string;
  /** Reads a value in any of its spellings; throws `DecodeError` where it cannot be read. */
  readonly decode: (value: unknown) => unknown;
}

/** The fields of each kind of record that are compared. */
export type ComparedFields = Readonly<Record<Subject, readonly ComparedField[]>>;

/** Records by their ids: of several with one id the one that was known, else the first. */
export type RecordsById = ReadonlyMap<string, RegistryRecord>;

/** What two readings of a list are compared by. */
export interface CompareOptions {
  readonly fields: readonly ComparedField[];
  /** Lets others have their turn. */
  readonly pause: Pause;
}

/** What is different in the later of two readings. */
export interface Comparison {
  /** The records of the later one. */
  readonly records: RecordsById;
  readonly changes: readonly FoundChange[];
}

/** A change, and the record that is gone with it, if it is. */
export interface FoundChange extends RecordChange {
  readonly removed: RegistryRecord | null;
}

/** Records that are compared between two pauses. */
const recordsAtOnce = 5_000;

/** Compares a list as it was with what was read of it since, by id and content: what came or changed, then what went. */
export async function compareLists(
  before: RecordsById,
  list: readonly RegistryRecord[],
  { fields, pause }: CompareOptions,
): Promise<Comparison> {
  const records = new Map<string, RegistryRecord>();
  const found = new Map<string, FoundChange>();
  let compared = 0;
  const compareNext = async () => {
    compared += 1;
    if (compared % recordsAtOnce === 0) await pause();
  };
  for (const record of list) {
    const { id, subject } = record;
    const old = before.get(id);
    const isFirst = !records.has(id);
    if (isFirst || (old && found.has(id))) {
      const changed = old ? findChangedFields(old, record, fields) : null;
      const isKnown = changed?.length === 0;
      if (isFirst || isKnown) records.set(id, record);
      const kind = old ? "CHANGED" : "ADDED";
      if (isKnown) found.delete(id);
      else if (isFirst) found.set(id, { kind, subject, id, fields: changed, removed: null });
    }
    await compareNext();
  }
  for (const [id, removed] of before) {
    const { subject } = removed;
    if (!records.has(id)) found.set(id, { kind: "REMOVED", subject, id, fields: null, removed });
    await compareNext();
  }
  return { records, changes: [...found.values()] };
}

/** The schema's names of the fields whose values are not the same, whatever their spelling. */
export function findChangedFields(
  before: RegistryRecord,
  after: RegistryRecord,
  fields: readonly ComparedField[],
): readonly string[] {
  if (before === after) return none;
  const changed = fields.filter(({ member, decode }) => {
    const [old, now] = [before.fields[member], after.fields[member]];
    return old !== now && !isSameField(old, now, decode);
  });
  return changed.map(({ name }) => name);
}

const none: readonly string[] = [];

function isSameField(
  before: unknown,
  after: unknown,
  decode: (value: unknown) => unknown,
): boolean {
  try {
    return isSameValue(decode(before), decode(after));
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    // What cannot be read is an error for whoever reads it, and another one only if it can be told from it.
    return isSameValue(before ?? null, after ?? null);
  }
}
