import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FileFormat } from "../../../src/registry/import/file-entry.ts";
import { importEntries } from "../../../src/registry/import/import.ts";
import { readFiles } from "../../../src/registry/import/read-file.ts";
import { createSample } from "../../../src/registry/sample/sample.ts";
import { openStore } from "../../../src/registry/store/open-store.ts";
import { createFolder } from "../../support/folder.ts";
import { hostileData, unholdableNumbers } from "../../support/hostile.ts";
import { dump, readList } from "../../support/real-registry.ts";
import { findStoreKinds } from "../../support/stores.ts";
import { importText, now, readText } from "./import-text.ts";

const storeKinds = findStoreKinds();

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

const sample = await openStore(":memory:");
await createSample(sample);
const any = await openStore(":memory:");
await createSample(any);
const data = fc.sample(hostileData, 300);
const tags = data.map((one, index) => ({ ...tag, id: `t${index}`, additional_data: one }));
await importText(any, JSON.stringify(tags), "json");

describe.each(storeKinds)("an export can be imported into $name", (kind) => {
  test.each(["json", "ndjson"] as const)("%s: the sample, and any data", async (format) => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    const result = await importText(store, await dump(any, 1, { format }), format);
    expect(result).toMatchObject({ tags: 2800, terminals: 60, structures: 2, mistakeCount: 0 });
    expect(await dump(store)).toBe(await dump(any));
  });

  test("csv: each list of the sample", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    for (const only of ["tag", "terminal"] as const) {
      const text = await dump(sample, 1, { format: "csv", selection: `${only}s` });
      expect((await importText(store, text, "csv")).mistakes).toEqual([]);
      expect(await readList(store, only)).toEqual(await readList(sample, only));
    }
  });
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
      expect((await importText(store, JSON.stringify(body), "json")).mistakes).toEqual([]);
    }
    expect(await readList(store, "tag")).toEqual([completeTag, { ...completeTag, id: "2" }]);
    expect(await readList(store, "terminal")).toHaveLength(2);
    const options = { structureKind: "terminal" } as const;
    const { structures } = await readText(JSON.stringify(structure), "json", options);
    const items = [{ type: "image", name: "n", identifier: "i", set_via_app: false }];
    expect(JSON.parse(structures[1] ?? "")).toEqual({ items, last_update: 3 });
  });

  test("what does not say when it was made was made at the import", async () => {
    const given = { tag: { items: [] }, terminal: { items: [], last_update: "2025-03-01" } };
    const text = JSON.stringify({ tags: [{ id: "A" }], structures: given });
    const { mistakes, tags, structures } = await readText(text, "json");
    expect(mistakes).toEqual([]);
    expect(tags).toMatchObject([{ added_when: now, last_update: now }]);
    expect(structures).toEqual([
      `{"items":[],"last_update":${now}}`,
      '{"items":[],"last_update":1740787200}',
    ]);
  });

  test("a structure of an unknown kind is a mistake", async () => {
    const { mistakes } = await readText('{"items":[],"last_update":3}', "json");
    const problem = expect.stringContaining("--structure tag");
    expect(mistakes).toEqual([{ line: 1, column: 1, field: "", problem }]);
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
    const tags = await readList(store, "tag");
    return { problems: mistakes.map(({ problem }) => problem), tags };
  };
  const refusal = (count: number, missing: string) =>
    `the list has ${count} pages; missing: ${missing}; give the files of all pages, or --force`;

  test.each([
    [[page(1, 500)], 500, "2, 3, 4, 5, 6, …"],
    [[page(2, 2)], 2, "1"],
    [[page(1, 3), page(3, 3)], 3, "2"],
    [[page(1, 3), page(1, 3), page(1, 3)], 3, "2, 3"],
    [[page(2, 9), page(5, 9)], 9, "1, 3, 4, 6, 7, …"],
    [[page(1, 2 ** 53 - 1)], 2 ** 53 - 1, "2, 3, 4, 5, 6, …"],
    [[page(3, 3, { page_count: undefined })], 3, "1, 2"],
    [[page(1, 2, { page: undefined })], 2, "2"],
    [[page(1, 2, { page_count: "2" })], 2, "2"],
  ])("is refused without the others: %j", async (texts, count, missing) => {
    const { problems, tags } = await importPages(texts);
    expect(problems).toContain(refusal(count, missing));
    expect(tags).toEqual([]);
  });

  test("is reported where the file says that there are others", async () => {
    const text = page(1, 2);
    const { mistakes } = await readText(text, "json");
    const column = text.indexOf("2}") + 1;
    expect(mistakes).toMatchObject([{ line: 1, column, field: "page_count" }]);
  });

  test.each([
    ["pages from 1", [page(1, 2), page(2, 2)]],
    ["pages from 0", [page(0, 2), page(1, 2)]],
    ["pages in any order, of a list that grew meanwhile", [page(3, 3), page(1, 2), page(2, 2)]],
    ["the only page", [page(1, 1)]],
    ["the tags and the terminals", [page(1, 1), '{"terminals":[],"page":1,"page_count":1}']],
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
    expect(problems).toEqual([refusal(2, "2"), refusal(2, "1")]);
  });
});

describe("a mistake in JSON of one line", () => {
  const find = async (text: string, format: FileFormat = "json") => {
    const { mistakes } = await readText(text, format);
    return mistakes.map(({ line, column = 0, record = "", field }) => {
      const at = text.split("\n")[line - 1]?.slice(column - 1, column + 3);
      return `${record} ${field} at ${at}`;
    });
  };

  test.each(["json", "ndjson"] as const)(
    "%s: is reported by field and record, and where that begins",
    async (format) => {
      const records = [
        '{"id":"A","added_when":1}',
        '{"id":"B","name":5,"added_when":"soon"}',
        '{"id":"C" ,"colour.x":1,"is_active":2}',
        '{"added_when" : 1e400, "additional_data":[{}]}',
        '{"id":"A","added_when":1}',
        "7",
      ];
      const text = format === "json" ? `{"tags":[${records.join(",")}]}` : records.join("\n");
      expect(await find(text, format)).toEqual([
        'tag B name at {"id',
        'tag B added_when at {"id',
        'tag C colour.x at {"id',
        'tag C is_active at {"id',
        'tag #4 id at {"ad',
        'tag #4 added_when at {"ad',
        'tag #4 additional_data at {"ad',
        'tag A id at {"id',
        `tag #6  at 7${format === "json" ? "]}" : ""}`,
      ]);
    },
  );

  test("is reported with its path in a structure", async () => {
    const names = '"name":"b","identifier":"b"';
    const selectboxes = `{"type":"image",${names},"enum":["c"]},{"type":"selectbox",${names},"enum":[1]}`;
    const items = `[{"type":"image",${names}},{"type":"slider","name":"b"},7,${selectboxes}]`;
    const tag = `{"items":${items},"last_update":"x","form":1}`;
    expect(await find(`{"structures":{"tag":${tag},"terminal":{"items":{}},"door":{}}}`)).toEqual([
      ' form at {"it',
      ' last_update at {"it',
      ' items[1].type at {"it',
      ' items[1].identifier at {"it',
      ' items[2] at {"it',
      ' items[3].enum at {"it',
      ' items[4].enum at {"it',
      ' items at {"it',
      " structures.door at {}}}",
    ]);
    expect(await find('{"structures":{"tag":7}}')).toEqual(["  at 7}}"]);
    expect(await find('{"structures":{"tag":{a}}}')).toEqual([" tag at a}}}"]);
    expect(await find('{"structures":[]}')).toEqual([" structures at []}"]);
    expect(await find(`{"structure":"door","items":[]}`, "ndjson")).toEqual([' structure at {"st']);
  });

  test("is reported where a record stops being JSON", async () => {
    const text = '[{"id":"A","added_when":1},{"id":"B",added_when:2},{"name":"A"}]';
    expect(await find(text)).toEqual(["record #2  at adde", 'tag #3 id at {"na']);
    expect(await find('{"tags":[{a}],"page":{b}}')).toEqual(["tag #1  at a}],", " page at b}}"]);
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
    const { mistakes, structures } = await readText(text, format, { structureKind: "tag" });
    expect(mistakes.map(({ line, column }) => `${line}:${column}`)).toEqual([at]);
    expect(structures[0]).toBeUndefined();
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
      const { mistakes } = await importText(store, texts[format], format);
      expect(mistakes).toEqual([]);
      for (const exported of formats) {
        const text = await dump(store, 1, { format: exported, selection: "tags" });
        await using other = await openStore(":memory:");
        await importText(other, text, exported);
        expect(await dump(other, 1, { format: "ndjson" })).toContain(`"additional_data":${data}}`);
      }
    },
  );
});

describe("any mistake", () => {
  test("leaves everything as it was, and is reported by line, field and what is wrong", async () => {
    await using store = await openStore(":memory:");
    await importText(store, JSON.stringify(tag), "ndjson");
    const before = await dump(store);
    const lines = [
      JSON.stringify({ ...tag, id: "good" }),
      "{broken",
      "",
      JSON.stringify({ ...tag, id: "..", is_active: "yes", colour: 1 }),
      JSON.stringify({ id: 1.5, uuid: "", added_when: 1.5 }),
      JSON.stringify({ ...tag, additional_data: [] }),
      JSON.stringify({ ...tag, id: "good" }),
      "[]",
    ];
    const result = await importText(store, lines.join("\n"), "ndjson");
    expect(result.mistakes.map(({ line, field }) => `${line} ${field}`).join(", ")).toBe(
      "2 , 4 colour, 4 id, 4 is_active, 5 id, 5 uuid, 5 added_when, 6 additional_data, 7 id, 8 ",
    );
    expect(await dump(store)).toBe(before);
  });

  const list = (levels: number, inner = "") =>
    `{"a":${"[".repeat(levels - 1)}${inner}${"]".repeat(levels - 1)}}`;
  const withData = (data: string) =>
    `{"id":"${data.length}","added_when":1,"additional_data":${data}}`;
  test.each([
    [
      "numbers that a field cannot hold",
      '{"id":9007199254740993,"uuid":"u","added_when":1e400,"additional_data":1e400}',
      ["1 id", "1 added_when", "1 additional_data"],
    ],
    ["text that UTF-8 cannot hold", '{"id":"\\ud800","name":"\\udc00"}', ["1 id", "1 name"]],
    [
      "nesting that is too deep to be written again, whatever is in it",
      [list(100), list(101), list(50_000), list(50_000, "1e400")].map(withData).join("\n"),
      ["2 additional_data", "3 additional_data", "4 additional_data"],
    ],
  ])("is reported: %s", async (_, text, expected) => {
    const { mistakes } = await readText(text, "ndjson");
    expect(mistakes.map(({ line, field }) => `${line} ${field}`)).toEqual(expected);
  });

  test("is counted, and the first twenty are listed", async () => {
    const lines = Array.from({ length: 50 }, () => "x").join("\n");
    const { mistakes, mistakeCount } = await readText(lines, "ndjson");
    expect([mistakes.length, mistakeCount]).toEqual([20, 50]);
  });
});

describe("bytes that are not UTF-8 are reported with line and column", () => {
  const texts = {
    json: `[\n${JSON.stringify(tag)}]`,
    ndjson: `${JSON.stringify({ id: "0", added_when: 1 })}\n${JSON.stringify(tag)}`,
    csv: "id,added_when,name\n04AB,1,Door",
  } as const;
  /** Files are read in chunks of this many bytes. */
  const chunkSize = 256 * 1024;
  const long = (text: string) => text.replace("Door", `Door${"x".repeat(chunkSize)}`);
  const cases = (["json", "ndjson", "csv"] as const).flatMap((format) => {
    const text = texts[format];
    const other = text.replace("Door", "D\ufffdé𝄞or");
    const cuts = ["\xc3", "\xe2\x82", "\xf0\x9f\x98"];
    return [
      { format, where: "in the middle", text: other, at: other.lastIndexOf("or"), wrong: "\xe9" },
      { format, where: "at the beginning", text, at: 0, wrong: "\xff\xfe" },
      ...cuts.map((wrong) => ({ format, where: "at the end", text, at: text.length, wrong })),
      ...[-3, -2, -1, 0].map((offset) => ({
        ...{ format, where: `at ${offset} of a chunk`, text: long(text), at: chunkSize + offset },
        wrong: "\xe2\x82x",
      })),
    ];
  });

  test.each(cases)("$format: $where", async ({ format, text, at, wrong }) => {
    const before = text.slice(0, at);
    const bytes = [Buffer.from(before), Buffer.from(wrong, "latin1"), Buffer.from(text.slice(at))];
    const { mistakes, tags } = await readText(Buffer.concat(bytes), format);
    const line = before.split("\n").length;
    const column = at - before.lastIndexOf("\n");
    const problem = "the file is not in UTF-8";
    expect(mistakes).toContainEqual({ line, column, field: "", problem });
    expect(tags).toEqual([]);
  });

  test.each([1, 2, 3])(
    "and a character whose byte %d is the last of a chunk is read",
    async (bytes) => {
      const before = '{"id":"A","added_when":1,"name":"';
      const name = `${"x".repeat(chunkSize - before.length - bytes)}𝄞é`;
      const { tags } = await readText(`${before}${name}"}`, "ndjson");
      expect(tags).toMatchObject([{ name }]);
    },
  );
});

test("a check finds the same records as an import, and changes nothing", async () => {
  await using store = await openStore(":memory:");
  const result = await importText(store, JSON.stringify([tag]), "json", { mode: "check" });
  expect(result).toMatchObject({ tags: 1, mistakeCount: 0 });
  expect(await readList(store, "tag")).toEqual([]);
});

describe.each(storeKinds)("into $name", (kind) => {
  test("importing twice leaves the same rows, and a record replaces the one with its id", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    const text = JSON.stringify([tag, { ...tag, id: "04AC" }]);
    await importText(store, text, "json");
    const once = await dump(store);
    await importText(store, text, "json");
    expect(await dump(store)).toBe(once);
    const moved = { ...tag, name: "Gate", added_when: 1 };
    await importText(store, JSON.stringify([moved]), "json");
    expect(await readList(store, "tag")).toMatchObject([
      { id: "04AB", name: "Gate" },
      { id: "04AC" },
    ]);
  });

  test("another project's records of the same ids stay as they are", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    await createSample(store);
    const before = await dump(store, 2);
    const text = await dump(store, 2);
    await importText(store, text, "json");
    expect(await dump(store, 2)).toBe(before);
  });
});
