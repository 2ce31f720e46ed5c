import { isObject, type JsonObject } from "../../connect/json.ts";
import { columnOfPart, type DraftColumn } from "./draft-column.ts";
import type { SelectedField } from "./selection.ts";

/** A cell with a list of `additionalDataFields`. */
type EntryList = readonly JsonObject[];

export function isEntryList(cell: unknown): cell is EntryList {
  return (
    Array.isArray(cell) &&
    cell.every((entry) => isObject(entry) && typeof entry["identifier"] === "string")
  );
}

/**
 * Pivots a column of `additionalDataFields`: each identifier gets a column for each field that the query selects of an entry,
 * except `identifier` and `item`. If the query selects no other field, each identifier gets a column for the value.
 * @param images the identifiers of images, according to the whole response.
 */
export function columnsOfEntries(
  column: DraftColumn,
  cells: readonly EntryList[],
  images: ReadonlySet<string>,
): readonly DraftColumn[] {
  const selected = column.field?.fields ?? [];
  const shown = selected.filter(({ name }) => name !== "identifier" && name !== "item");
  const fields = shown.length > 0 ? shown : [valueField];
  return groupByIdentifier(cells, images).flatMap((group) =>
    fields.map((field) => columnOfGroup(column, group, field)),
  );
}

const valueField: SelectedField = { key: "value", name: "value", fields: [], fieldNodes: [] };

interface EntryGroup {
  readonly identifier: string;
  /** The name of its item, or else its identifier. */
  readonly label: string;
  readonly isImage: boolean;
}

/** A group for each identifier, in the order in which they first occur. */
function groupByIdentifier(
  cells: readonly EntryList[],
  images: ReadonlySet<string>,
): readonly EntryGroup[] {
  const groups = Map.groupBy(cells.flat(), (entry) => String(entry["identifier"]));
  return [...groups].map(([identifier, entries]) => {
    const items = entries.map(({ item }) => item).filter(isObject);
    const named = items.findLast(({ name }) => typeof name === "string");
    return {
      identifier,
      label: String(named?.["name"] ?? identifier),
      isImage: images.has(identifier) || items.some(({ type }) => type === "IMAGE"),
    };
  });
}

/** The column of one field of a group's entries. The column of the value is labelled as the group itself. */
function columnOfGroup(
  column: DraftColumn,
  { identifier, label, isImage }: EntryGroup,
  field: SelectedField,
): DraftColumn {
  const entry = {
    id: `${column.id}/${encodeURIComponent(identifier)}`,
    label,
    read: (row: JsonObject) => findEntry(column.read(row), identifier),
  };
  const isValue = field.name === "value";
  return columnOfPart(entry, {
    key: field.key,
    field,
    isImage: isImage && isValue,
    label: isValue && label !== "" ? label : undefined,
  });
}

function findEntry(cell: unknown, identifier: string): JsonObject | undefined {
  if (!Array.isArray(cell)) return undefined;
  return cell.find((entry) => isObject(entry) && entry["identifier"] === identifier);
}
