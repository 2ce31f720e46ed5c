import { describe, expect, test } from "vitest";
import { toGlobalId } from "../../../src/gateway/resolvers/values/global-id.ts";
import { startListGateway } from "../../support/list-gateway.ts";

const ids = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `04${(from + index).toString(16).padStart(12, "0")}`);
const tagsOf = (size: number) => ids(size).map((id) => ({ id }));

/** Different ids, spread evenly over a list. */
const spread = (count: number, size: number) =>
  Array.from({ length: count }, (_, index) => ids(1, Math.floor((index * size) / count))[0] ?? "");

test.each([
  { size: 100, wanted: 3, known: 3, unknown: 3, absent: 3 },
  { size: 100, wanted: 50, known: 1, unknown: 2, absent: 1 },
  // Four pages of 1,000 are one more because they overlap at their seams.
  { size: 4_000, wanted: 200, known: 4, unknown: 6, absent: 5 },
])(
  "$wanted of $size tags in one tick cost $known calls once the count is known, and $absent if they are absent",
  async ({ size, wanted, known, unknown, absent }) => {
    await using gateway = await startListGateway({ tags: tagsOf(size) });
    const load = async (given: readonly string[]) => {
      gateway.registry.resetCalls();
      const fields = given.map((_, index) => `f${index}: tag(id: $i${index}) { tagId }`);
      const declared = given.map((_, index) => `$i${index}: ID!`);
      const { data, errors } = await gateway.query(`query (${declared}) { ${fields.join(" ")} }`, {
        variables: Object.fromEntries(given.map((id, index) => [`i${index}`, id])),
      });
      expect(errors).toBeUndefined();
      const found = Object.values<{ tagId: string } | null>(data).map((tag) => tag?.tagId ?? null);
      return { found, calls: gateway.registry.calls.length };
    };
    // A large document is only taken from a key that the registry has answered.
    await gateway.query("{ terminals(first: 1) { totalCount } }");
    const present = spread(wanted, size);
    const first = await load(present);
    expect(first.found).toEqual(present);
    expect(first.calls).toBeLessThanOrEqual(unknown);
    await gateway.query("{ tags(first: 1) { nodes { tagId } } }");
    expect(await load(present)).toEqual({ found: present, calls: known });
    const others = ids(wanted, 1_000_000);
    expect(await load(others)).toEqual({ found: others.map(() => null), calls: absent });
  },
);

test("100 nodes of 5,000 tags on 50 pages are all answered with 60 calls", async () => {
  const settings = { MAX_REGISTRY_CALLS: "60", REGISTRY_MAX_LIMIT: "100" };
  await using gateway = await startListGateway({ tags: tagsOf(5_000), settings });
  const wanted = spread(100, 5_000);
  const { data } = await gateway.query(
    "query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Tag { tagId } } }",
    { variables: { ids: wanted.map((id) => toGlobalId("Tag", id)) } },
  );
  expect(data.nodes).toEqual(wanted.map((tagId) => ({ tagId })));
  expect(gateway.registry.calls.length).toBeLessThanOrEqual(60);
});

describe("joins", () => {
  const tags = [
    ...[5, "5", "05", "five", "", null, 5.5, true, [5], { id: 5 }, 99].map((reader) => ({
      reader,
    })),
    ...["0b1c-ab", "0B1C-CD", "none"].map((uuid) => ({ uuid })),
    ...["350000000000000", 350_000_000_000_000, ""].map((imei) => ({ imei })),
  ].map((given, at) => ({
    id: `04${at}`,
    name: `tag ${at}`,
    additional_data: { reader: null, uuid: null, imei: null, ...given },
  }));
  const terminals = [
    {
      ...{ id: 5, name: "five", uuid: "0B1C-AB", imei: "350000000000000" },
      additional_data: { home: "040" },
    },
    { id: 6, name: "six", uuid: "0b1c-cd", imei: null, additional_data: { home: "041" } },
  ];
  const links =
    "tag.reader=terminal.id,tag.uuid=terminal.uuid,tag.imei=terminal.imei,terminal.home=tag.id";
  const ofTags = "GET /api/v1/tags?limit=100&page=1";
  const listing = [
    "GET /api/v1/additional_data/structure/terminal",
    ofTags,
    "GET /api/v1/terminals?limit=1&page=1",
    "GET /api/v1/terminals?limit=1000&page=1",
  ];

  test.each([
    [
      'by id: 5 and "5" name the same terminal, and free text names none',
      ["tags", "reader", "terminal"],
      ["five", "five"],
      [ofTags, "GET /api/v1/terminals/5/", "GET /api/v1/terminals/99/"],
    ],
    [
      "by uuid: the terminals are listed once, and letter case does not matter",
      ["tags", "uuid", "terminal"],
      ["five", "six"],
      listing,
    ],
    ["by imei, as a text or a number", ["tags", "imei", "terminal"], ["five", "five"], listing],
    [
      "from terminals to tags: one get for each tag",
      ["terminals", "home", "tag"],
      ["tag 0", "tag 1"],
      ["GET /api/v1/tags/040/", "GET /api/v1/tags/041/", "GET /api/v1/terminals?limit=100&page=1"],
    ],
  ])("%s", async (_, [list, identifier, to], names, calls) => {
    await using gateway = await startListGateway({ tags, terminals, links });
    const { data, errors } = await gateway.query(
      `{ list: ${list} { nodes { f: additionalDataField(identifier: "${identifier}") { to: ${to} { name } } } } }`,
    );
    expect(errors).toBeUndefined();
    const nodes: readonly { f: { to: { name: string } | null } }[] = data.list.nodes;
    expect(nodes.flatMap(({ f }) => f.to?.name ?? [])).toEqual(names);
    expect(gateway.registry.calls.toSorted()).toEqual(calls);
  });
});
