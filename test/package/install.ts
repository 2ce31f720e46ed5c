import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

const run = promisify(execFile);

declare module "vitest" {
  interface ProvidedContext {
    /** The file that `npm pack` made. */
    tarball: string;
    /** The folder in which the tarball was installed, which was empty before. */
    folder: string;
    /** The size of the install before anything has run. When it runs, Node.js keeps compiled code there. */
    mebibytes: number;
  }
}

/** Packs the checkout, unless `TAPGRAPH_PACKAGE` is a file that was packed from it, and installs it, once for all tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = join(import.meta.dirname, "../..");
  const folder = await mkdtemp(join(tmpdir(), "tapgraph-installed-"));
  const env = readEnvironment();
  const source = process.env["TAPGRAPH_PACKAGE"] ?? root;
  const argv = ["pack", source, "--json", "--silent", "--pack-destination", folder];
  const packed = await run("npm", argv, { cwd: root, env, maxBuffer: 2 ** 24 });
  const tarball = join(folder, findName(packed.stdout));
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  await run("npm", ["install", tarball], { cwd: folder, env, timeout: 120_000 });
  const size = await run("du", ["-sk", join(folder, "node_modules")]);
  project.provide("mebibytes", Number.parseInt(size.stdout, 10) / 1024);
  project.provide("tarball", tarball);
  project.provide("folder", folder);
  return () => rm(folder, { recursive: true, force: true });
}

/** A user's environment: without the variables that npm sets for the scripts of this package, and with the tests' Node.js first. */
function readEnvironment(): Readonly<Record<string, string | undefined>> {
  const own = /^npm_(?:package|lifecycle|command|execpath)|^npm_config_local_prefix$|^INIT_CWD$/;
  const others = Object.entries(process.env).filter(([name]) => !own.test(name));
  const path = `${dirname(process.execPath)}:${process.env["PATH"]}`;
  return { ...Object.fromEntries(others), PATH: path };
}

function findName(json: string): string {
  const name = /"filename": "([^"]+\.tgz)"/.exec(json)?.[1];
  if (name === undefined) throw new Error(`npm pack names no file:\n${json}`);
  return name;
}
