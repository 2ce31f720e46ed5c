import { expect, test } from "vitest";
import { ProgressBar } from "../../src/commands/progress-bar.ts";

test("a bar shows the share that is done, and is left at its end", () => {
  const { bar, written } = setUp({ total: 10 });
  bar.update(5);
  expect(written()).toBe(`\r\x1b[K${"█".repeat(15)}${"░".repeat(15)} 5 done`);
  bar.update(10);
  bar.stop("keep");
  expect(written().split("\r\x1b[K").at(-1)).toBe(`${"█".repeat(30)} 10 done\n`);
});

test("however often it is updated, it is drawn a few times only", () => {
  const { bar, written } = setUp({ total: 100_000 });
  for (let done = 0; done < 100_000; done += 1) bar.update(done);
  expect(written().length).toBeLessThan(10_000);
});

test("a bar that is cleared leaves an empty line", () => {
  const { bar, written } = setUp({ total: 10 });
  bar.update(3);
  bar.stop("clear");
  expect(written().endsWith("\r\x1b[K")).toBe(true);
});

test("no line is as long as the console is wide, whatever the total", () => {
  for (const [total, done] of [
    [0, 0],
    [1, 7],
    [1_000, 999],
  ] as const) {
    const { bar, written } = setUp({ total, columns: 20 });
    bar.update(done);
    expect(written().replace("\r\x1b[K", "")).toHaveLength(19);
  }
});

function setUp({ total, columns = 80 }: { readonly total: number; readonly columns?: number }) {
  const texts: string[] = [];
  const console = { columns, write: (text: string | Uint8Array) => texts.push(String(text)) > 0 };
  const bar = new ProgressBar(total, (done) => `${done} done`, console);
  return { bar, written: () => texts.join("") };
}
