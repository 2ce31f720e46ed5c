import type { JsonObject } from "../../upstream/decode.ts";

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
