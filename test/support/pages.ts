import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** A page of the documentation. */
export interface Page {
  /** Its path in the repository, such as `docs/search.md`. */
  readonly path: string;
  readonly text: string;
}

/** The README, the pages of docs/ and the examples' pages. */
export function readPages(): readonly Page[] {
  return [
    "README.md",
    ...globSync(["docs/*.md", "examples/*.md", "examples/*/*.md"], { cwd: root }),
  ].map(readPage);
}

/** The page at this path in the repository. */
export function readPage(path: string): Page {
  return { path, text: readFileSync(join(root, path), "utf8") };
}

/** The code blocks of a page in one language, in their order. */
export function blocksOf({ text }: Page, language: string): readonly string[] {
  const blocks = text.matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, name, block = ""]) => (name === language ? [block] : []));
}

/** The rows of a page's tables, each as a list of its cells, without the header rows. */
export function rowsOf({ text }: Page): readonly (readonly string[])[] {
  const lines = text.split("\n");
  const rows = lines.filter(
    (line, index) =>
      /^\|.*\|$/.test(line) && !isDelimiterRow(line) && !isDelimiterRow(lines[index + 1]),
  );
  return rows.map((row) => {
    const cells = row.slice(1, -1).split("|");
    return cells.map((cell) => cell.trim());
  });
}

/** Whether a line is the delimiter row of a table, which follows its header row. */
function isDelimiterRow(line = ""): boolean {
  return /^\|[-:| ]+\|$/.test(line);
}
