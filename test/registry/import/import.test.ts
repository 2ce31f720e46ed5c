import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FileFormat } from "../../../src/registry/import/file-entry.ts";
import { importEntries } from "../../../src/registry/import/import.ts";
import type { Separator } from "../../../src/registry/import/read-csv.ts";
import { readFile } from "../../../src/registry/import/read-file.ts";
import type { RecordKind } from "../../../src/registry/record.ts";
import { createSample } from "../../../src/registry/sample/sample.ts";
import { openStore } from "../../../src/registry/store/open-store.ts";
import type { Store } from "../../../src/registry/store/store.ts";
import { dump, readList } from "../../support/dump.ts";
import { createFolder } from "../../support/folder.ts";
import { hostileData } from "../../support/hostile.ts";
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
          // A header cell of CSV is UTF-8, which cannot hold lone surrogates.
          const fits = all.every((data) =>
            Object.keys(data ?? {}).every((key) => key.isWellFormed()),
          );
          fc.pre(format !== "csv" || fits);
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
      { line: 1, field: "", problem: expect.stringContaining("--structure tag") },
    ]);
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
        { line: 5, field: "added_when", problem: "expected a whole number" },
        { line: 6, field: "", problem: "expected 4 cells, as in the header row" },
        { line: 7, field: "is_active", problem: "expected true or false" },
      ],
    });
  });

  test.each([
    ["", 1, "", "the file has no header row"],
    ["id,added_when,colour\nA,1,red\n", 1, "colour", "a tag has no such field"],
    ["id,id\n", 1, "id", "the header row has this column twice"],
    ['id,added_when\n"a,1\n', 2, "", "a quote is misplaced or not closed"],
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

  test.each(["json", "ndjson"] as const)(
    "%s: a number too large to be kept is reported by its line, and not kept as null",
    async (format) => {
      await using store = await openStore(":memory:");
      const line = (id: string, value: string) =>
        `{"id":"${id}","added_when":1,"additional_data":{"size":{"of":[${value}]}}}`;
      const lines = [line("fits", "1e308"), line("large", "1e999"), line("small", "-1e999")];
      const text = format === "ndjson" ? lines.join("\n") : `[${lines.join(",\n")}]`;
      const { mistakes } = await importText(store, text, { format });
      expect(mistakes.map(({ line: at, field }) => `${at} ${field}`)).toEqual([
        "2 additional_data",
        "3 additional_data",
      ]);
      expect(await readTags(store)).toEqual([]);
    },
  );

  test("csv: such a number is reported within a cell's JSON, but alone in a cell it is a string", async () => {
    await using store = await openStore(":memory:");
    const text = 'id,added_when,additional_data.a\nA,1,1e999\nB,1,"[1e999]"\n';
    const { mistakes } = await importText(store, text, { format: "csv" });
    expect(mistakes.map(({ line: at, field }) => `${at} ${field}`)).toEqual(["3 additional_data"]);
  });

  test("is counted, and the first twenty are listed", async () => {
    await using store = await openStore(":memory:");
    const lines = Array.from({ length: 50 }, () => "x").join("\n");
    const { mistakes, mistakeCount } = await importText(store, lines, { format: "ndjson" });
    expect([mistakes.length, mistakeCount]).toEqual([20, 50]);
  });

  test("in the encoding is reported: bytes that are not UTF-8", async () => {
    await using store = await openStore(":memory:");
    const text = Buffer.concat([
      Buffer.from(`${JSON.stringify(tag)}\n"`),
      Buffer.from([0xff, 0x0a]),
    ]);
    const { mistakes } = await importText(store, text, { format: "ndjson" });
    expect(mistakes).toEqual([{ line: 2, field: "", problem: "the file is not in UTF-8" }]);
  });
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
