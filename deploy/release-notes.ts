// Prints what the changelog says about the package's version: the notes of its release.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const [, rest = ""] = readFileSync(join(root, "CHANGELOG.md"), "utf8").split(`\n## ${version}\n`);
const [notes = ""] = rest.split(/^## /m);
if (notes.trim() === "") throw new Error(`CHANGELOG.md says nothing about ${version}`);
process.stdout.write(`${notes.trim()}\n`);
