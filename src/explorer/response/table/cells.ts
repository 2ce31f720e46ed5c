import { isObject, type JsonObject } from "../../connect/json.ts";
import { formatCount } from "../../format.ts";

/** The fields that hold a time as an integer: of 10 digits for seconds, or 13 for milliseconds. */
const integerTimes = new Set(["addedWhen", "lastUpdate"]);

/** A time as RFC 3339 or of one of those fields; null for others. */
export function cellToTime(cell: unknown, name: string): Date | null {
  if (typeof cell === "string" && /^\d{4}-\d\d-\d\dT/.test(cell)) {
    const time = new Date(cell);
    return Number.isNaN(time.getTime()) ? null : time;
  }
  if (!integerTimes.has(name) || typeof cell !== "number" || !Number.isInteger(cell) || cell < 0)
    return null;
  switch (String(cell).length) {
    case 10:
      return new Date(cell * 1000);
    case 13:
      return new Date(cell);
    default:
      return null;
  }
}

/**
 * A cell as text: a connection as its count of records, and how many there are in all if it says
 * so, a list of scalars joined by commas, and any other object as JSON. The text is empty for null
 * and undefined.
 */
export function cellToText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "string") return cell;
  if (isConnectionLike(cell)) {
    const list = Array.isArray(cell["nodes"]) ? cell["nodes"] : cell["edges"];
    if (!Array.isArray(list)) return "";
    const total = cell["totalCount"];
    const hasMore = typeof total === "number" && total > list.length;
    return hasMore
      ? `${list.length} of ${formatCount(total, "record")}`
      : formatCount(list.length, "record");
  }
  if (Array.isArray(cell) && cell.every((entry) => typeof entry !== "object"))
    return cell.join(", ");
  return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
}

/** An address that is safe to link to: the whole text must be an http or https URL. */
export function cellToAddress(cell: unknown): URL | null {
  if (typeof cell !== "string" || !/^https?:\/\/\S+$/i.test(cell)) return null;
  return URL.canParse(cell) ? new URL(cell) : null;
}

export function isConnectionLike(cell: unknown): cell is JsonObject {
  return isObject(cell) && (Array.isArray(cell["nodes"]) || Array.isArray(cell["edges"]));
}
