import { parseCursor } from "../../connection/cursor.ts";
import { findBoundary, formatWholeCursor, type WholeList } from "../../connection/whole-list.ts";
import {
  type CursorName,
  formatOrderCursor,
  parseOrderCursor,
  wrongCursor,
} from "../../search/order/order-cursor.ts";
import type { RegistryRecord, Subject } from "../../upstream/answers/records.ts";
import { codes } from "./codes.ts";
import type { IssuePlace, Quality } from "./quality.ts";

/** The issues of a list, and its records. */
export interface IssueList {
  readonly quality: Quality;
  readonly records: readonly RegistryRecord[];
  readonly whole: WholeList;
}

/** What a cursor knows of an issue. It knows the issue's record by that record's own cursor. */
export interface IssueCursor extends Omit<IssuePlace, "position"> {
  readonly record: ReturnType<typeof parseCursor>;
  readonly id: string;
}

/** Where a cursor's boundary is among the issues. */
export interface IssueBoundary {
  /** How many issues are ahead of it. */
  readonly index: number;
  /** Whether the record's place was lost, so that the index is a guess. */
  readonly isDrifted: boolean;
}

/** The cursor of an issue. */
export function formatIssueCursor(
  { records, whole }: IssueList,
  { position, rank, identifier, alike }: IssuePlace,
): string {
  const values = [formatWholeCursor(whole, position), rank, identifier, alike];
  return formatOrderCursor(orderOf(whole.list), { values, id: records[position]?.id ?? "" });
}

/**
 * Reads the cursor of an issue.
 * @throws SearchError, ConnectionArgumentError for a cursor that is not one of this list's issues.
 */
export function parseIssueCursor(list: Subject, name: CursorName, text: string): IssueCursor {
  const { values, id } = parseOrderCursor(orderOf(list), name, text);
  const [record, rank, identifier, alike] = values;
  const isOurs =
    typeof record === "string" &&
    typeof identifier === "string" &&
    typeof alike === "number" &&
    codes[Number(rank)] !== undefined;
  if (!isOurs) throw wrongCursor(name);
  return { record: parseCursor(list, name, record), id, rank: Number(rank), identifier, alike };
}

/** Finds a cursor's boundary, even if its issue is gone. */
export async function findIssue(
  { quality, records, whole }: IssueList,
  { record, id, ...issue }: IssueCursor,
  name: CursorName,
): Promise<IssueBoundary> {
  const { position, isDrifted } = await findBoundary(whole, record, "before");
  if (records[position]?.id !== id) {
    return {
      index: quality.indexOf({ position, rank: 0, identifier: "", alike: 0 }),
      isDrifted,
    };
  }
  const place = { position, ...issue };
  const index = quality.indexOf(place);
  const isThere = name === "after" && quality.isAt(index, place);
  return { index: isThere ? index + 1 : index, isDrifted };
}

function orderOf(list: string): string {
  return `dataQuality ${list}`;
}
