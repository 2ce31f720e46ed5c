import { readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join, relative } from "node:path";
import dockerignore from "@balena/dockerignore";

/** Creates a filter that says whether a path of a checkout is part of the build context. */
export function createContextFilter(checkout: string): (path: string) => boolean {
  const ignore = dockerignore.default().add(readFileSync(join(checkout, ".dockerignore"), "utf8"));
  return (path) => !ignore.ignores(path);
}

/** Copies the build context: all files that `.dockerignore` does not exclude, and none of an excluded folder. */
export async function copyContext(checkout: string, target: string): Promise<void> {
  const belongs = createContextFilter(checkout);
  await cp(checkout, target, {
    recursive: true,
    filter: (path) => path === checkout || belongs(relative(checkout, path)),
  });
}
