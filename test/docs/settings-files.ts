// Run by `npm run settings`: writes what users read about settings from the table in src/settings.ts.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeSetting, toPlainText } from "../../src/commands/help.ts";
import { type Setting, settingGroups } from "../../src/settings.ts";

const root = join(import.meta.dirname, "../..");

const groups = Object.entries<Readonly<Record<string, Setting>>>(settingGroups);

/** The files of the repository that tell of settings, each with the text that it should have, by its text now. */
export const settingsFiles = {
  ".env.example": () => printExample(),
  "docs/settings.md": printPage,
} as const satisfies Record<string, (text: string) => string>;

export type SettingsFile = keyof typeof settingsFiles;

export function readSettingsFile(file: SettingsFile): string {
  return readFileSync(join(root, file), "utf8");
}

const exampleHead = `# The settings of tapgraph, each with its default. To change one, copy this file to .env and
# uncomment its line. Environment variables take precedence over this file.
`;

function printExample(): string {
  const sections = groups.map(([title, group]) => {
    const settings = Object.entries(group).map(([name, setting]) => {
      const text = toPlainText(describeSetting(setting));
      const comment = text.replaceAll(/(.{1,98})(?: |$)/g, "# $1\n");
      return `\n${comment}#${name}=${setting.fallback ?? ""}\n`;
    });
    return `\n## ${title}\n${settings.join("")}`;
  });
  return exampleHead + sections.join("");
}

/** The page with a section for each group, in their order: what the page says under its heading now, and the group's table. */
function printPage(page: string): string {
  const [head = "", ...rest] = page.split(/^## /m);
  const sections = new Map(rest.map((section) => [section.split("\n", 1)[0] ?? "", section]));
  const unknown = [...sections.keys()].filter((title) => !(title in settingGroups));
  if (unknown.length > 0) throw new Error(`no group of settings is called "${unknown[0]}"`);
  const printed = groups.map(([title, group]) => {
    const section = sections.get(title) ?? `${title}\n`;
    const said = section.replaceAll(/^[|-].*\n?/gm, "").trim();
    const print = title === "Conventions of other programs" ? printList : printTable;
    return `## ${said}\n\n${print(group)}`;
  });
  return head + printed.join("\n");
}

function printTable(group: Readonly<Record<string, Setting>>): string {
  const rows = Object.entries(group).map(
    ([name, setting]) =>
      `| \`${name}\` | ${setting.fallback ? `${setting.fallback} ` : ""}| ${describeSetting(setting)} |\n`,
  );
  return `| setting | default | what it does |\n|---|---|---|\n${rows.join("")}`;
}

function printList(group: Readonly<Record<string, Setting>>): string {
  const items = Object.entries(group).map(
    ([name, setting]) => `- \`${name}\`: ${describeSetting(setting)}\n`,
  );
  return items.join("");
}

if (import.meta.main) {
  for (const file of Object.keys(settingsFiles) as SettingsFile[]) {
    writeFileSync(join(root, file), settingsFiles[file](readSettingsFile(file)));
  }
}
