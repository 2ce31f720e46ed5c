import {
  cursorOfOtherVersion,
  list,
  Opaque,
  object,
  scalar,
  string,
} from "../../gateway/base/opaque.ts";
import { badInput, type SearchError } from "../errors.ts";

export type CursorName = "after" | "before";

export interface CursorPlace {
  readonly values: readonly unknown[];
  readonly id: string;
}

export const orderCursors = new Opaque<CursorPlace>(
  "orderCursor",
  object({ values: list(scalar), id: string }),
);

/**
 * Parses a cursor of an order.
 * @throws SearchError `BAD_USER_INPUT` for a string that is not a cursor of this order.
 */
export function parseOrderCursor(
  cursors: Opaque<CursorPlace>,
  name: CursorName,
  text: string,
): CursorPlace {
  const place = cursors.read(text);
  if (place === undefined) throw unreadCursor(cursors, name, text);
  return place;
}

export function unreadCursor(
  cursors: Pick<Opaque<unknown>, "isOfOtherVersion">,
  name: CursorName,
  text: string,
): SearchError {
  return wrongCursor(name, cursors.isOfOtherVersion(text) ? cursorOfOtherVersion : undefined);
}

/**
 * The error for a string that is not a cursor of this order.
 * @param given what it is, if that is known.
 */
export function wrongCursor(name: CursorName, given?: string): SearchError {
  const expected = "a cursor from this list in the same order";
  return badInput(name, given === undefined ? expected : `${expected}, and this is ${given}`);
}
