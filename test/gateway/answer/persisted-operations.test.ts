import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Answerer } from "../../../src/gateway/answer/answer.ts";
import {
  PersistedOperations,
  parseManifest,
} from "../../../src/gateway/answer/persisted-operations.ts";
import { Ledger } from "../../../src/gateway/base/ledger.ts";
import { systemClock } from "../../../src/gateway/base/time/clock.ts";
import { FileError } from "../../../src/gateway/base/watched-file.ts";
import { readAccepted } from "../../../src/gateway/http/response/accept.ts";
import { createSchema } from "../../../src/gateway/resolvers/schema.ts";
import { createLogger } from "../../../src/log.ts";
import { parseSettings } from "../../../src/settings.ts";
import { createFolder } from "../../support/folder.ts";
import {
  type GatewayResponse,
  post,
  readResponse,
  startSampleGateway,
} from "../../support/gateway.ts";

type SampleGateway = Awaited<ReturnType<typeof startSampleGateway>>;

const folder = await createFolder();
afterAll(() => folder[Symbol.asyncDispose]());

async function writeManifest(name: string, content: unknown): Promise<string> {
  const file = folder.file(name);
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function persisted(hash: string, version: unknown = 1) {
  return { extensions: { persistedQuery: { version, sha256Hash: hash } } };
}

function send({ url, registry }: SampleGateway, body: unknown): Promise<GatewayResponse> {
  return post(`${url}/graphql`, body, { "x-api-key": registry.key });
}

async function get(
  { url, registry }: SampleGateway,
  members: Readonly<Record<string, unknown>>,
): Promise<GatewayResponse> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) {
    search.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  const headers = { "x-api-key": registry.key };
  return readResponse(await fetch(`${url}/graphql?${search}`, { headers }));
}

const query = "query List($first: Int) { tags(first: $first) { nodes { tagId } } }";
const variables = { first: 2 };

describe("automatic persisted queries", () => {
  let gateway: SampleGateway;
  beforeAll(async () => {
    gateway = await startSampleGateway({ CACHE_TTL_SECONDS: "60" });
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  test("a hash is unknown until its query has come once; then it is answered, and by GET it can be cached", async () => {
    const byHash = { ...persisted(sha256(query)), variables };
    const unknown = await send(gateway, byHash);
    expect([unknown.status, unknown.codes]).toEqual([200, ["PERSISTED_QUERY_NOT_FOUND"]]);
    expect(unknown.errors?.[0]?.message).toBe("PersistedQueryNotFound");
    expect(unknown.headers.get("cache-control")).toBe("no-store");
    const registering = await send(gateway, { query, ...byHash });
    expect(registering.data.tags.nodes).toHaveLength(2);
    const result = await get(gateway, byHash);
    expect(result).toMatchObject({ status: 200, data: registering.data });
    expect(result.headers.get("cache-control")).toMatch(/^private, max-age=\d+$/);
    for (let time = 0; time < 3; time += 1) {
      expect((await send(gateway, byHash)).data).toEqual(registering.data);
    }
  });

  test("the hash can come as documentId", async () => {
    const documentId = `sha256:${sha256(query)}`;
    expect((await send(gateway, { query, documentId, variables })).errors).toBeUndefined();
    expect((await send(gateway, { documentId, variables })).data.tags.nodes).toHaveLength(2);
    expect(await get(gateway, { documentId, variables })).toMatchObject({ status: 200 });
  });

  test("a query that does not match its hash is refused", async () => {
    const result = await send(gateway, { query: "{ __typename }", ...persisted(sha256(query)) });
    expect([result.status, result.codes]).toEqual([400, ["PERSISTED_QUERY_HASH_MISMATCH"]]);
  });

  test("a query that does not fit the schema is not remembered", async () => {
    const wrong = "{ tagz }";
    await send(gateway, { query: wrong, ...persisted(sha256(wrong)) });
    expect((await send(gateway, persisted(sha256(wrong)))).codes).toEqual([
      "PERSISTED_QUERY_NOT_FOUND",
    ]);
  });

  test.each([
    ["another version", persisted("a", 2)],
    [
      "a hash that is not a string",
      { extensions: { persistedQuery: { version: 1, sha256Hash: 5 } } },
    ],
    ["a value that is not an object", { query, variables, extensions: { persistedQuery: 5 } }],
  ])("%s is not supported", async (_, body) => {
    expect((await send(gateway, body)).codes).toEqual(["PERSISTED_QUERY_NOT_SUPPORTED"]);
  });
});

test("only a bounded number of queries is remembered: the oldest are forgotten", () => {
  const persistedOperations = new PersistedOperations({
    registered: { current: { byId: new Map(), texts: new Set() } },
    allowsOnlyRegistered: false,
  });
  const documents = Array.from({ length: 1001 }, (_, index) => `query Q${index} { __typename }`);
  for (const document of documents) {
    persistedOperations.remember({ query: document, ...persisted(sha256(document)) });
  }
  const [first = "", second = ""] = documents;
  const find = (document: string) => persistedOperations.expand(persisted(sha256(document)));
  expect(() => find(first)).toThrow("PersistedQueryNotFound");
  expect(find(second)).toEqual({ query: second });
});

describe("a manifest", () => {
  const apollo = {
    format: "apollo-persisted-query-manifest",
    version: 1,
    operations: [{ id: "list", name: "List", type: "query", body: query }],
  };

  test.each([
    ["Apollo's format", apollo],
    ["an object from id to document", { list: query }],
  ])("in %s lists operations that are answered by id", async (name, content) => {
    const PERSISTED_OPERATIONS = await writeManifest(`${name.slice(0, 6)}.json`, content);
    await using gateway = await startSampleGateway({ PERSISTED_OPERATIONS });
    for (const body of [persisted("list"), { documentId: "list" }]) {
      const { data } = await send(gateway, { ...body, variables });
      expect(data.tags.nodes).toHaveLength(2);
      expect(await get(gateway, { ...body, variables })).toMatchObject({ status: 200, data });
    }
    expect((await send(gateway, { query: "{ __typename }" })).errors).toBeUndefined();
  });

  test("is all that can be executed with PERSISTED_ONLY", async () => {
    const PERSISTED_OPERATIONS = await writeManifest("only.json", apollo);
    await using gateway = await startSampleGateway({
      EXPLORER: "true",
      PERSISTED_OPERATIONS,
      PERSISTED_ONLY: "true",
    });
    const config = await fetch(`${gateway.url}/explorer/config.json`);
    expect(await config.json()).toMatchObject({ persistedOnly: true });
    for (let time = 0; time < 3; time += 1) {
      const results = [
        await send(gateway, { documentId: "list", variables }),
        await send(gateway, { query, variables }),
      ];
      for (const { data } of results) expect(data.tags.nodes).toHaveLength(2);
    }
    const other = "{ __typename }";
    const introspection = "{ __schema { types { name } } }";
    const notRegistered = [
      await send(gateway, { query: other }),
      await send(gateway, { query: introspection }),
      await send(gateway, { query: `${query} ` }),
      await get(gateway, { query: other }),
    ];
    for (const result of notRegistered) {
      expect([result.status, result.codes]).toEqual([400, ["QUERY_NOT_IN_SAFELIST"]]);
    }
    const unknownIds = [
      await send(gateway, { query: other, ...persisted(sha256(other)) }),
      await send(gateway, persisted(sha256(other))),
      await send(gateway, { documentId: "toString" }),
      await get(gateway, { documentId: "other" }),
    ];
    for (const result of unknownIds) {
      expect([result.status, result.codes]).toEqual([400, ["PERSISTED_QUERY_NOT_IN_LIST"]]);
    }
    const mixed = await send(gateway, { query: other, documentId: "list" });
    expect([mixed.status, mixed.codes]).toEqual([400, ["PERSISTED_QUERY_HASH_MISMATCH"]]);
    expect((await send(gateway, [{ query: other }])).status).toBe(400);
  });
});

test("what was asked for while others were registered is not remembered as one of them", async () => {
  const [one, two] = ["query One { __typename }", "query Two { __typename }"] as const;
  const register = (text: string) => ({ byId: new Map([["a", text]]), texts: new Set([text]) });
  const registered = { current: register(one) };
  const settings = parseSettings({});
  const ledger = new Ledger({ maxBytes: 2 ** 28, isKnown: () => true });
  await using answerer = await Answerer.start({
    settings,
    schema: createSchema(),
    context: { settings, clock: systemClock, ledger } as never,
    persisted: { registered, allowsOnlyRegistered: true },
    isKnownKey: () => true,
    log: createLogger("silent"),
  });
  const accepted = readAccepted("application/json");
  const ask = (query: string) =>
    answerer.handle({
      ...{ method: "POST", path: "/graphql", body: JSON.stringify({ query }), accepted },
      ...{ headers: { "content-type": "application/json" }, identity: null, onClose() {} },
    } as never);
  const asked = [ask(one), ask(one)];
  registered.current = register(two);
  await ask(two);
  await Promise.all(asked);
  await expect(ask(one)).rejects.toThrow("registered operations only");
});

describe("a gateway does not start", () => {
  const schema = createSchema();

  test("with operations that do not fit the schema, and names each of them", () => {
    const manifest = {
      a: "query Good { tags { totalCount } }",
      b: "query Renamed { tags { amount } }",
      c: "{ tag(id: 5) { colour } }",
      d: "mutation Write { write }",
      e: "query Broken {",
      f: "fragment Alone on Tag { name }",
    };
    const mistakes = [
      'Renamed (b): Cannot query field "amount" on type "TagConnection".',
      'c: Cannot query field "colour" on type "Tag".',
      "Write (d): is a mutation, and the schema has none",
      "Broken (e): Syntax Error: Expected Name, found <EOF>.",
      "f: has no operation",
    ];
    const error = new FileError(mistakes.join("\n"));
    expect(() => parseManifest(JSON.stringify(manifest), schema)).toThrow(error);
  });

  test.each([
    ["is not JSON", "{", "the manifest is not JSON"],
    ["is a list", [], "the manifest is not a JSON object"],
    [
      "has another format",
      { format: "other", operations: [] },
      "the manifest has an unknown format",
    ],
    [
      "has another version of its format",
      { format: "apollo-persisted-query-manifest", version: 2, operations: [] },
      "the manifest has version 2 of its format, and this version of tapgraph knows 1",
    ],
    [
      "has an operation without an id",
      { format: "apollo-persisted-query-manifest", operations: [{}] },
      "operation 1 has no id",
    ],
    ["has an id without a document", { a: 5 }, "operation a has no document"],
    [
      "has an id twice",
      {
        format: "apollo-persisted-query-manifest",
        operations: [query, "{ __typename }"].map((body) => ({ id: "a", body })),
      },
      "a: is given twice",
    ],
  ])("with a manifest that %s", (_, content, line) => {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    expect(() => parseManifest(text, schema)).toThrow(new FileError(line));
  });
});
