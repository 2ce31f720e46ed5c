import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Settings } from "../../settings.ts";
import { CommandError } from "../command-error.ts";

export const keySources = "from TAPGRAPH_KEY, a prompt or standard input";

/**
 * The registry's key: from `TAPGRAPH_KEY`, from a prompt that does not show it, or from standard
 * input. It never comes from the command line, which every process on the machine can read.
 * @throws CommandError if there is none, or if it contains a control character.
 */
export async function readRegistryKey({ TAPGRAPH_KEY: given }: Settings): Promise<string> {
  const key =
    given ?? (process.stdin.isTTY ? await askHidden("Registry key: ") : await readInput());
  if (key === "") {
    throw new CommandError(
      "TAPGRAPH_KEY: set it to the registry's key, or pass the key on standard input",
    );
  }
  checkKey(key);
  return key;
}

/** @throws CommandError if a key contains a control character, which no header can have. */
export function checkKey(key: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
  if (/[\x00-\x1f\x7f]/.test(key)) {
    throw new CommandError("TAPGRAPH_KEY: the key contains a line break or a control character");
  }
}

/**
 * The registry's address.
 * @throws CommandError if it is not set.
 */
export function requireRegistryUrl({ REGISTRY_URL: url }: Settings): string {
  if (url !== undefined) return url;
  throw new CommandError("REGISTRY_URL: set it to the registry's address, without /api/v1");
}

async function readInput(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, "");
}

async function askHidden(prompt: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const { promise, resolve } = Promise.withResolvers<string>();
  terminal.once("close", () => resolve(""));
  terminal.once("SIGINT", () => terminal.close());
  process.stderr.write(prompt);
  terminal.question("", resolve);
  const typed = await promise;
  terminal.close();
  process.stderr.write("\n");
  return typed.trim();
}
