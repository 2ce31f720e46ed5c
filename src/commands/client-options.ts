import type { Settings } from "../settings.ts";
import type { RegistryClientOptions } from "../upstream/client.ts";

/** How the settings have a registry be spoken to. */
export function toClientOptions(settings: Settings): RegistryClientOptions {
  return {
    maxLimit: settings.REGISTRY_MAX_LIMIT,
    slashes: settings.REGISTRY_SLASHES,
    absentStatuses: settings.REGISTRY_ABSENT_STATUS,
  };
}
