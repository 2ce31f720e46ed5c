import type { ConnectionArguments } from "../../connection/arguments.ts";
import { type ConnectionWarning, driftWarning } from "../../connection/connection.ts";
import { parseCursor } from "../../connection/cursor.ts";
import {
  findBoundary,
  formatCursorAt,
  type InMemoryList,
} from "../../connection/in-memory-list.ts";
import type { Side } from "../../connection/place.ts";
import { type CursorPlace, parseOrderCursor } from "../../search/order/order-cursor.ts";
import type { FoundPage, SearchQuery } from "../../search/query.ts";
import type { Pause } from "../../search/table/pace.ts";
import type { Subject } from "../../upstream/answers/records.ts";
import { digests } from "./digests.ts";
import type { SearchedSnapshot } from "./searched-snapshot.ts";

/** The places of a page's cursors in a snapshot, and how to make the cursors of its rows. */
export interface Located {
  readonly after: CursorPlace | null;
  readonly before: CursorPlace | null;
  readonly warnings: readonly ConnectionWarning[];
  cursorOf(found: FoundPage, index: number): string;
}

/** Finds the places of cursors in a snapshot. */
export type Locate = (searched: SearchedSnapshot, pause: Pause) => Promise<Located>;

/**
 * Reads the cursors of a searched list. In the registry's order they are the plain list's cursors. Any other order has its own.
 * @throws ConnectionArgumentError, SearchError for a cursor of another list or order.
 */
export function readCursors(
  subject: Subject,
  query: SearchQuery,
  args: ConnectionArguments,
): Locate {
  return query.isInRegistryOrder ? readListCursors(subject, args) : readOrderCursors(query, args);
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

function readOrderCursors(
  { cursorScope }: SearchQuery,
  { after, before }: Pick<ConnectionArguments, Side>,
): Locate {
  const places = {
    after: after === null ? null : parseOrderCursor(cursorScope, "after", after),
    before: before === null ? null : parseOrderCursor(cursorScope, "before", before),
  };
  const cursorOf = (found: FoundPage, index: number) => found.cursorAt(index);
  return async () => ({ ...places, warnings: [], cursorOf });
}

function readListCursors(
  subject: Subject,
  { after, before }: Pick<ConnectionArguments, Side>,
): Locate {
  const first = after === null ? null : parseCursor(subject, "after", after);
  const last = before === null ? null : parseCursor(subject, "before", before);
  return async ({ table }, pause) => {
    const { digestAt } = await table.get(digests);
    const { length } = table.rows;
    const list: InMemoryList = { listName: subject, length, digestAt, pause };
    const start = first && (await findBoundary(list, first, "after"));
    const end = last && (await findBoundary(list, last, "before"));
    return {
      after: start && toPlace(start.position),
      before: end && toPlace(end.position),
      warnings: start?.isDrifted || end?.isDrifted ? [driftWarning] : [],
      cursorOf: ({ positions }, index) => formatCursorAt(list, positions[index] ?? 0),
    };
  };
}

/** A boundary between two rows in the registry's order, for the search engine. */
function toPlace(position: number): CursorPlace {
  return { values: [position], id: "" };
}
