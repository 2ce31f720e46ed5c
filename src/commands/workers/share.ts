import type { Settings } from "../../settings.ts";

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

export function takeShare(settings: Settings, place: WorkerPlace): Settings {
  const shares = dividedNames.map((name) => [name, divide(settings[name], place)] as const);
  return { ...settings, ...Object.fromEntries(shares) };
}

function divide(total: number, { number, of }: WorkerPlace): number {
  return Math.max(Math.floor(total / of) + (number <= total % of ? 1 : 0), 1);
}
