import type { RegistryRecord, Subject } from "../../../registry-client/records.ts";
import { type CursorName, unreadCursor } from "../../../search/order/order-cursor.ts";
import type { Pause } from "../../../search/table/pace.ts";
import { checked, integer, Opaque, object, string } from "../../base/opaque.ts";
import { type Cursor, cursorField } from "../../list/cursor.ts";
import { type CursorRows, cursorAt, findInWhole } from "../../list/place.ts";
import { codes } from "./codes.ts";
import type { IssuePlace, Quality } from "./quality.ts";

export interface IssueList {
  readonly subject: Subject;
  readonly quality: Quality;
  readonly records: readonly RegistryRecord[];
  readonly rows: CursorRows;
  readonly pause: Pause;
}

interface IssueCursor extends Omit<IssuePlace, "position"> {
  readonly record: Cursor;
  readonly id: string;
}

const cursors = new Opaque(
  "issueCursor",
  object<IssueCursor>({
    record: cursorField,
    id: string,
    rank: checked(integer, (rank) => codes[rank] !== undefined),
    identifier: string,
    equalsBefore: integer,
  }),
);

export function formatIssueCursor(
  { subject, records, rows }: IssueList,
  { position, rank, identifier, equalsBefore }: IssuePlace,
): string {
  const record = cursorAt(rows, position);
  const id = records[position]?.id ?? "";
  return cursors.within(subject).write({ record, id, rank, identifier, equalsBefore });
}

/**
 * Reads the cursor of an issue.
 * @throws SearchError for a cursor that is not one of this list's issues.
 */
export function parseIssueCursor(subject: Subject, name: CursorName, text: string): IssueCursor {
  const ofSubject = cursors.within(subject);
  const cursor = ofSubject.read(text);
  if (cursor === undefined) throw unreadCursor(ofSubject, name, text);
  return cursor;
}

export async function findIssueBoundary(
  { quality, records, rows, pause }: IssueList,
  { record, id, ...issue }: IssueCursor,
  name: CursorName,
): Promise<{
  readonly index: number;
  readonly isDrifted: boolean;
}> {
  const { index: position, isDrifted } = await findInWhole(rows, record, "before", pause);
  if (records[position]?.id !== id) {
    // The record is gone, and its issues with it: the boundary is ahead of the issues of the record
    // now there.
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
