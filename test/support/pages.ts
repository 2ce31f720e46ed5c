import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** A page that is written for readers. */
export interface Page {
  /** Its place in the repository, such as `docs/search.md`. */
  readonly path: string;
  readonly text: string;
}

/** The README, the pages of docs/ and those of the examples. */
export function readPages(): readonly Page[] {
  return [
    "README.md",
    ...globSync(["docs/*.md", "examples/*.md", "examples/*/*.md"], { cwd: root }),
  ].map(readPage);
}

/** A page by its place in the repository. */
export function readPage(path: string): Page {
  return { path, text: readFileSync(join(root, path), "utf8") };
}

/** The code blocks of a page in a language, in their order. */
export function blocksOf({ text }: Page, language: string): readonly string[] {
  const blocks = text.matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, name, block = ""]) => (name === language ? [block] : []));
}

/** The rows of a page's tables, each a list of its cells, without heads. */
export function rowsOf({ text }: Page): readonly (readonly string[])[] {
  return [...text.matchAll(/^\|(?!.*\n\|[-:| ]+\|$)(?![-:| ]+\|$)(.*)\|$/gm)].map(([, row = ""]) =>
    row.split("|").map((cell) => cell.trim()),
  );
}
