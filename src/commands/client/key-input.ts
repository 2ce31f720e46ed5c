import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Settings } from "../../settings.ts";
import { CommandError } from "../command-error.ts";

/**
 * The registry's key: `TAPGRAPH_KEY`, or else what is typed at a hidden prompt, or comes on standard input. Never of the command
 * line, which every process of the machine can read.
 * @throws CommandError without one.
 */
export async function readRegistryKey({ TAPGRAPH_KEY: given }: Settings): Promise<string> {
  const key =
    given ?? (process.stdin.isTTY ? await askHidden("Registry key: ") : await readInput());
  if (key === "") {
    throw new CommandError(
      "TAPGRAPH_KEY: the registry's key is needed, there or on standard input",
    );
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
  if (/[\x00-\x1f\x7f]/.test(key)) {
    throw new CommandError("TAPGRAPH_KEY: the key has line ends or control characters within");
  }
  return key;
}

/**
 * The registry's address.
 * @throws CommandError where it is not set.
 */
export function requireRegistryUrl({ REGISTRY_URL: url }: Settings): string {
  if (url !== undefined) return url;
  throw new CommandError("REGISTRY_URL: the registry's address is needed, without /api/v1");
}

/** Without the line end that `echo` and editors leave. */
async function readInput(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, "");
}

/** What is typed on the terminal, which shows none of it. */
async function askHidden(prompt: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const { promise, resolve } = Promise.withResolvers<string>();
  terminal.once("close", () => resolve(""));
  terminal.once("SIGINT", () => terminal.close());
  process.stderr.write(prompt);
  terminal.question("", resolve);
  const answer = await promise;
  terminal.close();
  process.stderr.write("\n");
  return answer.trim();
}
