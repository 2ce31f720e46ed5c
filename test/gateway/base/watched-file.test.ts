import { renameSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FileError, WatchedFile } from "../../../src/gateway/base/watched-file.ts";
import { createFolder } from "../../support/folder.ts";
import { ManualClock } from "../../support/manual-clock.ts";

test("what is made of a file stays the same until the file says something else that is right", async () => {
  await using folder = await createFolder();
  const path = folder.file("list.json");
  writeFileSync(path, "[1]");
  const lines: (readonly [object, string])[] = [];
  const note = (...line: readonly [object, string]) => void lines.push(line);
  using watched = new WatchedFile({
    ...{
      path,
      setting: "LIST",
      clock: new ManualClock(),
      log: { info: note, error: note } as never,
    },
    parse(bytes) {
      const text = bytes.toString();
      if (text !== "[1]" && text !== "[2]") throw new FileError("one mistake\nanother");
      return JSON.parse(text) as unknown;
    },
  });
  const first = watched.current;
  const steps = [
    () => writeFileSync(path, "[1]"),
    () => renameSync(path, `${path}.away`),
    () => writeFileSync(path, "["),
    () => renameSync(`${path}.away`, path),
  ];
  for (const step of steps) {
    step();
    await watched.look();
    expect(watched.current).toBe(first);
  }
  writeFileSync(path, "[2]");
  await watched.look();
  expect(watched.current).toEqual([2]);
  const broken = "LIST is broken: what it said before stays in force";
  expect(lines).toEqual([
    [{ file: path, mistakes: [`${path} cannot be read (ENOENT)`] }, broken],
    [{ file: path, mistakes: ["one mistake", "another"] }, broken],
    [{ file: path }, "LIST is in order again"],
  ]);
});
