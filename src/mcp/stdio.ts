import { Readable, type Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { ProtocolError } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { createServer, readMessage } from "./server.ts";

/**
 * Serves the tools that a gateway has at `/mcp` to one program, until the input ends. Calls under
 * way are cancelled then.
 * @param fetch the gateway's own.
 */
export async function serveTools(
  fetch: (request: Request) => Promise<Response>,
  key: string | null,
  { input, output }: { readonly input: Readable; readonly output: Writable },
): Promise<void> {
  // A header has the bytes of its UTF-8 as Latin-1.
  const keyHeader = key === null ? {} : { "x-api-key": Buffer.from(key).toString("latin1") };
  const headers = { "content-type": "application/json", ...keyHeader };
  const ask = async (method: string, params: object, signal: AbortSignal | null = null) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const asked = new Request("http://localhost/mcp", { method: "POST", headers, body, signal });
    const { result, error, errors = [] } = JSON.parse(await (await fetch(asked)).text());
    if (result !== undefined) return result;
    const { code = -32603, message } = error ?? errors[0];
    throw new ProtocolError(code, message);
  };
  const messages = Readable.from(readMessages(input, output), { objectMode: false });
  const serving = serveStdio(
    () =>
      createServer(
        () => ask("tools/list", {}),
        (params, leaving) => ask("tools/call", params, leaving),
      ),
    { transport: new StdioServerTransport(messages, output) },
  );
  await finished(messages);
  await serving.close();
}

// Lines that are no messages are answered here with what is wrong with them.
async function* readMessages(input: Readable, output: Writable): AsyncGenerator<string> {
  for await (const line of splitLines(input)) {
    if (line.trim() === "") continue;
    const read = readMessage(line);
    if ("message" in read) yield `${JSON.stringify(read.message)}\n`;
    else output.write(`${JSON.stringify(read.fault)}\n`);
  }
}

// At line feeds alone: Node's own interface knows other line ends, which JSON may contain.
async function* splitLines(input: Readable): AsyncGenerator<string> {
  let last = "";
  for await (const chunk of input.setEncoding("utf8")) {
    const lines = `${last}${chunk}`.split("\n");
    last = lines.pop() ?? "";
    yield* lines;
  }
  yield last;
}
