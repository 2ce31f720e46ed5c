import type { StructureItem, Structures } from "../../connect/structure.ts";

/**
 * Prints a TypeScript module with a type for the additional data of tags, and one for that of terminals, to the letter as
 * `tapgraph types` prints it. A test compares the two, because the explorer uses nothing of the commands.
 */
export function printTypes({ tag, terminal }: Structures): string {
  const header = "/* Printed by `tapgraph types` from the registry's structures. */\n";
  return [header, printType("Tag", tag), printType("Terminal", terminal)].join("\n");
}

function printType(subject: "Tag" | "Terminal", items: readonly StructureItem[] | null): string {
  const comment = `/** The additional data of a ${subject.toLowerCase()}. */`;
  const head = `export type ${subject}AdditionalData =`;
  if (items === null) return `${comment}\n${head} Readonly<Record<string, unknown>>;\n`;
  // Of several items with the same identifier, only the first counts, as in the schema.
  const properties = new Map<string, string>();
  for (const item of items) {
    const { identifier } = item;
    if (identifier === null || properties.has(identifier)) continue;
    properties.set(identifier, printProperty(identifier, item));
  }
  return `${comment}\n${head} {\n${[...properties.values()].join("")}};\n`;
}

function printProperty(identifier: string, item: StructureItem): string {
  const comment = (item.name ?? "")
    .replaceAll(/[\p{C}\p{Z}]+/gu, " ")
    .replaceAll("*/", "*\\/")
    .trim();
  const type = item.setViaApp === true ? printValue(item) : `${printValue(item)} | null`;
  const key = /^[A-Za-z_$][\w$]*$/.test(identifier) ? identifier : printString(identifier);
  const property = `  readonly ${key}${item.setViaApp === true ? "" : "?"}: ${type};\n`;
  return comment === "" ? property : `  /** ${comment} */\n${property}`;
}

function printValue({ type, enum: options }: StructureItem): string {
  if (type === "UNKNOWN") return "unknown";
  if (type === "NUMBER") return "number";
  const union = [...new Set(type === "SELECTBOX" ? options : [])].map(printString);
  return union.length > 0 ? union.join(" | ") : "string";
}

/** A string literal without control characters, which could change what a console shows. */
function printString(text: string): string {
  return JSON.stringify(text).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
