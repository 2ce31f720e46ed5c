import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../../../support/gateway.ts";
import { item, type PlainRecord } from "../../../support/project.ts";
import {
  type ScriptedRegistry,
  startScriptedRegistry,
} from "../../../support/scripted-registry.ts";

/** How many tags and terminals the registry has. They come in pages of ten. */
const size = 100;

let tags: PlainRecord[];
let terminals: PlainRecord[];
let registry: ScriptedRegistry;
let gateway: TestGateway | undefined;

beforeEach(async () => {
  terminals = Array.from({ length: size }, (_, at) => ({
    id: at + 1,
    name: `Terminal ${at}`,
    uuid: `U-${at}`,
  }));
  tags = Array.from({ length: size }, (_, at) => ({
    id: `T${at}`,
    name: `Tag ${at}`,
    additional_data: { terminal_id: at + 1, reader: `u-${at}` },
  }));
  const structure = { items: [item("textbox", "terminal_id")], last_update: 1 };
  registry = await startScriptedRegistry({
    tags,
    terminals,
    structures: { tag: structure, terminal: structure },
  });
  registry.rules.clamp = 10;
});

afterEach(async () => {
  await gateway?.[Symbol.asyncDispose]();
  gateway = undefined;
  await registry[Symbol.asyncDispose]();
});

async function ask(
  query: string,
  { links = "tag.terminal_id=terminal.id", ...settings }: Record<string, string> = {},
) {
  gateway ??= await startGateway({ registryUrl: registry.url, key: "key", links, settings });
  return gateway.query(query);
}

/** From now on, so much of a list moves before each page of it that no two pages share a row where they meet. */
function keepMoving(kind: "tags" | "terminals"): void {
  const records = kind === "tags" ? tags : terminals;
  const { behaviour } = registry;
  registry.behaviour = (call, position) => {
    const { pathname, searchParams } = new URL(call.path, registry.url);
    const isPage = pathname.endsWith(`/${kind}`) && searchParams.get("limit") !== "1";
    if (isPage) records.push(...records.splice(0, 37));
    behaviour(call, position);
  };
}

/** From now on, calls with such names fail. */
function fail(pattern: RegExp): void {
  const { behaviour } = registry;
  registry.behaviour = (call, position) => {
    if (pattern.test(call.name)) call.response.writeHead(500).end();
    else behaviour(call, position);
  };
}

const linked = "{ terminal(id: 5) { name linkedTags { totalCount nodes { tagId } } } }";

describe("a list that cannot be read whole", () => {
  test("is delivered as far as it was read, without a number of linked records", async () => {
    keepMoving("tags");
    const { data, errors, extensions } = await ask(
      "{ terminals(first: 100) { nodes { linkedTags { totalCount nodes { tagId } } } } }",
    );
    const lists = data.terminals.nodes.map(
      ({ linkedTags }: { linkedTags: { totalCount: null; nodes: readonly object[] } }) =>
        linkedTags,
    );
    expect(lists).toHaveLength(size);
    for (const { totalCount, nodes } of lists) {
      expect(totalCount).toBeNull();
      expect(nodes.length).toBeLessThan(2);
    }
    expect(errors).toHaveLength(size);
    expect(errors?.[0]).toMatchObject({
      path: ["terminals", "nodes", 0, "linkedTags", "totalCount"],
      extensions: { code: "REGISTRY_BAD_RESPONSE", list: "tags" },
    });
    expect(extensions?.["warnings"]).toMatchObject([{ code: "LIST_INCOMPLETE", list: "tags" }]);
  });

  test("of terminals leaves unknown whom a uuid names", async () => {
    keepMoving("terminals");
    const { errors, extensions } = await ask(linked, { links: "tag.reader=terminal.uuid" });
    expect(errors).toMatchObject([
      { path: ["terminal", "linkedTags", "totalCount"], extensions: { list: "terminals" } },
    ]);
    expect(extensions?.["warnings"]).toMatchObject([
      { code: "LIST_INCOMPLETE", list: "terminals" },
    ]);
  });

  test("of terminals does not matter to links by id", async () => {
    keepMoving("terminals");
    const { data, errors } = await ask(linked);
    expect(errors).toBeUndefined();
    expect(data.terminal.linkedTags).toEqual({ totalCount: 1, nodes: [{ tagId: "T4" }] });
  });

  test.each([
    ["tags", "terminals(filter: { linkedTags: { none: {} } }) { nodes { name } }"],
    [
      "tags",
      'tags(filter: { additionalData: { identifier: "part_of", tag: {} } }) { nodes { name } }',
    ],
    [
      "terminals",
      'tags(filter: { not: { additionalData: { identifier: "terminal_id", terminal: {} } } }) { nodes { name } }',
    ],
    ["terminals", 'terminals(filter: { linkedTags: { identifier: "reader" } }) { nodes { name } }'],
  ] as const)(
    "fails a filter that joins the %s, and matches nothing wrongly: %s",
    async (moving, field) => {
      keepMoving(moving);
      const { data, errors } = await ask(`{ ${field} }`, {
        links: "tag.terminal_id=terminal.id,tag.reader=terminal.uuid,tag.part_of=tag.id",
      });
      expect(Object.values(data)).toEqual([null]);
      expect(errors).toMatchObject([
        { extensions: { code: "REGISTRY_BAD_RESPONSE", list: moving } },
      ]);
    },
  );
});

describe("a list that is too large", () => {
  test("fails the field, and not its neighbours", async () => {
    const { data, errors } = await ask(linked, { MAX_SCAN_RECORDS: "99" });
    expect(data).toEqual({ terminal: { name: "Terminal 4", linkedTags: null } });
    expect(errors).toMatchObject([
      { path: ["terminal", "linkedTags"], extensions: { code: "SCAN_TOO_LARGE", records: size } },
    ]);
  });

  test("fails a filter that joins it, for one call", async () => {
    terminals.splice(10);
    const { data, errors } = await ask(
      "{ terminals(filter: { linkedTags: {} }) { nodes { name } } }",
      { MAX_SCAN_RECORDS: "99" },
    );
    expect(data).toEqual({ terminals: null });
    expect(errors).toMatchObject([{ extensions: { code: "SCAN_TOO_LARGE", records: size } }]);
    expect(registry.calls.filter(({ name }) => name.startsWith("tags"))).toHaveLength(1);
  });
});

describe("a list that fails", () => {
  test("fails the linked lists, while the parents are there", async () => {
    fail(/^tags\?/);
    const { data, errors } = await ask(
      "{ terminals(first: 2) { nodes { name linkedTags { totalCount } } } }",
    );
    expect(data.terminals.nodes).toEqual(
      [0, 1].map((at) => ({ name: `Terminal ${at}`, linkedTags: null })),
    );
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual([
      "REGISTRY_UNAVAILABLE",
      "REGISTRY_UNAVAILABLE",
    ]);
  });

  test("fails a filter that joins it", async () => {
    fail(/^terminals\?/);
    const { data, errors } = await ask(
      `{ tags(filter: { additionalData: { identifier: "terminal_id", terminal: {} } }) { nodes { name } } plain: tags(first: 1) { nodes { name } } }`,
    );
    expect(data).toEqual({ tags: null, plain: { nodes: [{ name: "Tag 0" }] } });
    expect(errors).toMatchObject([{ extensions: { code: "REGISTRY_UNAVAILABLE" } }]);
  });

  test("with its structure leaves unknown which keys are links", async () => {
    fail(/^additional_data\/structure\/tag/);
    const { data, errors } = await ask(
      `{ terminal(id: 5) { linkedTags { totalCount } } terminals(filter: { linkedTags: {} }) { totalCount } }`,
    );
    expect(data).toEqual({ terminal: { linkedTags: null }, terminals: null });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual([
      "REGISTRY_UNAVAILABLE",
      "REGISTRY_UNAVAILABLE",
    ]);
  });
});

test.each([
  [
    /^tags/,
    `linkedTags { totalCount } additionalDataField(identifier: "reader") { item { name } }`,
    { linkedTags: { totalCount: 1 }, additionalDataField: { item: null } },
  ],
  [
    /^terminals.limit=1&/,
    `linkedTags { nodes { project { additionalDataStructure(of: TERMINAL) { of } } } }
    linkedTerminals { totalCount }`,
    {
      linkedTags: { nodes: [{ project: { additionalDataStructure: { of: "TERMINAL" } } }] },
      linkedTerminals: { totalCount: 0 },
    },
  ],
])("the other fields of a row do not wait for %s", async (held, fields, expected) => {
  const { behaviour } = registry;
  const structure = Promise.withResolvers<void>();
  registry.behaviour = async (call, position) => {
    if (call.name === "additional_data/structure/terminal") structure.resolve();
    if (held.test(call.name)) await structure.promise;
    behaviour(call, position);
  };
  const { data, errors } = await ask(`{ terminals(first: 2) { nodes { ${fields} } } }`, {
    links: "tag.terminal_id=terminal.id,terminal.next=terminal.id",
  });
  expect(errors).toBeUndefined();
  expect(data.terminals.nodes[0]).toEqual(expected);
});

test("a page without rows neither waits for linked lists nor warns of them", async () => {
  const query = `{ terminals { nodes {
    one: linkedTags(search: "Tag", filter: { linkedTerminals: {} }) { totalCount }
    other: linkedTerminals { totalCount }
  } } }`;
  terminals.splice(0);
  keepMoving("tags");
  const moving = await ask(query);
  const { behaviour } = registry;
  registry.behaviour = (call, position) => {
    if (!call.name.startsWith("tags")) behaviour(call, position);
  };
  for (const { data, errors, extensions } of [moving, await ask(query)]) {
    expect(data).toEqual({ terminals: { nodes: [] } });
    expect({ errors, warnings: extensions?.["warnings"] }).toEqual({});
  }
});

test("a linked list takes no call from the page of its parents", async () => {
  const { data, errors } = await ask(
    "{ terminals(first: 30) { nodes { name linkedTags { totalCount } } } }",
    { MAX_REGISTRY_CALLS: "4" },
  );
  expect(data.terminals.nodes).toHaveLength(30);
  expect(data.terminals.nodes[29]).toEqual({ name: "Terminal 29", linkedTags: null });
  expect(new Set(errors?.map(({ extensions }) => extensions.code))).toEqual(
    new Set(["REGISTRY_CALL_LIMIT"]),
  );
});

test("a thousand parents that fail cost no call each", async () => {
  registry.rules.clamp = undefined;
  terminals.push(...Array.from({ length: 900 }, (_, at) => ({ id: at + 1_000, name: "more" })));
  fail(/^tags\?/);
  const { errors } = await ask(
    "{ terminals(first: 1000) { nodes { linkedTags { totalCount } } } }",
  );
  expect(errors?.length).toBe(1_000);
  expect(registry.calls.length).toBeLessThan(8);
});

test("a terminal that the list has twice is linked both times, by the field and by the filter", async () => {
  registry.rules.clamp = 1000;
  const gate = { id: 1, name: "Gate", uuid: "u" };
  terminals.splice(0, size, gate, gate, { id: 2, name: "Hall", uuid: "U" });
  tags.splice(0, size, { id: "T1", name: "one", additional_data: { reader: "U" } });
  const query = `{
    linked: terminals(filter: { linkedTags: {} }) { nodes { name linkedTags { totalCount } } }
    others: terminals(filter: { linkedTags: { none: {} } }) { nodes { name linkedTags { totalCount } } }
  }`;
  const { data } = await ask(query, { links: "tag.reader=terminal.uuid" });
  const linkedGate = { name: "Gate", linkedTags: { totalCount: 1 } };
  expect(data.linked.nodes).toEqual([linkedGate, linkedGate]);
  expect(data.others.nodes).toEqual([{ name: "Hall", linkedTags: { totalCount: 0 } }]);
});
