import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { checkout } from "./checkout.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tapgraph-version-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The package's version, then every version that a file for deployment names. */
function readVersions(root: string): readonly string[] {
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const chart = parse(read("deploy/chart/Chart.yaml"));
  const compose = parse(read("deploy/compose.yaml"), { merge: true });
  const label = /image\.version="([^"]*)"/.exec(read("Dockerfile"))?.[1] ?? "";
  const tags = ["gateway", "registry"].map((name) => compose.services[name].image.split(":")[1]);
  return [
    JSON.parse(read("package.json")).version,
    label,
    chart.version,
    chart.appVersion,
    ...tags,
  ];
}

test("image, compose file and chart have the package's version", () => {
  const [version, ...others] = readVersions(checkout);
  expect(others).toEqual(others.map(() => version));
});

test("npm version updates image, compose file and chart, and stages them", () => {
  for (const path of ["package.json", "Dockerfile", "CHANGELOG.md", "deploy"]) {
    cpSync(join(checkout, path), join(folder, path), { recursive: true });
  }
  const git = (...argv: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", ...argv], {
      cwd: folder,
      encoding: "utf8",
    });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message=before");
  const file = join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  const [step] = manifest.scripts.version.match(/node deploy\/\S+/) ?? [];
  for (const version of ["1.20.3-rc.1", "2.0.0"]) {
    writeFileSync(file, JSON.stringify({ ...manifest, version }));
    execFileSync("sh", ["-c", step], { cwd: folder });
    const versions = readVersions(folder);
    expect(versions).toEqual(versions.map(() => version));
    expect(git("diff", "--name-only", "--", "Dockerfile", "deploy", "CHANGELOG.md")).toBe("");
  }
  // The release takes over the changes that were unreleased, and a new empty section begins.
  const before = readFileSync(join(checkout, "CHANGELOG.md"), "utf8");
  expect(readFileSync(join(folder, "CHANGELOG.md"), "utf8")).toBe(
    before.replace("## Unreleased\n", "## Unreleased\n\n## 2.0.0\n\n## 1.20.3-rc.1\n"),
  );
  const changed = git("diff", "--cached", "--stat", "--", "Dockerfile", "deploy");
  expect(changed).toContain("3 files changed, 4 insertions(+), 4 deletions(-)");
});
