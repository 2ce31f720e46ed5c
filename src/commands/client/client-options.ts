import type { Settings } from "../../settings.ts";
import { Statuses } from "../../upstream/answers/statuses.ts";
import type { RegistryClientOptions } from "../../upstream/client.ts";

/** The client's options, from the settings. */
export function toClientOptions(settings: Settings): RegistryClientOptions {
  return {
    maxLimit: settings.REGISTRY_MAX_LIMIT,
    firstPage: settings.REGISTRY_FIRST_PAGE,
    slashes: settings.REGISTRY_SLASHES,
    statuses: new Statuses({
      badKey: settings.REGISTRY_BAD_KEY_STATUS,
      absent: settings.REGISTRY_ABSENT_STATUS,
    }),
  };
}
