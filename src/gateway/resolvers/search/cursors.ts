import type { RegistryRecord, Subject } from "../../../registry-client/records.ts";
import { type CursorPlace, parseOrderCursor } from "../../../search/order/order-cursor.ts";
import type { FoundPage } from "../../../search/query.ts";
import type { Pace, Pause } from "../../../search/table/pace.ts";
import type { Table } from "../../../search/table/table.ts";
import { type ConnectionArguments, type CursorRange, parseCursors } from "../../list/arguments.ts";
import { type Cursor, formatCursor, parseCursor } from "../../list/cursor.ts";
import { type ConnectionWarning, driftWarning } from "../../list/list.ts";
import { type CursorRows, cursorAt, findInWhole } from "../../list/place.ts";
import { cursorRowsOfTable } from "./cursor-rows.ts";
import type { Search } from "./matches.ts";

/**
 * The cursors of a searched list. In the registry's order they are the plain list's cursors. Any
 * other order has its own.
 */
type SearchCursors =
  | ({ readonly of: "list" } & CursorRange<Cursor>)
  | ({ readonly of: "order" } & CursorRange<CursorPlace>);

/**
 * Reads the cursors of a searched list.
 * @throws ArgumentError, SearchError for a cursor of another list or order.
 */
export function parseSearchCursors(
  { subject, query: { isInRegistryOrder, cursors: orderCursors } }: Search,
  args: ConnectionArguments,
): SearchCursors {
  if (isInRegistryOrder) {
    return { of: "list", ...parseCursors(args, (name, text) => parseCursor(subject, name, text)) };
  }
  const cursors = parseCursors(args, (name, text) => parseOrderCursor(orderCursors, name, text));
  return { of: "order", ...cursors };
}

export interface LocatedCursors extends CursorRange<CursorPlace> {
  readonly warnings: readonly ConnectionWarning[];
  readonly list: CursorRows | null;
}

export async function locateCursors(
  cursors: SearchCursors,
  table: Table<RegistryRecord>,
  pause: Pause,
): Promise<LocatedCursors> {
  if (cursors.of === "order") return { ...cursors, warnings: [], list: null };
  const { after, before } = cursors;
  const list = await table.get(cursorRowsOfTable);
  const start = after && (await findInWhole(list, after, "after", pause));
  const end = before && (await findInWhole(list, before, "before", pause));
  return {
    after: start && toPlace(start.index),
    before: end && toPlace(end.index),
    warnings: start?.isDrifted || end?.isDrifted ? [driftWarning] : [],
    list,
  };
}

function toPlace(position: number): CursorPlace {
  return { values: [position], id: "" };
}

export function cursorOf(
  subject: Subject,
  { list }: LocatedCursors,
  { found, index }: { readonly found: FoundPage; readonly index: number },
): string {
  if (list === null) return found.cursorAt(index);
  return formatCursor(subject, cursorAt(list, found.positions[index] ?? 0));
}

/** Makes all cursors of a page in advance, in turns: the resolvers that read them cannot pause. */
export async function makeCursors(
  length: number,
  cursorAt: (index: number) => string,
  pace: Pace,
): Promise<(index: number) => string> {
  const cursors: string[] = [];
  await pace.each(length, (index) => cursors.push(cursorAt(index)), rowsPerCursor);
  return (index) => cursors[index] ?? "";
}

/**
 * To make a cursor is as much work as to search this many rows: it needs the digests of the rows
 * around it.
 */
const rowsPerCursor = 4;
