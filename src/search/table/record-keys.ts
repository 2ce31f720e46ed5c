import { bytesOfString, referenceBytes } from "../../gateway/base/collections/memory-size.ts";
import { maxIdentifierLength } from "./keys.ts";
import type { Derivation, DerivedValue, Table } from "./table.ts";

/**
 * The keys of the additional data of a table's rows, without those that are too long for an
 * identifier.
 */
interface RecordKeys extends DerivedValue {
  readonly has: (identifier: string) => boolean;
}

const entryBytes = 4 * referenceBytes;

const recordKeys: Derivation<RecordKeys> = {
  key: "record keys",
  async derive({ table: { list, rows }, pace }) {
    const keys = new Set<string>();
    let bytes = 0;
    await pace.each(rows.length, (index) => {
      const data = list.readAdditionalData(rows[index] as (typeof rows)[number]);
      for (const key in data) {
        if (key.length > maxIdentifierLength || keys.has(key)) continue;
        keys.add(key);
        bytes += bytesOfString(key) + entryBytes;
      }
    });
    return { has: (identifier) => keys.has(identifier), bytes };
  },
};

export async function isKnown<Row>(table: Table<Row>, identifier: string): Promise<boolean> {
  if (identifier.length > maxIdentifierLength) return false;
  if (table.items.has(identifier)) return true;
  const { has } = await table.get(recordKeys);
  return has(identifier);
}
