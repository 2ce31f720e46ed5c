import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FileFormat } from "../../../src/registry/import/file-entry.ts";
import { importEntries } from "../../../src/registry/import/import.ts";
import type { Separator } from "../../../src/registry/import/read-csv.ts";
import { readFile, readFiles } from "../../../src/registry/import/read-file.ts";
import type { RecordKind } from "../../../src/registry/record.ts";
import { createSample } from "../../../src/registry/sample/sample.ts";
import { openStore } from "../../../src/registry/store/open-store.ts";
import type { Store } from "../../../src/registry/store/store.ts";
import { createFolder } from "../../support/folder.ts";
import { hostileData, hostileJson, hostileText, unholdableNumbers } from "../../support/hostile.ts";
import { dump, readList } from "../../support/real-registry.ts";
import { storeKinds } from "../../support/stores.ts";

async function importText(
  store: Store,
  text: string | Uint8Array,
  options: {
    readonly format: FileFormat;
    readonly mode?: "change" | "check";
    readonly structureKind?: RecordKind;
    readonly separator?: Separator;
  },
) {
  await using folder = await createFolder();
  writeFileSync(folder.file("records"), text);
  const { format, mode = "change", structureKind, separator } = options;
  return await importEntries(store, readFile(folder.file("records"), format, { separator }), {
    projectId: 1,
    mode,
    structureKind,
  });
}

const readTags = (store: Store) => readList(store, "tag");

const tag = { id: "04AB", name: "Door", added_when: 1_700_000_000 };
const completeTag = {
  id: "04AB",
  type: "NFC",
  name: "Door",
  project_id: 1,
  description: "",
  is_active: true,
  added_when: 1_700_000_000,
  last_update: 1_700_000_000,
  additional_data: null,
};

describe.each(storeKinds)("an export can be imported into $name", (kind) => {
  test.each(["json", "ndjson"] as const)("%s: the complete sample", async (format) => {
    await using source = await openStore(":memory:");
    await createSample(source);
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    const text = await dump(source, 1, { format });
    const result = await importText(store, text, { format });
    expect(result).toMatchObject({ tags: 2500, terminals: 60, structures: 2, mistakeCount: 0 });
    expect(await dump(store)).toBe(await dump(source));
  });

  test.each(["tags", "terminals"] as const)("csv: the sample's %s", async (selection) => {
    await using source = await openStore(":memory:");
    await createSample(source);
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    const text = await dump(source, 1, { format: "csv", selection });
    const result = await importText(store, text, { format: "csv" });
    expect(result.mistakes).toEqual([]);
    const [only] = selection === "tags" ? (["tag"] as const) : (["terminal"] as const);
    expect(await readList(store, only)).toEqual(await readList(source, only));
  });

  test.each(["json", "ndjson", "csv"] as const)(
    "%s: additional data of any shape",
    async (format) => {
      await using place = await kind.createPlace();
      await using store = await openStore(place.address);
      await fc.assert(
        fc.asyncProperty(fc.array(hostileData, { minLength: 1, maxLength: 5 }), async (all) => {
          await using source = await openStore(":memory:");
          const tags = all.map((data, index) => ({
            ...tag,
            id: `t${index}`,
            additional_data: data,
          }));
          await importText(source, JSON.stringify(tags), { format: "json" });
          const text = await dump(source, 1, { format, selection: "tags" });
          const old = await readList<{ readonly id: string }>(store, "tag");
          await using change = await store.beginChange();
          for (const { id } of old) await change.removeRecord(1, "tag", id);
          await change.commit();
          const result = await importText(store, text, { format });
          expect(result.mistakes).toEqual([]);
          expect(await readTags(store)).toEqual(await readTags(source));
        }),
        { numRuns: 100 },
      );
    },
  );
});

describe("JSON", () => {
  test("the interface's own responses can be imported: lists, single records, structures", async () => {
    await using store = await openStore(":memory:");
    const envelope = { limit: 1000, page: 1, count: 1, page_count: 1 };
    const terminal = { id: 5, uuid: "u", added_when: 1 };
    const structure = { items: [{ type: "image", name: "n", identifier: "i" }], last_update: 3 };
    for (const body of [
      { tags: [tag], ...envelope },
      { terminals: [terminal], ...envelope },
      { tag: { ...tag, id: "2" } },
      { terminals: [{ ...terminal, id: 6 }] },
    ]) {
      const result = await importText(store, JSON.stringify(body), { format: "json" });
      expect(result.mistakes).toEqual([]);
    }
    await importText(store, JSON.stringify(structure), {
      format: "json",
      structureKind: "terminal",
    });
    expect(await readTags(store)).toEqual([completeTag, { ...completeTag, id: "2" }]);
    expect(await readList(store, "terminal")).toHaveLength(2);
    await using transaction = await store.beginRead();
    expect(JSON.parse((await transaction.readStructure(1, "terminal")) ?? "")).toEqual({
      items: [{ type: "image", name: "n", identifier: "i", set_via_app: false }],
      last_update: 3,
    });
  });

  test("a structure of an unknown kind is a mistake", async () => {
    await using store = await openStore(":memory:");
    const text = JSON.stringify({ items: [], last_update: 3 });
    const { mistakes } = await importText(store, text, { format: "json" });
    expect(mistakes).toEqual([
      { line: 1, column: 1, field: "", problem: expect.stringContaining("--structure tag") },
    ]);
  });
});

describe("a page of a list", () => {
  const page = (number: number, pageCount: number, others: object = {}) =>
    JSON.stringify({
      tags: [{ ...tag, id: `T${number}` }],
      limit: 1,
      page: number,
      count: pageCount,
      page_count: pageCount,
      ...others,
    });
  const importPages = async (texts: readonly string[], pages: "all" | "any" = "all") => {
    await using store = await openStore(":memory:");
    await using folder = await createFolder();
    const files = texts.map((text, index) => {
      writeFileSync(folder.file(`${index}.json`), text);
      return { name: folder.file(`${index}.json`), format: "json" as const, size: text.length };
    });
    const options = { projectId: 1, mode: "change", pages } as const;
    const { mistakes } = await importEntries(store, readFiles(files), options);
    return { problems: mistakes.map(({ problem }) => problem), tags: await readTags(store) };
  };
  const refusal = (count: number, missing: string) =>
    `the list has ${count} pages, and ${missing} missing; give the files of all pages, or --force`;

  test.each([
    [[page(1, 500)], 500, "2 to 500 are"],
    [[page(2, 2)], 2, "1 is"],
    [[page(1, 3), page(3, 3)], 3, "2 is"],
    [[page(1, 3), page(1, 3), page(1, 3)], 3, "2 to 3 are"],
    [[page(2, 9), page(5, 9)], 9, "1, 3 to 4 and 6 to 9 are"],
    [[page(1, 2 ** 53 - 1)], 2 ** 53 - 1, "2 to 9007199254740991 are"],
    [[page(3, 3, { page_count: undefined })], 3, "1 to 2 are"],
    [[page(1, 2, { page: undefined })], 2, "2 is"],
    [[page(1, 2, { page_count: "2" })], 2, "2 is"],
  ])("is refused without the others: %j", async (texts, count, missing) => {
    const { problems, tags } = await importPages(texts);
    expect(problems).toContain(refusal(count, missing));
    expect(tags).toEqual([]);
  });

  test("is reported where the file says that there are others", async () => {
    await using store = await openStore(":memory:");
    const text = page(1, 2);
    const { mistakes } = await importText(store, text, { format: "json" });
    const column = text.indexOf("2}") + 1;
    expect(mistakes).toMatchObject([{ line: 1, column, field: "page_count" }]);
  });

  test.each([
    ["pages from 1", [page(1, 2), page(2, 2)]],
    ["pages from 0", [page(0, 2), page(1, 2)]],
    ["pages in any order, of a list that grew meanwhile", [page(3, 3), page(1, 2), page(2, 2)]],
    ["the only page", [page(1, 1)]],
    [
      "the tags and the terminals",
      [
        page(1, 1),
        JSON.stringify({
          terminals: [{ id: 1, uuid: "u", added_when: 1 }],
          page: 1,
          page_count: 1,
        }),
      ],
    ],
  ])("is imported together with the others: %s", async (_, texts) => {
    expect((await importPages(texts)).problems).toEqual([]);
  });

  test("is imported alone if the user insists", async () => {
    const { problems, tags } = await importPages([page(2, 3)], "any");
    expect(problems).toEqual([]);
    expect(tags).toMatchObject([{ id: "T2" }]);
  });

  test("of terminals is not completed by one of tags", async () => {
    const terminals = page(2, 2)
      .replace("tags", "terminals")
      .replace('"id":"T2"', '"id":2,"uuid":"u"');
    const { problems } = await importPages([page(1, 2), terminals]);
    expect(problems).toEqual([refusal(2, "2 is"), refusal(2, "1 is")]);
  });
});

describe("a mistake in JSON of one line", () => {
  const find = async (text: string, format: FileFormat = "json") => {
    await using store = await openStore(":memory:");
    const { mistakes } = await importText(store, text, { format });
    return mistakes.map(({ line, column = 0, record = "", field }) => {
      const at = text.split("\n")[line - 1]?.slice(column - 1, column + 3);
      return `${record} ${field} at ${at}`;
    });
  };

  test.each(["json", "ndjson"] as const)(
    "%s: is reported by record, line and column",
    async (format) => {
      const records = [
        '{"id":"A","added_when":1}',
        '{"id":"B","name":5,"added_when":"soon"}',
        '{"id":"C" ,"colour.x":1}',
        '{"added_when" : 1e400, "additional_data":[{}]}',
        '{"id":"A","added_when":1}',
        "7",
      ];
      const text = format === "json" ? `{"tags":[${records.join(",")}]}` : records.join("\n");
      expect(await find(text, format)).toEqual([
        'tag B name at 5,"a',
        'tag B added_when at "soo',
        `tag C colour.x at 1}${format === "json" ? ",{" : ""}`,
        'tag C added_when at {"id',
        'tag #4 id at {"ad',
        "tag #4 added_when at 1e40",
        "tag #4 additional_data at [{}]",
        'tag A id at "A",',
        `tag #6  at 7${format === "json" ? "]}" : ""}`,
      ]);
    },
  );

  test("is reported where a structure has it", async () => {
    const items = '[{"type":"image","name":"a","identifier":"a"},{"type":"slider","name":"b"}]';
    expect(await find(`{"structures":{"tag":{"items":${items},"last_update":"x"}}}`)).toEqual([
      ' last_update at "x"}',
      ' items[1].type at "sli',
      ' items[1].identifier at {"ty',
    ]);
    expect(await find(`{"structure":"door","items":[]}`, "ndjson")).toEqual([' structure at "doo']);
  });

  test("is reported where a record stops being JSON", async () => {
    const text = '[{"id":"A","added_when":1},{"id":"B",added_when:2},{"id":"A"}]';
    expect(await find(text)).toEqual(["record #2  at adde", 'tag A added_when at {"id']);
  });
});

describe("two structures for one kind of record", () => {
  const structure = '{"items":[],"last_update":1}';
  test.each([
    [
      "json",
      `{"structures":{"tag":${structure},"terminal":${structure},"tag":${structure}}}`,
      "1:97",
    ],
    ["json", `{"structures":{"tag":${structure}},\n"structures":{"tag":${structure}}}`, "2:21"],
    ["json", '{"items":[],"last_update":1,"items":[]}', "1:37"],
    ["ndjson", `{"structure":"tag",${structure.slice(1)}\n`.repeat(2), "2:1"],
  ] as const)("are a mistake, and neither is imported: %s %s", async (format, text, at) => {
    await using store = await openStore(":memory:");
    const { mistakes } = await importText(store, text, { format, structureKind: "tag" });
    expect(mistakes.map(({ line, column }) => `${line}:${column}`)).toEqual([at]);
    await using transaction = await store.beginRead();
    expect(await transaction.readStructure(1, "tag")).toBeUndefined();
  });
});

describe("a number that 64-bit floating point cannot hold", () => {
  const data = `{"list":[${unholdableNumbers.join(",")}],"one":${unholdableNumbers[0]},"text":"${unholdableNumbers[0]}"}`;
  const texts = {
    json: `{"tags":[{"id":"A","added_when":1,"additional_data":${data}}]}`,
    ndjson: `{"id":"A","added_when":1,"additional_data":${data}}`,
    csv: `id,added_when,additional_data.list,additional_data.one,additional_data.text
A,1,"[${unholdableNumbers.join(",")}]",${unholdableNumbers[0]},"""${unholdableNumbers[0]}"""`,
  } as const;
  const formats = ["json", "ndjson", "csv"] as const;

  test.each(
    storeKinds.flatMap((kind) => formats.map((format) => ({ kind, name: kind.name, format }))),
  )(
    "keeps its digits from $format into $name, and through every export",
    async ({ kind, format }) => {
      await using place = await kind.createPlace();
      await using store = await openStore(place.address);
      const { mistakes } = await importText(store, texts[format], { format });
      expect(mistakes).toEqual([]);
      for (const exported of formats) {
        const text = await dump(store, 1, { format: exported, selection: "tags" });
        await using other = await openStore(":memory:");
        await importText(other, text, { format: exported });
        expect(await dump(other, 1, { format: "ndjson" })).toContain(`"additional_data":${data}}`);
      }
    },
  );

  test("is no value of a field that takes a whole number", async () => {
    await using store = await openStore(":memory:");
    const text = '{"id":9007199254740993,"uuid":"u","added_when":1e400,"additional_data":1e400}';
    const { mistakes } = await importText(store, text, { format: "ndjson" });
    expect(mistakes.map(({ field }) => field)).toEqual(["id", "added_when", "additional_data"]);
  });

  test("does not hide that data is nested too deeply", async () => {
    await using store = await openStore(":memory:");
    const nested = `${"[".repeat(50_000)}1e400${"]".repeat(50_000)}`;
    const text = `{"id":"A","added_when":1,"additional_data":{"a":${nested}}}`;
    const { mistakes } = await importText(store, text, { format: "ndjson" });
    expect(mistakes.map(({ field }) => field)).toEqual(["additional_data"]);
  });
});

describe("CSV", () => {
  const read = async (text: string | Uint8Array) => {
    await using store = await openStore(":memory:");
    const { mistakes } = await importText(store, text, { format: "csv" });
    return { mistakes, tags: await readTags(store) };
  };

  test("a byte order mark, quoted line ends and columns of additional data are read", async () => {
    const text =
      '\ufeffname,id,added_when,additional_data.note,additional_data.floor,additional_data.code\r\n"Door ""A""\r\nleft",04AB,1700000000,"two\nlines",3,007\r\n';
    expect(await read(text)).toEqual({
      mistakes: [],
      tags: [
        {
          ...completeTag,
          name: 'Door "A"\r\nleft',
          additional_data: { note: "two\nlines", floor: 3, code: "007" },
        },
      ],
    });
  });

  const readData = async (columns: readonly string[], rows: readonly string[]) => {
    const header = ["id", "added_when", ...columns].join(",");
    const lines = rows.map((row, index) => `T${String(index).padStart(4, "0")},1,${row}`);
    const { mistakes, tags } = await read([header, ...lines].join("\n"));
    const data = (tags as readonly (typeof completeTag)[]).map((one) => one.additional_data);
    return { mistakes: mistakes.map(({ line, field }) => `${line} ${field}`), data };
  };

  test("a cell that JSON reads as a number is one, whatever its spelling", async () => {
    const cells = [
      "1.5",
      "2.0",
      "1e3",
      "1E+3",
      "-0",
      "007",
      "+1",
      ".5",
      "5.",
      "0x1F",
      "1,5",
      "5 ",
      "2024-01-05",
    ];
    const { data } = await readData(
      ["additional_data.a"],
      cells.map((cell) => `"${cell}"`),
    );
    expect(data.map((one) => JSON.stringify(Object.values(one ?? {})[0]))).toEqual([
      "1.5",
      "2",
      "1000",
      "1000",
      "0",
      '"007"',
      '"+1"',
      '".5"',
      '"5."',
      '"0x1F"',
      '"1,5"',
      '"5 "',
      '"2024-01-05"',
    ]);
  });

  test("TRUE and FALSE are booleans in the interface's fields", async () => {
    expect(await read("id,added_when,is_active\nA,1,TRUE\nB,1,FALSE\nC,1,False\n")).toMatchObject({
      mistakes: [],
      tags: [{ is_active: true }, { is_active: false }, { is_active: false }],
    });
  });

  test("TRUE and FALSE are booleans in columns that hold nothing else, and text in others", async () => {
    const columns = ["only", "true.json", "text", "late", "empty", "number", "upper"];
    const { data } = await readData(
      columns.map((column) => `additional_data.${column}`),
      [
        "TRUE,true,TRUE,TRUE,FALSE,FALSE,TRUE",
        "FALSE,FALSE,maybe,FALSE,,0,NULL",
        "True,null,false,no,,,",
      ],
    );
    expect(data).toEqual([
      {
        only: true,
        "true.json": true,
        text: "TRUE",
        late: "TRUE",
        upper: "TRUE",
        empty: false,
        number: "FALSE",
      },
      { only: false, "true.json": false, text: "maybe", late: "FALSE", number: 0, upper: "NULL" },
      { only: true, "true.json": null, text: false, late: "no" },
    ]);
  });

  test("whether a column holds only booleans is decided by all of the file", async () => {
    const rows = [...Array.from({ length: 5000 }, () => "TRUE,TRUE"), "FALSE,other"];
    const { data } = await readData(["additional_data.a", "additional_data.b"], rows);
    expect(data.at(0)).toEqual({ a: true, b: "TRUE" });
    expect(data.at(-1)).toEqual({ a: false, b: "other" });
  });

  test("a cell of additional_data and columns of its keys are merged", async () => {
    const { mistakes, data } = await readData(
      ["additional_data", "additional_data.x", "additional_data.y"],
      ['"{""k"":1,""__proto__"":2}",3,', '"{""x"":1}",,', "null,3,", "{},,", ",,", "null,,"],
    );
    expect(mistakes).toEqual([]);
    expect(data).toEqual([
      JSON.parse('{"k":1,"__proto__":2,"x":3}'),
      { x: 1 },
      { x: 3 },
      {},
      null,
      null,
    ]);
  });

  test("a key in both is a mistake, and so is a cell that is no object", async () => {
    const { mistakes } = await readData(
      ["additional_data", "additional_data.x", "additional_data.y"],
      ['"{""x"":1,""y"":1}",2,2', "text,2,", "text,,", "[1],2,"],
    );
    expect(mistakes).toEqual([
      "2 additional_data.x",
      "2 additional_data.y",
      "3 additional_data",
      "4 additional_data",
      "5 additional_data",
    ]);
  });

  test("an empty type stays empty, and without a column it is NFC", async () => {
    const types = async (text: string) =>
      ((await read(text)).tags as readonly (typeof completeTag)[]).map(({ type }) => type);
    expect(await types("id,type,added_when\nA,,1\nB,NFC,1\n")).toEqual(["", "NFC"]);
    expect(await types("id,added_when\nA,1\n")).toEqual(["NFC"]);
  });

  test("whole numbers may be spelled as numbers are", async () => {
    const spellings = ["5", "5.0", "1e3", "-0", "1.7E+09", "007"];
    const rows = spellings.map((spelling, index) => `T${index},${spelling}`);
    const { mistakes, tags } = await read(["id,added_when", ...rows].join("\n"));
    expect(mistakes).toEqual([]);
    expect((tags as readonly (typeof completeTag)[]).map((one) => one.added_when)).toEqual([
      0, 5, 5, 7, 1000, 1_700_000_000,
    ]);
    const wrong = await read("id,added_when\nA,1.5\nB,1.2.3\nC,1e99\nD,12345678901234567890\n");
    expect(wrong.mistakes.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
  });

  test("any record is the same after its export and import", async () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(2, 1.5, 1e3, -0, 1e21, 5e-324, 2 ** 53),
    );
    const text = fc.oneof(
      hostileText.filter((one) => one.isWellFormed()),
      fc.constantFrom("true", "TRUE", "False", "null", "2.0", "1e3", "-0", "007", "{}", " 5", "5 "),
      fc.constantFrom("a,b", "a;b", "a\tb", "\ufeff", '""', "'", "\r", "\n"),
    );
    const value = fc.oneof(number, text, fc.boolean(), fc.constant(null), hostileJson);
    // Few keys, so that columns hold values of several kinds, and cells without a value.
    const key = fc.oneof(fc.constantFrom("a", "b", "", "a.b"), hostileText);
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
        const given = await importText(source, JSON.stringify(tags), { format: "json" });
        expect(given.mistakes).toEqual([]);
        const csv = await dump(source, 1, { format: "csv", selection: "tags" });
        const { mistakes } = await importText(target, csv, { format: "csv" });
        expect(mistakes).toEqual([]);
        expect(await readTags(target)).toEqual(await readTags(source));
      }),
      { numRuns: 200 },
    );
  });

  test("a header row with a uuid means terminals", async () => {
    await using store = await openStore(":memory:");
    const text = "id,uuid,added_when,can_insert_chip\n5,u-5,9,1\n";
    const result = await importText(store, text, { format: "csv" });
    expect(result).toMatchObject({ terminals: 1, mistakes: [] });
    expect(await readList(store, "terminal")).toMatchObject([
      { id: 5, uuid: "u-5", can_insert_chip: true },
    ]);
  });

  test.each([
    ["semicolons", ";"],
    ["tabs", "\t"],
    ["commas", ","],
  ])("cells are separated by %s if the header row's are", async (_, separator) => {
    const row = (...cells: readonly string[]) => `${cells.join(separator)}\r\n`;
    const text =
      row("\ufeffname", "id", '"additional_data.a,b;c\td"', "added_when") +
      row('"Door, left; or\tright"', "04AB", '"1,5"', "1700000000");
    expect(await read(text)).toEqual({
      mistakes: [],
      tags: [
        { ...completeTag, name: "Door, left; or\tright", additional_data: { "a,b;c\td": "1,5" } },
      ],
    });
  });

  test("a separator that is given overrides the header row's", async () => {
    await using store = await openStore(":memory:");
    const text = "id;added_when\nA;1\n";
    const found = await importText(store, text, { format: "csv", mode: "check" });
    expect(found.mistakes).toEqual([]);
    const given = await importText(store, text, { format: "csv", separator: "," });
    expect(given.mistakes).toEqual([
      { line: 1, field: "id;added_when", problem: "a tag has no such field" },
    ]);
  });

  test("empty lines can come before the header row", async () => {
    expect(await read("\r\n\r\nid;added_when\r\n04AB;1700000000\r\n")).toMatchObject({
      mistakes: [],
      tags: [{ id: "04AB" }],
    });
  });

  test("mistakes are reported by line, and lines within quotes count", async () => {
    const text =
      'id,name,added_when,is_active\na,"1\n2\n3",1,true\nb,x,soon,true\nc,x,2\nd,x,2,maybe\n';
    expect(await read(text)).toEqual({
      tags: [],
      mistakes: [
        {
          line: 5,
          record: "tag b",
          field: "added_when",
          problem: "expected a whole number within ±9007199254740991",
        },
        { line: 6, record: "tag #3", field: "", problem: "expected 4 cells, as in the header row" },
        { line: 7, record: "tag d", field: "is_active", problem: "expected true or false" },
      ],
    });
  });

  const rows = (count: number) => Array.from({ length: count }, (_, at) => `t${at},1\n`).join("");
  test.each([
    ["", 1, "", "the file has no header row"],
    ["id,added_when,colour\nA,1,red\n", 1, "colour", "a tag has no such field"],
    ["id,id\n", 1, "id", "the header row has this column twice"],
    ['id,added_when\n"a,1\n', 2, "", "a quote is misplaced or not closed"],
    [`id,added_when\n${rows(50)}"a,1\n`, 52, "", "a quote is misplaced or not closed"],
    [`id,added_when\n${rows(50)}a"b,1\n${rows(9)}`, 52, "", "a quote is misplaced or not closed"],
    [`id,added_when\n${rows(50)}"a"b,1\n`, 52, "", "a quote is misplaced or not closed"],
    ['"id",added_when\n"a\nb",1\n"a"b,1\n', 4, "", "a quote is misplaced or not closed"],
  ])("%j is reported as a mistake", async (text, line, field, problem) => {
    const { mistakes } = await read(text);
    expect(mistakes).toEqual([{ line, field, problem }]);
  });
});

describe("any mistake", () => {
  test("leaves everything as it was, and is reported by line, field and what is wrong", async () => {
    await using store = await openStore(":memory:");
    await importText(store, JSON.stringify(tag), { format: "ndjson" });
    const before = await dump(store);
    const lines = [
      JSON.stringify({ ...tag, id: "good" }),
      "{broken",
      "",
      JSON.stringify({ ...tag, id: "..", is_active: "yes", colour: 1 }),
      JSON.stringify({ id: 1.5, uuid: "", added_when: null }),
      JSON.stringify({ ...tag, additional_data: [] }),
      JSON.stringify({ ...tag, id: "good" }),
      JSON.stringify({ structure: "door", items: [], last_update: 1 }),
      JSON.stringify({ structure: "tag", items: [{ type: "slider" }], last_update: "x" }),
      "[]",
    ];
    const result = await importText(store, lines.join("\n"), { format: "ndjson" });
    expect(result.mistakes.map(({ line, field }) => `${line} ${field}`)).toEqual([
      "2 ",
      "4 colour",
      "4 id",
      "4 is_active",
      "5 id",
      "5 uuid",
      "5 added_when",
      "6 additional_data",
      "7 id",
      "8 structure",
      "9 last_update",
      "9 items[0].type",
      "9 items[0].name",
      "9 items[0].identifier",
      "10 ",
    ]);
    expect(await dump(store)).toBe(before);
  });

  test("such as nesting that is too deep to be written again, is reported", async () => {
    await using store = await openStore(":memory:");
    const nest = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
    const line = (id: string, levels: number) =>
      `{"id":"${id}","added_when":1,"additional_data":${nest(levels)}}`;
    const text = [line("fits", 100), line("deep", 101), line("abyss", 50_000)].join("\n");
    const { mistakes } = await importText(store, text, { format: "ndjson" });
    expect(mistakes.map(({ line: at, field }) => `${at} ${field}`)).toEqual([
      "2 additional_data",
      "3 additional_data",
    ]);
  });

  test("is counted, and the first twenty are listed", async () => {
    await using store = await openStore(":memory:");
    const lines = Array.from({ length: 50 }, () => "x").join("\n");
    const { mistakes, mistakeCount } = await importText(store, lines, { format: "ndjson" });
    expect([mistakes.length, mistakeCount]).toEqual([20, 50]);
  });
});

describe("bytes that are not UTF-8 are reported with line and column", () => {
  const texts = {
    json: `[\n${JSON.stringify(tag)}]`,
    ndjson: `${JSON.stringify({ id: "0", added_when: 1 })}\n${JSON.stringify(tag)}`,
    csv: "id,added_when,name\n04AB,1,Door",
  } as const;
  const formats = ["json", "ndjson", "csv"] as const;
  const latin1 = (text: string) => Buffer.from(text, "latin1");
  const insert = (text: string, at: number, bytes: Buffer) =>
    Buffer.concat([Buffer.from(text.slice(0, at)), bytes, Buffer.from(text.slice(at))]);
  const read = async (bytes: Uint8Array, format: FileFormat) => {
    await using store = await openStore(":memory:");
    const { mistakes } = await importText(store, bytes, { format });
    expect(await readTags(store)).toEqual([]);
    return mistakes.filter(({ problem }) => problem === "the file is not in UTF-8");
  };

  test.each(formats)("%s: in the middle", async (format) => {
    const text = texts[format].replace("Door", "D\ufffdé𝄞or");
    const at = text.indexOf("or", text.indexOf("D\ufffd"));
    const mistakes = await read(insert(text, at, latin1("\xe9")), format);
    const column = at - text.lastIndexOf("\n", at);
    expect(mistakes).toMatchObject([{ line: 2, column, field: "" }]);
  });

  test.each(formats)("%s: at the beginning", async (format) => {
    const mistakes = await read(insert(texts[format], 0, latin1("\xff\xfe")), format);
    expect(mistakes).toMatchObject([{ line: 1, column: 1 }]);
  });

  test.each(
    formats.flatMap((format) =>
      ["\xc3", "\xe2\x82", "\xf0\x9f\x98"].map((last) => ({ format, last })),
    ),
  )("$format: a character that the end of the file cuts off, $last", async (cut) => {
    const text = texts[cut.format];
    const mistakes = await read(insert(text, text.length, latin1(cut.last)), cut.format);
    const column = text.length - text.indexOf("\n");
    expect(mistakes).toMatchObject([{ line: 2, column }]);
  });

  /** Files are read in chunks of this many bytes. */
  const chunkSize = 256 * 1024;

  test.each(formats.flatMap((format) => [-3, -2, -1, 0].map((offset) => ({ format, offset }))))(
    "$format: at the border of two chunks, from $offset",
    async ({ format, offset }) => {
      const text = texts[format].replace("Door", `Door${"x".repeat(chunkSize)}`);
      const mistakes = await read(insert(text, chunkSize + offset, latin1("\xe2\x82x")), format);
      const column = chunkSize + offset - text.indexOf("\n");
      expect(mistakes).toMatchObject([{ line: 2, column }]);
    },
  );

  test.each([1, 2, 3])(
    "and a character whose byte %d is the last of a chunk is read",
    async (bytes) => {
      await using store = await openStore(":memory:");
      const before = '{"id":"A","added_when":1,"name":"';
      const name = `${"x".repeat(chunkSize - before.length - bytes)}𝄞é`;
      await importText(store, `${before}${name}"}`, { format: "ndjson" });
      expect(await readTags(store)).toMatchObject([{ name }]);
    },
  );
});

test("a check finds the same records as an import, and changes nothing", async () => {
  await using store = await openStore(":memory:");
  const result = await importText(store, JSON.stringify([tag]), { format: "json", mode: "check" });
  expect(result).toMatchObject({ tags: 1, mistakeCount: 0 });
  expect(await readTags(store)).toEqual([]);
});

describe.each(storeKinds)("into $name", (kind) => {
  test("importing twice leaves the same rows, and a record replaces the one with its id", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    const text = JSON.stringify([tag, { ...tag, id: "04AC" }]);
    await importText(store, text, { format: "json" });
    const once = await dump(store);
    await importText(store, text, { format: "json" });
    expect(await dump(store)).toBe(once);
    const moved = { ...tag, name: "Gate", added_when: 1 };
    await importText(store, JSON.stringify([moved]), { format: "json" });
    expect(await readTags(store)).toMatchObject([{ id: "04AB", name: "Gate" }, { id: "04AC" }]);
  });

  test("another project's records of the same ids stay as they are", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    await createSample(store);
    const before = await dump(store, 2);
    const text = await dump(store, 2);
    await importText(store, text, { format: "json" });
    expect(await dump(store, 2)).toBe(before);
  });
});
