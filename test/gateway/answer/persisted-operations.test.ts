import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ManifestError, parseManifest } from "../../../src/gateway/answer/persisted-operations.ts";
import { createSchema } from "../../../src/gateway/resolvers/schema.ts";
import { createFolder } from "../../support/folder.ts";
import { type GatewayResponse, post, startSampleGateway } from "../../support/gateway.ts";
import { startSampleRegistry } from "../../support/real-registry.ts";
import { runTapgraph } from "../../support/tapgraph.ts";

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
  const search = new URLSearchParams(
    Object.entries(members).map(([name, value]): [string, string] => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
  const response = await fetch(`${url}/graphql?${search}`, {
    headers: { "x-api-key": registry.key },
  });
  const result = (await response.json()) as Omit<GatewayResponse, "status" | "headers">;
  return { status: response.status, headers: response.headers, ...result };
}

function codeOf({ errors }: Pick<GatewayResponse, "errors">): string | undefined {
  return errors?.[0]?.extensions.code;
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
    expect([unknown.status, codeOf(unknown)]).toEqual([200, "PERSISTED_QUERY_NOT_FOUND"]);
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
    expect([result.status, codeOf(result)]).toEqual([400, "PERSISTED_QUERY_HASH_MISMATCH"]);
  });

  test("a query that does not fit the schema is not remembered", async () => {
    const wrong = "{ tagz }";
    await send(gateway, { query: wrong, ...persisted(sha256(wrong)) });
    expect(codeOf(await send(gateway, persisted(sha256(wrong))))).toBe("PERSISTED_QUERY_NOT_FOUND");
  });

  test.each([
    ["another version", persisted("a", 2)],
    [
      "a hash that is not a string",
      { extensions: { persistedQuery: { version: 1, sha256Hash: 5 } } },
    ],
    ["a value that is not an object", { query, variables, extensions: { persistedQuery: 5 } }],
  ])("%s is not supported", async (_, body) => {
    expect(codeOf(await send(gateway, body))).toBe("PERSISTED_QUERY_NOT_SUPPORTED");
  });

  test("only a bounded number of queries is remembered: the oldest are forgotten", async () => {
    await using busy = await startSampleGateway();
    const documents = Array.from({ length: 1001 }, (_, index) => `query Q${index} { __typename }`);
    for (const document of documents) {
      await send(busy, { query: document, ...persisted(sha256(document)) });
    }
    const [first = "", second = ""] = documents;
    expect(codeOf(await send(busy, persisted(sha256(first))))).toBe("PERSISTED_QUERY_NOT_FOUND");
    expect((await send(busy, persisted(sha256(second)))).errors).toBeUndefined();
  });
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
      PERSISTED_OPERATIONS,
      PERSISTED_ONLY: "true",
    });
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
      expect([result.status, codeOf(result)]).toEqual([400, "QUERY_NOT_IN_SAFELIST"]);
    }
    const unknownIds = [
      await send(gateway, { query: other, ...persisted(sha256(other)) }),
      await send(gateway, persisted(sha256(other))),
      await send(gateway, { documentId: "toString" }),
      await get(gateway, { documentId: "other" }),
    ];
    for (const result of unknownIds) {
      expect([result.status, codeOf(result)]).toEqual([400, "PERSISTED_QUERY_NOT_IN_LIST"]);
    }
    const mixed = await send(gateway, { query: other, documentId: "list" });
    expect([mixed.status, codeOf(mixed)]).toEqual([400, "PERSISTED_QUERY_HASH_MISMATCH"]);
    expect((await send(gateway, [{ query: other }])).status).toBe(400);
  });

  test("with PERSISTED_ONLY is announced to the explorer", async () => {
    const PERSISTED_OPERATIONS = await writeManifest("announced.json", apollo);
    await using gateway = await startSampleGateway({
      PERSISTED_OPERATIONS,
      PERSISTED_ONLY: "true",
    });
    const response = await fetch(`${gateway.url}/explorer/config.json`);
    expect(await response.json()).toMatchObject({ persistedOnly: true });
  });
});

describe("a gateway does not start", () => {
  const schema = createSchema();

  async function refusal(settings: Readonly<Record<string, string>>): Promise<string> {
    await using registry = await startSampleRegistry();
    await using run = await runTapgraph(["gateway"], {
      PORT: "0",
      REGISTRY_URL: registry.url,
      LOG_LEVEL: "silent",
      ...settings,
    });
    expect(await run.exit()).toBe(1);
    return run.output;
  }

  test("with operations that do not fit the schema, and names each of them", async () => {
    const PERSISTED_OPERATIONS = await writeManifest("mismatch.json", {
      a: "query Good { tags { totalCount } }",
      b: "query Renamed { tags { amount } }",
      c: "{ tag(id: 5) { colour } }",
      d: "mutation Write { write }",
      e: "query Broken {",
      f: "fragment Alone on Tag { name }",
    });
    expect((await refusal({ PERSISTED_OPERATIONS })).trim().split("\n")).toEqual([
      'PERSISTED_OPERATIONS: Renamed (b): Cannot query field "amount" on type "TagConnection".',
      'PERSISTED_OPERATIONS: c: Cannot query field "colour" on type "Tag".',
      "PERSISTED_OPERATIONS: Write (d): is a mutation, and the schema has none",
      "PERSISTED_OPERATIONS: Broken (e): Syntax Error: Expected Name, found <EOF>.",
      "PERSISTED_OPERATIONS: f: has no operation",
    ]);
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
    expect(() => parseManifest(text, schema)).toThrow(new ManifestError(line));
  });

  test("without the manifest's file", async () => {
    const PERSISTED_OPERATIONS = folder.file("none.json");
    expect(await refusal({ PERSISTED_OPERATIONS })).toBe(
      `PERSISTED_OPERATIONS: ${PERSISTED_OPERATIONS} cannot be read\n`,
    );
  });

  test("with PERSISTED_ONLY and no manifest", async () => {
    expect(await refusal({ PERSISTED_ONLY: "true" })).toBe(
      "PERSISTED_ONLY: it needs a manifest in PERSISTED_OPERATIONS\n",
    );
  });
});
