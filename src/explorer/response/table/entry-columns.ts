import { isObject, type JsonObject } from "../../connect/json.ts";
import { columnOfPart, type DraftColumn, labelWithin } from "./object-columns.ts";
import { type SelectedField, standsForEntry } from "./selection.ts";

type EntryList = readonly JsonObject[];

export function isEntryList(cell: unknown): cell is EntryList {
  return (
    Array.isArray(cell) &&
    cell.every((entry) => isObject(entry) && typeof entry["identifier"] === "string")
  );
}

/**
 * Pivots a column of `additionalDataFields`: each identifier, in the order in which they first
 * occur, gets a column for each field that the query selects of an entry, except `identifier` and
 * `item`. If the query selects no other field, each identifier gets a column for the value.
 */
export function columnsOfEntries(
  column: DraftColumn,
  cells: readonly EntryList[],
): readonly DraftColumn[] {
  const selected = column.field?.fields ?? [];
  const shown = selected.filter(({ name }) => name !== "identifier" && name !== "item");
  const fields = shown.length > 0 ? shown : [valueField];
  const groups = Map.groupBy(cells.flat(), (entry) => String(entry["identifier"]));
  return [...groups].flatMap(([identifier, entries]) => {
    const items = entries.map(({ item }) => item).filter(isObject);
    const named = items.find(({ name }) => name);
    const group = {
      id: `${column.id}/${encodeURIComponent(identifier)}`,
      label: String(named?.["name"] ?? identifier),
      read: (row: JsonObject) => findEntry(column.read(row), identifier),
    };
    return fields.map((field) => {
      const isValue = standsForEntry({ fields }, field.name);
      return columnOfPart(group, {
        key: field.key,
        field,
        label: isValue ? group.label : labelWithin(group.label, field.key),
      });
    });
  });
}

const valueField: SelectedField = { key: "value", name: "value", fields: [], fieldNodes: [] };

function findEntry(cell: unknown, identifier: string): JsonObject | undefined {
  if (!Array.isArray(cell)) return undefined;
  return cell.find((entry) => isObject(entry) && entry["identifier"] === identifier);
}
