import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { expect, test } from "vitest";
import { FileError } from "../../../src/gateway/base/watched-file.ts";
import { KeysFileError } from "../../../src/gateway/keys/keys-file.ts";
import { watchKeys } from "../../../src/gateway/keys/watched-keys.ts";
import { createFolder } from "../../support/folder.ts";
import { ManualClock } from "../../support/manual-clock.ts";

type Line = readonly [level: string, fields: object, message: string];

async function watch(text = file("one")) {
  const folder = await createFolder();
  const path = folder.file("keys.json");
  writeFileSync(path, text, { mode: 0o600 });
  return {
    ...{ folder, path, ...watchPath(path) },
    [Symbol.asyncDispose]: folder[Symbol.asyncDispose],
  };
}

function watchPath(path: string) {
  const clock = new ManualClock();
  const lines: Line[] = [];
  const add = (level: string) => (fields: object, message: string) =>
    lines.push([level, fields, message]);
  const log = { info: add("info"), warn: add("warn"), error: add("error") };
  const watched = watchKeys({ path, clock, log: log as never });
  return {
    watched,
    lines,
    levels: () => lines.map(([level]) => level),
    /** Lets time pass, and waits for the look that it brings. */
    async pass(ms = 2_000) {
      clock.advance(ms);
      await watched.look();
    },
    key: () => watched.current.keys.get("shop"),
  };
}

function file(key: string): string {
  return JSON.stringify({ keys: { shop: key } });
}

test("changes of equal length that follow each other at once are all seen", async () => {
  await using world = await watch();
  const { path, pass, key } = world;
  for (const next of ["two", "six", "ten", "one", "two"]) {
    writeFileSync(path, file(next));
    await pass();
    expect(key()).toBe(next);
  }
});

test("a file that symlinks lead to is seen when they lead elsewhere", async () => {
  await using folder = await createFolder();
  for (const name of ["one", "two"]) writeFileSync(folder.file(name), file(name), { mode: 0o600 });
  symlinkSync(folder.file("one"), folder.file("data"));
  symlinkSync(folder.file("data"), folder.file("keys.json"));
  const { pass, key } = watchPath(folder.file("keys.json"));
  expect(key()).toBe("one");
  symlinkSync(folder.file("two"), folder.file("data-new"));
  renameSync(folder.file("data-new"), folder.file("data"));
  await pass();
  expect(key()).toBe("two");
});

/** The name of this process: a file that keeps its times when it is written, as if the system's clock had stood still. */
const processName = "/proc/self/comm";

function writeProcessName(name: string): void {
  writeFileSync(processName, name, { flag: "r+" });
}

test.skipIf(!existsSync(processName))(
  "a file that changed is read once more at the next look, because two writes may have the same time",
  async () => {
    const { folder, path, pass, lines } = await watch();
    await using stack = new AsyncDisposableStack();
    stack.use(folder);
    const name = readFileSync(processName, "utf8");
    stack.defer(() => writeProcessName(name));
    symlinkSync(processName, folder.file("link"));
    writeProcessName("{}");
    renameSync(folder.file("link"), path);
    await pass();
    writeProcessName("[");
    await pass();
    expect(lines.map(([, fields]) => fields)).toMatchObject([
      { mistakes: ["keys: expected an object with at least one key by its name"] },
      { mistakes: ["it is not JSON"] },
    ]);
  },
);

test("while the file is broken the last good one stays in force, and an error is logged at once and each minute", async () => {
  await using world = await watch();
  const { path, pass, key, watched, lines, levels } = world;
  expect(watched.isOk).toBe(true);
  writeFileSync(path, '{ "keys": { "shop": "s3cret-ha');
  await pass();
  expect([key(), watched.isOk, levels()]).toEqual(["one", false, ["error"]]);
  for (let seconds = 2; seconds < 60; seconds += 2) await pass();
  expect(levels()).toEqual(["error"]);
  await pass();
  expect(levels()).toEqual(["error", "error"]);
  expect(JSON.stringify(lines)).not.toContain("s3cret");
  writeFileSync(path, file("two"));
  await pass();
  expect([key(), watched.isOk, levels()]).toEqual(["two", true, ["error", "error", "info"]]);
});

test("at the start, a missing file and a broken one are refused, with a line for each mistake", async () => {
  await using folder = await createFolder();
  const path = folder.file("keys.json");
  expect(() => watchPath(path)).toThrow(new FileError(`${path} cannot be read (ENOENT)`));
  writeFileSync(path, '{ "keys": {}, "more": 1 }');
  expect(() => watchPath(path)).toThrow(KeysFileError);
  expect(() => watchPath(path)).toThrow(/^unknown member "more"\nkeys: expected/);
});

test("a pipe in its place is a broken file, of which nothing is read", async () => {
  await using world = await watch();
  const { path, pass, watched, lines, key } = world;
  renameSync(path, `${path}.old`);
  execFileSync("mkfifo", [path]);
  await pass();
  expect([key(), watched.isOk]).toEqual(["one", false]);
  expect(lines.at(-1)?.[1]).toMatchObject({ mistakes: [`${path} is not a regular file`] });
  expect(() => watchPath(path)).toThrow(`${path} is not a regular file`);
  renameSync(`${path}.old`, path);
  await pass();
  expect([key(), watched.isOk]).toEqual(["one", true]);
});

test("the start warns if others may read the file", async () => {
  await using world = await watch();
  const { path, levels } = world;
  expect(levels()).toEqual([]);
  chmodSync(path, 0o604);
  expect(watchPath(path).levels()).toEqual(["warn"]);
});

test("once disposed of, it does not look any more", async () => {
  await using world = await watch();
  const { path, watched } = world;
  const clock = new ManualClock();
  const other = watchKeys({ path, clock, log: {} as never });
  expect(clock.isWatched).toBe(true);
  other[Symbol.dispose]();
  expect(clock.isWatched).toBe(false);
  watched[Symbol.dispose]();
  rmSync(path);
});
