import { afterAll, describe, expect, test } from "vitest";
import { startListGateway } from "../../support/list-gateway.ts";

const tags = Array.from({ length: 45 }, (_, at) => ({
  id: `T${String(at).padStart(2, "0")}`,
  name: `tag ${(at * 7) % 45}`,
  additional_data: { terminal_id: 1 },
}));
const terminals = Array.from({ length: 9 }, (_, at) => ({
  id: at + 1,
  name: `reader ${at}`,
  additional_data: { home_tag: "T00" },
}));

const links = "tag.terminal_id=terminal.id,terminal.home_tag=tag.id";
const gateway = await startListGateway({ tags, terminals, links });
afterAll(() => gateway[Symbol.asyncDispose]());

const page = "totalCount pageInfo { hasPreviousPage hasNextPage startCursor endCursor }";
const pastTheEnd = {
  hasPreviousPage: true,
  hasNextPage: false,
  startCursor: null,
  endCursor: null,
};

describe.each<[string, string, string, number]>([
  ["{ LIST }", "tags", "tagId", 45],
  ["{ LIST }", "terminals", "terminalId", 9],
  ["{ project { LIST } }", "tags", "tagId", 45],
  ["{ terminal(id: 1) { LIST } }", "linkedTags", "tagId", 45],
  ['{ tag(id: "T00") { LIST } }', "linkedTerminals", "terminalId", 9],
])("an offset in %s with %s", (place, field, id, length) => {
  const ask = async (given: string) => {
    const list = `list: ${field}(${given}) { nodes { id: ${id} } ${page} }`;
    const { data, errors } = await gateway.query(place.replace("LIST", list));
    return { errors, list: data?.list ?? Object.values<{ list: object }>(data ?? {})[0]?.list };
  };

  test.each(["", ", orderBy: [{ field: NAME }]"])(
    "skips so many records, with '%s'",
    async (more) => {
      const all = (await ask(`first: 100${more}`)).list.nodes;
      expect(all).toHaveLength(length);
      for (const [offset, first] of [
        [0, 4],
        [3, 100],
        [length - 1, 2],
      ] as const) {
        const { list } = await ask(`offset: ${offset}, first: ${first}${more}`);
        expect(list).toMatchObject({
          nodes: all.slice(offset, offset + first),
          totalCount: length,
          pageInfo: { hasPreviousPage: offset > 0, hasNextPage: offset + first < length },
        });
        if (!list.pageInfo.hasNextPage) continue;
        const next = await ask(`after: "${list.pageInfo.endCursor}", first: 3${more}`);
        expect(next.list.nodes).toEqual(all.slice(offset + first, offset + first + 3));
      }
      for (const offset of [length, length + 1, 2 ** 31 - 1]) {
        const { list } = await ask(`offset: ${offset}${more}`);
        expect(list).toEqual({ nodes: [], totalCount: length, pageInfo: pastTheEnd });
      }
    },
  );

  test("is BAD_USER_INPUT from the end, with a cursor or below 0", async () => {
    for (const given of ['offset: 0, before: "x"', "offset: 3, last: 0", "offset: -1"]) {
      const { errors } = await ask(given);
      expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
      expect(errors?.[0]?.message).toContain("`offset`");
    }
  });
});

test("an offset that GraphQL has no integer for is refused without a call, and dataQuality takes none", async () => {
  gateway.registry.resetCalls();
  const large = await gateway.query(
    "query ($offset: Int) { tags(offset: $offset) { totalCount } }",
    { variables: { offset: 2 ** 31 } },
  );
  expect(large.errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
  const other = "{ project { dataQuality(of: TAG, offset: 1) { totalCount } } }";
  expect((await gateway.query(other)).errors).toMatchObject([
    { extensions: { code: "GRAPHQL_VALIDATION_FAILED" } },
  ]);
  expect(gateway.registry.calls).toEqual([]);
});
