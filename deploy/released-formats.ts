// Run by `npm version`: notes which fixtures of formats (test/formats) the release has, so that nobody changes them afterwards.
import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The SHA-256 of each fixture. */
export function digestFixtures(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder).filter((name) => name !== "releases.json");
  return Object.fromEntries(
    names.toSorted().map((name) => [name, hash("sha256", readFileSync(join(folder, name)))]),
  );
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..");
  const folder = join(root, "test/formats/fixtures");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const releases = JSON.parse(readFileSync(join(folder, "releases.json"), "utf8"));
  const all = { ...releases, [version]: digestFixtures(folder) };
  writeFileSync(join(folder, "releases.json"), `${JSON.stringify(all, null, 2)}\n`);
  execFileSync("git", ["add", "test/formats/fixtures/releases.json"], { cwd: root });
}
