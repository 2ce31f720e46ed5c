import { isJsonObject, type JsonObject } from "../../gateway/call/decode/json-values.ts";
import { handleFetch } from "../../gateway/http/handle-fetch.ts";
import { maxBodyBytes } from "../../gateway/http/request/http-request.ts";
import type { Router } from "../../gateway/http/router.ts";
import type { Logger } from "../../log.ts";
import type { Settings } from "../../settings.ts";
import { checkKey } from "../client/key-input.ts";
import { CommandError } from "../command-error.ts";
import { reachRegistry } from "../gateway/gateway.ts";
import { startRouter } from "../router/start-router.ts";
import { untilStopped } from "../service.ts";

/** Where a client's messages come from, and where the answers go: one message a line. */
interface Streams {
  readonly input: NodeJS.ReadableStream;
  readonly output: { write(line: string): unknown };
}

/**
 * `tapgraph mcp`: serves the tools to one program over standard input and output, until the input ends. Opens no port.
 * @param log must not write to standard output, which has nothing but the protocol.
 * @throws CommandError if it cannot start with these settings.
 */
export async function runMcp(given: Settings, log: Logger, argv: readonly string[]): Promise<void> {
  if (argv.length > 0) {
    throw new CommandError("tapgraph mcp: takes no arguments (the key comes from TAPGRAPH_KEY)");
  }
  checkKey(given.TAPGRAPH_KEY ?? "");
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
  const ended = serveMessages(router, key, { input, output }).then(() => "the end of the input");
  await untilStopped(log, ended);
  router.stop();
}

/** Answers each message as one that came to `/mcp`. Resolves when the input has ended, and all is answered. */
async function serveMessages(
  router: Router,
  key: string | null,
  { input, output }: Streams,
): Promise<void> {
  const calls = new Map<unknown, AbortController>();
  const answers = new Set<Promise<void>>();
  for await (const line of readLines(input)) {
    if (line.trim() === "") continue;
    const message = parseMessage(line);
    const { method, id, params } = message;
    if (method === "notifications/cancelled" && isJsonObject(params)) {
      calls.get(params["requestId"])?.abort();
    }
    const leaving = new AbortController();
    if (method === "tools/call") calls.set(id, leaving);
    const request = new Request("http://localhost/mcp", {
      method: "POST",
      headers: headersOf(message, key),
      body: line,
      signal: leaving.signal,
    });
    const answer = answerMessage(router, request, output).finally(() => {
      if (calls.get(id) === leaving) calls.delete(id);
      answers.delete(answer);
    });
    answers.add(answer);
  }
  for (const leaving of calls.values()) leaving.abort();
  await Promise.all(answers);
}

/**
 * Splits the input at line feeds and at nothing else, as Node's own interface would: JSON may contain other line ends. Of a line that is
 * too long to be read, only so much is kept that it is refused.
 */
async function* readLines(input: NodeJS.ReadableStream): AsyncGenerator<string> {
  let last = "";
  for await (const chunk of input.setEncoding("utf8")) {
    const [first = "", ...others] = String(chunk).split("\n");
    last += first;
    for (const line of others) {
      yield last;
      last = line;
    }
    if (last.length > maxBodyBytes) last = last.slice(0, maxBodyBytes + 1);
  }
  yield last;
}

async function answerMessage(
  router: Router,
  request: Request,
  output: Streams["output"],
): Promise<void> {
  const response = await handleFetch(router, request);
  const text = await response.text();
  if (text !== "" && !request.signal.aborted) output.write(`${text}\n`);
}

function parseMessage(line: string): JsonObject {
  try {
    const message: unknown = JSON.parse(line);
    return isJsonObject(message) ? message : {};
  } catch {
    return {};
  }
}

/** The headers that a message has over HTTP, where they repeat what it says. */
function headersOf({ method, params }: JsonObject, key: string | null): Record<string, string> {
  const headers: Record<string, string> = { "content-type": "application/json" };
  // A header has the bytes of its UTF-8 as Latin-1.
  if (key !== null) headers["x-api-key"] = Buffer.from(key).toString("latin1");
  const { _meta: meta, name } = isJsonObject(params) ? params : {};
  const version = isJsonObject(meta) && meta["io.modelcontextprotocol/protocolVersion"];
  if (typeof version !== "string") return headers;
  return {
    ...headers,
    "mcp-protocol-version": encode(version),
    "mcp-method": encode(String(method)),
    ...(typeof name === "string" && { "mcp-name": encode(name) }),
  };
}

/** A value of a header. One that a header cannot have as it is, is encoded as the protocol says. */
function encode(value: string): string {
  const isPlain = /^[\x21-\x7e]+$/.test(value) && !value.startsWith("=?base64?");
  return isPlain ? value : `=?base64?${Buffer.from(value).toString("base64")}?=`;
}
