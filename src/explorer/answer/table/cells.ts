import { isObject } from "../../connect/json.ts";

/** The time in a cell: RFC 3339 text, or an integer of 10 digits (seconds) or 13 (milliseconds). Null if the cell has no time. */
export function cellToTime(cell: unknown): Date | null {
  if (typeof cell === "string" && /^\d{4}-\d\d-\d\dT/.test(cell)) {
    const time = new Date(cell);
    return Number.isNaN(time.getTime()) ? null : time;
  }
  if (typeof cell !== "number" || !Number.isInteger(cell)) return null;
  const digits = String(cell).length;
  if (cell < 0 || (digits !== 10 && digits !== 13)) return null;
  return new Date(digits === 10 ? cell * 1000 : cell);
}

/** A cell as text: empty for null and undefined, JSON for lists and objects. */
export function cellToText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "string") return cell;
  if (isConnectionLike(cell) && isObject(cell)) {
    const list = Array.isArray(cell["nodes"]) ? cell["nodes"] : cell["edges"];
    return Array.isArray(list) ? `${list.length} records` : "";
  }
  if (Array.isArray(cell) && cell.every((part) => typeof part !== "object")) return cell.join(", ");
  return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
}

/** Whether a cell is a connection. It has a table of its own, and is not split into columns. */
export function isConnectionLike(cell: unknown): boolean {
  return isObject(cell) && (Array.isArray(cell["nodes"]) || Array.isArray(cell["edges"]));
}
