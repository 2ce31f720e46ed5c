import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { ProgramOutput } from "../../support/tapgraph.ts";
import type { Image } from "./build.ts";
import { startInSandbox } from "./sandbox.ts";

/** A container of an image: one process and its children, on the image's root file system, read-only. */
export interface Container extends AsyncDisposable {
  readonly pid: number;
  readonly output: string;
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  exit(): Promise<number | null>;
  /** The exit code and output of a command inside, as `docker exec` runs it. */
  execute(
    argv: readonly string[],
    user?: readonly [number, number],
  ): Promise<{ readonly code: number; readonly output: string }>;
}

/** Runs an image as `docker run --read-only` does, on this machine's network. */
export function runContainer(
  image: Image,
  options: {
    readonly environment?: Readonly<Record<string, string>>;
    /** @default the image's command */
    readonly command?: readonly string[];
    /** @default the image's user */
    readonly user?: readonly [number, number];
    readonly mounts?: ReadonlyMap<string, string>;
  } = {},
): Container {
  const { command = image.command, user = image.user, mounts = new Map() } = options;
  const environment = { ...image.environment, ...options.environment };
  const child = startInSandbox({
    ...image,
    environment,
    user,
    argv: [...image.entrypoint, ...command],
    mounts,
    access: "read-only",
  });
  const output = new ProgramOutput(child);
  const container: Container = {
    // The child makes the namespaces; its only child is the first process inside.
    get pid() {
      return Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8"));
    },
    get output() {
      return output.text;
    },
    waitFor: (pattern) => output.waitFor(pattern),
    exit: () => output.exited,
    execute: (argv, by = user) => executeIn(container.pid, { ...image, environment }, argv, by),
    async [Symbol.asyncDispose]() {
      // Everything inside ends with the first process, and the child with it.
      if (child.exitCode === null) process.kill(container.pid, "SIGKILL");
      await output.exited;
    },
  };
  return container;
}

function executeIn(
  pid: number,
  { folder, environment }: Image,
  argv: readonly string[],
  [uid, gid]: readonly [number, number],
): Promise<{ readonly code: number; readonly output: string }> {
  const inside = ["--mount", "--pid", "--root", `--wdns=${folder}`, `-S${uid}`, `-G${gid}`];
  const { promise, resolve } = Promise.withResolvers<{ code: number; output: string }>();
  execFile(
    "nsenter",
    [`--target=${pid}`, ...inside, ...argv],
    { env: environment },
    (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
  );
  return promise;
}
