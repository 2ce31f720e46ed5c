// Run by `npm version`: writes the package's version into the files for deployment and the changelog, and stages them.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The files that contain the version, each with the text before it, which occurs exactly once. */
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
    throw new Error(`${file}: "${before}" must occur exactly once`);
  writeFileSync(path, `${head}${before}${version}${tail.replace(/^[\w.+-]+/, "")}`);
}

const changelog = join(root, "CHANGELOG.md");
const [head, changes, ...more] = readFileSync(changelog, "utf8").split("\n## Unreleased\n");
if (changes === undefined || more.length > 0)
  throw new Error('CHANGELOG.md: "## Unreleased" must occur exactly once');
writeFileSync(changelog, `${head}\n## Unreleased\n\n## ${version}\n${changes}`);

execFileSync("git", ["add", "CHANGELOG.md", ...new Set(places.map(([file]) => file))], {
  cwd: root,
});
