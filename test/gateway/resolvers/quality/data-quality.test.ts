import { afterEach, describe, expect, test } from "vitest";
import { type ListGateway, startListGateway } from "../../../support/list-gateway.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { item, type PlainRecord } from "../../../support/project.ts";
import type { PlainRecords } from "../../../support/real-registry.ts";

let gateway: ListGateway;
afterEach(() => gateway[Symbol.asyncDispose]());

const document = `
  query ($of: AdditionalDataSubject!, $codes: [DataQualityCode!], $severity: DataQualitySeverity,
    $first: Int, $after: String, $last: Int, $before: String) {
    project {
      dataQuality(of: $of, codes: $codes, severity: $severity,
        first: $first, after: $after, last: $last, before: $before) {
        totalCount
        counts { code severity count }
        pageInfo { hasPreviousPage hasNextPage startCursor endCursor }
        nodes { code identifier node { ... on Tag { id: tagId } ... on Terminal { id: terminalId } } }
      }
    }
  }`;

/** A page of issues, each as its record, its code and its identifier. */
async function ask({ of = "TAG", ...variables }: Readonly<Record<string, unknown>> = {}) {
  const { data, errors } = await gateway.query(document, { variables: { of, ...variables } });
  expect(errors).toBeUndefined();
  const { nodes, ...page } = data.project.dataQuality;
  const issues: readonly string[] = nodes.map(
    (issue: {
      readonly code: string;
      readonly identifier: string;
      readonly node: { id: string };
    }) => `${issue.node.id} ${issue.code} ${issue.identifier}`,
  );
  return { ...page, issues };
}

const codesOf = async (variables: Readonly<Record<string, unknown>>) =>
  (await gateway.query(document, { variables })).codes;

/** Starts a gateway over these records, whose additional data is null by default, with these items in both structures. */
async function start(
  items: readonly object[] | null,
  { tags = [], terminals = [], ...options }: PlainRecords & { readonly links?: string } = {},
): Promise<void> {
  const plain = (record: PlainRecord) => ({ additional_data: null, ...record });
  gateway = await startListGateway({
    tags: tags.map(plain),
    terminals: terminals.map(plain),
    structures: { tag: items, terminal: items },
    ...options,
  });
}

const required = { set_via_app: true };

test.each<[string, readonly object[], unknown, readonly string[]]>([
  ["a required item, null", [item("textbox", "key", required)], null, ["MISSING_VALUE key"]],
  ["a required item, empty", [item("number", "key", required)], "", ["MISSING_VALUE key"]],
  [
    "a number that is not an option",
    [item("selectbox", "key", { enum: ["1", "2.0"] })],
    2,
    ["NOT_AN_OPTION key"],
  ],
  ["no option", [item("selectbox", "key", { enum: ["a", "b"] })], "c", ["NOT_AN_OPTION key"]],
  ["a number with a comma", [item("number", "key")], "1,5", ["NOT_A_NUMBER key"]],
  ["true as a number", [item("number", "key")], true, ["NOT_A_NUMBER key"]],
  [
    "a long text that is nearly an address",
    [item("image", "key")],
    `http://${"a".repeat(200_000)} `,
    ["NOT_A_URL key"],
  ],
  ["a relative address", [item("image", "key")], "/1.jpg", ["NOT_A_URL key"]],
  ["another scheme", [item("image", "key")], "ftp://images.example/1.jpg", ["NOT_A_URL key"]],
  ["an object in a text", [item("textarea", "key")], { a: 1 }, ["UNREADABLE_FIELD key"]],
  ["a list in a text", [item("textbox", "key")], ["a"], ["UNREADABLE_FIELD key"]],
  [
    "an item's name as its key",
    [item("number", "other", { name: "key" })],
    "x",
    ["NOT_A_NUMBER other"],
  ],
  ["a key that the structure lacks", [item("textbox", "other")], "x", ["UNKNOWN_KEY key"]],
  [
    "the item with this identifier, whatever others are called",
    [item("textbox", "key"), item("number", "other", { name: "key", ...required })],
    "x",
    ["MISSING_VALUE other"],
  ],
  [
    "the first of two items of one identifier",
    [item("textbox", "key"), item("number", "key")],
    "x",
    [],
  ],
])("a value of an item: %s", async (_, items, key, issues) => {
  await start(items, { tags: [{ id: "A", additional_data: { key } }] });
  expect((await ask()).issues).toEqual(issues.map((issue) => `A ${issue}`));
});

const soon = new ManualClock().now() / 1000 + 3600;

test.each<[string, readonly object[] | null, object, readonly string[]]>([
  ["additional data that is null", [item("textbox", "key", required)], {}, ["MISSING_VALUE key"]],
  [
    "that is empty",
    [item("textbox", "key", required)],
    { additional_data: [] },
    ["MISSING_VALUE key"],
  ],
  ["name", null, { name: { a: 1 } }, ["UNREADABLE_FIELD name"]],
  ["is_active", null, { is_active: "maybe" }, ["UNREADABLE_FIELD isActive"]],
  ["is_active as 0", null, { is_active: 0 }, []],
  ["added_when", null, { added_when: "soon" }, ["UNREADABLE_FIELD addedWhen"]],
  ["additional_data", null, { additional_data: "x" }, ["UNREADABLE_FIELD additionalData"]],
  ["a key, if there is no structure", null, { additional_data: { key: {} } }, []],
  ["nothing but null", null, { name: null, type: null, description: null }, []],
  ["last_update ahead", null, { last_update: 4_102_444_800 }, ["TIME_IN_FUTURE lastUpdate"]],
  ["an hour ahead", null, { added_when: soon, last_update: soon }, []],
  [
    "last_update before added_when",
    null,
    { added_when: 1_700_000_001, last_update: 1_700_000_000 },
    ["UPDATED_BEFORE_ADDED lastUpdate"],
  ],
])("a field of the interface: %s", async (_, items, fields, issues) => {
  await start(items, { tags: [{ id: "A", ...fields }] });
  expect((await ask()).issues).toEqual(issues.map((issue) => `A ${issue}`));
});

test("without a structure that can be read, the error is the structure's", async () => {
  await start([5 as unknown as object], { tags: [{ id: "A" }] });
  expect(await codesOf({ of: "TAG" })).toEqual(["REGISTRY_BAD_RESPONSE"]);
});

describe("duplicates", () => {
  test("are the same UID in another case, separation or byte order, each with its issue", async () => {
    const ids = ["04A1B2C3", "x", "04:a1:b2:c3", "C3B2A104", "04A1B2C4"];
    await start(null, { tags: ids.map((id) => ({ id })) });
    const issues = ["04A1B2C3", "04:a1:b2:c3", "C3B2A104"].map((id) => `${id} DUPLICATE_UID tagId`);
    expect((await ask()).issues).toEqual(issues);
  });

  test.each([
    ["letter case", "AB12", "ab12"],
    ["separation, without a leading zero", "0abc", "A BC"],
    ["byte order", "AB12", "12:ab"],
    ["letter case, of more than a thousand digits", "ab".repeat(600), "AB".repeat(600)],
  ])("are the same UID in another %s", async (_, one, other) => {
    await start(null, { tags: [{ id: one }, { id: other }] });
    expect(await ask()).toMatchObject({ counts: [{ code: "DUPLICATE_UID", count: 2 }] });
    const spaced = JSON.stringify(` ${other}`);
    const found = await gateway.query(`{ tagsByUid(uid: ${spaced}) { tag { tagId } } }`);
    // Nothing is looked for by a text so long.
    expect(found.data.tagsByUid).toHaveLength(other.length > 1_024 ? 0 : 2);
  });

  test("are not texts without a UID, a uuid or an imei", async () => {
    await start(null, {
      tags: ["-", ".", "0x", " ", "WIFI-1", "wifi-1"].map((id) => ({ id })),
      terminals: [
        { id: 1, uuid: "none", imei: "WIFI-1" },
        { id: 2, uuid: "NONE", imei: "SIM-1" },
        { id: 3, uuid: "-", imei: "WIFI-1" },
        { id: 4, uuid: "{}", imei: "-" },
      ],
    });
    const issues = [await ask({ of: "TAG" }), await ask({ of: "TERMINAL" })].map(
      (page) => page.issues,
    );
    expect(issues.flat().filter((issue) => issue.includes("DUPLICATE"))).toEqual([]);
  });

  test("are imeis with the same digits, with words around them or too short", async () => {
    const imeis = ["490154203237518", "IMEI 49 015420 323751 8", "35693803564380"];
    imeis.push("IMEI 35-693803-564380", "49015", "49-015");
    await start(null, { terminals: imeis.map((imei, at) => ({ id: at + 1, uuid: "", imei })) });
    expect((await ask({ of: "TERMINAL", codes: ["DUPLICATE_IMEI"] })).totalCount).toBe(6);
  });

  test("are the same uuid and the same imei; the form of both is checked as well", async () => {
    const uuid = "6f9619ff-8b86-d011-b42d-00c04fc964ff";
    await start(null, {
      terminals: [
        { id: 1, uuid, imei: "490154203237518" },
        { id: 2, uuid: `{${uuid.toUpperCase()}}`, imei: "49-015420-323751-8" },
        { id: 3, uuid: "none", imei: "490154203237519" },
        { id: 4, uuid: "", imei: null },
        { id: 5, uuid: "", imei: "" },
      ],
    });
    expect((await ask({ of: "TERMINAL" })).issues).toEqual([
      "1 DUPLICATE_UUID uuid",
      "1 DUPLICATE_IMEI imei",
      "2 DUPLICATE_UUID uuid",
      "2 DUPLICATE_IMEI imei",
      "2 BAD_IMEI imei",
      "2 BAD_UUID uuid",
      "3 BAD_IMEI imei",
      "3 BAD_UUID uuid",
    ]);
  });
});

test("a link dangles when it names no record of the other list, or no record at all", async () => {
  await start(null, {
    tags: ["5", 5, "6", 7.5, "", null, { a: 1 }].map((reader, at) => ({
      id: `T${at}`,
      additional_data: { reader },
    })),
    terminals: [{ id: 5, additional_data: { tag: "T9" } }],
    links: "tag.reader=terminal.id,terminal.tag=tag.id",
  });
  const dangling = ["T2", "T3", "T6"].map((id) => `${id} DANGLING_LINK reader`);
  expect((await ask()).issues).toEqual(dangling);
  expect((await ask({ of: "TERMINAL" })).issues).toEqual(["5 DANGLING_LINK tag"]);
});

describe("issues", () => {
  /** Tags, every third of them without an issue, and the others with two or three. */
  const tags: readonly PlainRecord[] = Array.from({ length: 300 }, (_, at) => ({
    id: `T${at}`,
    additional_data: at % 3 === 0 ? { floor: 1 } : { floor: "x", b: 1, ...(at % 2 && { a: 1 }) },
  }));
  const floors = [item("number", "floor")];

  test("come in the order of records, then of codes, then of identifiers", async () => {
    await start(floors, { tags });
    expect((await ask({ first: 7 })).issues).toEqual([
      "T1 NOT_A_NUMBER floor",
      "T1 UNKNOWN_KEY a",
      "T1 UNKNOWN_KEY b",
      "T2 NOT_A_NUMBER floor",
      "T2 UNKNOWN_KEY b",
      "T4 NOT_A_NUMBER floor",
      "T4 UNKNOWN_KEY b",
    ]);
  });

  test("are counted by code, without zeros, among the chosen codes and severity", async () => {
    await start(floors, { tags });
    const error = { code: "NOT_A_NUMBER", severity: "ERROR", count: 200 };
    const warning = { code: "UNKNOWN_KEY", severity: "WARNING", count: 300 };
    for (const [chosen, totalCount, counts] of [
      [{}, 500, [error, warning]],
      [{ severity: "ERROR" }, 200, [error]],
      [{ codes: ["UNKNOWN_KEY", "BAD_IMEI"] }, 300, [warning]],
      [{ codes: ["UNKNOWN_KEY"], severity: "ERROR" }, 0, []],
      [{ codes: [] }, 0, []],
    ] as const) {
      expect(await ask(chosen)).toMatchObject({ totalCount, counts });
    }
  });

  const twins: readonly PlainRecord[] = ["A", "B"].map((id) => ({
    ...{ id, name: {}, additional_data: { name: {} } },
  }));

  test.each([
    ["first", "after", "endCursor", "hasNextPage"],
    ["last", "before", "startCursor", "hasPreviousPage"],
  ] as const)(
    "are paged by %s, each seen once, those of a field and an item with one name too",
    async (side, next, from, more) => {
      await start([...floors, item("textbox", "name")], { tags: [...twins, ...tags] });
      const { issues } = await ask({ first: 1000 });
      // Page by page to the list's end, and one by one over the first issues.
      const fifth = (await ask({ first: 5 })).pageInfo.endCursor;
      for (const [size, start, expected] of [
        [37, undefined, issues],
        [1, side === "last" ? fifth : undefined, issues.slice(0, 4)],
      ] as const) {
        const seen: string[] = [];
        for (
          let cursor = start, page: Awaited<ReturnType<typeof ask>>;
          seen.length < expected.length;
        ) {
          page = await ask({ [side]: size, [next]: cursor });
          if (side === "first") seen.push(...page.issues);
          else seen.unshift(...page.issues);
          cursor = page.pageInfo[from];
          if (size > 1) expect(page.pageInfo[more]).toBe(seen.length < issues.length);
        }
        expect(seen).toEqual(expected);
      }
    },
  );

  test("keep their places while records come and go", async () => {
    const list = tags.slice(0, 150);
    gateway = await startListGateway({
      tags: list,
      structures: { tag: floors },
      settings: { SNAPSHOT_TTL_SECONDS: "0" },
    });
    const stay = (issues: readonly string[]) => issues.filter((issue) => /^T1[0-3]\d /.test(issue));
    const { issues } = await ask({ first: 1000 });
    const seen: string[] = [];
    for (let after: string | undefined, more = true; more; ) {
      const page = await ask({ first: 20, after });
      seen.push(...page.issues);
      after = page.pageInfo.endCursor;
      more = page.pageInfo.hasNextPage;
      list.shift();
      list.push({ id: `N${seen.length}`, additional_data: { b: 1 } });
      await gateway.registry.replace("tag", list);
    }
    expect(stay(seen)).toEqual(stay(issues));
    expect(new Set(seen).size).toBe(seen.length);
  });

  test("cost the list's page and structure; wrong arguments, and a cursor of the other list, are refused", async () => {
    await start(floors, { tags });
    const { pageInfo } = await ask({ first: 1 });
    expect(gateway.registry.calls.toSorted()).toEqual([
      "GET /api/v1/additional_data/structure/tag",
      "GET /api/v1/tags?limit=1&page=1",
      "GET /api/v1/tags?limit=1000&page=1",
    ]);
    for (const variables of [
      { of: "TERMINAL", after: pageInfo.endCursor },
      { of: "TAG", after: "nonsense" },
      { of: "TAG", first: -1 },
      { of: "TAG", first: 1001 },
      { of: "TAG", first: 1, last: 1 },
    ]) {
      expect(await codesOf(variables)).toEqual(["BAD_USER_INPUT"]);
    }
  });
});
