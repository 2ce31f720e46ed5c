import { afterAll, describe, expect, test } from "vitest";
import { type ListGateway, startListGateway } from "../../../support/list-gateway.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { item, type PlainRecord } from "../../../support/project.ts";

const document = `
  query ($of: AdditionalDataSubject!, $codes: [DataQualityCode!], $severity: DataQualitySeverity,
    $first: Int, $after: String, $last: Int, $before: String) {
    project {
      dataQuality(of: $of, codes: $codes, severity: $severity,
        first: $first, after: $after, last: $last, before: $before) {
        totalCount
        counts { code severity count }
        pageInfo { hasPreviousPage hasNextPage startCursor endCursor }
        edges { cursor node { code identifier node { ... on Tag { id: tagId } ... on Terminal { id: terminalId } } } }
      }
    }
  }`;

interface Edge {
  readonly cursor: string;
  readonly node: { code: string; identifier: string; node: { id: string } };
}

/** A page of issues, each as its record, its code and its identifier. */
async function ask(gateway: ListGateway, variables: Readonly<Record<string, unknown>> = {}) {
  const { data, errors, extensions } = await gateway.query(document, {
    variables: { of: "TAG", ...variables },
  });
  expect(errors).toBeUndefined();
  const { edges, ...page } = data.project.dataQuality;
  const issues: readonly string[] = edges.map(
    ({ node: { node, code, identifier } }: Edge) => `${node.id} ${code} ${identifier}`,
  );
  const cursors = edges.map(({ cursor }: Edge) => cursor);
  const { startCursor, endCursor } = page.pageInfo;
  expect([startCursor, endCursor]).toEqual([cursors[0] ?? null, cursors.at(-1) ?? null]);
  return { ...page, issues, warnings: extensions?.["warnings"] };
}

const settings = { SNAPSHOT_TTL_SECONDS: "0" };
/** A gateway that reads the records anew for each request, and whose registry has no structures. */
const plain = await startListGateway({ structures: { tag: null, terminal: null }, settings });
afterAll(() => plain[Symbol.asyncDispose]());
const withoutData = (records: readonly PlainRecord[]) =>
  records.map((record) => ({ additional_data: null, ...record }));

const soon = new ManualClock().now() / 1000 + 3600;
const nearlyAddress = `http://${"a".repeat(200_000)} `;

describe("what is wrong with a record", async () => {
  const items = [
    item("textbox", "site", { set_via_app: true }),
    item("textarea", "notes"),
    item("number", "floor", { name: "Floor" }),
    item("selectbox", "grade", { enum: ["1", "2.0"] }),
    item("image", "photo"),
    item("number", "site"),
  ];
  const rows: readonly (readonly [string, object, readonly string[]])[] = [
    ["no required value, but null", { data: { site: null } }, ["MISSING_VALUE site"]],
    ["an empty one", { data: { site: "" } }, ["MISSING_VALUE site"]],
    ["additional data that is null", { additional_data: null }, ["MISSING_VALUE site"]],
    ["additional data that is empty", { additional_data: [] }, ["MISSING_VALUE site"]],
    ["a number that is no option", { data: { grade: 2 } }, ["NOT_AN_OPTION grade"]],
    ["true as a number", { data: { floor: true } }, ["NOT_A_NUMBER floor"]],
    ["a long text that is nearly one", { data: { photo: nearlyAddress } }, ["NOT_A_URL photo"]],
    ["an object in a text", { data: { notes: { a: 1 } } }, ["UNREADABLE_FIELD notes"]],
    ["an item's name as its key", { data: { Floor: "x" } }, ["NOT_A_NUMBER floor"]],
    ["a key that the structure lacks", { data: { key: "x" } }, ["UNKNOWN_KEY key"]],
    ["name", { name: { a: 1 } }, ["UNREADABLE_FIELD name"]],
    ["is_active", { is_active: "maybe" }, ["UNREADABLE_FIELD isActive"]],
    ["is_active as 0", { is_active: 0 }, []],
    ["added_when", { added_when: "soon" }, ["UNREADABLE_FIELD addedWhen"]],
    ["nothing but null", { name: null, type: null, description: null }, []],
    ["last_update ahead", { last_update: 4_102_444_800 }, ["TIME_IN_FUTURE lastUpdate"]],
    ["an hour ahead", { added_when: soon, last_update: soon }, []],
    [
      "last_update before added_when",
      { added_when: 1_700_000_001, last_update: 1_700_000_000 },
      ["UPDATED_BEFORE_ADDED lastUpdate"],
    ],
  ];
  const tags = rows.map(
    ([, { data, ...fields }]: readonly [string, { data?: object }, unknown], at) => ({
      id: `row ${at}`,
      additional_data: { site: "North", ...data },
      ...fields,
    }),
  );
  await using gateway = await startListGateway({ tags, structures: { tag: items } });
  const { issues } = await ask(gateway, { first: 1000 });

  test.each(rows.map((row, at) => [...row, `row ${at} `] as const))("%s", (_, __, expected, id) => {
    const own = issues.filter((issue: string) => issue.startsWith(id));
    expect(own).toEqual(expected.map((issue) => `${id}${issue}`));
  });
});

test("without a structure, keys are not judged, and additional data that cannot be read is", async () => {
  const data = [{ key: {} }, "x"];
  await plain.registry.replace(
    "tag",
    data.map((additional_data, at) => ({ id: `T${at}`, additional_data })),
  );
  expect((await ask(plain)).issues).toEqual(["T1 UNREADABLE_FIELD additionalData"]);
});

test("without a structure that can be read, the error is the structure's", async () => {
  const structures = { tag: [5 as unknown as object] };
  await using gateway = await startListGateway({ tags: [{ id: "A" }], structures });
  const { codes } = await gateway.query(document, { variables: { of: "TAG" } });
  expect(codes).toEqual(["REGISTRY_BAD_RESPONSE"]);
});

describe("duplicates", () => {
  const uuid = "6f9619ff-8b86-d011-b42d-00c04fc964ff";
  const long = "ab".repeat(600);

  test.each([
    [
      "in case, separation or byte order",
      ["04A1B2C3", "04:a1:b2:c3", "C3B2A104"],
      ["x", "04A1B2C4"],
    ],
    ["by a leading zero", ["0abc", "A BC"], []],
    ["in the case of a thousand digits", [long, long.toUpperCase()], []],
    ["in whatever, if they have no UID", [], ["-", ".", "0x", " ", "WIFI-1", "wifi-1"]],
  ])("are tags whose ids differ %s", async (_, twins, others) => {
    await plain.registry.replace("tag", withoutData([...twins, ...others].map((id) => ({ id }))));
    const { issues } = await ask(plain);
    expect(issues).toEqual(twins.map((id) => `${id} DUPLICATE_UID tagId`));
  });

  test.each<[string, readonly object[], readonly string[]]>([
    [
      "not texts without a uuid or an imei",
      [
        { uuid: "none", imei: "WIFI-1" },
        { uuid: "NONE", imei: "SIM-1" },
        { uuid: "-", imei: "WIFI-1" },
        { uuid: "{}", imei: "-" },
      ],
      [],
    ],
    [
      "the same digits of an imei, with words around them or too short",
      [
        ...["490154203237518", "IMEI 49 015420 323751 8", "35693803564380"],
        ...["IMEI 35-693803-564380", "49015", "49-015", "", null],
      ].map((imei) => ({ uuid: "", imei })),
      [1, 2, 3, 4, 5, 6].map((id) => `${id} DUPLICATE_IMEI imei`),
    ],
    [
      "the same uuid, in any spelling",
      [{ uuid }, { uuid: `{${uuid.toUpperCase()}}` }],
      [1, 2].map((id) => `${id} DUPLICATE_UUID uuid`),
    ],
  ])("of terminals are %s", async (_, terminals, expected) => {
    const plainest = { uuid: "", imei: "" };
    const records = terminals.map((fields, at) => ({ id: at + 1, ...plainest, ...fields }));
    await plain.registry.replace("terminal", records);
    const codes = ["DUPLICATE_IMEI", "DUPLICATE_UUID"];
    expect((await ask(plain, { of: "TERMINAL", codes })).issues).toEqual(expected);
  });

  test("are told ahead of the form of an imei and of a uuid, which must be as written", async () => {
    await plain.registry.replace("terminal", [
      { id: 1, uuid, imei: "490154203237518" },
      { id: 2, uuid: `{${uuid}}`, imei: "49-015420-323751-8" },
      { id: 3, uuid: "none", imei: "490154203237519" },
    ]);
    expect((await ask(plain, { of: "TERMINAL" })).issues).toEqual([
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
  const readers = ["5", 5, "6", 7.5, "", null, { a: 1 }];
  await using gateway = await startListGateway({
    tags: readers.map((reader, at) => ({ id: `T${at}`, additional_data: { reader } })),
    terminals: [{ id: 5, additional_data: { tag: "T9" } }],
    structures: { tag: [item("dial", "reader")], terminal: null },
    links: "tag.reader=terminal.id,terminal.tag=tag.id",
  });
  const dangling = (...ids: readonly string[]) => ids.map((id) => `${id} DANGLING_LINK reader`);
  expect((await ask(gateway)).issues).toEqual(dangling("T2", "T3", "T6"));
  expect((await ask(gateway, { of: "TERMINAL" })).issues).toEqual(["5 DANGLING_LINK tag"]);
  gateway.clock.advance(10_000);
  await gateway.registry.replace("terminal", [{ id: 5 }, { id: 6 }]);
  expect((await ask(gateway)).issues).toEqual(dangling("T3", "T6"));
});

describe("issues", async () => {
  const times = { added_when: 1_700_000_000, last_update: 1_700_000_000 };
  /** Tags, every third of them without an issue, and the others with two or three. */
  const tags: readonly PlainRecord[] = Array.from({ length: 60 }, (_, at) => ({
    id: `T${at}`,
    ...times,
    additional_data: at % 3 === 0 ? { floor: 1 } : { floor: "x", b: 1, ...(at % 2 && { a: 1 }) },
  }));
  const floors = { tag: [item("number", "floor"), item("textbox", "name")] };
  const gateway = await startListGateway({ tags, structures: floors, settings });
  afterAll(() => gateway[Symbol.asyncDispose]());

  test("come in the order of records, then of codes, then of identifiers", async () => {
    expect((await ask(gateway, { first: 7 })).issues).toEqual([
      "T1 NOT_A_NUMBER floor",
      "T1 UNKNOWN_KEY a",
      "T1 UNKNOWN_KEY b",
      "T2 NOT_A_NUMBER floor",
      "T2 UNKNOWN_KEY b",
      "T4 NOT_A_NUMBER floor",
      "T4 UNKNOWN_KEY b",
    ]);
  });

  const error = { code: "NOT_A_NUMBER", severity: "ERROR", count: 40 };
  const warning = { code: "UNKNOWN_KEY", severity: "WARNING", count: 60 };

  test.each([
    [{}, 100, [error, warning]],
    [{ severity: "ERROR" }, 40, [error]],
    [{ codes: ["UNKNOWN_KEY", "BAD_IMEI"] }, 60, [warning]],
    [{ codes: ["UNKNOWN_KEY"], severity: "ERROR" }, 0, []],
    [{ codes: [] }, 0, []],
  ])(
    "are counted by code, without zeros: of %j there are %i",
    async (chosen, totalCount, counts) => {
      expect(await ask(gateway, chosen)).toMatchObject({ totalCount, counts });
    },
  );

  test.each([
    ["first", "after", "endCursor", "hasNextPage"],
    ["last", "before", "startCursor", "hasPreviousPage"],
  ] as const)(
    "are paged by %s, each seen once, those of a field and an item with one name too",
    async (side, next, from, more) => {
      const twins = ["A", "B"].map((id) => ({ id, name: {}, additional_data: { name: {} } }));
      await gateway.registry.replace("tag", [...twins, ...tags.slice(0, 15)]);
      const { issues } = await ask(gateway, { first: 1000 });
      for (const size of [1, 9]) {
        const seen: string[] = [];
        for (let cursor: string | undefined; seen.length < issues.length; ) {
          const page = await ask(gateway, { [side]: size, [next]: cursor });
          if (side === "first") seen.push(...page.issues);
          else seen.unshift(...page.issues);
          cursor = page.pageInfo[from];
          expect(page.pageInfo[more]).toBe(seen.length < issues.length);
        }
        expect(seen).toEqual(issues);
      }
    },
  );

  test("keep their places while records come and go", async () => {
    const list = [...tags];
    await gateway.registry.replace("tag", list);
    const stay = (issues: readonly string[]) => issues.filter((issue) => /^T[2-5]\d /.test(issue));
    const { issues } = await ask(gateway, { first: 1000 });
    const seen: string[] = [];
    for (let after: string | undefined, more = true; more; ) {
      const page = await ask(gateway, { first: 8, after });
      seen.push(...page.issues);
      after = page.pageInfo.endCursor;
      more = page.pageInfo.hasNextPage;
      list.shift();
      list.push({ id: `N${seen.length}`, ...times, additional_data: { b: 1 } });
      await gateway.registry.replace("tag", list);
    }
    expect(stay(seen)).toEqual(stay(issues));
    expect(new Set(seen).size).toBe(seen.length);
  });

  const fixed = { id: "T1", ...times, additional_data: { floor: 1, b: 1, a: 1 } };
  const drift = [{ code: "PAGE_DRIFT", message: expect.any(String) }];

  test.each([
    ["is gone go on with those of the next one", tags.toSpliced(1, 1), "T2 NOT_A_NUMBER floor"],
    ["lost the issue go on with its next one", tags.toSpliced(1, 1, fixed), "T1 UNKNOWN_KEY a"],
    ["has no neighbour left warn", tags.slice(30), "T31 NOT_A_NUMBER floor", drift],
  ])("of a record that %s", async (_, left, next, warnings = undefined) => {
    await gateway.registry.replace("tag", tags);
    const { pageInfo } = await ask(gateway, { first: 1 });
    await gateway.registry.replace("tag", left);
    const { endCursor: after } = pageInfo;
    expect(await ask(gateway, { first: 1, after })).toMatchObject({ issues: [next], warnings });
  });

  test("cost the list's page and structure; wrong arguments, and a cursor of the other list, are refused", async () => {
    gateway.registry.resetCalls();
    const { pageInfo } = await ask(gateway, { first: 1 });
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
      expect((await gateway.query(document, { variables })).codes).toEqual(["BAD_USER_INPUT"]);
    }
  });
});
