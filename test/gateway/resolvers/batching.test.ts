import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toGlobalId } from "../../../src/gateway/resolvers/values/global-id.ts";
import { startGateway, startGatewayWith } from "../../support/gateway.ts";
import { startListRegistry } from "../../support/real-registry.ts";

const ids = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `04${(from + index).toString(16).padStart(12, "0")}`);

/** Different ids, spread evenly over a list. */
const spread = (count: number, size: number) =>
  Array.from({ length: count }, (_, index) => ids(1, Math.floor((index * size) / count))[0] ?? "");

/** Starts a gateway in front of a registry of tags. */
async function setUp(size: number) {
  const registry = await startListRegistry({ tags: ids(size).map((id) => ({ id })) });
  const gateway = await startGatewayWith(registry, { settings: { MAX_QUERY_TOKENS: "20000" } });
  // A large document is only taken from a key that the registry has answered.
  await gateway.query("{ terminals(first: 1) { totalCount } }");
  return gateway;
}

type TagGateway = Awaited<ReturnType<typeof setUp>>;

/** Loads tags by id in one tick. Returns the ids that were found, and the number of REST calls. */
async function load(gateway: TagGateway, wanted: readonly string[]) {
  const { registry } = gateway;
  registry.resetCalls();
  const fields = wanted.map((_, index) => `f${index}: tag(id: $i${index}) { tagId }`);
  const declared = wanted.map((_, index) => `$i${index}: ID!`);
  const { data, errors } = await gateway.query(`query (${declared}) { ${fields.join(" ")} }`, {
    variables: Object.fromEntries(wanted.map((id, index) => [`i${index}`, id])),
  });
  expect(errors).toBeUndefined();
  const found = Object.values<{ tagId: string } | null>(data).map((tag) => tag?.tagId ?? null);
  return { found, calls: registry.calls.length };
}

describe.each([100, 10_000])("of %d tags", (size) => {
  // How many ids, the calls once the count is known, and the calls the first time, when it is not.
  const cases = [
    [1, 1, 1],
    [3, 3, 3],
    // A small page shows how many there are.
    [50, size === 100 ? 1 : 50, size === 100 ? 2 : 51],
    // Ten pages, and one more because pages overlap at their seams.
    [500, size === 100 ? 0 : 11, size === 100 ? 0 : 12],
  ] as const;
  let setup: TagGateway;

  beforeAll(async () => {
    setup = await setUp(size);
  });

  afterAll(() => setup[Symbol.asyncDispose]());

  test.each(cases.filter(([count]) => count <= size))(
    "%d present: %d calls when the count is known, at most %d when not",
    async (count, known, unknown) => {
      await using fresh = await setUp(size);
      const wanted = spread(count, size);
      const first = await load(fresh, wanted);
      expect(first.found).toEqual(wanted);
      expect(first.calls).toBeLessThanOrEqual(unknown);
      await setup.query("{ tags(first: 1) { nodes { tagId } } }");
      const second = await load(setup, wanted);
      expect(second).toEqual({ found: wanted, calls: known });
    },
  );

  test.each([
    [1, 1],
    [3, 3],
    // Where the whole list is read, it proves them absent.
    [50, size === 100 ? 1 : 50],
    [500, size === 100 ? 1 : 11],
  ])("%d absent: %d calls", async (count, calls) => {
    const absent = ids(count, 1_000_000);
    expect(await load(setup, absent)).toEqual({ found: absent.map(() => null), calls });
  });
});

test.each([
  ["when the count is unknown", false],
  ["when the count is known", true],
])("100 nodes of 5,000 tags on 50 pages are all answered with 60 calls, %s", async (_, isKnown) => {
  await using registry = await startListRegistry({ tags: ids(5_000).map((id) => ({ id })) });
  await using gateway = await startGateway({
    registryUrl: registry.url,
    key: registry.key,
    settings: { MAX_REGISTRY_CALLS: "60", REGISTRY_MAX_LIMIT: "100" },
  });
  const wanted = spread(100, 5_000);
  if (isKnown) await gateway.query("{ tags(first: 1) { totalCount } }");
  registry.resetCalls();
  const { data, errors } = await gateway.query(
    "query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Tag { tagId } } }",
    { variables: { ids: wanted.map((id) => toGlobalId("Tag", id)) } },
  );
  expect(errors).toBeUndefined();
  expect(data.nodes).toEqual(wanted.map((tagId) => ({ tagId })));
  expect(registry.calls.length).toBeLessThanOrEqual(60);
});

test("60 ids of 60 terminals cost one call", async () => {
  const terminals = Array.from({ length: 60 }, (_, index) => ({
    id: index + 1,
    uuid: `u${index}`,
  }));
  await using registry = await startListRegistry({ terminals });
  await using gateway = await startGateway({ registryUrl: registry.url, key: registry.key });
  const fields = terminals.map(({ id }) => `t${id}: terminal(id: ${id}) { terminalId }`);
  const { data } = await gateway.query(`{ ${fields.join(" ")} }`);
  expect(Object.values(data)).toEqual(terminals.map(({ id }) => ({ terminalId: String(id) })));
  expect(registry.calls).toEqual(["GET /api/v1/terminals?limit=60&page=1"]);
});

describe("joins", () => {
  const links =
    "tag.reader=terminal.id,tag.reader_uuid=terminal.uuid,tag.reader_imei=terminal.imei,terminal.home=tag.id";
  const field = (identifier: string, target: string) =>
    `f: additionalDataField(identifier: "${identifier}") { value ${target} { id name } }`;

  async function joined(
    records: Parameters<typeof startListRegistry>[0],
    query: string,
  ): Promise<{ readonly records: readonly unknown[]; readonly calls: readonly string[] }> {
    await using registry = await startListRegistry(records);
    await using gateway = await startGateway({
      registryUrl: registry.url,
      key: registry.key,
      links,
    });
    const { data, errors } = await gateway.query(query);
    expect(errors).toBeUndefined();
    const nodes: readonly { f: Record<string, { name: string } | null> }[] = (
      data.tags ?? data.terminals
    ).nodes;
    return {
      records: nodes.map(({ f }) => (f["terminal"] ?? f["tag"] ?? null)?.name ?? null),
      calls: [...registry.calls].sort(),
    };
  }

  const terminals = [
    {
      id: 5,
      name: "five",
      uuid: "0B1C-AB",
      imei: "350000000000000",
      additional_data: { home: "04aa" },
    },
    { id: 6, name: "six", uuid: "0b1c-cd", imei: null, additional_data: { home: 4 } },
  ];

  test('by id: 5 and "5" name the same terminal, and free text names none', async () => {
    const values = [5, "5", "05", "five", "", null, 5.5, true, [5], { id: 5 }, "__proto__", 99];
    const tags = values.map((reader, index) => ({ id: `04${index}`, additional_data: { reader } }));
    const { records, calls } = await joined(
      { tags, terminals },
      `{ tags { nodes { ${field("reader", "terminal")} } } }`,
    );
    expect(records).toEqual(["five", "five", ...Array(10).fill(null)]);
    expect(calls).toEqual([
      "GET /api/v1/tags?limit=100&page=1",
      "GET /api/v1/terminals/5/",
      "GET /api/v1/terminals/99/",
    ]);
  });

  test.each([
    ["reader_uuid", ["0b1c-ab", "0B1C-CD", "none"], ["five", "six", null]],
    ["reader_imei", ["350000000000000", 350_000_000_000_000, ""], ["five", "five", null]],
  ])(
    "by %s: the terminals are listed once, and letter case does not matter",
    async (identifier, values, expected) => {
      const tags = values.map((value, index) => ({
        id: `04${index}`,
        additional_data: { [identifier]: value },
      }));
      const { records, calls } = await joined(
        { tags, terminals },
        `{ tags { nodes { ${field(identifier, "terminal")} } } }`,
      );
      expect(records).toEqual(expected);
      expect(calls).toEqual([
        "GET /api/v1/additional_data/structure/terminal",
        "GET /api/v1/tags?limit=100&page=1",
        "GET /api/v1/terminals?limit=1&page=1",
        "GET /api/v1/terminals?limit=1000&page=1",
      ]);
    },
  );

  test("from terminals to tags: one get for each tag", async () => {
    const tags = [
      { id: "04aa", name: "home" },
      { id: "4", name: "four" },
    ];
    const { records, calls } = await joined(
      { tags, terminals },
      `{ terminals { nodes { ${field("home", "tag")} } } }`,
    );
    expect(records).toEqual(["home", "four"]);
    expect(calls).toEqual([
      "GET /api/v1/tags/04aa/",
      "GET /api/v1/tags/4/",
      "GET /api/v1/terminals?limit=100&page=1",
    ]);
  });

  test("100 tags that name 60 terminals cost one page of each list", async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ id: index, name: `t${index}` }));
    const tags = ids(100).map((id, index) => ({ id, additional_data: { reader: index % 60 } }));
    const { records, calls } = await joined(
      { tags, terminals: many },
      `{ tags { nodes { ${field("reader", "terminal")} } } }`,
    );
    expect(records).toEqual(tags.map((_, index) => `t${index % 60}`));
    expect(calls).toEqual([
      "GET /api/v1/tags?limit=100&page=1",
      "GET /api/v1/terminals?limit=60&page=1",
    ]);
  });
});
