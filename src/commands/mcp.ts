import { handleFetch } from "../gateway/http/handle-fetch.ts";
import type { Logger } from "../log.ts";
import type { Settings } from "../settings.ts";
import { checkKey } from "./client/key-input.ts";
import { CommandError } from "./command-error.ts";
import { reachRegistry } from "./gateway/gateway.ts";
import { startRouter } from "./router/start-router.ts";
import { untilStopped, warnOfStrayNames } from "./service.ts";

/**
 * `tapgraph mcp`: serves the tools to one program over standard input and output, until the input
 * ends. Opens no port.
 * @param log must not write to standard output, which has nothing but the protocol.
 * @throws CommandError if it cannot start with these settings.
 */
export async function runMcp(given: Settings, log: Logger, argv: readonly string[]): Promise<void> {
  if (argv.length > 0) {
    throw new CommandError("tapgraph mcp: takes no arguments (the key comes from TAPGRAPH_KEY)");
  }
  checkKey(given.TAPGRAPH_KEY ?? "");
  warnOfStrayNames(log);
  await using stack = new AsyncDisposableStack();
  // The key is the registry's own, and nobody else can ask.
  const settings: Settings = {
    ...given,
    ...{ MCP: true, EXPLORER: "false", METRICS_PORT: undefined, KEYS_FILE: undefined },
  };
  const registry = await reachRegistry(settings, log, stack, { hasPort: false });
  const keyHint = "Set TAPGRAPH_KEY to it in the environment of `tapgraph mcp`.";
  const router = await startRouter({ settings, log, registry, keyHint }, stack);
  const key = settings.TAPGRAPH_KEY ?? registry.sampleKey;
  const { stdin: input, stdout: output } = process;
  const fetch = (request: Request) => handleFetch(router, request);
  const { serveTools } = await import("../mcp/stdio.ts");
  const ended = serveTools(fetch, key, { input, output }).then(() => "the end of the input");
  await untilStopped(log, ended);
  router.stop();
}
