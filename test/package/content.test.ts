import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { describe, expect, inject, test } from "vitest";

const run = promisify(execFile);
const checkout = join(import.meta.dirname, "../..");
const modules = join(inject("folder"), "node_modules");
const installed = join(modules, "tapgraph");

const maxMebibytes = 45;

const lock = JSON.parse(readFileSync(join(inject("folder"), "package-lock.json"), "utf8"));
const noticesText = readFileSync(join(installed, "dist/explorer/THIRD-PARTY-NOTICES.md"), "utf8");

/** The packages that have a notice with a text, and their versions. */
const notices = new Map(
  [...noticesText.matchAll(/^## (\S+) - (\S+) \(.+\)\n\n\S/gm)].map(
    ([, name = "", version = ""]) => [name, version],
  ),
);

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

test("the whole install is no larger than its limit", () => {
  expect(inject("mebibytes")).toBeLessThanOrEqual(maxMebibytes);
});

test("the install has the package that was published, of npm's registry as this user knows it", () => {
  const { version, resolved } = lock.packages["node_modules/tapgraph"];
  expect(version).toBe(readManifest(installed).version);
  expect(resolved).toBe(
    `${inject("environment")["npm_config_registry"]}/tapgraph/-/tapgraph-${version}.tgz`,
  );
});

test("no development dependency is installed, and no optional peer", () => {
  const { devDependencies, peerDependencies, peerDependenciesMeta } = readManifest(checkout);
  const peers = Object.keys(peerDependencies);
  const needed = peers.filter((name) => peerDependenciesMeta[name]?.optional !== true);
  expect(needed).toEqual(["graphql"]);
  const unwanted = Object.keys({ ...devDependencies, ...peerDependencies }).filter(
    (name) => !needed.includes(name),
  );
  expect(unwanted.filter((name) => existsSync(join(modules, name)))).toEqual([]);
});

test("the package has JavaScript, no tests, and no paths of this machine", () => {
  const files = globSync("**/*", { cwd: installed, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /(?<!\.d)\.tsx?$|\.test\./.test(file))).toEqual([]);
  const texts = files.filter((file) => !/\.(?:woff2|br|gz)$/.test(file));
  expect(texts.filter((file) => readFileSync(file, "utf8").includes(checkout))).toEqual([]);
});

test("the documentation is included, and llms.txt leads to it", () => {
  const pages = globSync("docs/*.md", { cwd: checkout });
  expect(globSync("docs/*", { cwd: installed }).sort()).toEqual(pages.sort());
  expect(existsSync(join(installed, "llms.txt"))).toBe(true);
});

test("each file has a source map that contains its source", () => {
  const files = globSync("dist/**/*.js", { cwd: installed, exclude: ["dist/explorer/**"] });
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    const text = readFileSync(join(installed, file), "utf8");
    const [, name = ""] = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(text) ?? [];
    const map = JSON.parse(readFileSync(join(installed, file, "..", name), "utf8"));
    expect(map.sources).toEqual([expect.stringMatching(/^[./]*src\/.*\.[jt]s$/)]);
    const source = readFileSync(join(checkout, map.sources[0].replace(/^[./]*/, "")), "utf8");
    expect(map.sourcesContent).toEqual([source]);
  }
});

test("a stack trace has the line numbers of the source", async () => {
  const script = 'import("tapgraph").then(({ createGateway }) => createGateway({ NO: 1 }))';
  const failed = run(process.execPath, ["--enable-source-maps", "--eval", script], {
    cwd: inject("folder"),
  });
  const lines = readFileSync(join(checkout, "src/create-gateway.ts"), "utf8").split("\n");
  const { stderr } = await failed.catch((error: { stderr: string }) => error);
  const [, line = ""] = /at toVariables \(.*src\/create-gateway\.ts:(\d+):\d+\)/.exec(stderr) ?? [];
  expect(lines[Number(line) - 1]).toContain("createGateway has no option");
});

test("the licence is included, and a notice for each package in the explorer", () => {
  expect(readFileSync(join(installed, "LICENSE"), "utf8")).toContain("MIT License");
  const sources = globSync("src/explorer/*/**/*.{ts,tsx,css}", { cwd: checkout });
  const imported = sources.flatMap((file) =>
    findPackages(readFileSync(join(checkout, file), "utf8")),
  );
  expect(imported).toContain("react");
  expect([...new Set(imported)].filter((name) => !notices.has(name))).toEqual([]);
});

test("what a package in the explorer contains itself has its notices too", () => {
  const prettier = readFileSync(join(checkout, "node_modules/prettier/THIRD-PARTY-NOTICES.md"));
  expect(noticesText).toContain(prettier.toString());
});

describe("the list of what a release ships or needs", () => {
  interface Component {
    readonly name: string;
    readonly version: string;
    readonly scope: string;
    readonly licenses: readonly {
      readonly expression?: string;
      readonly license?: { readonly id?: string };
    }[];
    readonly properties: readonly { readonly name: string; readonly value: string }[];
  }

  const sbom = JSON.parse(readFileSync(join(installed, "dist/sbom.cdx.json"), "utf8"));
  const components: readonly Component[] = sbom.components;
  const named = new Set(components.map(({ name }) => name));

  test("names the release itself, and is the same for the same sources", () => {
    const { name, version } = readManifest(installed);
    expect(sbom.metadata.component).toMatchObject({ name, version });
    expect(JSON.stringify(sbom)).not.toMatch(/timestamp|serialNumber/);
  });

  test("names each package that an install brings, and each optional peer", () => {
    const paths = Object.keys(lock.packages).filter((path) => path.startsWith("node_modules/"));
    const brought = paths.map((path) => path.split("node_modules/").at(-1) ?? "");
    const { peerDependencies } = readManifest(installed);
    const expected = [...brought, ...Object.keys(peerDependencies)];
    expect(expected).toContain("dataloader");
    expect(expected.filter((name) => name !== "tapgraph" && !named.has(name))).toEqual([]);
  });

  test("names no package that only development needs", () => {
    const { devDependencies, dependencies, peerDependencies } = readManifest(checkout);
    const own = new Set([
      ...notices.keys(),
      ...Object.keys({ ...dependencies, ...peerDependencies }),
    ]);
    const unwanted = Object.keys(devDependencies).filter((name) => !own.has(name));
    expect(unwanted).toContain("vitest");
    expect(unwanted.filter((name) => named.has(name))).toEqual([]);
  });

  test("names each package in the explorer, in the version of its notice, as contained", () => {
    const contained = components.filter(({ properties }) =>
      properties.some(({ name }) => name === "cdx:npm:package:bundled"),
    );
    const versions = new Map(contained.map(({ name, version }) => [name, version]));
    expect(versions).toEqual(notices);
  });

  test("knows each licence, and none asks for more than to be named", () => {
    const permissive = /^(?:MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|OFL-1\.1)$/;
    const others = components.filter(({ licenses }) => {
      const texts = licenses.map(({ expression, license }) => expression ?? license?.id ?? "");
      const ids = texts.flatMap((text) => text.replaceAll(/[()]/g, "").split(" AND "));
      return ids.length === 0 || !ids.every((id) => permissive.test(id));
    });
    expect(others.map(({ name, licenses }) => [name, licenses])).toEqual([]);
  });
});

test("publint finds nothing wrong", async () => {
  const { buffer } = await readFile(inject("tarball"));
  const { messages } = await publint({ pack: { tarball: buffer as ArrayBuffer }, strict: true });
  expect(messages.map((message) => formatMessage(message, readManifest(checkout)))).toEqual([]);
});

test("its types match its modules, in whichever way both are resolved", async () => {
  const attw = join(import.meta.dirname, "node_modules/.bin/attw");
  const { stdout } = await run(attw, [inject("tarball"), "--profile", "esm-only", "--no-color"]);
  expect(stdout).toMatch(/node16 \(from ESM\) │ 🟢 \(ESM\)/);
});

/** The packages that a file imports, unless it imports only their types. */
function findPackages(text: string): readonly string[] {
  const statements = text.matchAll(/^@?import (?!type\b)[^;"]*"([^."][^"]*)";/gm);
  return [...statements].map(([, name = ""]) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? "");
}
