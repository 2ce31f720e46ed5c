import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type GatewayResponse, startGateway, type TestGateway } from "../../../support/gateway.ts";
import { item, type PlainRecord } from "../../../support/project.ts";
import {
  type Behaviour,
  type ScriptedRegistry,
  startScriptedRegistry,
  status,
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
  const structures = { tag: structure, terminal: structure };
  registry = await startScriptedRegistry({ tags, terminals, structures });
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
): Promise<GatewayResponse> {
  gateway ??= await startGateway({ registryUrl: registry.url, key: "key", links, settings });
  return gateway.query(query);
}

/** From now on, calls with such names are answered so. The registry's own way is given, too. */
function answer(pattern: RegExp, how: (usual: Behaviour) => Behaviour): void {
  const { behaviour } = registry;
  registry.behaviour = (call, position) =>
    (pattern.test(call.name) ? how(behaviour) : behaviour)(call, position);
}

/** From now on, so much of a list moves before each page of it that no two pages share a row where they meet. */
function keepMoving(kind: "tags" | "terminals"): void {
  const records = kind === "tags" ? tags : terminals;
  answer(new RegExp(`^${kind}\\?limit=(?!1&)`), (usual) => (call, position) => {
    records.push(...records.splice(0, 37));
    usual(call, position);
  });
}

const linked = "{ terminal(id: 5) { name linkedTags { totalCount nodes { tagId } } } }";
const unavailable = ["REGISTRY_UNAVAILABLE", "REGISTRY_UNAVAILABLE"];

describe("a list that cannot be read whole", () => {
  test("is delivered as far as it was read, without a number of linked records", async () => {
    keepMoving("tags");
    const { data, errors, extensions } = await ask(
      "{ terminals(first: 100) { nodes { linkedTags { totalCount nodes { tagId } } } } }",
    );
    expect(data.terminals.nodes).toHaveLength(size);
    for (const { linkedTags } of data.terminals.nodes) expect(linkedTags.totalCount).toBeNull();
    expect(errors).toHaveLength(size);
    expect(errors?.[0]).toMatchObject({
      path: ["terminals", "nodes", 0, "linkedTags", "totalCount"],
      extensions: { code: "REGISTRY_BAD_RESPONSE", list: "tags" },
    });
    expect(extensions?.["warnings"]).toMatchObject([{ code: "LIST_INCOMPLETE", list: "tags" }]);
  });

  test("of terminals does not matter to links by id", async () => {
    keepMoving("terminals");
    const { data, errors } = await ask(linked);
    expect(errors).toBeUndefined();
    expect(data.terminal.linkedTags).toEqual({ totalCount: 1, nodes: [{ tagId: "T4" }] });
  });

  test("of terminals leaves unknown whom a uuid names", async () => {
    keepMoving("terminals");
    const { errors, extensions } = await ask(linked, { links: "tag.reader=terminal.uuid" });
    const list = "terminals";
    const path = ["terminal", "linkedTags", "totalCount"];
    expect(errors).toMatchObject([{ path, extensions: { list } }]);
    expect(extensions?.["warnings"]).toMatchObject([{ code: "LIST_INCOMPLETE", list }]);
  });

  test.each([
    ["tags", "terminals(filter: { linkedTags: { none: {} } })"],
    ["tags", 'tags(filter: { additionalData: { identifier: "part_of", tag: {} } })'],
    [
      "terminals",
      'tags(filter: { not: { additionalData: { identifier: "terminal_id", terminal: {} } } })',
    ],
    ["terminals", 'terminals(filter: { linkedTags: { identifier: "reader" } })'],
  ] as const)(
    "fails a filter that joins the %s, and matches nothing wrongly: %s",
    async (moving, field) => {
      keepMoving(moving);
      const links = "tag.terminal_id=terminal.id,tag.reader=terminal.uuid,tag.part_of=tag.id";
      const { data, errors } = await ask(`{ list: ${field} { nodes { name } } }`, { links });
      expect(data).toEqual({ list: null });
      expect(errors).toMatchObject([
        { extensions: { code: "REGISTRY_BAD_RESPONSE", list: moving } },
      ]);
    },
  );
});

test("a list that is too large fails the field and not its neighbours, and a filter that joins it for one call", async () => {
  const tooLarge = { code: "SCAN_TOO_LARGE", records: size };
  const { data, errors } = await ask(linked, { MAX_SCAN_RECORDS: "99" });
  expect(data).toEqual({ terminal: { name: "Terminal 4", linkedTags: null } });
  expect(errors).toMatchObject([{ path: ["terminal", "linkedTags"], extensions: tooLarge }]);
  terminals.splice(10);
  registry.calls.length = 0;
  const filtered = await ask("{ terminals(filter: { linkedTags: {} }) { nodes { name } } }");
  expect(filtered.data).toEqual({ terminals: null });
  expect(filtered.errors).toMatchObject([{ extensions: tooLarge }]);
  expect(registry.calls.filter(({ name }) => name.startsWith("tags"))).toHaveLength(1);
});

describe("a list that fails", () => {
  const unlinked = (at: number) => ({ name: `Terminal ${at}`, linkedTags: null });

  test.each<[string, RegExp, string, object, readonly string[]]>([
    [
      "fails the linked lists, while the parents are there",
      /^tags\?/,
      "terminals(first: 2) { nodes { name linkedTags { totalCount } } }",
      { terminals: { nodes: [unlinked(0), unlinked(1)] } },
      unavailable,
    ],
    [
      "fails a filter that joins it",
      /^terminals\?/,
      `tags(filter: { additionalData: { identifier: "terminal_id", terminal: {} } }) { totalCount }
      plain: tags(first: 1) { nodes { name } }`,
      { tags: null, plain: { nodes: [{ name: "Tag 0" }] } },
      unavailable.slice(1),
    ],
    [
      "with its structure leaves unknown which keys are links",
      /^additional_data\/structure\/tag/,
      "terminal(id: 5) { linkedTags { totalCount } } terminals(filter: { linkedTags: {} }) { totalCount }",
      { terminal: { linkedTags: null }, terminals: null },
      unavailable,
    ],
  ])("%s", async (_, pattern, query, data, codes) => {
    answer(pattern, () => status(500));
    const response = await ask(`{ ${query} }`);
    expect([response.data, response.codes]).toEqual([data, codes]);
  });

  test("costs no call for each of a hundred parents", async () => {
    registry.rules.clamp = undefined;
    answer(/^tags\?/, () => status(500));
    const query = "{ terminals(first: 100) { nodes { linkedTags { totalCount } } } }";
    expect((await ask(query)).codes).toHaveLength(100);
    expect(registry.calls.length).toBeLessThan(8);
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
  const structure = Promise.withResolvers<void>();
  answer(/^additional_data\/structure\/terminal/, (usual) => (call, position) => {
    structure.resolve();
    usual(call, position);
  });
  answer(held, (usual) => (call, position) => {
    void structure.promise.then(() => usual(call, position));
  });
  const links = "tag.terminal_id=terminal.id,terminal.next=terminal.id";
  const { data, errors } = await ask(`{ terminals(first: 2) { nodes { ${fields} } } }`, { links });
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
  answer(/^tags/, () => () => {});
  for (const { data, errors, extensions } of [moving, await ask(query)]) {
    expect(data).toEqual({ terminals: { nodes: [] } });
    expect({ errors, warnings: extensions?.["warnings"] }).toEqual({});
  }
});

test("a linked list takes no call from the page of its parents", async () => {
  const query = "{ terminals(first: 30) { nodes { name linkedTags { totalCount } } } }";
  const response = await ask(query, { MAX_REGISTRY_CALLS: "4" });
  expect(response.data.terminals.nodes).toHaveLength(30);
  expect(response.data.terminals.nodes[29]).toEqual({ name: "Terminal 29", linkedTags: null });
  expect(new Set(response.codes)).toEqual(new Set(["REGISTRY_CALL_LIMIT"]));
});
