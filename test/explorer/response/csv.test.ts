import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsOf } from "../../../src/explorer/response/table/columns.ts";
import { formatCsv } from "../../../src/explorer/response/table/csv.ts";

const rowsToCsv = (rows: readonly Record<string, unknown>[]) =>
  formatCsv(columnsOf(rows, []), rows);

describe("a table as CSV", () => {
  it("begins with a byte order mark, ends its lines with CR LF, and guards its header, but no number", () => {
    expect(rowsToCsv([{ "=cmd": "Gate", floor: -2 }])).toBe("\uFEFF'=cmd,floor\r\nGate,-2\r\n");
  });

  it.each(["=1+1", "+420 777", "-5", "@SUM(A1)", "\t=1", "\r=1", " =1", "\u200B=1", "＝1", "|cmd"])(
    "keeps a spreadsheet from reading %j as a formula",
    (text) => {
      const [[cell]] = parse(rowsToCsv([{ a: text }]), { bom: true, from: 2 }) as [[string]];
      expect(cell).toBe(`'${text}`);
    },
  );

  it("is read back by a CSV reader cell by cell, whatever the text", () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(fc.array(fc.record({ a: text, b: text }), { minLength: 1 }), (rows) => {
        const read = parse(rowsToCsv(rows), { bom: true, from: 2 }) as string[][];
        const expected = rows.map(({ a, b }) => [guarded(a), guarded(b)]);
        expect(read).toEqual(expected);
        for (const cell of read.flat()) expect(cell).not.toMatch(/^[\s\p{Cc}\p{Cf}]*[=+\-@]/u);
      }),
      { verbose: true },
    );
  });
});

/** The rule, written independently: a risky sign after any blanks and invisible characters, or a leading control character. */
function guarded(text: string): string {
  const first = [...text].find((character) => !/[\s\p{Cc}\p{Cf}]/u.test(character)) ?? "";
  const isRisky = "=+-@|＝＋－＠".includes(first) && first !== "";
  return isRisky || "\t\r\n".includes(text[0] ?? "x") ? `'${text}` : text;
}
