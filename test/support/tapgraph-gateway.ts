import { join } from "node:path";
import { type Run, runTapgraph } from "./tapgraph.ts";

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
 * @param preloads files of this folder to load into the process first.
 */
export async function runGateway(
  settings: Readonly<Record<string, string>> & { readonly REGISTRY_URL: string },
  preloads: readonly string[] = [],
): Promise<GatewayRun> {
  const imports = preloads.map((file) => `--import=${join(import.meta.dirname, file)}`);
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
