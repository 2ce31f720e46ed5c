import { execFile } from "node:child_process";
import { cp, mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Makes the root file system of an image such as `node:24-bookworm-slim` from the same parts:
 * Debian's essential packages, Node.js as it runs here, and npm from its package. The packages are
 * unpacked but not configured (`--foreign`), which takes longer and which no program here needs.
 */
export async function createBase(image: string, root: string): Promise<void> {
  const [, major, suite] = /^node:(\d+)-([a-z]+)-slim$/.exec(image) ?? [];
  if (major === undefined || suite === undefined) throw new Error(`${image}: no known base image`);
  const { version } = process;
  if (!version.startsWith(`v${major}.`)) throw new Error(`${image}: this is Node.js ${version}`);
  await run("debootstrap", ["--variant=minbase", "--foreign", suite, root], { maxBuffer: 2 ** 26 });
  // Within a container, debootstrap leaves a link to the `/proc` outside.
  await rm(join(root, "proc"), { recursive: true });
  await mkdir(join(root, "proc"));
  const local = join(root, "usr/local");
  await cp(process.execPath, join(local, "bin/node"));
  await mkdir(join(local, "lib/node_modules"), { recursive: true });
  const npm = join(import.meta.dirname, "../node_modules/npm");
  await cp(npm, join(local, "lib/node_modules/npm"), { recursive: true });
  await symlink("../lib/node_modules/npm/bin/npm-cli.js", join(local, "bin/npm"));
}
