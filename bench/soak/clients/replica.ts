import type { RecordKind } from "../../../src/registry/record.ts";
import type { Json } from "../ask.ts";
import type { Project } from "../project.ts";
import { rowId } from "./fields.ts";

const kinds: readonly RecordKind[] = ["tag", "terminal"];

/** A listener's copy of both lists of a project: the last update of each record. */
export class Replica {
  readonly #updates = new Map<string, number>();
  /** The names in `#updates` by global id. */
  readonly #names = new Map<string, string>();

  /** Takes rows that were read, in place of all that it had. */
  replace(rows: readonly Json[]): void {
    this.#updates.clear();
    this.#names.clear();
    for (const row of rows) this.#put(row);
  }

  apply({ kind, id, node }: Json): void {
    if (kind === "REMOVED") this.#updates.delete(this.#names.get(id) ?? "");
    else this.#put(node);
  }

  /** What it lacks, or has wrong, of all records that have been the same since then. */
  findFault(project: Project, settledSince: number): string | undefined {
    for (const kind of kinds) {
      for (const [id, record] of project[kind].settledSince(settledSince)) {
        const known = this.#updates.get(`${kind} ${id}`);
        if (known === record?.last_update) continue;
        return `${kind} ${id} is ${known ?? "absent"} for the listener, ${record?.last_update ?? "absent"} in the registry`;
      }
    }
    return undefined;
  }

  #put(row: Json): void {
    const kind = row.tagId === undefined ? "terminal" : "tag";
    const name = `${kind} ${rowId(kind, row)}`;
    this.#names.set(row.id, name);
    this.#updates.set(name, row.lastUpdate);
  }
}
