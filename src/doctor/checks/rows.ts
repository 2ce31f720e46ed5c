import type { JsonObject } from "../../upstream/decode.ts";
import type { Subject } from "../../upstream/records.ts";
import { type ListPage, listQuestion, readPage, type Visit } from "../visit.ts";

/** A row's id as text; undefined where it has none that can be read. */
export function idOf(row: JsonObject | undefined): string | undefined {
  const id = row?.["id"];
  if (typeof id === "string" && id !== "") return id;
  return Number.isSafeInteger(id) ? String(id) : undefined;
}

/** The ids of rows, without those that have none. */
export function idsOf(rows: readonly JsonObject[]): readonly string[] {
  return rows.map(idOf).filter((id) => id !== undefined);
}

/** A terminal's id that no terminal has. */
export const inventedTerminalId = "2147483647";

/** A tag's id of the same form as another, which no tag has: zeros and letters A in the place of its digits and letters. */
export function inventTagId(like: string, taken: readonly string[]): string {
  const invented = toInvented(like);
  return taken.includes(invented) ? `${invented}0` : invented;
}

/** Whether an id is one that was made up here. */
export function isInvented(id: string): boolean {
  return id === inventedTerminalId || toInvented(id) === id;
}

function toInvented(like: string): string {
  return like
    .replaceAll(/\p{Nd}/gu, "0")
    .replaceAll(/\p{Lu}/gu, "A")
    .replaceAll(/[\p{L}\p{M}]/gu, (letter) => (letter === "A" ? letter : "a"));
}

/** A page, with the ids of its rows: empty for one that has none. */
export async function askIds(
  visit: Visit,
  query: { readonly limit: number; readonly page: number },
  subject: Subject = "tag",
): Promise<(ListPage & { readonly ids: readonly string[] }) | undefined> {
  const page = readPage(await visit.probe.ask(listQuestion(visit, subject, query)), subject);
  return page && { ...page, ids: page.rows.map((row) => ("id" in row ? row.id : "")) };
}

/** Whether two rows of ids are the same, in the same order. */
export function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, place) => id === other[place]);
}
