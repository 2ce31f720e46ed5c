import { type Setting, settingGroups } from "../../settings.ts";

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

function formatSettingRow(name: string, setting: Setting): string {
  const help = toPlainText(describeSetting(setting));
  return formatRow(
    `    ${name}`,
    setting.fallback ? `${help} (default ${setting.fallback})` : help,
  );
}

/** What users are told about a setting, in Markdown. */
export function describeSetting({ help, example }: Setting): string {
  return example === undefined ? help : help.replace(/(?=;)|$/, `, such as \`${example}\``);
}

/** Takes the links and the marks of code out of Markdown. Code of several words keeps its marks, which show where it ends. */
export function toPlainText(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1").replaceAll(/`(\S+?)`/g, "$1");
}

const column = 30;

/** Formats a row of two columns. If the left text is too long for its column, the right text begins on the next line. */
export function formatRow(left: string, right: string): string {
  return left.length < column - 1
    ? left.padEnd(column) + right
    : `${left}\n${" ".repeat(column)}${right}`;
}
