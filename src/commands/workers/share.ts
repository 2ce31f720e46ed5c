import type { Settings } from "../../settings.ts";
import { CommandError } from "../command-error.ts";

export interface WorkerPlace {
  readonly number: number;
  readonly of: number;
}

const dividedNames = [
  "REGISTRY_MAX_CONNECTIONS",
  "MAX_MEMORY_BYTES",
  "MAX_SUBSCRIPTIONS",
  "MAX_REQUESTS_UNDER_WAY",
] as const satisfies readonly (keyof Settings)[];

/** @throws CommandError with a line for every setting that is too small to be divided. */
export function checkShares(settings: Settings, workers: number): void {
  const mistakes = dividedNames
    .filter((name) => settings[name] < workers)
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
