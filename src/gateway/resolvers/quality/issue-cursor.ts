import type { RegistryRecord, Subject } from "../../call/decode/records.ts";
import { type Cursor, parseCursor } from "../../list/relay/cursor.ts";
import {
  findBoundary,
  formatCursorAt,
  type InMemoryList,
} from "../../list/relay/in-memory-list.ts";
import {
  type CursorName,
  type CursorScope,
  formatOrderCursor,
  parseOrderCursor,
  toCursorScope,
  wrongCursor,
} from "../../list/search/order/order-cursor.ts";
import { codes } from "./codes.ts";
import type { IssuePlace, Quality } from "./quality.ts";

export interface IssueList {
  readonly quality: Quality;
  readonly records: readonly RegistryRecord[];
  readonly inMemory: InMemoryList;
}

interface IssueCursor extends Omit<IssuePlace, "position"> {
  /** The cursor of the issue's record in the plain list. */
  readonly record: Cursor;
  readonly id: string;
}

interface IssueBoundary {
  /** How many issues are ahead of it. */
  readonly index: number;
  /** Whether the record's place was lost, so that the index is a guess. */
  readonly isDrifted: boolean;
}

export function formatIssueCursor(
  { records, inMemory }: IssueList,
  { position, rank, identifier, equalsBefore }: IssuePlace,
): string {
  const values = [formatCursorAt(inMemory, position), rank, identifier, equalsBefore];
  return formatOrderCursor(scopeOf(inMemory.listName), { values, id: records[position]?.id ?? "" });
}

/**
 * Reads the cursor of an issue.
 * @throws SearchError, ConnectionArgumentError for a cursor that is not one of this list's issues.
 */
export function parseIssueCursor(subject: Subject, name: CursorName, text: string): IssueCursor {
  const { values, id } = parseOrderCursor(scopeOf(subject), name, text);
  const [recordCursor, rank, identifier, equalsBefore] = values;
  const isOurs =
    typeof recordCursor === "string" &&
    typeof identifier === "string" &&
    typeof equalsBefore === "number" &&
    codes[Number(rank)] !== undefined;
  if (!isOurs) throw wrongCursor(name);
  const record = parseCursor(subject, name, recordCursor);
  return { record, id, rank: Number(rank), identifier, equalsBefore };
}

/** Finds a cursor's boundary among the issues, even if its own issue is gone. */
export async function findIssueBoundary(
  { quality, records, inMemory }: IssueList,
  { record, id, ...issue }: IssueCursor,
  name: CursorName,
): Promise<IssueBoundary> {
  const { position, isDrifted } = await findBoundary(inMemory, record, "before");
  if (records[position]?.id !== id) {
    // The record is gone, and its issues with it: the boundary is ahead of the issues of the record now there.
    return {
      index: quality.indexOf({ position, rank: 0, identifier: "", equalsBefore: 0 }),
      isDrifted,
    };
  }
  const place = { position, ...issue };
  const index = quality.indexOf(place);
  const isAfterOwn = name === "after" && quality.hasSortKey(index, place);
  return { index: isAfterOwn ? index + 1 : index, isDrifted };
}

function scopeOf(listName: string): CursorScope {
  return toCursorScope(`dataQuality ${listName}`);
}
