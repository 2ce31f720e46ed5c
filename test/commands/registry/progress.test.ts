import { expect, test } from "vitest";
import { withProgress } from "../../../src/commands/registry/progress.ts";

async function show(
  total: number,
  dones: Iterable<number>,
  { columns = 80, isTTY = true }: { readonly columns?: number; readonly isTTY?: boolean } = {},
): Promise<string> {
  const texts: string[] = [];
  const write = (text: string | Uint8Array) => texts.push(String(text)) > 0;
  const work = async (progress: Parameters<Parameters<typeof withProgress>[1]>[0]) => {
    for (const done of dones) {
      progress.onAdvance(done);
      progress.onRecords(done);
    }
  };
  await withProgress(total, work, { columns, isTTY, write });
  return texts.join("");
}

test("a bar shows the share that is done, and is left at its end", async () => {
  const lines = (await show(10, [5, 10])).split("\r\x1b[K");
  expect(lines.at(1)).toMatch(new RegExp(`^${"█".repeat(15)}${"░".repeat(15)} 50% \\| 0 records`));
  expect(lines.at(-1)).toMatch(/^█{30} 100% \| 10 records, .*\n$/);
});

test("however often it is updated, it is drawn a few times only", async () => {
  expect((await show(100_000, Array(100_000).keys())).length).toBeLessThan(10_000);
});

test.each([
  [0, 0],
  [1, 7],
  [1_000, 999],
])("no line is as long as the console is wide: %d, %d", async (total, done) => {
  const [, first = ""] = (await show(total, [done], { columns: 20 })).split("\r\x1b[K");
  expect(first).toHaveLength(19);
  expect(first).not.toContain("NaN");
});

test("without a console there is a line at each tenth", async () => {
  const text = await show(100, Array(101).keys(), { isTTY: false });
  const tenths = Array.from({ length: 10 }, (_, at) => `${at + 1}0%`);
  expect(text.split("\n").map((line) => line.split(":")[0])).toEqual([...tenths, ""]);
});
