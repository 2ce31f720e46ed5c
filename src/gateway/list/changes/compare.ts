import { DecodeError } from "../../../registry-client/json-values.ts";
import type { RegistryRecord } from "../../../registry-client/records.ts";
import { isSameValue } from "../../../registry-client/same-value.ts";
import type { RecordChange } from "./change.ts";

export interface ComparedField {
  readonly name: string;
  readonly member: string;
  readonly decode: (value: unknown) => unknown;
}

export interface FoundChange extends RecordChange {
  readonly removed: RegistryRecord | null;
}

const recordsAtOnce = 5_000;

/**
 * Compares two readings of a list by the ids and contents of records. Additions and changes come
 * first, then removals. Of several records with the same id, one counts that has not changed, or
 * else the first.
 */
export async function compareLists(
  before: ReadonlyMap<string, RegistryRecord>,
  after: readonly RegistryRecord[],
  { fields, pause }: { fields: readonly ComparedField[]; pause: () => Promise<void> },
): Promise<{ records: ReadonlyMap<string, RegistryRecord>; changes: readonly FoundChange[] }> {
  const records = new Map<string, RegistryRecord>();
  const changes = new Map<string, FoundChange>();
  let compared = 0;
  for (const record of after) {
    const { id } = record;
    const change = findChange(before.get(id), record, fields);
    const isFirst = !records.has(id);
    if (isFirst || (change === null && changes.has(id))) records.set(id, record);
    if (change === null) changes.delete(id);
    else if (isFirst) changes.set(id, change);
    compared += 1;
    if (compared % recordsAtOnce === 0) await pause();
  }
  for (const removed of before.values()) {
    const { subject, id } = removed;
    if (!records.has(id)) changes.set(id, { kind: "REMOVED", subject, id, fields: null, removed });
    compared += 1;
    if (compared % recordsAtOnce === 0) await pause();
  }
  return { records, changes: [...changes.values()] };
}

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

export function findChangedFields(
  before: RegistryRecord,
  after: RegistryRecord,
  fields: readonly ComparedField[],
): readonly string[] {
  // A reading may share the records that have not changed with the one before.
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
    return isSameValue(before, after);
  }
}
