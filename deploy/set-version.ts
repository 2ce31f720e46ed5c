// Run by `npm version`: names the package's version wherever deployment names it, and stages those files.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Files that name the version, and the text before it; each is there once. */
const places: readonly (readonly [file: string, before: string])[] = [
  ["Dockerfile", 'org.opencontainers.image.version="'],
  ["deploy/compose.yaml", "image: tapgraph:"],
  ["deploy/chart/Chart.yaml", "\nversion: "],
  ["deploy/chart/Chart.yaml", "\nappVersion: "],
];

const [root = join(import.meta.dirname, "..")] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

for (const [file, before] of places) {
  const path = join(root, file);
  const [head, tail, ...more] = readFileSync(path, "utf8").split(before);
  if (tail === undefined || more.length > 0)
    throw new Error(`${file}: "${before}" is not there once`);
  writeFileSync(path, `${head}${before}${version}${tail.replace(/^[\w.+-]+/, "")}`);
}
execFileSync("git", ["add", ...new Set(places.map(([file]) => file))], { cwd: root });
