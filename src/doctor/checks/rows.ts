import {
  DecodeError,
  decodeString,
  type JsonObject,
  tryDecode,
} from "../../gateway/call/decode/json-values.ts";
import type { Subject } from "../../gateway/call/decode/records.ts";
import { createListCall, decodeListPage, type ListPage, type Visit } from "../visit.ts";

/** A row's id as a string; undefined if it has none that can be read. */
export function idOf(row: JsonObject | undefined): string | undefined {
  return tryDecode(decodeString, row?.["id"]) || undefined;
}

export function idsOf(rows: readonly JsonObject[]): readonly string[] {
  return rows.map(idOf).filter((id) => id !== undefined);
}

const inventedTerminalIds = ["2147483647", "2147483646"] as const;

/** Two ids that no record has. Those of tags have the form of an existing one. */
export function inventIds(
  subject: Subject,
  example: string,
  taken: readonly string[],
): readonly [string, string] {
  if (subject === "terminal") return inventedTerminalIds;
  const invent = (digit: string, letter: string) => {
    const invented = toInvented(example, digit, letter);
    return taken.includes(invented) ? invented + digit : invented;
  };
  return [invent("0", "A"), invent("9", "F")];
}

export function isInvented(id: string): boolean {
  const isTerminals = inventedTerminalIds.some((invented) => invented === id);
  return isTerminals || [toInvented(id, "0", "A"), toInvented(id, "9", "F")].includes(id);
}

function toInvented(example: string, digit: string, letter: string): string {
  return example
    .replaceAll(/\p{Nd}/gu, digit)
    .replaceAll(/\p{Lu}/gu, letter)
    .replaceAll(/[\p{L}\p{M}]/gu, (other) => (other === letter ? other : letter.toLowerCase()));
}

/** Fetches a page, with the id of each row: an empty string for a row without one. */
export async function fetchIds(
  visit: Visit,
  query: { readonly limit: number; readonly page: number },
  subject: Subject = "tag",
): Promise<(ListPage & { readonly ids: readonly string[] }) | undefined> {
  const page = decodeListPage(
    await visit.calls.make(createListCall(visit, subject, query)),
    subject,
  );
  return page && { ...page, ids: page.rows.map((row) => ("id" in row ? row.id : "")) };
}

export function areEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

export const unreadableHint =
  "If such a field is selected, it is null with an error; the rest of the record is correct.";

export function isReadable(value: unknown, decode: (value: unknown) => unknown): boolean {
  try {
    decode(value);
    return true;
  } catch (error) {
    if (error instanceof DecodeError) return false;
    throw error;
  }
}
