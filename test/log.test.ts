import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ActiveKeys } from "../src/gateway/base/active-keys.ts";
import { scrubLine } from "../src/log.ts";

const root = join(import.meta.dirname, "..");

const line = (fields: object) => `${JSON.stringify(fields)}\n`;

describe("the key of a request under way", () => {
  test.each([
    ["in a message", { msg: "failed with s3cret-key-1, and s3cret-key-1" }],
    ["deep in an object", { err: { cause: [{ url: "http://a/?x=s3cret-key-1&y=1" }] } }],
    ["alone", { value: "s3cret-key-1" }],
  ])("is removed %s", (_, fields) => {
    const keys = new ActiveKeys();
    keys.add("s3cret-key-1");
    const scrubbed = scrubLine(line(fields), keys);
    expect(scrubbed).not.toContain("s3cret-key-1");
    expect(scrubbed).toContain("[key]");
    JSON.parse(scrubbed);
  });

  test("stays hidden until the last request that carries it has ended, and four with other keys", () => {
    const keys = new ActiveKeys();
    keys.add("s3cret-key-1");
    keys.add("s3cret-key-1");
    keys.remove("s3cret-key-1");
    expect(scrubLine('{"a":"s3cret-key-1"}\n', keys)).toBe('{"a":"[key]"}\n');
    keys.remove("s3cret-key-1");
    keys.add("another-key");
    expect(scrubLine('{"a":"s3cret-key-1"}\n', keys)).toBe('{"a":"[key]"}\n');
    keys.remove("another-key");
    expect(scrubLine('{"a":"s3cret-key-1"}\n', keys)).toBe('{"a":"[key]"}\n');
    for (const other of ["another-key-2", "another-key-3", "another-key-4"]) {
      keys.add(other);
      keys.remove(other);
    }
    expect(scrubLine('{"a":"s3cret-key-1"}\n', keys)).toBe('{"a":"s3cret-key-1"}\n');
  });

  test("has the same digest as at any other time, and as no other key", () => {
    const keys = new ActiveKeys();
    const before = keys.digestOf("s3cret-key-1");
    keys.add("s3cret-key-1");
    expect([keys.digestOf("s3cret-key-1"), keys.digestOf("s3cret-key-1")]).toEqual([
      before,
      before,
    ]);
    expect(keys.digestOf("s3cret-key-2")).not.toBe(before);
    keys.remove("s3cret-key-1");
    expect(keys.digestOf("s3cret-key-1")).toBe(before);
    expect(before).not.toContain("s3cret");
  });

  test("is not removed from property names", () => {
    const keys = new ActiveKeys();
    keys.add("durationMs");
    expect(scrubLine('{"durationMs":5,"msg":"durationMs"}\n', keys)).toBe(
      '{"durationMs":5,"msg":"[key]"}\n',
    );
  });

  test("is not mistaken for the JSON escapes in a line", () => {
    const keys = new ActiveKeys();
    keys.add("n    at answer");
    const error = line({ stack: "Error\n    at answer (file.ts)" });
    expect(scrubLine(error, keys)).toBe(error);
  });

  test("is in no line, whatever its characters, and the line stays JSON", () => {
    const text = fc.string({ unit: "binary", minLength: 8 });
    fc.assert(
      fc.property(text, fc.string({ unit: "binary" }), (meant, around) => {
        const received = Buffer.from(meant).toString("latin1");
        const keys = new ActiveKeys();
        keys.add(received);
        const scrubbed = JSON.parse(
          scrubLine(
            line({
              msg: `${around}${meant}${around}`,
              raw: received,
              url: `/?x=${encodeURIComponent(meant.toWellFormed())}`,
            }),
            keys,
          ),
        );
        expect(scrubbed.raw).toBe("[key]");
        expect(scrubbed.url).toBe("/?x=[key]");
        expect(scrubbed.msg).toContain("[key]");
      }),
    );
  });
});

describe("text that looks like a key", () => {
  test.each([
    ["in a URL", { url: "http://a/tags?limit=1&key=abc&page=2" }, "?limit=1&key=[key]&page=2"],
    ["first in a URL", { msg: "GET /tags?key=abc failed" }, "GET /tags?key=[key] failed"],
    ["as a header", { headers: { "X-API-Key": "abc" } }, '"X-API-Key":"[key]"'],
    ["in raw headers", { raw: ["Authorization", "Bearer abc"] }, '"Authorization","[key]"'],
    ["as a header in a string", { msg: "x-api-key: abc, host: a" }, "x-api-key: [key], host: a"],
    ["as a token in a string", { msg: "sent Bearer abc" }, "sent Bearer [key]"],
    ["in a property called key", { deep: [{ key: "abc" }] }, '"key":"[key]"'],
  ])("is removed %s", (_, fields, expected) => {
    const scrubbed = scrubLine(line(fields), new ActiveKeys());
    expect(scrubbed).toContain(expected);
    expect(scrubbed).not.toContain("abc");
  });

  test("is not found in ordinary words", () => {
    const words = line({ msg: "the registry refused the key; send it as X-API-Key" });
    expect(scrubLine(words, new ActiveKeys())).toBe(words);
  });
});

describe("standard output", () => {
  const program = (words: string) => `
    import { createLogger } from ${JSON.stringify(join(root, "src/log.ts"))};
    const log = createLogger("info");
    ${words}
  `;

  function start(words: string, stdout: "pipe" | number): ChildProcess {
    const argv = ["--input-type=module", "--eval", program(words)];
    return spawn(process.execPath, argv, { stdio: ["pipe", stdout, "inherit"] });
  }

  test("on a full disk loses lines, but the process keeps running and ends normally", async () => {
    const disk = openSync("/dev/full", "w");
    const child = start(
      'log.info("first"); setImmediate(() => { log.info("last"); process.exit(3); });',
      disk,
    );
    closeSync(disk);
    expect(await once(child, "exit")).toEqual([3, null]);
  });

  test("whose reader has left loses lines, but the process ends normally", async () => {
    const child = start(
      'process.stdin.on("end", () => { log.info("last"); process.exit(3); }).resume();',
      "pipe",
    );
    child.stdout?.destroy();
    child.stdin?.end();
    expect(await once(child, "exit")).toEqual([3, null]);
  });

  test("has received all lines when the process ends", async () => {
    const child = start(
      "for (let n = 0; n < 20_000; n += 1) log.info({ n }); process.exit(3);",
      "pipe",
    );
    const lines = await text(child.stdout as Readable);
    expect(lines.split("\n")).toHaveLength(20_001);
  });

  test("is shared by all loggers of a process, with one exit listener", async () => {
    const words = 'for (let n = 0; n < 20; n += 1) createLogger("info").info({ n });';
    const child = start(`${words} process.exit(process.listenerCount("exit"));`, "pipe");
    const lines = await text(child.stdout as Readable);
    expect(lines.match(/"n":\d+/g)).toHaveLength(20);
    expect(child.exitCode ?? (await once(child, "exit"))[0]).toBe(1);
  });
});
