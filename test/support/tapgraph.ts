import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** A run of a program, in an empty folder and without the settings of this process. Disposal kills it. */
export interface Run extends AsyncDisposable {
  readonly process: ChildProcess;
  /** What it has written so far, to standard output and standard error. */
  readonly output: string;
  /** What it has written so far to standard output alone. */
  readonly stdout: string;
  /** Resolves when the output holds a match; fails when the process ends without one. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with the exit code. */
  exit(): Promise<number | null>;
}

/**
 * Runs `tapgraph` as a user does.
 * @param input the standard input. @default empty
 */
export async function runTapgraph(
  argv: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  input?: string,
): Promise<Run> {
  const node = ["--import", join(root, "src/preload.js"), join(root, "src/main.ts")];
  return runProgram([process.execPath, ...node, ...argv], settings, { input });
}

/**
 * Runs a program, given by its name and arguments. Its environment is `PATH` and these settings.
 * @param options.folder where it runs. @default an empty folder
 * @param options.detached whether it leads a process group, which disposal kills with it: for programs that start others.
 */
export async function runProgram(
  [file = "", ...argv]: readonly string[],
  settings: Readonly<Record<string, string>>,
  options: {
    readonly folder?: string;
    readonly input?: string | undefined;
    readonly detached?: boolean;
  } = {},
): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), "tapgraph-"));
  const child = spawn(file, argv, {
    cwd: options.folder ?? folder,
    env: { PATH: process.env["PATH"], ...settings },
    detached: options.detached ?? false,
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => {}).end(options.input);
  let output = "";
  let stdout = "";
  const listeners = new Set<() => void>();
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
    collect(chunk);
  });
  child.stderr.on("data", collect);
  const exited = once(child, "close") as Promise<[number | null]>;
  return {
    process: child,
    get output() {
      return output;
    },
    get stdout() {
      return stdout;
    },
    async waitFor(pattern) {
      const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
      const look = () => {
        const match = pattern.exec(output);
        if (match) resolve(match);
      };
      listeners.add(look);
      look();
      void exited.then(() => reject(new Error(`ended without ${pattern}:\n${output}`)));
      return promise.finally(() => listeners.delete(look));
    },
    exit: async () => (await exited)[0],
    async [Symbol.asyncDispose]() {
      if (options.detached) endGroup(child);
      else child.kill("SIGKILL");
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function endGroup({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // ESRCH: all of them have ended already.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
