import type { RecordKind } from "../record.ts";
import { type keyStatements, type QueryValue, type Row, toKeyGrant } from "./queries.ts";
import type { Granted, KeyGrant, ListRun, StoredPage } from "./store.ts";

/** What requests read from a store by their keys' ids. */
export abstract class KeyReader {
  /** The row that a statement finds, whose first parameter is a key's id. */
  protected abstract find(
    statement: keyof typeof keyStatements,
    keyId: string,
    ...values: readonly QueryValue[]
  ): Promise<Row | undefined>;

  async readGrant(keyId: string): Promise<KeyGrant | undefined> {
    const row = await this.find("grant", keyId);
    return row && toKeyGrant(row);
  }

  async readPage(
    keyId: string,
    { kind, position, limit }: ListRun,
  ): Promise<Granted<StoredPage> | undefined> {
    const row = await this.find("page", keyId, kind, position, limit);
    if (!row) return undefined;
    const value = { records: String(row["records"] ?? ""), count: Number(row["count"]) };
    return { grant: toKeyGrant(row), value };
  }

  async readRecord(keyId: string, kind: RecordKind, id: string | number) {
    return toGrantedJson(await this.find("record", keyId, kind, id));
  }

  async readStructure(keyId: string, kind: RecordKind) {
    return toGrantedJson(await this.find("structure", keyId, kind));
  }
}

function toGrantedJson(row: Row | undefined): Granted<string | undefined> | undefined {
  if (!row) return undefined;
  const { json } = row;
  return { grant: toKeyGrant(row), value: typeof json === "string" ? json : undefined };
}
