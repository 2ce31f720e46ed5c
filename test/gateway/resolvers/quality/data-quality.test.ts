import { afterEach, describe, expect, test } from "vitest";
import { type ListGateway, startListGateway } from "../../../support/list-gateway.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { item, type PlainRecord } from "../../../support/project.ts";

let gateway: ListGateway;
afterEach(() => gateway[Symbol.asyncDispose]());

interface Options {
  readonly of?: "TAG" | "TERMINAL";
  readonly codes?: readonly string[] | null;
  readonly severity?: string | null;
  readonly first?: number;
  readonly last?: number;
  readonly after?: string;
  readonly before?: string;
}

interface IssueEdge {
  readonly cursor: string;
  readonly node: {
    readonly code: string;
    readonly severity: string;
    readonly message: string;
    readonly identifier: string;
    readonly node: { readonly tagId?: string; readonly terminalId?: string };
  };
}

const document = `
  query ($of: AdditionalDataSubject!, $codes: [DataQualityCode!], $severity: DataQualitySeverity,
    $first: Int, $after: String, $last: Int, $before: String) {
    project {
      dataQuality(of: $of, codes: $codes, severity: $severity,
        first: $first, after: $after, last: $last, before: $before) {
        totalCount
        snapshotAt
        counts { code severity count }
        pageInfo { hasPreviousPage hasNextPage startCursor endCursor }
        edges {
          cursor
          node { code severity message identifier node { ... on Tag { tagId } ... on Terminal { terminalId } } }
        }
      }
    }
  }`;

interface Page {
  readonly totalCount: number;
  readonly counts: readonly object[];
  readonly pageInfo: {
    readonly hasPreviousPage: boolean;
    readonly hasNextPage: boolean;
    readonly startCursor: string;
    readonly endCursor: string;
  };
  readonly cursors: readonly string[];
  /** Each as its record, its code and its identifier. */
  readonly issues: readonly string[];
}

async function ask({ of = "TAG", ...variables }: Options = {}): Promise<Page> {
  const { data, errors } = await gateway.query(document, { variables: { of, ...variables } });
  expect(errors).toBeUndefined();
  const page = data.project.dataQuality;
  const edges: readonly IssueEdge[] = page.edges;
  return {
    ...page,
    cursors: edges.map(({ cursor }) => cursor),
    issues: edges.map(({ node: { code, identifier, node } }) =>
      [node.tagId ?? node.terminalId, code, identifier].join(" "),
    ),
  };
}

/** Starts a gateway over these records, with these items in both structures. */
async function start({
  items,
  tags = [],
  terminals = [],
  links,
  settings,
}: {
  readonly items: readonly object[] | null;
  readonly tags?: readonly PlainRecord[];
  readonly terminals?: readonly PlainRecord[];
  readonly links?: string;
  readonly settings?: Readonly<Record<string, string>>;
}): Promise<ListGateway> {
  return startListGateway({
    tags: tags.map(plain),
    terminals: terminals.map(plain),
    structures: { tag: items, terminal: items },
    ...(links && { links }),
    ...(settings && { settings }),
  });
}

function plain(record: PlainRecord): PlainRecord {
  return { additional_data: null, ...record };
}

/** The issues of a tag with this value for an item. */
async function findInTag(one: object, value: unknown): Promise<readonly string[]> {
  gateway = await start({
    tags: [{ id: "A", additional_data: { key: value } }],
    items: [one],
  });
  return (await ask()).issues;
}

describe("a value of an item", () => {
  const required = { set_via_app: true };
  test.each([
    ["a required item, null", item("textbox", "key", required), null, ["A MISSING_VALUE key"]],
    ["a required item, empty", item("number", "key", required), "", ["A MISSING_VALUE key"]],
    ["an optional item, empty", item("number", "key"), "", []],
    ["an option", item("selectbox", "key", { enum: ["a", "b"] }), "b", []],
    ["a whole option as a number", item("selectbox", "key", { enum: [1, "2"] }), 2, []],
    [
      "a number that is not an option",
      item("selectbox", "key", { enum: ["1", "2.0"] }),
      2,
      ["A NOT_AN_OPTION key"],
    ],
    ["no option", item("selectbox", "key", { enum: ["a", "b"] }), "c", ["A NOT_AN_OPTION key"]],
    ["anything, if there are no options", item("selectbox", "key", { enum: [] }), "c", []],
    ["a number", item("number", "key"), 5, []],
    ["a number as text", item("number", "key"), " 1e3 ", []],
    ["a number with a comma", item("number", "key"), "1,5", ["A NOT_A_NUMBER key"]],
    ["true as a number", item("number", "key"), true, ["A NOT_A_NUMBER key"]],
    ["an address", item("image", "key"), "https://images.example/1.jpg", []],
    [
      "a long text that is nearly an address",
      item("image", "key"),
      `http://${"a".repeat(200_000)} `,
      ["A NOT_A_URL key"],
    ],
    ["a relative address", item("image", "key"), "/1.jpg", ["A NOT_A_URL key"]],
    ["another scheme", item("image", "key"), "ftp://images.example/1.jpg", ["A NOT_A_URL key"]],
    ["an object in a text", item("textarea", "key"), { a: 1 }, ["A UNREADABLE_FIELD key"]],
    ["a list in a text", item("textbox", "key"), ["a"], ["A UNREADABLE_FIELD key"]],
    ["a number in a text", item("textbox", "key"), 5, []],
    ["anything in an item of an unknown type", item("slider", "key"), { a: 1 }, []],
    [
      "an item's name as its key",
      item("number", "other", { name: "key" }),
      "x",
      ["A NOT_A_NUMBER other"],
    ],
    ["a key that the structure lacks", item("textbox", "other"), "x", ["A UNKNOWN_KEY key"]],
  ])("%s", async (_, one, value, issues) => {
    expect(await findInTag(one, value)).toEqual(issues);
  });

  test.each([null, {}, []])("is missing when the additional data is %j", async (data) => {
    gateway = await start({
      tags: [{ id: "A", additional_data: data }],
      items: [item("textbox", "key", required)],
    });
    expect((await ask()).issues).toEqual(["A MISSING_VALUE key"]);
  });

  test("belongs to the item with this identifier, whatever other items are called", async () => {
    gateway = await start({
      tags: [{ id: "A", additional_data: { key: "x" } }],
      items: [item("textbox", "key"), item("number", "other", { name: "key", ...required })],
    });
    expect((await ask()).issues).toEqual(["A MISSING_VALUE other"]);
  });

  test("is checked by the first of two items with the same identifier", async () => {
    gateway = await start({
      tags: [{ id: "A", additional_data: { key: "x" } }],
      items: [item("textbox", "key"), item("number", "key")],
    });
    expect((await ask()).issues).toEqual([]);
  });
});

describe("without a structure", () => {
  test("only codes that need none are looked for", async () => {
    gateway = await start({
      tags: [{ id: "A", name: {}, additional_data: { key: {} } }],
      items: null,
    });
    expect((await ask()).issues).toEqual(["A UNREADABLE_FIELD name"]);
  });

  test("that can be read, the error is the structure's", async () => {
    gateway = await start({ tags: [{ id: "A" }], items: [5 as unknown as object] });
    const { data, errors } = await gateway.query(document, { variables: { of: "TAG" } });
    expect(data).toEqual({ project: { dataQuality: null } });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["REGISTRY_BAD_RESPONSE"]);
  });
});

describe("a field of the interface", () => {
  const soon = new ManualClock().now() / 1000 + 3600;
  test.each([
    ["name", { name: { a: 1 } }, ["A UNREADABLE_FIELD name"]],
    ["is_active", { is_active: "maybe" }, ["A UNREADABLE_FIELD isActive"]],
    ["is_active as 0", { is_active: 0 }, []],
    ["added_when", { added_when: "soon" }, ["A UNREADABLE_FIELD addedWhen"]],
    ["additional_data", { additional_data: "x" }, ["A UNREADABLE_FIELD additionalData"]],
    ["nothing but null", { name: null, type: null, description: null }, []],
    ["last_update ahead", { last_update: 4_102_444_800 }, ["A TIME_IN_FUTURE lastUpdate"]],
    ["an hour ahead", { added_when: soon, last_update: soon }, []],
    [
      "last_update before added_when",
      { added_when: 1_700_000_001, last_update: 1_700_000_000 },
      ["A UPDATED_BEFORE_ADDED lastUpdate"],
    ],
  ])("%s", async (_, fields, issues) => {
    gateway = await start({ tags: [{ id: "A", ...fields }], items: null });
    expect((await ask()).issues).toEqual(issues);
  });
});

describe("duplicates", () => {
  test("are the same UID in another case, separation or byte order, each with its issue", async () => {
    const ids = ["04A1B2C3", "x", "04:a1:b2:c3", "C3B2A104", "04A1B2C4"];
    gateway = await start({ tags: ids.map((id) => ({ id })), items: null });
    expect((await ask()).issues).toEqual([
      "04A1B2C3 DUPLICATE_UID tagId",
      "04:a1:b2:c3 DUPLICATE_UID tagId",
      "C3B2A104 DUPLICATE_UID tagId",
    ]);
  });

  test.each([
    ["letter case", "AB12", "ab12"],
    ["separation", "AB12", "ab-12"],
    ["separation, without a leading zero", "0abc", "A BC"],
    ["length, of one digit", "F", "0xf"],
    ["spelling of its bytes", "04A3B201", "4.163.178.1"],
    ["line, with white space around it", "04A3B201", " 4:a3:b2:1\n"],
    ["byte order", "AB12", "12:ab"],
    ["prefix", "1F", "0x1f"],
    ["letter case, of more than a thousand digits", "ab".repeat(600), "AB".repeat(600)],
  ])("are the same UID in another %s, of any length", async (_, one, other) => {
    gateway = await start({ tags: [{ id: one }, { id: other }], items: null });
    const codes = (await ask()).issues.map((issue) => issue.split(" ").at(-2));
    expect(codes).toEqual(["DUPLICATE_UID", "DUPLICATE_UID"]);
    const spaced = JSON.stringify(` ${other}`);
    const found = await gateway.query(`{ tagsByUid(uid: ${spaced}) { tag { tagId } } }`);
    // Nothing is looked for by a text so long.
    expect(found.data.tagsByUid).toHaveLength(other.length > 1_024 ? 0 : 2);
  });

  test("are not texts without a UID, a uuid or an imei", async () => {
    gateway = await start({
      tags: ["-", ".", "0x", " ", "WIFI-1", "wifi-1"].map((id) => ({ id })),
      terminals: [
        { id: 1, uuid: "none", imei: "WIFI-1" },
        { id: 2, uuid: "NONE", imei: "SIM-1" },
        { id: 3, uuid: "-", imei: "WIFI-1" },
        { id: 4, uuid: "{}", imei: "-" },
      ],
      items: null,
    });
    for (const of of ["TAG", "TERMINAL"] as const) {
      const { issues } = await ask({ of });
      expect(issues.filter((issue) => issue.includes("DUPLICATE"))).toEqual([]);
    }
  });

  test("are imeis with the same digits, with words around them or too short", async () => {
    const whole = ["490154203237518", "IMEI 49 015420 323751 8"];
    const withoutCheckDigit = ["35693803564380", "IMEI 35-693803-564380"];
    const imeis = [...whole, ...withoutCheckDigit, "49015", "49-015"];
    gateway = await start({
      terminals: imeis.map((imei, index) => ({ id: index + 1, uuid: "", imei })),
      items: null,
    });
    const { issues } = await ask({ of: "TERMINAL", codes: ["DUPLICATE_IMEI"] });
    expect(issues).toHaveLength(6);
  });

  test("are the same uuid and the same imei; the form of both is checked as well", async () => {
    const uuid = "6f9619ff-8b86-d011-b42d-00c04fc964ff";
    gateway = await start({
      terminals: [
        { id: 1, uuid, imei: "490154203237518" },
        { id: 2, uuid: `{${uuid.toUpperCase()}}`, imei: "49-015420-323751-8" },
        { id: 3, uuid: "none", imei: "490154203237519" },
        { id: 4, uuid: "", imei: null },
        { id: 5, uuid: "", imei: "" },
      ],
      items: null,
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
  gateway = await start({
    tags: ["5", 5, "6", 7.5, "", null, { a: 1 }].map((reader, at) => ({
      id: `T${at}`,
      additional_data: { reader },
    })),
    terminals: [{ id: 5, additional_data: { tag: "T9" } }],
    items: null,
    links: "tag.reader=terminal.id,terminal.tag=tag.id",
  });
  expect((await ask()).issues).toEqual([
    "T2 DANGLING_LINK reader",
    "T3 DANGLING_LINK reader",
    "T6 DANGLING_LINK reader",
  ]);
  expect((await ask({ of: "TERMINAL" })).issues).toEqual(["5 DANGLING_LINK tag"]);
});

/** Tags, every third of them without an issue, and the others with two or three. */
const manyTags: readonly PlainRecord[] = Array.from({ length: 300 }, (_, at) => ({
  id: `T${at}`,
  additional_data: at % 3 === 0 ? { floor: 1 } : { floor: "x", b: 1, ...(at % 2 && { a: 1 }) },
}));
const floors = [item("number", "floor")];

describe("issues", () => {
  test("come in the order of records, then of codes, then of identifiers", async () => {
    gateway = await start({ tags: manyTags, items: floors });
    const { issues } = await ask({ first: 7 });
    expect(issues).toEqual([
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
    gateway = await start({ tags: manyTags, items: floors });
    const error = { code: "NOT_A_NUMBER", severity: "ERROR", count: 200 };
    const warning = { code: "UNKNOWN_KEY", severity: "WARNING", count: 300 };
    expect(await ask()).toMatchObject({ totalCount: 500, counts: [error, warning] });
    expect(await ask({ severity: "ERROR" })).toMatchObject({ totalCount: 200, counts: [error] });
    expect(await ask({ codes: ["UNKNOWN_KEY", "BAD_IMEI"] })).toMatchObject({
      totalCount: 300,
      counts: [warning],
    });
    expect(await ask({ codes: ["UNKNOWN_KEY"], severity: "ERROR" })).toMatchObject({
      totalCount: 0,
      counts: [],
    });
    expect(await ask({ codes: [] })).toMatchObject({ totalCount: 0, issues: [], counts: [] });
  });

  test.each(["first", "last"] as const)("are paged by %s, each seen once", async (side) => {
    gateway = await start({ tags: manyTags, items: floors });
    const all = (await ask({ first: 1000 })).issues;
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page =
        side === "first"
          ? await ask({ first: 37, ...(cursor && { after: cursor }) })
          : await ask({ last: 37, ...(cursor && { before: cursor }) });
      expect(page.pageInfo.hasPreviousPage).toBe(page.issues[0] !== all[0]);
      expect(page.pageInfo.hasNextPage).toBe(page.issues.at(-1) !== all.at(-1));
      if (side === "first") seen.push(...page.issues);
      else seen.unshift(...page.issues);
      cursor = side === "first" ? page.pageInfo.endCursor : page.pageInfo.startCursor;
      if (seen.length >= all.length) break;
    }
    expect(seen).toEqual(all);
  });

  test.each([
    ["first", "after", "endCursor"],
    ["last", "before", "startCursor"],
  ] as const)(
    "of a field and an item with one name are paged by %s, each seen once",
    async (side, next, from) => {
      const wrong = { name: {}, additional_data: { name: {} } };
      gateway = await start({
        tags: [
          { id: "A", ...wrong },
          { id: "B", ...wrong },
        ],
        items: [item("textbox", "name")],
      });
      const seen: string[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < 4; page++) {
        const { issues, pageInfo } = await ask({ [side]: 1, ...(cursor && { [next]: cursor }) });
        seen.push(...issues);
        cursor = pageInfo[from];
        expect(side === "first" ? pageInfo.hasNextPage : pageInfo.hasPreviousPage).toBe(page < 3);
      }
      const expected = ["A", "A", "B", "B"].map((id) => `${id} UNREADABLE_FIELD name`);
      expect(seen).toEqual(side === "first" ? expected : expected.toReversed());
    },
  );

  test("keep their places while records come and go", async () => {
    const tags = [...manyTags];
    gateway = await start({
      tags,
      items: floors,
      settings: { SNAPSHOT_TTL_SECONDS: "0" },
    });
    const stay = (await ask({ first: 1000 })).issues.filter((issue) => /^T1\d\d /.test(issue));
    const seen: string[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await ask({ first: 20, ...(cursor && { after: cursor }) });
      seen.push(...page.issues);
      cursor = page.pageInfo.endCursor;
      more = page.pageInfo.hasNextPage;
      tags.shift();
      tags.push({ id: `N${seen.length}`, additional_data: { b: 1 } });
      await gateway.registry.replace("tag", tags);
    }
    expect(seen.filter((issue) => /^T1\d\d /.test(issue))).toEqual(stay);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test.each([
    [{ first: 1, after: "nonsense" }, "after"],
    [{ first: -1 }, "first"],
    [{ first: 1001 }, "first"],
    [{ first: 1, last: 1 }, "first"],
  ])("requested with %j are BAD_USER_INPUT", async (wrong, name) => {
    gateway = await start({ tags: manyTags, items: floors });
    const { errors } = await gateway.query(document, { variables: { of: "TAG", ...wrong } });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["BAD_USER_INPUT"]);
    expect(errors?.[0]?.message).toContain(`\`${name}\``);
  });

  test("cost the list's page and structure, and a cursor of the other list is refused", async () => {
    gateway = await start({ tags: manyTags, terminals: [], items: floors });
    const { cursors } = await ask({ first: 1 });
    expect(gateway.registry.calls.filter((call) => call.includes("/tags?limit=1000"))).toHaveLength(
      1,
    );
    const { errors } = await gateway.query(document, {
      variables: { of: "TERMINAL", first: 1, after: cursors[0] },
    });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["BAD_USER_INPUT"]);
  });
});
