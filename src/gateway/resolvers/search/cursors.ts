import type { RegistryRecord, Subject } from "../../call/decode/records.ts";
import {
  type ConnectionArguments,
  type CursorRange,
  parseCursors,
} from "../../list/relay/arguments.ts";
import { type ConnectionWarning, driftWarning } from "../../list/relay/connection.ts";
import { type Cursor, parseCursor } from "../../list/relay/cursor.ts";
import {
  findBoundary,
  formatCursorAt,
  type InMemoryList,
} from "../../list/relay/in-memory-list.ts";
import { type CursorPlace, parseOrderCursor } from "../../list/search/order/order-cursor.ts";
import type { FoundPage, SearchQuery } from "../../list/search/query.ts";
import type { Pause } from "../../list/search/table/pace.ts";
import type { Table } from "../../list/search/table/table.ts";
import { toInMemoryList } from "./digests.ts";

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
  { isInRegistryOrder, cursorScope }: SearchQuery,
  args: ConnectionArguments,
): SearchCursors {
  if (isInRegistryOrder) {
    return { of: "list", ...parseCursors(args, (name, text) => parseCursor(subject, name, text)) };
  }
  const cursors = parseCursors(args, (name, text) => parseOrderCursor(cursorScope, name, text));
  return { of: "order", ...cursors };
}

interface LocatedCursors extends CursorRange<CursorPlace> {
  readonly warnings: readonly ConnectionWarning[];
  /** The list that makes new cursors; null if the order makes its own. */
  readonly list: InMemoryList | null;
}

export async function locateCursors(
  cursors: SearchCursors,
  table: Table<RegistryRecord>,
  pause: Pause,
): Promise<LocatedCursors> {
  if (cursors.of === "order") return { ...cursors, warnings: [], list: null };
  const { after, before } = cursors;
  const list = await toInMemoryList(table, pause);
  const start = after && (await findBoundary(list, after, "after"));
  const end = before && (await findBoundary(list, before, "before"));
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

export function cursorOf({ list }: LocatedCursors, found: FoundPage, index: number): string {
  if (list === null) return found.cursorAt(index);
  return formatCursorAt(list, found.positions[index] ?? 0);
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
