import { DecodeError } from "../../../call/decode/json-values.ts";
import type { RegistryRecord, Subject } from "../../../call/decode/records.ts";
import { isSameValue } from "../../../call/decode/same-value.ts";
import type { RecordChange } from "../change.ts";

/** A field by which records are compared. */
export interface ComparedField {
  /** The schema's name. */
  readonly name: string;
  /** The registry's name. */
  readonly member: string;
  /** Reads a value in any spelling. Throws `DecodeError` if it cannot be read. */
  readonly decode: (value: unknown) => unknown;
}

/** The fields by which each kind of record is compared. */
export type ComparedFields = Readonly<Record<Subject, readonly ComparedField[]>>;

/** Records by id. Of several with the same id, it has one that has not changed, or else the first. */
export type RecordsById = ReadonlyMap<string, RegistryRecord>;

/** How two snapshots of a list are compared. */
export interface CompareOptions {
  readonly fields: readonly ComparedField[];
  /** Resolves in a later turn of the event loop. */
  readonly pause: () => Promise<void>;
}

/** What the later of two snapshots of a list shows. */
export interface ListComparison {
  /** The records of the later snapshot. */
  readonly records: RecordsById;
  readonly changes: readonly FoundChange[];
}

/** A change, with the record that it removed, if any. */
export interface FoundChange extends RecordChange {
  readonly removed: RegistryRecord | null;
}

/** How many records are compared between two pauses. */
const recordsAtOnce = 5_000;

/** Compares two snapshots of a list by the ids and contents of records. Additions and changes come first, then removals. */
export async function compareLists(
  before: RecordsById,
  after: readonly RegistryRecord[],
  { fields, pause }: CompareOptions,
): Promise<ListComparison> {
  const records = new Map<string, RegistryRecord>();
  const isChanged = (record: RegistryRecord) =>
    findChange(before.get(record.id), record, fields) !== null;
  const addRecord = (record: RegistryRecord) => {
    const known = records.get(record.id);
    // Of several records with the same id, an unchanged one counts, or else the first.
    const isBetter = known === undefined || (isChanged(known) && !isChanged(record));
    if (isBetter) records.set(record.id, record);
  };
  const changes: FoundChange[] = [];
  const compareRecord = (record: RegistryRecord) => {
    const change = findChange(before.get(record.id), record, fields);
    if (change !== null) changes.push(change);
  };
  const findRemoval = (removed: RegistryRecord) => {
    const { subject, id } = removed;
    if (!records.has(id)) changes.push({ kind: "REMOVED", subject, id, fields: null, removed });
  };
  await visitAll(after, addRecord, pause);
  await visitAll(records.values(), compareRecord, pause);
  await visitAll(before.values(), findRemoval, pause);
  return { records, changes };
}

/** What happened to a record; null if nothing did. Without a record before, it was added. */
function findChange(
  before: RegistryRecord | undefined,
  after: RegistryRecord,
  fields: readonly ComparedField[],
): FoundChange | null {
  const { subject, id } = after;
  if (before === undefined) return { kind: "ADDED", subject, id, fields: null, removed: null };
  const changed = findChangedFields(before, after, fields);
  if (changed.length === 0) return null;
  return { kind: "CHANGED", subject, id, fields: changed, removed: null };
}

async function visitAll(
  records: Iterable<RegistryRecord>,
  visit: (record: RegistryRecord) => void,
  pause: () => Promise<void>,
): Promise<void> {
  let visited = 0;
  for (const record of records) {
    visit(record);
    visited += 1;
    if (visited % recordsAtOnce === 0) await pause();
  }
}

/** The schema's names of the fields whose values differ. Different spellings of a value count as equal. */
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
    // A value that cannot be read is compared as it came.
    return isSameValue(before ?? null, after ?? null);
  }
}
