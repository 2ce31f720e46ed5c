import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { createLogger } from "../../log.ts";
import type { LinkSetting } from "../../setting-parsers.ts";
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

/** @throws CommandError for a control character, which no header can have. */
export function checkKey(key: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
  if (/[\x00-\x1f\x7f]/.test(key)) {
    throw new CommandError("TAPGRAPH_KEY: the key contains a line break or a control character");
  }
}

/**
 * The registry to ask, its key, and the links of the settings or of the sample. Without `REGISTRY_URL`, it is the embedded one, and the sample
 * needs no key from the user.
 * @throws CommandError if there is no key.
 */
export async function reachWithKey(
  settings: Settings,
  stack: AsyncDisposableStack,
): Promise<{
  readonly baseUrl: string;
  readonly key: string;
  readonly links: readonly LinkSetting[];
}> {
  const { REGISTRY_URL: baseUrl, ADDITIONAL_DATA_LINKS: given } = settings;
  if (baseUrl !== undefined) return { baseUrl, key: await readRegistryKey(settings), links: given };
  const { startEmbeddedRegistry } = await import("../gateway/embedded-registry.ts");
  const log = createLogger("warn", "standard error");
  const { url, name, sampleKey, links } = stack.use(await startEmbeddedRegistry(settings, log));
  process.stderr.write(`REGISTRY_URL is not set: this is ${name}.\n`);
  return { baseUrl: url, key: sampleKey ?? (await readRegistryKey(settings)), links };
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
