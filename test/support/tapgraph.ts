import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";

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

/** A line of the log. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string };

/** A gateway in its own process. */
export interface GatewayRun extends Run {
  readonly url: string;
  /** The log so far. */
  readonly log: readonly LogLine[];
}

/** Time limits that even a busy machine does not reach, for tests that are about something else. */
export const patient = { REGISTRY_TIMEOUT_MS: "60000", REQUEST_DEADLINE_MS: "90000" };

/**
 * Starts `tapgraph gateway` in front of a registry and waits until it listens.
 * @param preloads paths of files to load into the process first.
 */
export async function runGateway(
  settings: Readonly<Record<string, string>> & { readonly REGISTRY_URL: string },
  preloads: readonly string[] = [],
): Promise<GatewayRun> {
  const imports = preloads.map((path) => `--import=${path}`);
  const run = await runTapgraph(["gateway"], {
    PORT: "0",
    ...patient,
    ...settings,
    NODE_OPTIONS: [settings["NODE_OPTIONS"], ...imports].join(" "),
  });
  return untilListening(run);
}

/** Resolves when a gateway that was started listens. */
export async function untilListening(run: Run): Promise<GatewayRun> {
  const [, url = ""] = await run.waitFor(/"url":"(http:[^"]+)".*"msg":"gateway is listening"/);
  return {
    process: run.process,
    url,
    get output() {
      return run.output;
    },
    get stdout() {
      return run.stdout;
    },
    get log() {
      return run.output
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as LogLine);
    },
    waitFor: (pattern) => run.waitFor(pattern),
    exit: () => run.exit(),
    [Symbol.asyncDispose]: () => run[Symbol.asyncDispose](),
  };
}

/** A program that has both outputs piped. */
type Program = ChildProcess & { readonly stdout: Readable; readonly stderr: Readable };

// biome-ignore lint/suspicious/noExplicitAny: a test names the fields that it expects.
type ResponseData = any;

/** The gateway with the sample project in its own process, as `npm start` runs it. */
export interface SampleGatewayRun extends AsyncDisposable {
  readonly run: Run;
  readonly url: string;
  /** The key of the sample's main project (2,500 tags, 60 terminals). */
  readonly key: string;
  /** Sends a query with that key, and returns the data of the response. */
  query(document: string): Promise<ResponseData>;
}

/** Starts it and waits until it listens. */
export async function runSampleGateway(
  settings: Readonly<Record<string, string>> = {},
): Promise<SampleGatewayRun> {
  const run = await runTapgraph([], { PORT: "0", ...settings });
  const [, url = ""] = await run.waitFor(/Explorer +(http:\S+)\/graphql/);
  const [, key = ""] = await run.waitFor(/Sample key +(\S+)/);
  return {
    run,
    url,
    key,
    async query(document) {
      const response = await fetch(`${url}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: JSON.stringify({ query: document }),
      });
      const result = (await response.json()) as { readonly data: ResponseData };
      return result.data;
    },
    [Symbol.asyncDispose]: () => run[Symbol.asyncDispose](),
  };
}

/** What a program writes, to standard output and standard error, and how it exits. */
export class ProgramOutput {
  /** What it has written so far. */
  text = "";
  /** Resolves with the exit code. */
  readonly exited: Promise<number | null>;
  readonly #listeners = new Set<() => void>();

  constructor(program: Program) {
    for (const stream of [program.stdout, program.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        this.text += chunk.toString();
        for (const listener of this.#listeners) listener();
      });
    }
    this.exited = once(program, "close").then(([code]) => code);
  }

  /** Resolves when the output has a match; fails when the program ends without one. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray> {
    const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
    const look = () => {
      const match = pattern.exec(this.text);
      if (match) resolve(match);
    };
    this.#listeners.add(look);
    look();
    void this.exited.then(() => reject(new Error(`ended without ${pattern}:\n${this.text}`)));
    return promise.finally(() => this.#listeners.delete(look));
  }
}
