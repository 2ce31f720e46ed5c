import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createGateway } from "../../../../src/create-gateway.ts";
import { createFolder } from "../../../support/folder.ts";
import { createKeysFile, createToken } from "../../../support/keys-file.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { named, type PlainRecord } from "../../../support/project.ts";
import { type Misbehaviour, startScriptedRegistry } from "../../../support/scripted-registry.ts";
import { type AskOptions, type FileGateway, startFiles } from "./setup.ts";

const tags = (count: number): PlainRecord[] =>
  Array.from({ length: count }, (_, at) =>
    named(`t${at}`, `Tag ${at}`, { additional_data: { terminal_id: 1 + (at % 50) } }),
  );

const terminals = Array.from({ length: 50 }, (_, at) => named(at + 1, `Terminal ${at + 1}`));

async function start(
  settings: Readonly<Record<string, string>> = {},
  {
    misbehave,
    list = tags(40),
    ...options
  }: Omit<NonNullable<Parameters<typeof startFiles>[1]>, "settings"> & {
    readonly misbehave?: Misbehaviour;
    readonly list?: PlainRecord[];
  } = {},
) {
  const registry = await startScriptedRegistry({ tags: list, terminals }, { misbehave });
  const links = "tag.terminal_id=terminal.id";
  const gateway = await startFiles({ ...registry, links }, { ...options, settings });
  return {
    ...{ registry, gateway, list },
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

async function namesOf(gateway: FileGateway, query: string): Promise<readonly string[]> {
  const { isWhole, text } = await gateway.download({ query });
  expect(isWhole).toBe(true);
  const lines = text.split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line).name);
}

const names = (list: readonly PlainRecord[]) => list.map(({ name }) => name);

test.each([
  // A filtered list has a first look, its structure and its records; then pages cost nothing.
  { of: "a plain list in one page", size: 100, args: "", calls: 1 },
  { of: "a plain list in four pages", size: 10, args: "", calls: 5 },
  { of: "a few rows in four pages", size: 1, args: "first: 4", calls: 4 },
  { of: "a few rows of one page", size: 10, args: "first: 4", calls: 1 },
  { of: "a filtered list in one page", size: 100, args: "filter: {}", calls: 3 },
  { of: "a filtered list in forty pages", size: 1, args: "filter: {}", calls: 3 },
  {
    of: "a few rows of an ordered list",
    size: 1,
    args: "first: 4, orderBy: { field: NAME }",
    calls: 3,
  },
  { of: "a searched list in four pages", size: 10, args: 'search: "tag"', calls: 3 },
])("$of costs $calls calls", async ({ size, args, calls }) => {
  await using parts = await start({ MAX_PAGE_SIZE: String(size) });
  const { gateway, registry, list } = parts;
  const query = `{ tags${args && `(${args})`} { nodes { name } totalCount pageInfo { endCursor } } }`;
  const found = await namesOf(gateway, query);
  expect(found).toHaveLength(args.includes("first") ? 4 : list.length);
  expect([...found].sort()).toEqual(
    names(list)
      .filter((name) => found.includes(String(name)))
      .sort(),
  );
  expect(registry.calls.map(({ name }) => name)).toHaveLength(calls);
  expect(await gateway.logged()).toMatchObject({ outcome: "ok", rows: found.length });
});

test("MAX_REGISTRY_CALLS and REQUEST_DEADLINE_MS are those of each page", async () => {
  const clock = new ManualClock();
  await using parts = await start(
    { MAX_PAGE_SIZE: "4", MAX_REGISTRY_CALLS: "3", REQUEST_DEADLINE_MS: "500" },
    {
      ...{ clock, list: tags(20) },
      misbehave(_, honest) {
        clock.advance(150);
        return honest();
      },
    },
  );
  const { gateway } = parts;
  expect(await namesOf(gateway, "{ tags { nodes { name } } }")).toHaveLength(20);
});

const linked = (args: string) =>
  `{ tags(${args}) { nodes { name additionalDataField(identifier: "terminal_id") { terminal { name } } } } }`;

test("a filtered file is of one snapshot, although the list changes and none is kept", async () => {
  const list = tags(40);
  const before = names(list);
  await using parts = await start(
    { MAX_PAGE_SIZE: "5", SNAPSHOT_TTL_SECONDS: "0" },
    {
      list,
      misbehave({ path }, honest) {
        // Between the pages: each needs other terminals.
        if (path.startsWith("terminals")) list.splice(0, 3, named(`new${list.length}`, "New"));
        return honest();
      },
    },
  );
  const { gateway, registry } = parts;
  expect(await namesOf(gateway, linked("filter: {}"))).toEqual(before);
  expect(list.length).toBeLessThan(39);
  const readings = registry.calls.filter(({ name }) => name.startsWith("tags?"));
  expect(readings.filter(({ limit }) => Number(limit) > 1)).toHaveLength(1);
});

test("now is when the request began, for all pages", async () => {
  const clock = new ManualClock();
  const now = clock.now() / 1000;
  const minute = (at: number) =>
    named(`t${at}`, `Tag ${at}`, {
      ...{ added_when: now - 60 * at - 30, additional_data: { terminal_id: at + 1 } },
    });
  await using parts = await start(
    { MAX_PAGE_SIZE: "2", REQUEST_DEADLINE_MS: "90000", REGISTRY_TIMEOUT_MS: "90000" },
    {
      ...{ clock, list: Array.from({ length: 20 }, (_, at) => minute(at)) },
      misbehave({ path }, honest) {
        if (path.startsWith("terminals")) clock.advance(20_000);
        return honest();
      },
    },
  );
  const within = 'filter: { addedAt: { within: { from: "-PT10M" } } }';
  expect(await namesOf(parts.gateway, linked(within))).toHaveLength(10);
  expect(clock.now() / 1000 - now).toBeGreaterThan(60);
});

const query =
  'query Door_list { tags(first: 2) { nodes { name at: additionalDataField(identifier: "terminal_id") { value } __typename } } }';
const csv = "\uFEFFname,at.value,__typename\r\nTag 0,1,Tag\r\nTag 1,2,Tag\r\n";

test.each<AskOptions & { readonly what: string }>([
  { what: "by POST", method: "POST" },
  { what: "by GET", method: "GET" },
  { what: "for text/*", accept: "text/*" },
  { what: "with a request for its cost", headers: { "x-tapgraph-explain": "1" } },
  { what: "with compression accepted", headers: { "accept-encoding": "gzip, br" } },
  { what: "to a page of another origin", headers: { origin: "https://app.example" } },
])("a file of CSV is the same $what", async ({ what: _, accept = "text/csv", ...options }) => {
  await using parts = await start({ CORS_ORIGINS: "https://app.example" });
  const { headers, ...file } = await parts.gateway.download({ query }, { accept, ...options });
  expect(file).toEqual({ status: 200, text: csv, isWhole: true });
  expect(headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": 'attachment; filename="Door_list.csv"',
    "cache-control": "no-store",
  });
  expect(headers).not.toHaveProperty("content-encoding");
  const isOther = options.headers?.["origin"] !== undefined;
  const exposed = String(headers["access-control-expose-headers"]).split(", ");
  expect(exposed.includes("content-disposition")).toBe(isOther);
  expect(parts.registry.calls).toHaveLength(1);
});

test("the same request is a file or JSON, as each asks", async () => {
  await using parts = await start({ CACHE_TTL_SECONDS: "60" });
  for (const accept of ["text/csv", "application/json", "text/csv", "application/json"]) {
    const { headers, text } = await parts.gateway.download({ query }, { accept });
    expect(headers["content-type"]).toContain(accept);
    if (accept === "text/csv") expect(text).toBe(csv);
    else expect(JSON.parse(text).data.tags.nodes).toHaveLength(2);
  }
});

test("a record that does not exist has a file without rows", async () => {
  await using parts = await start();
  const none = { query: "{ terminal(id: 99) { linkedTags { nodes { name } } } }" };
  const { text } = await parts.gateway.download(none, { accept: "text/csv" });
  expect(text).toBe("\uFEFFname\r\n");
  expect((await parts.gateway.download(none)).text).toBe("");
});

test("a record's list is the same by its global id", async () => {
  await using parts = await start();
  const asked = { query: "{ terminal(id: 1) { id } }" };
  const { text } = await parts.gateway.download(asked, { accept: "application/json" });
  const node = `node(id: "${JSON.parse(text).data.terminal.id}")`;
  const query = `{ ${node} { ... on Terminal { linkedTags { nodes { name } } } } }`;
  expect(await namesOf(parts.gateway, query)).toEqual(["Tag 0"]);
});

test("a record that cannot be read is a row without values, and a value is an empty cell", async () => {
  const list = [
    { ...named("", "No id"), id: null as never },
    { ...named("b", ""), name: {} },
  ];
  await using parts = await start({}, { list });
  const { gateway } = parts;
  const question = { query: "{ tags { nodes { tagId name __typename } } }" };
  const { text } = await gateway.download(question, { accept: "text/csv" });
  expect(text).toBe("\uFEFFtagId,name,__typename\r\n,,\r\nb,,Tag\r\n");
  const line = { outcome: "errors", rows: 2, unreadable: 2, codes: "REGISTRY_BAD_RESPONSE" };
  expect(await gateway.logged()).toMatchObject(line);
  const lines = (await gateway.download(question)).text.trimEnd().split("\n");
  const error = { extensions: { code: "REGISTRY_BAD_RESPONSE" } };
  expect(lines.map((one) => JSON.parse(one))).toMatchObject([
    { tagId: null, name: null, __typename: null, errors: [error] },
    { tagId: "b", name: null, __typename: "Tag", errors: [{ ...error, path: ["name"] }] },
  ]);
  const nothing = { query: "{ tags { nodes { name @skip(if: true) } } }" };
  const [first = ""] = (await gateway.download(nothing)).text.split("\n");
  expect(JSON.parse(first)).toMatchObject({ errors: [error] });
});

test("a cursor of a file is one of the list", async () => {
  await using parts = await start({ MAX_PAGE_SIZE: "7" });
  const { gateway, list } = parts;
  const { text } = await gateway.download({
    query: "{ tags { edges { cursor node { tagId } } } }",
  });
  const { cursor, node } = JSON.parse(text.split("\n")[20] ?? "");
  expect(node.tagId).toBe(list[20]?.id);
  const after = `{ tags(first: 1, after: "${cursor}") { nodes { tagId } } }`;
  const page = await gateway.download({ query: after }, { accept: "application/json" });
  expect(JSON.parse(page.text).data.tags.nodes).toEqual([{ tagId: list[21]?.id }]);
});

test("only registered operations have files where only they may run", async () => {
  await using folder = await createFolder();
  const manifest = folder.file("operations.json");
  writeFileSync(
    manifest,
    JSON.stringify({ [createHash("sha256").update(query).digest("hex")]: query }),
  );
  const [limited, free] = [createToken(), createToken()];
  const entries = {
    [limited]: { key: "shop", only: "registered" as const },
    [free]: { key: "shop" },
  };
  await using keys = await createKeysFile({ shop: "the key" }, entries);
  const other = query.replace("Door", "Gate");
  for (const [only, token, statuses] of [
    ["false", free, [200, 200]],
    ["false", limited, [200, 400]],
    ["true", free, [200, 400]],
  ] as const) {
    await using parts = await start({
      ...{ PERSISTED_OPERATIONS: manifest, PERSISTED_ONLY: only, KEYS_FILE: keys.path },
    });
    for (const [at, text] of [query, other].entries()) {
      const headers = { "x-api-key": token };
      const file = await parts.gateway.download({ query: text }, { accept: "text/csv", headers });
      expect([only, at, file.status]).toEqual([only, at, statuses[at]]);
      if (file.status === 200) expect(file.text).toBe(csv);
    }
  }
});

test("HEAD has the headers of GET and no body, reads at most the first page, and leaves nothing", async () => {
  await using parts = await start({ MAX_PAGE_SIZE: "5" });
  const { gateway, registry } = parts;
  const all = { query: "query All { tags { nodes { name } } }" };
  const got = await gateway.download(all, { method: "GET" });
  const { length } = registry.calls;
  const head = await gateway.download(all, { method: "HEAD" });
  expect([head.status, head.text, registry.calls.length - length]).toEqual([200, "", 1]);
  const { date: _, "x-request-id": __, "transfer-encoding": ___, ...headers } = got.headers;
  expect(head.headers).toMatchObject(headers);
  await gateway.untilIdle();
  await using within = createGateway({ REGISTRY_URL: registry.url, LOG_LEVEL: "silent" });
  const target = `http://app.example/graphql?query=${encodeURIComponent(all.query)}`;
  const asked = { method: "HEAD", headers: { accept: "text/csv", "x-api-key": "key" } };
  const response = await within.fetch(new Request(target, asked));
  expect([response.status, response.body]).toEqual([200, null]);
});
