import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CsvOptions } from "../../../src/registry/import/read-csv.ts";
import { openStore } from "../../../src/registry/store/open-store.ts";
import { hostileJson, hostileText } from "../../support/hostile.ts";
import { dump, readList } from "../../support/real-registry.ts";
import { runs } from "../../support/seed.ts";
import { importText, now, readText } from "./import-text.ts";

const read = (text: string, options: CsvOptions = {}) => readText(text, "csv", options);

/** Reads rows of additional data, below their columns. */
async function readData(columns: string, rows: readonly string[], options: CsvOptions = {}) {
  const header = ["id", ...columns.split(",").map((column) => `additional_data${column}`)].join();
  const lines = rows.map((row, index) => `T${String(index).padStart(4, "0")},${row}`);
  const { mistakes, tags } = await read([header, ...lines].join("\n"), options);
  const data = tags.map((tag) => tag.additional_data);
  return { mistakes: mistakes.map(({ line, field }) => `${line} ${field}`), data };
}

describe("files as spreadsheets and other programs write them", () => {
  const rows = "A1,Door,3\r\nA2,Gate,4\r\n";
  const header = "id,name,additional_data.floor";
  const commas = `${header}\r\n${rows}`;
  test.each([
    ["as in RFC 4180", commas],
    ["a byte order mark", `\ufeff${commas}`],
    ["no line end at the end", commas.trimEnd()],
    ["line feeds", commas.replaceAll("\r", "")],
    ["carriage returns", commas.replaceAll("\n", "")],
    ["a header row that ends with another line end", `${header}\n${rows}`],
    ["a row that ends with another line end", `${header}\nA1,Door,3\r\nA2,Gate,4\n`],
    ["a last row that ends with another line end", `${header}\r\nA1,Door,3\r\nA2,Gate,4\n`],
    ["a last line feed among others", `${header}\nA1,Door,3\nA2,Gate,4\r\n`],
    ["empty lines", `\r\n\n${commas.replaceAll("\n", "\n\r\n\n").replaceAll(",", ";")}`],
    ["semicolons", commas.replaceAll(",", ";")],
    ["tabs", commas.replaceAll(",", "\t")],
    ["a line that names the separator", `sep=;\r\n${commas.replaceAll(",", ";")}`],
    ["a quoted line that names it", `\ufeff"sep=,"\n${commas}`],
    ["empty columns at the end", commas.replaceAll("\r\n", ",,\r\n")],
    ["empty columns below the header row", `${header}\r\nA1,Door,3,,\r\nA2,Gate,4,\r\n`],
    ["rows that were cleared", `${header}\r\nA1,Door,3\r\n,,\r\nA2,Gate,4\r\n,,\r\n,,\r\n`],
  ])("with %s are read", async (_, text) => {
    const { mistakes, tags } = await read(text);
    expect(mistakes).toEqual([]);
    expect(tags).toMatchObject([
      { id: "A1", name: "Door", additional_data: { floor: 3 } },
      { id: "A2", name: "Gate", additional_data: { floor: 4 } },
    ]);
  });

  test("cells may contain quotes, line ends and separators", async () => {
    const header = 'name;id;"additional_data.a,b,c,d;\te"';
    const { mistakes, tags } = await read(`${header}\r\n"Door ""A""\r\nleft; or\tright";A;1\r\n`);
    expect(mistakes).toEqual([]);
    expect(tags).toMatchObject([
      { name: 'Door "A"\r\nleft; or\tright', additional_data: { "a,b,c,d;\te": 1 } },
    ]);
  });

  test("a separator that is given overrides the one that is found", async () => {
    const { mistakes } = await read("id;name\nA;1\n", { separator: "," });
    expect(mistakes).toEqual([{ line: 1, field: "id;name", problem: "a tag has no such field" }]);
  });

  test("a header row with a uuid means terminals", async () => {
    const { terminals } = await read("id,uuid,can_insert_chip\n5,u-5,1\n");
    expect(terminals).toMatchObject([{ id: 5, uuid: "u-5", can_insert_chip: true }]);
  });
});

describe("a cell", () => {
  test("that JSON reads as a number is one, whatever its spelling", async () => {
    const cells = '1.5 2.0 1e3 1E+3 -0 007 +1 .5 5. 0x1F "5 " 2024-01-05'.match(/"[^"]*"|\S+/g);
    const { data } = await readData(".a", cells ?? []);
    const values = '1.5 2 1000 1000 0 "007" "+1" ".5" "5." "0x1F" "5 " "2024-01-05"';
    expect(data.map((one) => JSON.stringify(one?.["a"])).join(" ")).toBe(values);
  });

  test("TRUE or FALSE is a boolean in the interface's fields", async () => {
    const { tags } = await read("id,is_active\nA,TRUE\nB,FALSE\nC,False\n");
    expect(tags.map((tag) => tag.is_active)).toEqual([true, false, false]);
  });

  test("TRUE or FALSE is a boolean in a column that holds nothing else, and text in others", async () => {
    const { data } = await readData(".only,.json,.text,.late,.empty,.number,.upper", [
      "TRUE,true,TRUE,TRUE,FALSE,FALSE,TRUE",
      "FALSE,FALSE,maybe,FALSE,,0,NULL",
      "True,null,false,no,,,",
    ]);
    const [text, late, upper, number] = ["TRUE", "TRUE", "TRUE", "FALSE"];
    expect(data).toEqual([
      { only: true, json: true, text, late, upper, empty: false, number },
      { only: false, json: false, text: "maybe", late: "FALSE", number: 0, upper: "NULL" },
      { only: true, json: null, text: false, late: "no" },
    ]);
  });

  test("is a boolean if the whole column is, however long the file", async () => {
    const rows = [...Array.from({ length: 5000 }, () => "TRUE,TRUE"), "FALSE,other"];
    const { data } = await readData(".a,.b", rows);
    expect(data.at(0)).toEqual({ a: true, b: "TRUE" });
    expect(data.at(-1)).toEqual({ a: false, b: "other" });
  });

  test("of additional_data and columns of its keys are merged", async () => {
    const rows = ['"{""k"":1,""__proto__"":2}",3,', '"{""x"":1}",,', "null,3,", "{},,", "null,,"];
    const { mistakes, data } = await readData(",.x,.y", rows);
    expect(mistakes).toEqual([]);
    expect(data).toEqual([JSON.parse('{"k":1,"__proto__":2,"x":3}'), { x: 1 }, { x: 3 }, {}, null]);
  });

  test("of additional_data must be an object without the keys of columns", async () => {
    const rows = ['"{""x"":1,""y"":1}",2,2', "text,2,"];
    const { mistakes } = await readData(",.x,.y", rows);
    const fields = ["2 additional_data.x", "2 additional_data.y", "3 additional_data"];
    expect(mistakes).toEqual(fields);
  });

  test("of a type that is empty stays empty, and without a column it is NFC", async () => {
    const typesOf = async (text: string) => (await read(text)).tags.map(({ type }) => type);
    expect(await typesOf("id,type\nA,\nB,NFC\n")).toEqual(["", "NFC"]);
    expect(await typesOf("id\nA\n")).toEqual(["NFC"]);
  });

  test("of a time may be spelled as numbers, dates and times are", async () => {
    const spellings = ["5", "5.0", "1e3", "-0", "1.7E+09", "007", "", "2025-03-01"];
    const times = ["2025-03-01T08:00:00Z", "2025-03-01 09:30:00.5+01:30", "1960-02-29t00:00:00z"];
    const all = [...spellings, ...times];
    const { mistakes, tags } = await read(
      ["id,added_when", ...all.map((one, at) => `${at},${one}`)].join("\n"),
    );
    expect(mistakes).toEqual([]);
    const byId = new Map(tags.map((tag) => [tag.id, tag.added_when]));
    const day = 1_740_787_200;
    const seconds = [5, 5, 1000, 0, 1_700_000_000, 7, now, day, day + 28_800, day + 28_800];
    expect(all.map((_, at) => byId.get(String(at)))).toEqual([...seconds, -310_521_600]);
  });

  const wrongTimes = ["1.5", "1.2.3", "1e99", "12345678901234567890", "01.03.2025", "3/1/2025"];
  test.each([
    ...wrongTimes,
    "2025-02-30",
    "2025-13-01",
    "2025-03-01T08:00:00",
    "2025-03-01T25:00:00Z",
  ])("of a time cannot be %s", async (time) => {
    const { mistakes } = await read(`id,added_when\nA,${time}\n`);
    const problem = `expected seconds since 1970, or a date such as 2025-03-01 or 2025-03-01T08:00:00Z, found "${time}"`;
    expect(mistakes).toEqual([{ line: 2, record: "tag A", field: "added_when", problem }]);
  });
});

test("numbers with a decimal comma are read if the user says so, and then have no point", async () => {
  const rows = ['"3,5"', "4", '"-0,25"', "null", "", "1.500", '"01,5"'];
  const weightsOf = async (options: CsvOptions) =>
    (await readData(".weight", rows, options)).data.map((one) => one?.["weight"]);
  expect(await weightsOf({})).toEqual(["3,5", 4, "-0,25", null, undefined, 1.5, "01,5"]);
  const read = await weightsOf({ decimalComma: true });
  expect(read).toEqual([3.5, 4, -0.25, null, undefined, "1.500", "01,5"]);
});

test.each(["weight", "Weight"])(
  "numbers with a decimal comma are a mistake where the structure has numbers, by identifier or name: %s",
  async (key) => {
    const csv = `id;additional_data.${key}\nA;3,5\nB;4\nC;-0,25`;
    const find = async (type: string) => {
      await using store = await openStore(":memory:");
      const items = [{ type, name: "Weight", identifier: "weight" }];
      const structures = { tag: { items, last_update: 1 } };
      await importText(store, JSON.stringify({ structures }), "json");
      return (await importText(store, csv, "csv")).mistakes;
    };
    const problem = expect.stringMatching(/decimal comma; --decimal-comma reads it$/);
    const mistake = { line: 2, field: `additional_data.${key}`, problem, cells: 2 };
    expect(await find("number")).toMatchObject([mistake]);
    expect(await find("textbox")).toEqual([]);
  },
);

describe("a mistake", () => {
  test("in all cells of a column is one, with the first of them", async () => {
    const text = [
      "id,added_when,is_active",
      ...Array.from({ length: 300 }, (_, at) => `T${at},${(at % 28) + 1}.03.2025,WAHR`),
      ...Array.from({ length: 300 }, (_, at) => `F${at},1.3.2025,FALSCH`),
    ];
    const { mistakes } = await read(text.join("\r\n"));
    expect(mistakes).toMatchObject([
      { line: 2, record: "tag T0", field: "is_active", cells: 600 },
      { line: 2, record: "tag T0", field: "added_when", cells: 600 },
    ]);
    expect(mistakes.map(({ problem }) => problem)).toEqual([
      'expected true or false, found "WAHR"',
      expect.stringMatching(/^expected seconds since 1970, or a date .*, found "1.03.2025"$/),
    ]);
  });

  test("in one of many records is one of its own: ids that are used twice", async () => {
    const { mistakes } = await read("id\nA\nB\nA\nB\n");
    expect(mistakes).toMatchObject([
      { line: 4, record: "tag A", field: "id", problem: "this id was already used" },
      { line: 5, record: "tag B", field: "id", problem: "this id was already used" },
    ]);
  });

  test("is reported by line, and lines within quotes count", async () => {
    const text = 'id,name,is_active\na,"1\n2\n3",true\nb,x,maybe\nc,x\nd,x,true,y\n';
    expect((await read(text)).mistakes).toEqual([
      {
        line: 5,
        record: "tag b",
        field: "is_active",
        problem: 'expected true or false, found "maybe"',
      },
      ...[6, 7].map((line) => ({
        line,
        record: `tag #${line - 3}`,
        field: "",
        problem: "expected 3 cells, as in the header row",
      })),
    ]);
  });

  const rows = (count: number) => Array.from({ length: count }, (_, at) => `t${at},1\n`).join("");
  const quote = "a quote is misplaced or not closed";
  test.each([
    ["", 1, "", "the file has no header row"],
    ["id,added_when,colour\nA,1,red\n", 1, "colour", "a tag has no such field"],
    ["id,,name\nA,,red\n", 1, "", "a tag has no such field"],
    ["id,id\n", 1, "id", "the header row has this column twice"],
    ['id,added_when\n"a,1\n', 2, "", quote],
    [`id,added_when\n${rows(50)}"a,1\n`, 52, "", quote],
    [`id,added_when\n${rows(50)}a"b,1\n${rows(9)}`, 52, "", quote],
    ['"id",added_when\n"a\nb",1\n"a"b,1\n', 4, "", quote],
  ])("is reported where it is: %j", async (text, line, field, problem) => {
    expect((await read(text)).mistakes).toEqual([{ line, field, problem }]);
  });
});

test("any record is the same after its export and import", async () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(2, 1.5, 1e3, -0, 1e21, 5e-324, 2 ** 53),
  );
  const text = fc.oneof(
    hostileText.filter((one) => one.isWellFormed()),
    fc.constantFrom("true", "TRUE", "False", "null", "2.0", "1e3", "-0", "007", "{}", " 5", "5 "),
    fc.constantFrom("a,b", "a;b", "a\tb", "\ufeff", '""', "'", "\r", "\n", "1,5", "sep=;"),
  );
  const value = fc.oneof(number, text, fc.boolean(), fc.constant(null), hostileJson);
  // Few keys, so that columns hold values of several kinds, and cells without a value.
  const key = fc.oneof(fc.constantFrom("a", "b", "", "a.b", "__proto__"), hostileText);
  const data = fc.option(fc.dictionary(key, value, { maxKeys: 4 }));
  const record = fc.record({
    type: text,
    name: text,
    description: text,
    is_active: fc.boolean(),
    last_update: fc.maxSafeInteger(),
    additional_data: data,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 6 }), async (records) => {
      await using source = await openStore(":memory:");
      await using target = await openStore(":memory:");
      const tags = records.map((one, index) => ({ id: `T${index}`, added_when: 1, ...one }));
      const given = await importText(source, JSON.stringify(tags), "json");
      expect(given.mistakes).toEqual([]);
      for (const format of ["csv", "ndjson"] as const) {
        const text = await dump(source, 1, { format, selection: "tags" });
        const { mistakes } = await importText(target, text, format);
        expect(mistakes).toEqual([]);
        expect(await readList(target, "tag")).toEqual(await readList(source, "tag"));
      }
    }),
    { numRuns: runs(25) },
  );
});
