import type { JsonObject } from "../../upstream/decoding/json-values.ts";
import type { Subject } from "../../upstream/decoding/records.ts";
import { createListCall, decodeListPage, type ListPage, type Visit } from "../visit.ts";

/** A row's id as a string; undefined if it has none that can be read. */
export function idOf(row: JsonObject | undefined): string | undefined {
  const id = row?.["id"];
  if (typeof id === "string" && id !== "") return id;
  return Number.isSafeInteger(id) ? String(id) : undefined;
}

/** The ids of the rows that have one. */
export function idsOf(rows: readonly JsonObject[]): readonly string[] {
  return rows.map(idOf).filter((id) => id !== undefined);
}

/** An id that no terminal has. */
export const inventedTerminalId = "2147483647";

/** An id that no tag has, in the form of an existing one: each digit becomes 0, each letter A or a. */
export function inventTagId(example: string, taken: readonly string[]): string {
  const invented = toInvented(example);
  return taken.includes(invented) ? `${invented}0` : invented;
}

/** Whether the doctor has made up an id. */
export function isInvented(id: string): boolean {
  return id === inventedTerminalId || toInvented(id) === id;
}

function toInvented(example: string): string {
  return example
    .replaceAll(/\p{Nd}/gu, "0")
    .replaceAll(/\p{Lu}/gu, "A")
    .replaceAll(/[\p{L}\p{M}]/gu, (letter) => (letter === "A" ? letter : "a"));
}

/** Fetches a page, with the id of each row: an empty string for a row without one. */
export async function fetchIds(
  visit: Visit,
  query: { readonly limit: number; readonly page: number },
  subject: Subject = "tag",
): Promise<(ListPage & { readonly ids: readonly string[] }) | undefined> {
  const page = decodeListPage(
    await visit.probe.make(createListCall(visit, subject, query)),
    subject,
  );
  return page && { ...page, ids: page.rows.map((row) => ("id" in row ? row.id : "")) };
}

/** Whether two lists of ids are equal. */
export function areEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}
