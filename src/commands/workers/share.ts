import type { Settings } from "../../settings.ts";
import { CommandError } from "../command-error.ts";

/** One of the processes that serve a port together. */
export interface Place {
  /** From 1. */
  readonly number: number;
  /** How many there are. */
  readonly of: number;
}

/** The settings that hold for all workers together, and the least that one of them can do with. */
const leastOf = {
  REGISTRY_MAX_CONNECTIONS: 1,
  SNAPSHOT_MAX_BYTES: 0,
  MAX_SUBSCRIPTIONS: 1,
  MAX_REQUESTS_UNDER_WAY: 1,
} as const satisfies Partial<Record<keyof Settings, number>>;

type SharedName = keyof typeof leastOf;

const sharedNames = Object.keys(leastOf) as readonly SharedName[];

/**
 * Checks that every worker can have its share of what holds for all of them together.
 * @throws CommandError with a line for every setting that is too small.
 */
export function checkShares(settings: Settings, workers: number): void {
  const mistakes = sharedNames
    .filter((name) => settings[name] < leastOf[name] * workers)
    .map((name) => `${name}: ${settings[name]} is too few for ${workers} workers to share`);
  if (mistakes.length > 0) throw new CommandError(mistakes.join("\n"));
}

/** A worker's settings: its even share of what holds for all of them together, and the rest as it is. */
export function takeShare(settings: Settings, place: Place): Settings {
  const shares = sharedNames.map((name) => [name, divide(settings[name], place)] as const);
  return { ...settings, ...Object.fromEntries(shares) };
}

/** The shares of all places add up to the whole. */
function divide(whole: number, { number, of }: Place): number {
  return Math.floor(whole / of) + (number <= whole % of ? 1 : 0);
}
