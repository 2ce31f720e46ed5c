import type { RegistryRecord, Subject } from "../../call/decode/records.ts";
import {
  type ConnectionArguments,
  type CursorRange,
  parseCursors,
} from "../../list/relay/arguments.ts";
import { type ConnectionWarning, driftWarning } from "../../list/relay/connection.ts";
import { type Cursor, formatCursor, parseCursor } from "../../list/relay/cursor.ts";
import { type CursorRows, cursorAt } from "../../list/relay/cursor-rows.ts";
import { findBoundary } from "../../list/relay/find-boundary.ts";
import { type CursorPlace, parseOrderCursor } from "../../list/search/order/order-cursor.ts";
import type { FoundPage, SearchQuery } from "../../list/search/query.ts";
import type { Pause } from "../../list/search/table/pace.ts";
import type { Table } from "../../list/search/table/table.ts";
import { cursorRowsOfTable } from "./cursor-rows.ts";

/** The cursors of a searched list. In the registry's order they are the plain list's cursors. Any other order has its own. */
type SearchCursors =
  | ({ readonly of: "list" } & CursorRange<Cursor>)
  | ({ readonly of: "order" } & CursorRange<CursorPlace>);

/**
 * Reads the cursors of a searched list.
 * @throws ConnectionArgumentError, SearchError for a cursor of another list or order.
 */
export function parseSearchCursors(
  subject: Subject,
  { isInRegistryOrder, cursors: orderCursors }: SearchQuery,
  args: ConnectionArguments,
): SearchCursors {
  if (isInRegistryOrder) {
    return { of: "list", ...parseCursors(args, (name, text) => parseCursor(subject, name, text)) };
  }
  const cursors = parseCursors(args, (name, text) => parseOrderCursor(orderCursors, name, text));
  return { of: "order", ...cursors };
}

interface LocatedCursors extends CursorRange<CursorPlace> {
  readonly warnings: readonly ConnectionWarning[];
  /** The whole list, whose cursors the rows get; null if the order makes its own. */
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
  const start = after && (await findBoundary(list, { cursor: after, side: "after" }, pause));
  const end = before && (await findBoundary(list, { cursor: before, side: "before" }, pause));
  return {
    after: start && toPlace(start.position),
    before: end && toPlace(end.position),
    warnings: start?.isDrifted || end?.isDrifted ? [driftWarning] : [],
    list,
  };
}

function toPlace(position: number): CursorPlace {
  return { values: [position], id: "" };
}

/** The cursor of a row that was found, by its index. */
export function cursorOf(
  subject: Subject,
  { list }: LocatedCursors,
  { found, index }: { readonly found: FoundPage; readonly index: number },
): string {
  if (list === null) return found.cursorAt(index);
  return formatCursor(subject, cursorAt(list, found.positions[index] ?? 0));
}

/** Makes all cursors of a page in advance, with pauses: the resolvers that read them cannot pause. */
export async function makeCursors(
  length: number,
  cursorAt: (index: number) => string,
  pause: Pause,
): Promise<(index: number) => string> {
  const cursors: string[] = [];
  for (let index = 0; index < length; index++) {
    if (index % cursorsAtOnce === 0) await pause();
    cursors.push(cursorAt(index));
  }
  return (index) => cursors[index] ?? "";
}

/** How many cursors are made between two pauses. Each needs the digests of the rows around it. */
const cursorsAtOnce = 600;
