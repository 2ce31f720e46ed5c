import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, test } from "vitest";
import { isForUser } from "../../src/commands/command-error.ts";
import { toPrintable } from "../../src/commands/printable.ts";
import { writeOutput } from "../../src/commands/write-output.ts";
import { createFolder, createOpenFolder, makeFolderReadOnly } from "../support/folder.ts";

async function* say(...pieces: readonly string[]) {
  yield* pieces;
}

async function failureOf(work: Promise<void>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(isForUser(error)).toBe(true);
  return String(error instanceof Error ? error.message : error);
}

describe("a file", () => {
  test("is replaced by the whole text, and keeps its mode", async () => {
    await using folder = await createFolder();
    for (const mode of [0o600, 0o640, 0o666]) {
      writeFileSync(folder.file("a"), "old");
      chmodSync(folder.file("a"), mode);
      await writeOutput(folder.file("a"), say("n", "ew"));
      expect(readFileSync(folder.file("a"), "utf8")).toBe("new");
      expect(statSync(folder.file("a")).mode & 0o7777).toBe(mode);
    }
    expect(readdirSync(folder.path)).toEqual(["a"]);
  });

  test("that is new has the mode that any new file has", async () => {
    await using folder = await createFolder();
    writeFileSync(folder.file("other"), "");
    await writeOutput(folder.file("a"), say("new"));
    expect(statSync(folder.file("a")).mode).toBe(statSync(folder.file("other")).mode);
  });

  test("is never seen half written, nor by those who may not read the old one", async () => {
    await using folder = await createFolder();
    writeFileSync(folder.file("a"), "old", { mode: 0o600 });
    async function* look() {
      yield "new";
      expect(readFileSync(folder.file("a"), "utf8")).toBe("old");
      const modes = readdirSync(folder.path).map(
        (name) => statSync(folder.file(name)).mode & 0o777,
      );
      expect(modes).toEqual([0o600, 0o600]);
    }
    await writeOutput(folder.file("a"), look());
    expect(readFileSync(folder.file("a"), "utf8")).toBe("new");
  });

  test("stays as it was if the text ends in an error", async () => {
    await using folder = await createFolder();
    writeFileSync(folder.file("a"), "old");
    async function* fail() {
      yield "new";
      throw new RangeError("the store is gone");
    }
    await expect(writeOutput(folder.file("a"), fail())).rejects.toThrow("the store is gone");
    await expect(writeOutput(folder.file("b"), fail())).rejects.toThrow("the store is gone");
    expect(readFileSync(folder.file("a"), "utf8")).toBe("old");
    expect(readdirSync(folder.path)).toEqual(["a"]);
  });

  test("that a link names is replaced, and the link stays, even if it named nothing", async () => {
    await using folder = await createFolder();
    mkdirSync(folder.file("data"));
    writeFileSync(folder.file("data/a"), "old");
    symlinkSync("data/a", folder.file("link"));
    symlinkSync("data/b", folder.file("dangling"));
    symlinkSync("dangling", folder.file("twice"));
    await writeOutput(folder.file("link"), say("new"));
    await writeOutput(folder.file("twice"), say("also new"));
    expect(readFileSync(folder.file("data/a"), "utf8")).toBe("new");
    expect(readFileSync(folder.file("data/b"), "utf8")).toBe("also new");
    expect(lstatSync(folder.file("link")).isSymbolicLink()).toBe(true);
    expect(lstatSync(folder.file("twice")).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder.file("data"))).toEqual(["a", "b"]);
  });

  test("that cannot be written is reported in one line", async () => {
    await using folder = await createOpenFolder();
    writeFileSync(folder.file("a"), "old");
    for (const [file, problem] of [
      [folder.file("none/a"), "its folder does not exist; nothing was written"],
      [folder.path, "it is a folder; nothing was written"],
    ] as const) {
      expect(await failureOf(writeOutput(file, say("new")))).toBe(`${file}: ${problem}`);
    }
    using _ = makeFolderReadOnly(folder);
    expect(await failureOf(writeOutput(folder.file("a"), say("new")))).toBe(
      `${folder.file("a")}: it or its folder cannot be written; the old file is unchanged`,
    );
    expect(readFileSync(folder.file("a"), "utf8")).toBe("old");
  });

  test("whose name cannot be looked up is reported in one line", async () => {
    await using folder = await createFolder();
    symlinkSync("loop", folder.file("loop"));
    for (const name of ["loop", "a".repeat(300)]) {
      const failure = await failureOf(writeOutput(folder.file(name), say("new")));
      expect(failure).toMatch(/^[^\n]*: E[^\n]+; nothing was written$/);
    }
    expect(readdirSync(folder.path)).toEqual(["loop"]);
  });
});

test.runIf(process.platform === "linux")(
  "a device that is full is reported in one line",
  async () => {
    expect(await failureOf(writeOutput("/dev/full", say("new")))).toBe(
      "/dev/full: the disk is full; nothing was written",
    );
  },
);

test("a text from elsewhere is shown without what controls a terminal or turns the writing around", () => {
  const turning = "\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069";
  const shown = toPrintable(`\u001b[31m\u007f\u009b\ud800${turning}`);
  expect(shown).toBe(
    "\\u001b[31m\\u007f\\u009b\\ud800\\u061c\\u200e\\u200f\\u2028\\u2029\\u202a\\u202e\\u2066\\u2069",
  );
  expect(toPrintable("größer, שלום 😀")).toBe("größer, שלום 😀");
  expect(toPrintable("x".repeat(200))).toBe("x".repeat(200));
  expect(toPrintable("x".repeat(201))).toBe(`${"x".repeat(200)}…`);
});
