import type { RegistryRecord, Subject } from "../../../registry-client/records.ts";
import type { Table } from "../../../search/table/table.ts";
import { RegistryError } from "../../base/errors.ts";
import { incompleteError } from "../../list/whole/snapshot.ts";
import { recordFields } from "../records/record-fields.ts";
import type { GatewayContext } from "../request/context.ts";
import { warnIfIncomplete } from "../search/incomplete.ts";
import { tableOf } from "../search/snapshot-table.ts";
import { readItemRules } from "../structure/item-rule.ts";
import { loadLinkTargets } from "./links.ts";
import { findQuality, type Quality } from "./quality.ts";

interface SnapshotQuality {
  readonly quality: Quality;
  readonly records: readonly RegistryRecord[];
  readonly table: Table<RegistryRecord>;
  readonly takenAt: number;
  /**
   * Set if the list, or one that its links lead to, could not be read whole, so that the issues
   * cannot be counted.
   */
  readonly countError: RegistryError | null;
}

/**
 * Finds what is wrong with the records of a list. Costs the REST calls of the list's snapshot, and
 * of the snapshots that its links lead to. The work is done once for as long as these snapshots
 * stay the same.
 * @throws RegistryError, also if the structure cannot be read.
 */
export async function loadQuality(
  subject: Subject,
  context: GatewayContext,
): Promise<SnapshotQuality> {
  const { REGISTRY_TIMESTAMP_UNIT: timestampUnit } = context.settings;
  const targets = await loadLinkTargets(subject, context);
  const { isDangling, snapshotsKey } = targets;
  const snapshot = await context.snapshots.use(subject);
  const { structure, records, takenAt } = snapshot;
  if (structure instanceof RegistryError) throw structure;
  const items = structure && readItemRules(structure);
  const table = tableOf(snapshot, timestampUnit);
  const rules = { fields: recordFields[subject], items, timestampUnit, now: takenAt, isDangling };
  const quality = await table.get<Quality>({
    key: `quality ${snapshotsKey}`,
    isForOneTable: true,
    derive: ({ pace }) => findQuality(records, rules, pace),
  });
  warnIfIncomplete(snapshot, context);
  const countError = incompleteError(snapshot) ?? targets.countError;
  return { quality, records, table, takenAt, countError };
}
