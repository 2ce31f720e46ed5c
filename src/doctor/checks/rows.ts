import type { JsonObject } from "../../upstream/answers/decode.ts";
import type { Subject } from "../../upstream/answers/records.ts";
import { type ListPage, listQuestion, readPage, type Visit } from "../visit.ts";

/** A row's id as text; undefined if it has no readable one. */
export function idOf(row: JsonObject | undefined): string | undefined {
  const id = row?.["id"];
  if (typeof id === "string" && id !== "") return id;
  return Number.isSafeInteger(id) ? String(id) : undefined;
}

/** The ids of those rows that have one. */
export function idsOf(rows: readonly JsonObject[]): readonly string[] {
  return rows.map(idOf).filter((id) => id !== undefined);
}

/** An id that no terminal has. */
export const inventedTerminalId = "2147483647";

/** An id in the form of a given tag's, that no tag has: each digit becomes 0, each letter A. */
export function inventTagId(like: string, taken: readonly string[]): string {
  const invented = toInvented(like);
  return taken.includes(invented) ? `${invented}0` : invented;
}

/** Whether the doctor made an id up. */
export function isInvented(id: string): boolean {
  return id === inventedTerminalId || toInvented(id) === id;
}

function toInvented(like: string): string {
  return like
    .replaceAll(/\p{Nd}/gu, "0")
    .replaceAll(/\p{Lu}/gu, "A")
    .replaceAll(/[\p{L}\p{M}]/gu, (letter) => (letter === "A" ? letter : "a"));
}

/** A page, with the id of each row; empty text for a row without one. */
export async function askIds(
  visit: Visit,
  query: { readonly limit: number; readonly page: number },
  subject: Subject = "tag",
): Promise<(ListPage & { readonly ids: readonly string[] }) | undefined> {
  const page = readPage(await visit.probe.ask(listQuestion(visit, subject, query)), subject);
  return page && { ...page, ids: page.rows.map((row) => ("id" in row ? row.id : "")) };
}

/** Whether two lists of ids are equal. */
export function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, place) => id === other[place]);
}
