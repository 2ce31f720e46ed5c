import type { RegistryRecord, StructureRecord, Subject } from "../../../registry-client/records.ts";
import { type Item, type ListDescription, Table } from "../../../search/table/table.ts";
import { RegistryError } from "../../base/errors.ts";
import { giveWay } from "../../base/time/give-way.ts";
import type { Derived, Snapshot } from "../../list/whole/snapshot.ts";
import { readDefinedItems, readItemType, searchKinds } from "../structure/items.ts";
import type { TimestampUnit } from "../values/date-time.ts";
import { describeList } from "./list-descriptions.ts";

const minBytes = 8 * 1024 * 1024;

/**
 * The records of a snapshot as a table, with what searches and look-ups derive from them. It is
 * kept with the snapshot.
 */
class SnapshotTable extends Table<RegistryRecord> implements Derived<Subject> {
  readonly #structureError: RegistryError | null;

  constructor(list: ListDescription<RegistryRecord>, snapshot: Snapshot<Subject>) {
    const { records, structure, cost } = snapshot;
    const isStructure = structure !== null && !(structure instanceof RegistryError);
    const items = isStructure ? readSearchItems(structure) : (structure ?? []);
    super({
      list,
      rows: records,
      items: items instanceof RegistryError ? [] : items,
      pause: giveWay,
      // As much memory as the records take, because folded strings are nearly as large.
      maxBytes: Math.max(cost.bytes, minBytes),
    });
    this.#structureError = items instanceof RegistryError ? items : null;
  }

  override requireItems(): void {
    if (this.#structureError !== null) throw this.#structureError;
  }

  async renew(next: Snapshot<Subject>): Promise<SnapshotTable> {
    const renewed = new SnapshotTable(this.list, next);
    await renewed.warmUp(this);
    return renewed;
  }
}

export function tableOf<S extends Subject>(
  snapshot: Snapshot<S>,
  unit: TimestampUnit,
): SnapshotTable {
  return snapshot.derive(() => new SnapshotTable(describeList(snapshot.subject, unit), snapshot));
}

function readSearchItems(structure: StructureRecord): readonly Item[] | RegistryError {
  try {
    return readDefinedItems(structure).map(({ identifier, alias, record }) => {
      return { identifier, alias, ...searchKinds[readItemType(record)] };
    });
  } catch (error) {
    if (error instanceof RegistryError) return error;
    throw error;
  }
}
