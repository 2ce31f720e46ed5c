import type { RecordKind } from "../../src/registry/record.ts";
import type { StoreChange } from "../../src/registry/store/store.ts";
import { type JournalRecord, ListJournal } from "./journal.ts";

/** The values of the select box. */
export const conditions = ["good", "worn", "damaged", "missing"] as const;

/** Names have one of as many words, by which they are searched. A record keeps its word. */
export const words = 25;

/** A project of the registry. All projects have the same ids, and names that tell them apart. */
export interface Project {
  readonly id: number;
  readonly key: string;
  readonly tag: ListJournal;
  readonly terminal: ListJournal;
}

const firstAdded = 1_600_000_000_000;

let lastUpdate = 1_700_000_000_000;

/** A time that no other version of any record has. */
export function nextUpdate(): number {
  lastUpdate = Math.max(lastUpdate + 1, Date.now());
  return lastUpdate;
}

export function createList(project: number, kind: RecordKind, size: number): ListJournal {
  const toRecord = (_: unknown, number: number) =>
    createRecord(project, kind, number, firstAdded + number);
  return new ListJournal(kind, Array.from({ length: size }, toRecord));
}

/** A new version of the record with this number. */
export function createRecord(
  project: number,
  kind: RecordKind,
  number: number,
  addedWhen: number,
): JournalRecord {
  const last_update = nextUpdate();
  const common = {
    name: `${kind} ${String(number).padStart(6, "0")} word${number % words}x of ${project}`,
    description: `as of ${last_update}`,
    is_active: last_update % 3 > 0,
    added_when: addedWhen,
    last_update,
    project_id: project,
  };
  const condition = conditions[last_update % conditions.length];
  if (kind === "tag") {
    const terminal_id = 1000 + ((number * 31 + last_update) % 200);
    return {
      id: `04AB${number.toString(16).toUpperCase().padStart(8, "0")}`,
      type: "NFC",
      ...common,
      additional_data: { condition, terminal_id, note: `word${number % words}x` },
    };
  }
  return {
    id: 1000 + number,
    imei: `35${String(number).padStart(13, "0")}`,
    uuid: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
    ...common,
    can_insert_chip: true,
    can_change_chip: false,
    platform: ["Android", "Linux", "iOS"][last_update % 3],
    platform_version: "14",
    model: `model ${number % 5}`,
    form_identifier: "",
    additional_data: { condition },
  };
}

/** The number that a record was created with. */
export function numberOf(id: string): number {
  return id.startsWith("04AB") ? Number.parseInt(id.slice(4), 16) : Number(id) - 1000;
}

/** Puts all records and the structures into a change. */
export async function fillProject(change: StoreChange, project: Project): Promise<void> {
  const common = { set_via_app: false };
  const items = [
    { type: "selectbox", name: "Condition", identifier: "condition", enum: conditions, ...common },
    { type: "number", name: "Terminal", identifier: "terminal_id", ...common },
  ];
  for (const kind of ["tag", "terminal"] as const) {
    const records = project[kind].latestAll();
    await change.putRecords(records.map((record) => toStored(project.id, kind, record)));
    await change.putStructure(project.id, kind, JSON.stringify({ items, last_update: 1 }));
  }
}

export function toStored(projectId: number, kind: RecordKind, record: JournalRecord) {
  const { id, added_when: addedWhen } = record;
  return { projectId, kind, id, addedWhen, json: JSON.stringify(record) };
}
