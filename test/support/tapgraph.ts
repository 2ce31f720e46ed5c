import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ProgramOutput } from "./program-output.ts";

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
  const output = new ProgramOutput(child);
  let stdout = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  return {
    process: child,
    get output() {
      return output.text;
    },
    get stdout() {
      return stdout;
    },
    waitFor: (pattern) => output.waitFor(pattern),
    exit: () => output.exited,
    async [Symbol.asyncDispose]() {
      if (options.detached) endGroup(child);
      else child.kill("SIGKILL");
      await output.exited;
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
