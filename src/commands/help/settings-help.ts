import { type Settings, settingGroups, settingNames, settingTable } from "../../settings.ts";
import { formatRow } from "./help-row.ts";

/** All settings, in their order. */
export const allSettings = settingNames(settingTable);

/** Settings as `--help` lists them: name, meaning and default, by group. */
export function formatSettings(names: readonly (keyof Settings)[]): string {
  return Object.entries(settingGroups)
    .map(
      ([title, group]) =>
        [title, allSettings.filter((name) => name in group && names.includes(name))] as const,
    )
    .filter(([, group]) => group.length > 0)
    .map(([title, group]) => [`  ${title}:`, ...group.map(formatSetting)].join("\n"))
    .join("\n\n");
}

function formatSetting(name: keyof Settings): string {
  const { fallback, help } = settingTable[name];
  return formatRow(`    ${name}`, fallback ? `${help} (default ${fallback})` : help);
}
