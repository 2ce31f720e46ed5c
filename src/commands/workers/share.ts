import type { Settings } from "../../settings.ts";
import { CommandError } from "../command-error.ts";

/** A worker's place among the processes that serve a port together. */
export interface Place {
  /** Counted from 1. */
  readonly number: number;
  /** How many there are. */
  readonly of: number;
}

/** The settings that are divided among the workers, and the least that a worker needs. */
const leastOf = {
  REGISTRY_MAX_CONNECTIONS: 1,
  SNAPSHOT_MAX_BYTES: 0,
  MAX_SUBSCRIPTIONS: 1,
  MAX_REQUESTS_UNDER_WAY: 1,
} as const satisfies Partial<Record<keyof Settings, number>>;

type DividedName = keyof typeof leastOf;

const dividedNames = Object.keys(leastOf) as readonly DividedName[];

/**
 * Checks that every worker gets a large enough share of the settings that are divided.
 * @throws CommandError with a line for every setting that is too small.
 */
export function checkShares(settings: Settings, workers: number): void {
  const mistakes = dividedNames
    .filter((name) => settings[name] < leastOf[name] * workers)
    .map((name) => `${name}: ${settings[name]} is too few to divide among ${workers} workers`);
  if (mistakes.length > 0) throw new CommandError(mistakes.join("\n"));
}

/** A worker's settings: an even share of those that are divided, and the others unchanged. */
export function takeShare(settings: Settings, place: Place): Settings {
  const shares = dividedNames.map((name) => [name, divide(settings[name], place)] as const);
  return { ...settings, ...Object.fromEntries(shares) };
}

/** The shares of all workers add up to the whole. */
function divide(whole: number, { number, of }: Place): number {
  return Math.floor(whole / of) + (number <= whole % of ? 1 : 0);
}
