import { randomBytes } from "node:crypto";
import type { RecordKind } from "../../../src/registry/record.ts";
import type { Json } from "../ask.ts";
import type { ListJournal, Window } from "../journal.ts";
import { chance } from "../random.ts";

const common = {
  name: "name",
  description: "description",
  isActive: "is_active",
  addedWhen: "added_when",
  additionalData: "additional_data",
};

/** The compared fields, with the registry's names. The first two tell which version it is. */
const fields: Readonly<Record<RecordKind, Readonly<Record<string, string>>>> = {
  tag: { tagId: "id", lastUpdate: "last_update", ...common, type: "type" },
  terminal: {
    terminalId: "id",
    lastUpdate: "last_update",
    ...common,
    platform: "platform",
    imei: "imei",
    model: "model",
  },
};

/** The share of requests whose document nobody has sent before. */
const shareOfNew = 0.3;

/** A name that no document has had. */
export function newName(): string {
  return `n${randomBytes(5).toString("hex")}`;
}

/** A selection of fields, now and then one that no document has had. */
export function selectFields(kind: RecordKind): string {
  const names = Object.keys(fields[kind]);
  const [first = "", second = ""] = names;
  const others = names.slice(2);
  if (!chance(shareOfNew)) return names.join(" ");
  return `${first} ${second} ${others.filter(() => chance(0.6)).join(" ")} ${newName()}: __typename`;
}

/** Why a row cannot be a record of the list; undefined if it can. */
export function findRowFault(list: ListJournal, row: Json, window: Window): string | undefined {
  const known = fields[list.kind];
  const entries = Object.entries(row).filter(([name]) => name in known);
  const record = Object.fromEntries(entries.map(([name, value]) => [known[name], value]));
  if (list.kind === "terminal") record["id"] = Number(record["id"]);
  return list.findFault(record, window);
}

/** The registry's id of a row. */
export function rowId(kind: RecordKind, row: Json): string {
  return kind === "tag" ? row.tagId : row.terminalId;
}

export function listName(kind: RecordKind): "tags" | "terminals" {
  return `${kind}s`;
}
