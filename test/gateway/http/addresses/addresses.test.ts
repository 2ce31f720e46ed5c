import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCollector } from "../../../support/collector.ts";
import { createFolder } from "../../../support/folder.ts";
import { startGatewayWith } from "../../../support/gateway.ts";
import { createKeysFile, createToken } from "../../../support/keys-file.ts";
import { collectLines } from "../../../support/log-lines.ts";
import { type SampleRegistry, startSampleRegistry } from "../../../support/real-registry.ts";

const root = join(import.meta.dirname, "../../../..");
const sample = JSON.parse(readFileSync(join(root, "schema/sample/operations.json"), "utf8"));

const documents = {
  ...sample,
  first: "query First($first: Int!) { tags(first: $first) { nodes { name } } }",
  keyed:
    "query Keyed($key: String) { tags(filter: { name: { eq: $key } }) { totalCount nodes { name } } }",
  odd: `"<script>alert('&amp;')</script>" query Odd("\\"><img src=x>" $v: ID = "<b>") { tag(id: $v) { name } }`,
  pair: "query Left { project { projectId } } query Right { tags(first: 1) { nodes { name } } }",
  nameless: "{ project { projectId } }",
  changes: "subscription Changes { changes { __typename } }",
  twice: "query Twice { project { projectId } }",
  again: "query Twice { project { id } }",
};

const folder = await createFolder();
const manifest = folder.file("operations.json");
writeFileSync(manifest, JSON.stringify(documents));
let registry: SampleRegistry;
beforeAll(async () => {
  registry = await startSampleRegistry();
});
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Starts a gateway whose registry stays, with what it logs. */
async function start(settings: Readonly<Record<string, string>> = {}) {
  const { lines, log } = collectLines();
  const lasting = { ...registry, [Symbol.asyncDispose]: async () => {} };
  const gateway = await startGatewayWith(lasting, {
    settings: { PERSISTED_OPERATIONS: manifest, CACHE_TTL_SECONDS: "60", ...settings },
    log,
  });
  const ask = (path: string, { key = registry.key, ...init }: Asking = {}) =>
    fetch(`${gateway.url}${path}`, {
      redirect: "manual",
      ...init,
      headers: { ...(key === "" ? {} : { "x-api-key": key }), ...init.headers },
    });
  return { ...gateway, lines, ask };
}

interface Asking {
  readonly method?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const json = "application/json; charset=utf-8";
const graphql = "application/graphql-response+json; charset=utf-8";
const csv = "text/csv; charset=utf-8; header=present";
const ndjson = "application/x-ndjson; charset=utf-8";
const html = "text/html; charset=utf-8";
const page = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

async function readJson(asking: Promise<Response>) {
  return JSON.parse(await (await asking).text());
}

async function codeOf(response: Response): Promise<string> {
  const text = await response.text();
  if (text === "" || !response.headers.get("content-type")?.match(/\/(graphql-response\+)?json;/))
    return "";
  const { errors = [] } = JSON.parse(text);
  return errors[0]?.extensions.code ?? "";
}

type Row = readonly [
  asked: string,
  expected: readonly [status: number, type: string | null, code?: string],
];

describe("with a registered manifest", () => {
  let gateway: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    gateway = await start({ CORS_ORIGINS: "https://app.example" });
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  test.each<Row>([
    ["GET /q/Sites.json text/csv", [200, json]],
    ["GET /q/Sites", [200, json]],
    ["GET /q/Sites.json", [200, json]],
    [`GET /q/Sites ${page}`, [200, json]],
    ["GET /q/Sites application/graphql-response+json", [200, graphql]],
    ["GET /q/Terminals text/csv", [200, csv]],
    ["GET /q/Terminals text/*", [200, csv]],
    ["GET /q/Terminals text/csv;q=0.1,*/*", [200, csv]],
    ["GET /q/Terminals application/json,text/csv", [200, json]],
    ["GET /q/Terminals text/csv,application/x-ndjson", [200, ndjson]],
    ["GET /q/Terminals text/csv,application/x-ndjson;q=0.5", [200, csv]],
    ["GET /q/Terminals.csv application/json", [200, csv]],
    ["GET /q/Terminals.ndjson image/png", [200, ndjson]],
    ["GET /q/DueTags.ndjson?within=P7D", [200, ndjson]],
    ["GET /q/Left", [200, json]],
    ["GET /q/Right.csv", [200, csv]],
    ["HEAD /q/Terminals.csv", [200, csv]],
    ["HEAD /q/Terminals", [200, json]],
    ["HEAD /q/none", [404, json]],
    ["GET /q/Terminals text/html,multipart/mixed;subscriptionSpec=1.0", [406, json, "BAD_REQUEST"]],
    ["GET /q/Terminals text/event-stream", [406, json, "BAD_REQUEST"]],
    ["GET /q/Terminals text/event-stream,application/json;q=0.5", [200, json]],
    ["GET /q/Terminals text/event-stream,text/csv;q=0.5", [200, csv]],
    ["GET /q/Left.csv", [400, json, "BAD_USER_INPUT"]],
    ["GET /q/Sites.csv", [400, json, "BAD_USER_INPUT"]],
    ["GET /q/Sites text/csv", [400, json, "BAD_USER_INPUT"]],
    ["GET /q/First", [400, json, "BAD_USER_INPUT"]],
    ["GET /q/First?first=-1", [200, json, "BAD_USER_INPUT"]],
    ["GET /q/First.csv?first=-1", [400, json, "BAD_USER_INPUT"]],
    ["GET /q/DueTags?within=soon", [200, json, "BAD_USER_INPUT"]],
    ["GET /q/DueTags.csv?within=soon", [400, json, "BAD_USER_INPUT"]],
    ["GET /q/None", [404, json, "NOT_FOUND"]],
    ["GET /q/Terminals.xlsx", [404, json, "NOT_FOUND"]],
    ["GET /q//Terminals", [404, json, "NOT_FOUND"]],
    ["GET /q/constructor", [404, json, "NOT_FOUND"]],
    ["GET /q/Twice", [404, json, "NOT_FOUND"]],
    ["GET /q/Changes", [404, json, "NOT_FOUND"]],
    ["GET /queries", [404, json, "NOT_FOUND"]],
    ["GET /q", [200, json]],
    ["GET /q/", [200, json]],
    [`GET /q?x=y ${page}`, [200, html]],
    ["HEAD /q", [200, json]],
    ["GET /q/openapi.json", [200, json]],
    [`GET /q/openapi.json ${page}`, [200, json]],
    ["POST /q/Terminals", [405, json, "BAD_REQUEST"]],
    ["POST /q", [405, json, "BAD_REQUEST"]],
    ["OPTIONS /q/Terminals", [405, json, "BAD_REQUEST"]],
    ["DELETE /q/None", [405, json, "BAD_REQUEST"]],
  ])("%s", async (asked, [status, type, code = ""]) => {
    const [method = "", path = "", ...accept] = asked.split(" ");
    const headers = accept.length > 0 ? { accept: accept.join(" ") } : {};
    const response = await gateway.ask(path, { method, headers });
    expect([response.status, response.headers.get("content-type")]).toEqual([status, type]);
    expect(await codeOf(response)).toBe(method === "HEAD" ? "" : code);
    if (status === 405) expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });

  test("an address responds as its query does, and its calls are shared", async () => {
    for (const [path, query, variables] of [
      [
        "/q/DueTags?within=P7D&sites=The+Exchange&sites=Harbour",
        sample.due,
        { within: "P7D", sites: ["The Exchange", "Harbour"] },
      ],
      ["/q/First?first=3", documents.first, { first: 3 }],
    ] as const) {
      const answer = await readJson(gateway.ask(path));
      expect(answer.errors).toBeUndefined();
      expect(answer).toEqual({ data: (await gateway.query(query, { variables })).data });
    }
    registry.resetCalls();
    const other = { key: registry.otherKey, headers: { "x-tapgraph-explain": "1" } };
    await (await gateway.ask("/q/First?first=3", other)).text();
    expect(registry.calls).toEqual(["GET /api/v1/tags?limit=3&page=1"]);
    const { extensions } = await readJson(gateway.ask("/q/First?first=3", other));
    expect([registry.calls.length, extensions.tapgraph.cacheHits]).toEqual([1, 1]);
  });

  test("a response has an ETag and an age, and is not sent to whoever has it", async () => {
    await (await gateway.ask("/q/Terminals")).text();
    const whole = await gateway.ask("/q/Terminals");
    const etag = whole.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W?\/?"/);
    expect(whole.headers.get("cache-control")).toMatch(/^private, max-age=\d+$/);
    expect(whole.headers.get("vary")).toMatch(/accept.*x-api-key/i);
    for (const method of ["GET", "HEAD"]) {
      const headers = { "if-none-match": etag };
      const again = await gateway.ask("/q/Terminals", { method, headers });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    }
    const { headers } = await gateway.ask("/q/Terminals.csv");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-disposition")).toBe('attachment; filename="Terminals.csv"');
    expect((await gateway.ask("/q/None")).headers.get("cache-control")).toBe("no-store");
  });

  test("pages of a listed origin may ask, and read what is wrong", async () => {
    const origin = "https://app.example";
    const asking = {
      "access-control-request-method": "GET",
      "access-control-request-headers": "x-api-key",
    };
    for (const [path, from, status] of [
      ["/q/Terminals.csv", origin, 204],
      ["/q", origin, 204],
      ["/q/Terminals.csv", "https://evil.example", 403],
    ] as const) {
      const headers = { origin: from, ...asking };
      expect((await gateway.ask(path, { method: "OPTIONS", key: "", headers })).status).toBe(
        status,
      );
    }
    for (const path of [
      "/q",
      "/q/None",
      "/q/Terminals",
      "/q/Terminals.csv",
      "/q/Terminals?x=",
      "/q/openapi.json",
    ]) {
      const { headers } = await gateway.ask(path, { headers: { origin } });
      expect(headers.get("access-control-allow-origin")).toBe(origin);
      expect(headers.get("vary")).toMatch(/origin/);
    }
  });

  test.each([
    ["/q/Terminal", "Did you mean Terminals? /q lists them."],
    ["/q/due-tags.csv", "Did you mean DueTags? /q lists them."],
    ["/q/Terminals/", "Did you mean Terminals? /q lists them."],
    ["/q/zzzzzzzzzzzzzzz", "No registered query has this address. /q lists them."],
    ["/q/long", "No registered query has this address. /q lists them."],
  ])("%s names the nearest", async (path, text) => {
    const { errors } = await readJson(gateway.ask(path.replace("long", "x".repeat(10_000))));
    expect(errors[0].message).toContain(text);
  });

  test("the log says once, at the start, what has no address", () => {
    const found = gateway.lines.filter(({ message }) => message.includes("have no address"));
    expect(found.map(({ message }) => message)).toEqual([
      "PERSISTED_OPERATIONS: these operations have no address: an operation without a name, Changes (no query), Twice (it occurs 2 times)",
    ]);
  });

  test("the list and the document say the same", async () => {
    const { addresses } = await readJson(gateway.ask("/q", { key: "" }));
    const { paths } = await readJson(gateway.ask("/q/openapi.json", { key: "" }));
    const all = addresses.flatMap(
      (one: { readonly addresses: readonly string[] }) => one.addresses,
    );
    expect(all.map((path: string) => `/${path}`)).toEqual(Object.keys(paths));
    expect(addresses[0]).toEqual({
      name: "DueTags",
      description: "Tags whose next check is due, the most urgent first",
      addresses: ["q/DueTags", "q/DueTags.csv", "q/DueTags.ndjson"],
      parameters: [
        {
          name: "within",
          type: "String",
          description: "How far ahead to look: an ISO 8601 duration",
          isRequired: false,
          default: "P30D",
        },
        {
          name: "sites",
          type: "[String!]",
          description: "Of these sites only",
          isRequired: false,
          default: null,
        },
      ],
    });
    expect(all.filter((path: string) => /Sites|Odd/.test(path))).toEqual(["q/Sites", "q/Odd"]);
  });

  test.each(["/q", "/q/", "/prefix/q", "/prefix/q/", "/q?a=/b/"])(
    "the page at %s escapes what descriptions say, runs no script, and its links lead somewhere",
    async (path) => {
      const place = path.replace("/prefix", "");
      const response = await gateway.ask(place, { key: "", headers: { accept: page } });
      const text = await response.text();
      const policy = response.headers.get("content-security-policy");
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:;/);
      expect(text).not.toMatch(/<script|<img|<b>|\son\w+=|javascript:/);
      expect(text).toContain("&lt;script&gt;alert(&#39;&amp;amp;&#39;)&lt;/script&gt;");
      expect(text).toContain("&quot;&gt;&lt;img src=x&gt;");
      const links = [...text.matchAll(/href="(?!data:)([^"]+)"/g)].map(([, link = ""]) => link);
      expect(links).toHaveLength(19);
      for (const link of links) {
        const target = new URL(link, `${gateway.url}${path}`).pathname;
        if (path.startsWith("/prefix")) expect(target).toMatch(/^\/prefix\/q\//);
        const reached = await gateway.ask(target.replace("/prefix", ""));
        expect([200, 400]).toContain(reached.status);
        await reached.text();
      }
    },
  );
});

test.each<
  readonly [
    settings: Readonly<Record<string, string>>,
    asked: readonly (readonly [path: string, status: number, text: string])[],
  ]
>([
  [
    { INTROSPECTION: "false" },
    [
      ["/q", 404, 'No registered query has this address."'],
      ["/q/openapi.json", 404, 'No registered query has this address."'],
      ["/q/Terminal", 404, 'No registered query has this address."'],
      ["/q/Sites", 200, "facets"],
    ],
  ],
  [
    { PERSISTED_ONLY: "true" },
    [
      ["/q/Sites", 200, "facets"],
      ["/q/Terminals.csv", 200, "name,model"],
      ["/q", 200, "DueTags"],
      ["/q/DueTags?within=P1D", 200, "nodes"],
    ],
  ],
  [
    { PERSISTED_OPERATIONS: "" },
    [
      ["/q", 200, '{"addresses":[]}'],
      ["/q/openapi.json", 200, '"paths":{}'],
      ["/q/Sites", 404, "/q lists them"],
    ],
  ],
])("with %o", async (settings, asked) => {
  await using gateway = await start(settings);
  for (const [path, status, text] of asked) {
    for (let times = 0; times < 3; times += 1) {
      const response = await gateway.ask(path);
      expect([path, response.status, await response.text()]).toEqual([
        path,
        status,
        expect.stringContaining(text),
      ]);
    }
  }
});

test("keys and tokens are those of /graphql, also one for registered operations alone", async () => {
  const token = createToken();
  await using keys = await createKeysFile(
    { main: registry.key },
    { [token]: { key: "main", only: "registered" } },
  );
  await using gateway = await start({ KEYS_FILE: keys.path });
  for (const [key, path, status, code] of [
    [token, "/q/Sites", 200, ""],
    [token, "/q/Sites", 200, ""],
    [token, "/q/Sites", 200, ""],
    [token, "/q/Terminals.csv", 200, ""],
    [registry.key, "/q/Terminals.csv", 401, "UNAUTHENTICATED"],
    [createToken(), "/q/Terminals.ndjson", 401, "UNAUTHENTICATED"],
    [registry.key, "/q/Sites", 200, "UNAUTHENTICATED"],
    ["", "/q/Terminals.csv", 401, "UNAUTHENTICATED"],
    ["", "/q", 200, ""],
  ] as const) {
    const response = await gateway.ask(path, { key });
    expect([path, response.status, await codeOf(response)]).toEqual([path, status, code]);
  }
});

test("log, metrics and traces have the operation's name, and nothing of what an address says", async () => {
  await using collector = await startCollector();
  const gateway = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const secret = "s3cret-of-nobody";
  const paths = [
    "/q/Sites",
    "/q/Terminals.csv",
    `/q/Keyed?key=${secret}`,
    `/q/Sites?key=${secret}`,
    `/q/Sites?Token=${secret}`,
    `/q/Terminals.csv?API_KEY=${secret}`,
    `/q?key=${secret}`,
    `/q/${secret}?key=${secret}`,
  ];
  const texts: string[] = [];
  for (const path of paths) texts.push(await (await gateway.ask(path)).text());
  for (const text of texts.slice(3, 6)) expect(text).toContain("never in an address");
  const requests = () => gateway.lines.filter(({ message }) => message === "request");
  await expect.poll(() => requests().length).toBe(6);
  expect(requests()).toMatchObject([
    { operation: "Sites", outcome: "ok", status: 200, restCalls: expect.any(Number) },
    { operation: "Terminals", outcome: "ok", status: 200, rows: 60 },
    { operation: "Keyed", outcome: "ok" },
    { operation: "Sites", outcome: "refused", codes: "BAD_USER_INPUT", status: 400, restCalls: 0 },
    { operation: "Sites", outcome: "refused" },
    { operation: "Terminals", outcome: "refused" },
  ]);
  const { metrics, figure } = gateway;
  expect(await figure('tapgraph_requests_total{outcome="ok"}')).toBe(3);
  expect(await figure('tapgraph_errors_total{code="BAD_USER_INPUT"}')).toBe(3);
  const all = JSON.stringify(await metrics(/./));
  await gateway[Symbol.asyncDispose]();
  const spans = collector.spans.filter(({ name }) => name === "GraphQL request");
  const attributes = spans.map((span) => JSON.stringify(span.attributes));
  expect(attributes).toHaveLength(6);
  for (const text of attributes)
    expect(text).toContain('{"key":"http.route","value":{"stringValue":"/q"}}');
  expect(attributes[0]).toContain('"graphql.operation.name","value":{"stringValue":"Sites"}');
  for (const text of [...texts, all, JSON.stringify(gateway.lines), ...collector.received]) {
    expect(text).not.toContain(secret);
  }
});
