import { settingGroups, type settingTable } from "../../settings.ts";
import { formatRow } from "./help-row.ts";

type Setting = (typeof settingTable)[keyof typeof settingTable];

/** The settings that commands read, as `--help` lists them: name, meaning and default, by group. Empty if they read none. */
export function formatSettings(commands: readonly string[]): string {
  const isRead = ({ readers }: Setting) => readers.some((reader) => commands.includes(reader));
  return Object.entries(settingGroups)
    .map(([title, group]) => {
      const rows = Object.entries<Setting>(group).filter(([, setting]) => isRead(setting));
      return { title, rows: rows.map(([name, setting]) => formatSettingRow(name, setting)) };
    })
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) => [`  ${title}:`, ...rows].join("\n"))
    .join("\n\n");
}

function formatSettingRow(name: string, { fallback, help }: Setting): string {
  return formatRow(`    ${name}`, fallback ? `${help} (default ${fallback})` : help);
}
