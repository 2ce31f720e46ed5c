import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../../support/gateway.ts";
import { type ListGateway, startListGateway } from "../../support/list-gateway.ts";
import type { PlainRecord } from "../../support/project.ts";
import { startScriptedRegistry } from "../../support/scripted-registry.ts";

const links = "tag.terminal_id=terminal.id,terminal.home_tag=tag.id";
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

let gateway: ListGateway;
beforeAll(async () => {
  gateway = await startListGateway({ tags, terminals, links });
});
afterAll(() => gateway[Symbol.asyncDispose]());

const page = "totalCount pageInfo { hasPreviousPage hasNextPage startCursor endCursor }";

/** The six lists that take an offset, each with the number of its records. */
const lists: readonly [string, (given: string) => string, string, number][] = [
  ["tags of Query", (given) => `{ list: tags(${given}) { nodes { id: tagId } ${page} } }`, "T", 45],
  [
    "terminals of Query",
    (given) => `{ list: terminals(${given}) { nodes { id: terminalId } ${page} } }`,
    "",
    9,
  ],
  [
    "tags of Project",
    (given) => `{ project { list: tags(${given}) { nodes { id: tagId } ${page} } } }`,
    "T",
    45,
  ],
  [
    "terminals of Project",
    (given) => `{ project { list: terminals(${given}) { nodes { id: terminalId } ${page} } } }`,
    "",
    9,
  ],
  [
    "linkedTags",
    (given) => `{ terminal(id: 1) { list: linkedTags(${given}) { nodes { id: tagId } ${page} } } }`,
    "T",
    45,
  ],
  [
    "linkedTerminals",
    (given) =>
      `{ tag(id: "T00") { list: linkedTerminals(${given}) { nodes { id: terminalId } ${page} } } }`,
    "",
    9,
  ],
];

// biome-ignore lint/suspicious/noExplicitAny: the list is at another place in each query.
function listIn(data: any) {
  return data.list ?? data.project?.list ?? data.terminal?.list ?? data.tag?.list;
}

async function ask(document: string, variables: Readonly<Record<string, unknown>> = {}) {
  const { data, errors } = await gateway.query(document, { variables });
  expect(errors).toBeUndefined();
  return data;
}

describe.each(lists)("an offset in %s", (_, write, prefix, length) => {
  const orders = ["", ", filter: {}", ", orderBy: [{ field: NAME }]", ', search: "a"'];

  test.each(orders)("skips so many records of the list, with '%s'", async (more) => {
    const all = listIn(await ask(write(`first: 100${more}`))).nodes;
    expect(all.length).toBe(more.includes("search") && prefix === "" ? 9 : length);
    for (const [offset, first] of [
      [0, 4],
      [1, 4],
      [3, 100],
      [length - 1, 2],
    ] as const) {
      const list = listIn(await ask(write(`offset: ${offset}, first: ${first}${more}`)));
      expect(list.nodes).toEqual(all.slice(offset, offset + first));
      expect(list.totalCount).toBe(length);
      expect(list.pageInfo.hasPreviousPage).toBe(offset > 0);
      expect(list.pageInfo.hasNextPage).toBe(offset + first < length);
      if (!list.pageInfo.hasNextPage) continue;
      const after = JSON.stringify(list.pageInfo.endCursor);
      const next = listIn(await ask(write(`after: ${after}, first: 3${more}`)));
      expect(next.nodes).toEqual(all.slice(offset + first, offset + first + 3));
    }
  });

  test.each(orders)("past the end gives no edges and null cursors, with '%s'", async (more) => {
    for (const offset of [length, length + 1, 2 ** 31 - 1]) {
      const list = listIn(await ask(write(`offset: ${offset}${more}`)));
      expect(list).toEqual({
        nodes: [],
        totalCount: length,
        pageInfo: {
          hasPreviousPage: true,
          hasNextPage: false,
          startCursor: null,
          endCursor: null,
        },
      });
    }
  });

  test("from the end, with a cursor or below 0 is BAD_USER_INPUT", async () => {
    for (const given of [
      'offset: 1, after: "x"',
      'offset: 0, before: "x"',
      "offset: 0, last: 1",
      "offset: -1",
      "offset: 3, last: 0",
    ]) {
      const { errors } = await gateway.query(write(given));
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["BAD_USER_INPUT"]);
      expect(errors?.[0]?.message).toContain("`offset`");
    }
  });
});

test("an offset of 2^31 is refused like every integer that GraphQL has not", async () => {
  gateway.registry.resetCalls();
  const { errors } = await gateway.query(
    "query ($offset: Int) { tags(offset: $offset) { totalCount } }",
    { variables: { offset: 2 ** 31 } },
  );
  expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
  expect(gateway.registry.calls).toEqual([]);
});

test("dataQuality takes no offset", async () => {
  const { errors } = await gateway.query(
    "{ project { dataQuality(of: TAG, offset: 1) { totalCount } } }",
  );
  expect(errors).toMatchObject([{ extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }]);
});

describe("an offset past the end of a list", () => {
  const document = `query ($offset: Int!, $first: Int) { tags(offset: $offset, first: $first) {
    nodes { tagId } ${page} } }`;

  const many: readonly PlainRecord[] = Array.from({ length: 100 }, (_, at) => ({
    id: `T${at}`,
    name: "tag",
  }));

  /** What such a page costs, each in a gateway that knows nothing yet, and then once more. */
  async function cost(
    records: readonly PlainRecord[],
    pastEnd: number | "last page" | undefined,
    settings: Record<string, string>,
    clamp?: number,
  ) {
    await using registry = await startScriptedRegistry({ tags: records });
    registry.rules.pastEnd = pastEnd;
    registry.rules.clamp = clamp;
    await using one: TestGateway = await startGateway({
      registryUrl: registry.url,
      key: "key",
      settings,
    });
    const costs: number[] = [];
    for (const offset of [100, 500, 500, 9000]) {
      const before = registry.calls.length;
      const { data, errors } = await one.query(document, { variables: { offset, first: 10 } });
      expect(errors).toBeUndefined();
      expect(data.tags).toEqual({
        nodes: [],
        totalCount: records.length,
        pageInfo: {
          hasPreviousPage: records.length > 0,
          hasNextPage: false,
          startCursor: null,
          endCursor: null,
        },
      });
      costs.push(registry.calls.length - before);
    }
    return costs;
  }

  test.each([
    [undefined, {}],
    [404, {}],
    ["last page", {}],
    [undefined, { REGISTRY_MAX_LIMIT: "10" }],
    [404, { REGISTRY_MAX_LIMIT: "10" }],
    ["last page", { REGISTRY_MAX_LIMIT: "10" }],
  ] as const)(
    "costs two calls at most where the registry answers %s (%o), with an exact count",
    async (pastEnd, settings) => {
      for (const records of [many, [], many.slice(0, 1)]) {
        const costs = await cost(records, pastEnd, settings);
        expect(Math.max(...costs)).toBeLessThanOrEqual(2);
      }
    },
  );

  describe.each([undefined, 404, "last page"] as const)(
    "where the registry answers %s and has a maximum `limit`",
    (pastEnd) => {
      test.each([7, 9, 10, 20, 50])(
        "of %i, costs two calls at most, also when it is met for the first time",
        async (clamp) => {
          for (const length of [98, 99, 100]) {
            const costs = await cost(many.slice(0, length), pastEnd, {}, clamp);
            expect(Math.max(...costs)).toBeLessThanOrEqual(2);
          }
        },
      );

      // A page of so few rows rarely shows the last row and the end behind it.
      test.each([1, 2, 3, 5])("of %i, costs seven calls at most", async (clamp) => {
        for (const length of [99, 100]) {
          const costs = await cost(many.slice(0, length), pastEnd, {}, clamp);
          expect(Math.max(...costs)).toBeLessThanOrEqual(7);
        }
      });
    },
  );
});
