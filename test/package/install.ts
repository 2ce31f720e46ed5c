import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { startLocalRegistry } from "./local-registry.ts";

const run = promisify(execFile);

declare module "vitest" {
  interface ProvidedContext {
    tarball: string;
    /** The folder in which the published package was installed, which was empty before. */
    folder: string;
    /** The size of the install before anything has run. When it runs, Node.js keeps compiled code there. */
    mebibytes: number;
    /** The environment of a user to whom npm's registry is the one with the published package. */
    environment: Readonly<Record<string, string>>;
  }
}

/**
 * Publishes the package to a registry of its own, and installs it from there, once for all tests, as on a machine that npm has never
 * been used on. The package is the file that `TAPGRAPH_PACKAGE` names, or is packed from this checkout.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = join(import.meta.dirname, "../..");
  const place = await mkdtemp(join(tmpdir(), "tapgraph-installed-"));
  const folder = join(place, "folder");
  const source = process.env["TAPGRAPH_PACKAGE"] ?? root;
  const argv = ["pack", source, "--json", "--silent", "--pack-destination", place];
  const packed = await run("npm", argv, { cwd: root, maxBuffer: 2 ** 24 });
  const tarball = join(place, findName(packed.stdout));

  const { stdout: upstream } = await run("npm", ["config", "get", "registry"], { cwd: place });
  const registry = await startLocalRegistry(upstream.trim());
  const environment = { ...readEnvironment(), HOME: join(place, "home") };
  await mkdir(environment.HOME);
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  const settings = { ...environment, ...registry.settings };
  await run("npm", ["publish", tarball], { cwd: folder, env: settings });
  const user = { ...environment, npm_config_registry: registry.url };
  await run("npm", ["install", "tapgraph"], { cwd: folder, env: user, timeout: 240_000 });

  const size = await run("du", ["-sk", join(folder, "node_modules")]);
  project.provide("mebibytes", Number.parseInt(size.stdout, 10) / 1024);
  project.provide("tarball", tarball);
  project.provide("folder", folder);
  project.provide("environment", user);
  return async () => {
    await registry[Symbol.asyncDispose]();
    await rm(place, { recursive: true, force: true });
  };
}

/** This environment without npm's settings, and with the tests' Node.js first. */
function readEnvironment(): Readonly<Record<string, string>> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined && !/^(?:npm_|INIT_CWD$)/i.test(name)) environment[name] = value;
  return { ...environment, PATH: `${dirname(process.execPath)}:${environment["PATH"]}` };
}

function findName(json: string): string {
  const name = /"filename": "([^"]+\.tgz)"/.exec(json)?.[1];
  if (name === undefined) throw new Error(`npm pack names no file:\n${json}`);
  return name;
}
