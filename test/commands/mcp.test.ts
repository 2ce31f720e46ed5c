import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { CommandError } from "../../src/commands/command-error.ts";
import { runMcp } from "../../src/commands/mcp.ts";
import { createLogger } from "../../src/log.ts";
import { parseSettings } from "../../src/settings.ts";
import { modernMeta } from "../support/mcp.ts";
import { stall, startScriptedRegistry } from "../support/scripted-registry.ts";

const root = join(import.meta.dirname, "../..");

/** Starts `tapgraph mcp`, and reads its output line by line. */
function start(settings: Readonly<Record<string, string>> = {}) {
  const args = ["--import", join(root, "src/preload.js"), join(root, "src/main.ts"), "mcp"];
  const env = { PATH: process.env["PATH"], ...settings };
  const run = spawn(process.execPath, args, { cwd: import.meta.dirname, env });
  const lines: string[] = [];
  const reader = createInterface({ input: run.stdout });
  reader.on("line", (line) => lines.push(line));
  let log = "";
  run.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  return {
    run,
    lines,
    get log() {
      return log;
    },
    send: (...messages: readonly unknown[]) => {
      for (const message of messages) {
        run.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
      }
    },
    async untilLines(count: number) {
      while (lines.length < count) await once(reader, "line");
      return lines.map((line) => JSON.parse(line));
    },
    [Symbol.asyncDispose]: async () => {
      if (run.exitCode !== null) return;
      run.kill("SIGKILL");
      await once(run, "close");
    },
  };
}

const call = (id: unknown, given: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "find_tags", arguments: given },
});

test.each([
  ["with sessions", {}, undefined],
  ["without sessions", { _meta: modernMeta }, "complete"],
])(
  "standard output carries the protocol alone, in the era %s, and the log goes to standard error",
  async (_era, more, resultType) => {
    await using mcp = start({ LOG_LEVEL: "debug", METRICS_PORT: "1" });
    const { params, ...message } = call("a", { first: 1 });
    const first = JSON.stringify({ ...message, params: { ...params, ...more } });
    // Some programs write a byte order mark first.
    mcp.send(`\ufeff${first}`, "nonsense", "", {
      jsonrpc: "2.0",
      id: "b",
      method: "ping",
      params: 5,
    });
    mcp.send({ jsonrpc: "2.0", method: "notifications/initialized", params: more });
    const byId = new Map((await mcp.untilLines(3)).map((answer) => [answer.id, answer]));
    const { result } = byId.get("a");
    expect(JSON.parse(result.content[0].text).total).toBe(2500);
    expect(result.resultType).toBe(resultType);
    expect([byId.get(null).error.code, byId.get("b").error.code]).toEqual([-32700, -32600]);
    const ended = once(mcp.run, "close");
    mcp.run.stdin.end();
    await ended;
    expect([mcp.run.exitCode, mcp.lines.length]).toEqual([0, 3]);
    expect(mcp.log).toContain('"operation":"find_tags"');
  },
);

test("only a line feed or the end of the input ends a message, and one of more than 1 MiB is refused", async () => {
  await using mcp = start();
  const ping = { jsonrpc: "2.0", method: "ping" };
  mcp.send({ ...ping, id: 1, params: { text: "a\u2028b\u2029c" } });
  mcp.run.stdin.write(`${JSON.stringify({ ...ping, id: 2 }).replaceAll(",", ",\r")}\r\n`);
  mcp.send(call(3, { search: "x".repeat(3_000_000) }), { ...ping, id: 4 });
  const byId = new Map((await mcp.untilLines(4)).map((answer) => [answer.id, answer]));
  for (const id of [1, 2, 4]) expect(byId.get(id).result).toEqual({});
  expect(byId.get(3).error.message).toMatch(/is larger than 1048576 bytes/);
  const ended = once(mcp.run, "close");
  mcp.run.stdin.end(JSON.stringify({ jsonrpc: "2.0", id: 5, method: "tools/list", params: null }));
  await ended;
  expect(JSON.parse(mcp.lines[4] ?? "").result.tools).toHaveLength(6);
});

test.skipIf(!existsSync("/proc/self/net/tcp"))(
  "no port is opened, not even for the sample",
  async () => {
    await using mcp = start({ PORT: "4999", METRICS_PORT: "4998", LOG_LEVEL: "silent" });
    mcp.send(call(1));
    await mcp.untilLines(1);
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
  },
);

test("the end of the input ends it, and cancels its calls", async () => {
  await using registry = await startScriptedRegistry(stall);
  await using mcp = start({
    REGISTRY_URL: registry.url,
    TAPGRAPH_KEY: "key",
    REGISTRY_TIMEOUT_MS: "60000",
    REQUEST_DEADLINE_MS: "90000",
  });
  mcp.send(call(1), call(2, { first: 1 }));
  await registry.call(1);
  const ended = once(mcp.run, "close");
  mcp.run.stdin.end();
  await ended;
  expect([mcp.run.exitCode, mcp.lines]).toEqual([0, []]);
});

test("a call that is cancelled gets no answer, and others do", async () => {
  await using registry = await startScriptedRegistry(stall);
  await using mcp = start({ REGISTRY_URL: registry.url, TAPGRAPH_KEY: "key" });
  mcp.send(call(1));
  await registry.call(0);
  mcp.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  mcp.send({ jsonrpc: "2.0", id: 2, method: "ping" });
  expect(await mcp.untilLines(1)).toEqual([{ jsonrpc: "2.0", id: 2, result: {} }]);
});

test.each([
  [[], "TAPGRAPH_KEY: the key contains a line break or a control character"],
  [["--port", "1"], "tapgraph mcp: takes no arguments (the key comes from TAPGRAPH_KEY)"],
])(
  "%j with a key that no header can carry is refused, and the key not shown",
  async (argv, line) => {
    const settings = parseSettings({ TAPGRAPH_KEY: "secret\nkey" });
    await expect(runMcp(settings, createLogger("silent"), argv)).rejects.toThrow(
      new CommandError(line),
    );
  },
);
