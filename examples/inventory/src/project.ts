import type {
  TagAdditionalData,
  TerminalAdditionalData,
} from "../__generated__/additional-data.ts";

/*
 * The additional data that this project's team wants to see. `tapgraph types` wrote the types, so an identifier that is no longer
 * in the structure, or a new option without a tone, does not compile. With another project's key everything else still works.
 */

/** How good a value is, which sets its colour. The text is always shown as well. */
export type Tone = "good" | "warn" | "bad" | "none";

/** The additional data in the columns of the list of tags. */
export const tagColumns: readonly (keyof TagAdditionalData)[] = ["site", "floor", "condition"];

/** Filters of the list of tags, besides those that each select box in the structure gets. */
export const tagFilters: readonly (keyof TagAdditionalData)[] = ["site", "floor"];

/** The day on which a tag is due for inspection. */
export const dueItem: keyof TagAdditionalData = "next_check";

/** The bounds between the ranges of numbers in a filter. */
export const tagBounds: Partial<Record<keyof TagAdditionalData, readonly number[]>> = {
  floor: [1, 3, 6],
};

/** The additional data in the columns of the list of terminals. */
export const terminalColumns: readonly (keyof TerminalAdditionalData)[] = [
  "mounting",
  "assigned_to",
];

/** Filters of the list of terminals, besides those of its select boxes. */
export const terminalFilters: readonly (keyof TerminalAdditionalData)[] = ["home_site"];

/** The identifier of the additional data by which a tag names its terminal. */
export const terminalOfTag: keyof TagAdditionalData = "terminal_id";

const conditionTones: Readonly<Record<TagAdditionalData["condition"], Tone>> = {
  good: "good",
  worn: "warn",
  damaged: "bad",
  missing: "none",
};

/** The tone of a value, or null if its values have none. */
export function toneOf(identifier: string, value: unknown): Tone | null {
  if (identifier !== ("condition" satisfies keyof TagAdditionalData)) return null;
  return Object.hasOwn(conditionTones, String(value))
    ? conditionTones[value as TagAdditionalData["condition"]]
    : null;
}
