import type { Link } from "../../src/search/joins/link.ts";
import type { Pause } from "../../src/search/table/pace.ts";
import { type Item, type ListDescription, Table } from "../../src/search/table/table.ts";
import { compareCodeUnits } from "../../src/search/table/text.ts";

/** A tag as a registry can send it: with any value in any field but its id. */
export interface TagRow {
  readonly id: string;
  readonly [field: string]: unknown;
}

export const tagList: ListDescription<TagRow> = {
  name: "tag",
  fields: {
    tagId: { kind: "text", read: (row) => row.id },
    type: textField("type"),
    name: textField("name"),
    description: textField("description"),
    isActive: { kind: "boolean", read: (row) => readBoolean(row["is_active"]) },
    addedAt: {
      kind: "number",
      read: (row) => (Number.isSafeInteger(row["added_when"]) ? Number(row["added_when"]) : null),
      readOperand: (operand) => Date.parse(String(operand)) / 1000,
    },
  },
  searched: ["name", "description", "tagId"],
  readId: (row) => row.id,
  readContents: (row) => JSON.stringify(row),
  compareIds: compareCodeUnits,
  readTime: (operand) => Date.parse(String(operand)),
  readBoolean,
  readAdditionalData: (row) => {
    const data = row["additional_data"];
    return typeof data === "object" && data !== null && !Array.isArray(data)
      ? (data as Record<string, unknown>)
      : null;
  },
};

/** The key `parent` of a tag's additional data names another tag by its id. */
export const parentLink: Link = {
  identifier: "parent",
  from: "tag",
  to: "tag",
  by: "id",
  readName: (value) => (typeof value === "string" ? value : null),
  toName: (text) => text,
};

const booleans = new Map<unknown, boolean>([
  ...[true, 1, "1", "true"].map((spelling) => [spelling, true] as const),
  ...[false, 0, "0", "false"].map((spelling) => [spelling, false] as const),
]);

function readBoolean(value: unknown): boolean | null {
  return booleans.get(value) ?? null;
}

function textField(member: string): ListDescription<TagRow>["fields"][string] {
  return {
    kind: "text",
    read: (row) => (typeof row[member] === "string" ? row[member] : null),
  };
}

/** A pause for tests: the next turn of the event loop. */
export const nextTurn: Pause = () => new Promise((resolve) => setImmediate(resolve));

export function createTagTable(
  rows: readonly TagRow[],
  items: readonly Item[] = [],
): Table<TagRow> {
  return new Table({ list: tagList, rows, items, pause: nextTurn, maxBytes: 2 ** 30 });
}
