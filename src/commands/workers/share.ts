import type { Settings } from "../../settings.ts";
import { CommandError } from "../command-error.ts";

export interface WorkerPlace {
  readonly number: number;
  readonly of: number;
}

const minimums = {
  REGISTRY_MAX_CONNECTIONS: 1,
  MAX_MEMORY_BYTES: 1,
  MAX_SUBSCRIPTIONS: 1,
  MAX_REQUESTS_UNDER_WAY: 1,
} as const satisfies Partial<Record<keyof Settings, number>>;

type DividedName = keyof typeof minimums;

const dividedNames = Object.keys(minimums) as readonly DividedName[];

/** @throws CommandError with a line for every setting that is too small to be divided. */
export function checkShares(settings: Settings, workers: number): void {
  const mistakes = dividedNames
    .filter((name) => settings[name] < minimums[name] * workers)
    .map((name) => `${name}: ${settings[name]} is too few to divide among ${workers} workers`);
  if (mistakes.length > 0) throw new CommandError(mistakes.join("\n"));
}

export function takeShare(settings: Settings, place: WorkerPlace): Settings {
  const shares = dividedNames.map((name) => [name, divide(settings[name], place)] as const);
  return { ...settings, ...Object.fromEntries(shares) };
}

function divide(total: number, { number, of }: WorkerPlace): number {
  return Math.floor(total / of) + (number <= total % of ? 1 : 0);
}
