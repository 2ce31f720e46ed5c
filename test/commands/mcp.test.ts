import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { beforeAll, describe, expect, test } from "vitest";
import { CommandError } from "../../src/commands/command-error.ts";
import { runMcp } from "../../src/commands/mcp.ts";
import { createGateway } from "../../src/create-gateway.ts";
import { createLogger } from "../../src/log.ts";
import { serveTools } from "../../src/mcp/stdio.ts";
import { parseSettings } from "../../src/settings.ts";
import { modernMeta } from "../support/mcp.ts";
import { createProject } from "../support/project.ts";
import { stall, startScriptedRegistry } from "../support/scripted-registry.ts";
import { patient } from "../support/tapgraph.ts";

const root = join(import.meta.dirname, "../..");

/** A program's side of the two streams. */
class Talk {
  readonly lines: string[] = [];
  readonly input: Writable;
  readonly #reader;

  constructor(input: Writable, output: Readable) {
    this.input = input;
    this.#reader = createInterface({ input: output });
    this.#reader.on("line", (line) => this.lines.push(line));
  }

  send(...messages: readonly unknown[]): void {
    for (const message of messages) {
      this.input.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
    }
  }

  /** Resolves with the answers by id when there are that many. */
  async untilAnswers(count: number) {
    while (this.lines.length < count) await once(this.#reader, "line");
    return new Map(this.lines.map((line) => JSON.parse(line)).map((one) => [one.id, one]));
  }
}

/** Starts `tapgraph mcp`. */
function start(settings: Readonly<Record<string, string>> = {}) {
  const args = ["--import", join(root, "src/preload.js"), join(root, "src/main.ts"), "mcp"];
  const env = { PATH: process.env["PATH"], ...settings };
  const run = spawn(process.execPath, args, { cwd: import.meta.dirname, env });
  let log = "";
  run.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  return Object.assign(new Talk(run.stdin, run.stdout), {
    run,
    ended: once(run, "close"),
    readLog: () => log,
    [Symbol.asyncDispose]: async () => {
      if (run.exitCode !== null) return;
      run.kill("SIGKILL");
      await once(run, "close");
    },
  });
}

/** Serves the tools of a gateway in this process. */
function serveHere(registryUrl: string) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const settings = { REGISTRY_URL: registryUrl, LOG_LEVEL: "silent", MCP: true } as const;
  const gateway = createGateway({ ...settings, ...patient });
  const fetch = (request: Request) => gateway.fetch(request);
  const ended = serveTools(fetch, "key", { input, output });
  return Object.assign(new Talk(input, output), {
    ended,
    [Symbol.asyncDispose]: async () => {
      input.end();
      await ended;
      await gateway.close();
    },
  });
}

const call = (id: unknown, given: object = {}, more: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "find_tags", arguments: given, ...more },
});

const ping = { jsonrpc: "2.0", method: "ping" };

describe("with the sample", () => {
  let mcp: ReturnType<typeof start>;
  beforeAll(() => {
    mcp = start({ LOG_LEVEL: "debug", PORT: "4999", METRICS_PORT: "1" });
    return () => mcp[Symbol.asyncDispose]();
  });

  test.skipIf(!existsSync("/proc/self/net/tcp"))("no port is opened", async () => {
    mcp.send(call("a"));
    await mcp.untilAnswers(1);
    const folder = `/proc/${mcp.run.pid}/fd`;
    const sockets = readdirSync(folder).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(join(folder, fd)))?.[1] ?? [];
      } catch {
        return [];
      }
    });
    const listening = ["tcp", "tcp6"].flatMap((table) =>
      readFileSync(`/proc/self/net/${table}`, "utf8")
        .split("\n")
        .map((line) => line.trim().split(/\s+/))
        .filter((cells) => cells[3] === "0A")
        .map((cells) => cells[9] ?? ""),
    );
    expect(sockets.length).toBeGreaterThan(0);
    expect(sockets.filter((inode) => listening.includes(inode))).toEqual([]);
  });

  test("standard output carries the protocol alone, and the log goes to standard error", async () => {
    // Some programs write a byte order mark first.
    mcp.send(`\ufeff${JSON.stringify(call("b", { first: 1 }))}`);
    mcp.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    const { result } = (await mcp.untilAnswers(2)).get("b");
    mcp.input.end();
    await mcp.ended;
    expect(JSON.parse(result.content[0].text).total).toBe(2500);
    expect(mcp.lines).toHaveLength(2);
    expect(mcp.readLog()).toContain('"operation":"find_tags"');
  });
});

test("the end of the input ends it, and cancels its calls", async () => {
  await using registry = await startScriptedRegistry(stall);
  await using mcp = start({ REGISTRY_URL: registry.url, TAPGRAPH_KEY: "key", ...patient });
  mcp.send(call(1), call(2, { first: 1 }));
  await registry.call(1);
  mcp.input.end();
  await mcp.ended;
  expect([mcp.run.exitCode, mcp.lines]).toEqual([0, []]);
});

test.each([
  ["with sessions", {}, undefined],
  ["without sessions", { _meta: modernMeta }, "complete"],
])(
  "what is no message is answered with its mistake, in the era %s",
  async (_, more, resultType) => {
    await using registry = await startScriptedRegistry(createProject(3));
    await using mcp = serveHere(registry.url);
    mcp.send(call("a", { first: 1 }, more), "nonsense", "", { ...ping, id: "b", params: 5 });
    const answers = await mcp.untilAnswers(3);
    expect(answers.get("a").result.resultType).toBe(resultType);
    expect([answers.get(null).error.code, answers.get("b").error.code]).toEqual([-32700, -32600]);
  },
);

test("only a line feed or the end of the input ends a message, and one of more than 1 MiB is refused", async () => {
  await using registry = await startScriptedRegistry(stall);
  await using mcp = serveHere(registry.url);
  mcp.send({ ...ping, id: 1, params: { text: "a\u2028b\u2029c" } });
  mcp.input.write(`${JSON.stringify({ ...ping, id: 2 }).replaceAll(",", ",\r")}\r\n`);
  mcp.send(call(3, { search: "x".repeat(3_000_000) }), { ...ping, id: 4 });
  const answers = await mcp.untilAnswers(4);
  for (const id of [1, 2, 4]) expect(answers.get(id).result).toEqual({});
  expect(answers.get(3).error.message).toMatch(/is larger than 1048576 bytes/);
  mcp.input.end(JSON.stringify({ jsonrpc: "2.0", id: 5, method: "tools/list", params: null }));
  await mcp.ended;
  expect((await mcp.untilAnswers(5)).get(5).result.tools).toHaveLength(6);
});

test("calls that are cancelled end and get no answer, and others do", async () => {
  await using registry = await startScriptedRegistry(stall);
  await using mcp = serveHere(registry.url);
  mcp.send(call(1), call(2, { first: 1 }));
  const calls = [await registry.call(0), await registry.call(1)];
  for (const requestId of [1, 2]) {
    mcp.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
  }
  // The first call of a kind is carried to its end, to learn whether the registry answers.
  await Promise.race(calls.map(({ closed }) => closed));
  mcp.send({ ...ping, id: 3 });
  expect((await mcp.untilAnswers(1)).get(3)).toEqual({ jsonrpc: "2.0", id: 3, result: {} });
});

test.each([
  [[], "TAPGRAPH_KEY: the key contains a line break or a control character"],
  [["--port=1"], "tapgraph mcp: takes no arguments (the key comes from TAPGRAPH_KEY)"],
])(
  "%j with a key that no header can carry is refused, and the key not shown",
  async (argv, line) => {
    const settings = parseSettings({ TAPGRAPH_KEY: "secret\nkey" });
    await expect(runMcp(settings, createLogger("silent"), argv)).rejects.toThrow(
      new CommandError(line),
    );
  },
);
