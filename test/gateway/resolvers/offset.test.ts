import { afterAll, describe, expect, test } from "vitest";
import { startListGateway } from "../../support/list-gateway.ts";

const tags = Array.from({ length: 45 }, (_, at) => ({
  id: `T${String(at).padStart(2, "0")}`,
  name: `tag ${(at * 7) % 45}`,
  additional_data: { terminal_id: 1 },
}));
const terminals = [{ id: 1 }];
const gateway = await startListGateway({ tags, terminals, links: "tag.terminal_id=terminal.id" });
afterAll(() => gateway[Symbol.asyncDispose]());

describe.each([
  ["tags", "{ LIST }"],
  ["tags", "{ project { LIST } }"],
  ["linkedTags", "{ terminal(id: 1) { LIST } }"],
])("an offset into %s in %s", (field, place) => {
  const ask = async (given: string) => {
    const list = `list: ${field}(${given}) {
      nodes { tagId } totalCount pageInfo { hasPreviousPage hasNextPage endCursor } }`;
    const { data, errors } = await gateway.query(place.replace("LIST", list));
    return { errors, list: data?.list ?? Object.values<{ list: object }>(data ?? {})[0]?.list };
  };

  test.each(["", ", orderBy: [{ field: NAME }]"])("skips so many records%s", async (order) => {
    const all = (await ask(`first: 100${order}`)).list.nodes;
    const { list } = await ask(`offset: 3, first: 4${order}`);
    const { endCursor, ...sides } = list.pageInfo;
    expect([list.nodes, sides]).toEqual([
      all.slice(3, 7),
      { hasPreviousPage: true, hasNextPage: true },
    ]);
    const next = await ask(`after: "${endCursor}", first: 3${order}`);
    expect(next.list.nodes).toEqual(all.slice(7, 10));
    const { list: beyond } = await ask(`offset: 45${order}`);
    expect(beyond).toEqual({
      nodes: [],
      totalCount: 45,
      pageInfo: { hasPreviousPage: true, hasNextPage: false, endCursor: null },
    });
  });

  test("is BAD_USER_INPUT from the end", async () => {
    const { errors } = await ask("offset: 3, last: 0");
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
    expect(errors?.[0]?.message).toContain("`offset`");
  });
});

test("an offset that GraphQL has no integer for is refused without a call, and dataQuality takes none", async () => {
  gateway.registry.resetCalls();
  const query = "query ($offset: Int) { tags(offset: $offset) { totalCount } }";
  const large = await gateway.query(query, { variables: { offset: 2 ** 31 } });
  expect(large.codes).toEqual(["BAD_USER_INPUT"]);
  const other = "{ project { dataQuality(of: TAG, offset: 1) { totalCount } } }";
  expect((await gateway.query(other)).codes).toEqual(["GRAPHQL_VALIDATION_FAILED"]);
  expect(gateway.registry.calls).toEqual([]);
});
