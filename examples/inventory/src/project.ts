import type {
  TagAdditionalData,
  TerminalAdditionalData,
} from "../__generated__/additional-data.ts";

/*
 * What this project's team wants to see of its additional data. `tapgraph types` wrote the types: an identifier that the
 * structure has no more, or an option that is new, does not compile. With another project's key the rest works all the same.
 */

/** How good something is, for its colour; the words stand beside it. */
export type Tone = "good" | "warn" | "bad" | "none";

/** Columns of the list of tags. */
export const tagColumns: readonly (keyof TagAdditionalData)[] = ["site", "floor", "condition"];

/** Filters beside those that the structure's select boxes give. */
export const tagFilters: readonly (keyof TagAdditionalData)[] = ["site", "floor"];

/** The limits between the ranges that numbers are filtered by. */
export const tagBounds: Partial<Record<keyof TagAdditionalData, readonly number[]>> = {
  floor: [1, 3, 6],
};

/** Columns of the list of terminals. */
export const terminalColumns: readonly (keyof TerminalAdditionalData)[] = [
  "mounting",
  "assigned_to",
];

/** Filters of the list of terminals. */
export const terminalFilters: readonly (keyof TerminalAdditionalData)[] = ["home_site"];

/** By which of its additional data a tag names its terminal. */
export const terminalOfTag: keyof TagAdditionalData = "terminal_id";

const conditionTones: Readonly<Record<TagAdditionalData["condition"], Tone>> = {
  good: "good",
  worn: "warn",
  damaged: "bad",
  missing: "none",
};

/** How good a value is; null where nothing was said about such values. */
export function toneOf(identifier: string, value: unknown): Tone | null {
  if (identifier !== ("condition" satisfies keyof TagAdditionalData)) return null;
  return Object.hasOwn(conditionTones, String(value))
    ? conditionTones[value as TagAdditionalData["condition"]]
    : null;
}
