import { join } from "node:path";
import { expect, test } from "vitest";
import { startCollector } from "../support/collector.ts";
import { createSigningKey, sign, startIssuer } from "../support/issuer.ts";
import { createKeysFile, createToken, hashToken } from "../support/keys-file.ts";
import { listKeyForms } from "../support/project.ts";
import * as scripted from "../support/scripted-registry.ts";
import {
  type Behaviour,
  json,
  startScriptedRegistry,
  status,
} from "../support/scripted-registry.ts";
import {
  type CacheServer,
  fleetSecret,
  oneCacheKind,
  startCacheServer,
} from "../support/shared-caches.ts";
import { type GatewayRun, runGateway } from "../support/tapgraph.ts";

const preload = (name: string) => join(import.meta.dirname, "preloads", name);

// Easy to find: one that could be an operation's name, and one that is escaped differently in JSON
// and in URLs.
const plainKey = "s3cretKey0123456789";
const oddKey = 's3cret &"Key"/+=%0123';
const keys = [plainKey, oddKey];

const jsonType = { "content-type": "application/json" };
const tag = { id: "5", type: "NFC", name: "five", project_id: 1, is_active: true };

/** What a registry can do, by name: all behaviours of the scripted registry, every status with a meaning, and wrong responses. */
const failures: Readonly<Record<string, Behaviour>> = {
  stall: scripted.stall,
  stallInBody: scripted.stallInBody,
  stallInErrorBody: scripted.stallInErrorBody,
  reset: scripted.reset,
  resetInHeaders: scripted.resetInHeaders,
  resetInBody: scripted.resetInBody,
  truncate: scripted.truncate,
  truncateChunks: scripted.truncateChunks,
  truncateLastChunks: scripted.truncateLastChunks,
  truncateSilently: scripted.truncateSilently,
  babble: scripted.babble,
  endlessHeaders: scripted.endlessHeaders,
  endlessBody: scripted.endlessBody,
  ...Object.fromEntries(
    [204, 206, 304, 400, 401, 403, 404, 410, 418, 422, 429, 500, 502, 503, 504].map((code) => [
      String(code),
      status(code, { "retry-after": "0" }),
    ]),
  ),
  html: scripted.text("<h1>hello</h1>", { "content-type": "text/html" }),
  noJson: scripted.text("hello", jsonType),
  wrongShape: json({ tags: 5 }),
  anotherRecord: json({ tag: { ...tag, id: "6" } }),
  echo: ({ path, response }) =>
    response.writeHead(200, jsonType).end(JSON.stringify({ error: path })),
  badGzip: json({}, { "content-encoding": "gzip" }),
  redirectAway: ({ path, response }) =>
    response.writeHead(302, { location: `http://elsewhere.invalid${path}` }).end(),
  redirectOnce: ({ path, response }) =>
    response.writeHead(302, { location: `${path}&again=1` }).end(),
};

test("every behaviour of the scripted registry is tried", () => {
  const makers = [
    "startScriptedRegistry",
    "unusedAddress",
    "freeAddress",
    "inTurn",
    "json",
    "text",
    "status",
    "stalls",
  ];
  const known = [...makers, "compressed", ...Object.keys(failures)];
  expect(Object.keys(scripted).filter((name) => !known.includes(name))).toEqual([]);
});

test("whatever the registry does, nothing that leaves the process holds a caller's key", async () => {
  const { outputs, asked } = await exercise({ secrets: keys, failures });
  expect(asked).toBeGreaterThan(Object.keys(failures).length);
  expect(outputs.log).toContain("CHANNELS are shown");
  expect(outputs.log.match(/"msg":"request"/g)?.length).toBeGreaterThan(asked / 2);
  expect(outputs.spans).toContain("GET /api/v1/tags/{id}/");
  expect(outputs.metrics).toContain("tapgraph_rest_calls_total");
  expect(outputs.log).toContain('"operation":"find_tags"');
  expect(findLeaks(outputs, keys)).toEqual([]);
});

test("whatever callers send in place of a key, neither that nor the registry's key leaves the process", async () => {
  const signingKey = await createSigningKey("ES256", "leak");
  const [token, expired, unknown] = [createToken(), createToken(), createToken()];
  await using issuer = await startIssuer([signingKey]);
  const jwt = await sign(issuer, signingKey);
  const wrongJwt = await sign(issuer, signingKey, { aud: "another" });
  await using file = await createKeysFile(
    { shop: plainKey },
    { [token]: { key: "shop" }, [expired]: { key: "shop", expires: "2020-01-01T00:00:00Z" } },
  );
  const secrets = [token, jwt, expired, unknown, wrongJwt, plainKey];
  const settings = { KEYS_FILE: file.path, ...issuer.settings };
  const { outputs, registryKeys } = await exercise({ secrets, failures: few, settings });
  expect(outputs.log).toContain('"token');
  expect(outputs.metrics).toContain("tapgraph_keys_file_ok 1");
  expect(findLeaks(outputs, [...secrets, hashToken(token)])).toEqual([]);
  expect(registryKeys).toEqual([plainKey]);
});

test("a planted leak is found in each output", async () => {
  const { outputs } = await exercise({
    secrets: [plainKey],
    failures: { 500: status(500) },
    preloads: [preload("plant-leaks.js")],
  });
  const found = new Set(findLeaks(outputs, keys).map(({ output }) => output));
  expect(found).toEqual(new Set(["log", "errors", "channels", "responses", "metrics", "spans"]));
});

test("NODE_DEBUG makes no copy of undici write the key", async () => {
  await using registry = await startScriptedRegistry(json({ tag }));
  const settings = { REGISTRY_URL: registry.url, NODE_DEBUG: "undici,fetch,websocket" };
  await using run = await runGateway(settings);
  const { body } = await ask(run, { query: '{ tag(id: "5") { name } }' }, plainKey);
  expect(JSON.parse(body)).toEqual({ data: { tag: { name: "five" } } });
  await run.waitFor(/"msg":"request"/);
  expect(run.output).not.toContain(plainKey);
});

test("an uncaught error is logged without the key, and the process exits with 1 when requests under way are answered", async () => {
  await using registry = await startScriptedRegistry(scripted.stall);
  const settings = { REGISTRY_URL: registry.url, PLANTED_KEY: plainKey };
  await using run = await runGateway(settings, [preload("throw-on-signal.js")]);
  const result = ask(run, { query: '{ tag(id: "5") { name } }' }, plainKey);
  const call = await registry.call(0);
  run.process.kill("SIGUSR2");
  await run.waitFor(/"msg":"stopping"/);
  json({ tag })(call, 0);
  expect(JSON.parse((await result).body)).toEqual({ data: { tag: { name: "five" } } });
  expect(await run.exit()).toBe(1);
  const uncaught = run.log.find(({ msg }) => msg === "uncaught error");
  expect(uncaught).toMatchObject({
    level: 60,
    err: { message: "the request with x-api-key: [key] failed" },
  });
  expect(run.output).toContain("?limit=5&key=[key]");
  expect(run.output).not.toContain(plainKey);
});

test.each(oneCacheKind)(
  "with a cache shared on $name, neither the store nor anything that leaves the process holds the key, a record or a secret",
  async (kind) => {
    const key = oddKey;
    const password = "store/p4ssword@1";
    const name = "The name that this record has";
    await using collector = await startCollector();
    await using cache = await startCacheServer(kind, {
      settings: { requirepass: password },
      user: `:${encodeURIComponent(password)}@`,
    });
    const record = { ...tag, name, additional_data: { room: name } };
    await using registry = await startScriptedRegistry((call, position) =>
      json(bodyFor(call.path, record))(call, position),
    );
    const settings = {
      CACHE_URL: cache.url,
      CACHE_SECRET: fleetSecret,
      CACHE_TTL_SECONDS: "60",
      REGISTRY_URL: registry.url,
      LOG_LEVEL: "trace",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    };
    const search = { query: '{ tags(search: "name") { nodes { name } } }' };
    const askAll = async (run: GatewayRun) => {
      await run.waitFor(/the shared cache is used/);
      const results = [await ask(run, search, key)];
      for (const question of questions(key)) results.push(await question(run));
      return results;
    };
    await using run = await runGateway(settings, [preload("show-channels.js")]);
    const results = await askAll(run);
    expect(results.map(({ body }) => body).join()).toContain(name);
    // The store gets two responses for lists, one for a record, a page and a snapshot. If it is slow for a moment, one of these
    // may be missing. Then the next gateway stores it.
    const others: string[] = [];
    let stored = await lookFor(5, cache);
    while (stored.size < 5) {
      await using other = await runGateway(settings, [preload("show-channels.js")]);
      await askAll(other);
      stored = await lookFor(5, cache);
      others.push(other.output);
    }
    const [corrupt = ""] = stored.keys();
    await cache.send("SET", corrupt, "corrupt", "PX", "60000");
    await cache.kill();
    await run.waitFor(/the shared cache is lost/);
    results.push(await ask(run, { query: "{ tags(first: 3) { nodes { id } } }" }, key));
    const { head, body } = await ask(run, "/metrics", key);
    run.process.kill("SIGTERM");
    expect(await run.exit()).toBe(0);
    const texts = [...stored].flatMap(([place, value]) => [
      place,
      ...(["utf8", "latin1", "base64", "hex"] as const).map((form) => value.toString(form)),
    ]);
    // Records leave the process only in responses, and secrets not even there.
    const secrets = [key, password, fleetSecret].flatMap(listKeyForms);
    const all = [run.output, ...others, body, head, ...collector.received, ...texts].join("\n");
    expect(secrets.filter((form) => all.includes(form))).toEqual([]);
    const sent = results.map((result) => `${result.head} ${result.body}`).join("\n");
    expect(secrets.filter((form) => sent.includes(form))).toEqual([]);
    expect([name, "project_id", "is_active"].filter((one) => texts.join().includes(one))).toEqual(
      [],
    );
  },
);

/** The contents of a store, once it has that many values or after many tries. */
async function lookFor(count: number, cache: CacheServer): Promise<ReadonlyMap<string, Buffer>> {
  let stored = await cache.dump();
  for (let tries = 0; tries < 100 && stored.size < count; tries += 1) stored = await cache.dump();
  return stored;
}

function bodyFor(path: string, record: object): object {
  if (path.includes("/structure/")) return { items: [], last_update: 1 };
  const isOne = /tags\/[^?]/.test(path);
  return isOne
    ? { tag: record }
    : { tags: [record], limit: 1000, page: 1, count: 1, page_count: 1 };
}

/** Some of the failures: enough that tokens and keys would leave the process if keys alone did not. */
const few = Object.fromEntries(
  Object.entries(failures).filter(([name]) =>
    ["echo", "401", "500", "html", "redirectAway"].includes(name),
  ),
);

/**
 * Runs a gateway through the failures, sends it each of the secrets as a key in every way, and
 * collects what it sends and writes.
 */
async function exercise({
  secrets,
  failures,
  preloads = [],
  settings = {},
}: {
  readonly secrets: readonly string[];
  readonly failures: Readonly<Record<string, Behaviour>>;
  readonly preloads?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
}) {
  const good = json({ tag, tags: [tag], limit: 100, page: 1, count: 1, page_count: 1 });
  await using collector = await startCollector();
  await using registry = await startScriptedRegistry(good);
  await using run = await runGateway(
    {
      REGISTRY_URL: registry.url,
      LOG_LEVEL: "trace",
      REGISTRY_TIMEOUT_MS: "200",
      REQUEST_DEADLINE_MS: "1000",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      MCP: "true",
      MCP_QUERY: "true",
      ...settings,
    },
    [preload("show-channels.js"), ...preloads],
  );
  const results: string[] = [];
  const keep = async (asked: readonly ReturnType<typeof ask>[]) => {
    for (const { head, body } of await Promise.all(asked)) results.push(`${head} ${body}`);
  };
  const query = '{ tag(id: "5") { name } }';
  for (const behaviour of Object.values(failures)) {
    registry.behaviour = behaviour;
    await keep(secrets.flatMap((secret) => questions(secret).map((question) => question(run))));
    // Without a success in between, the failures would open the circuit, and no more calls would be made.
    registry.behaviour = good;
    await keep(secrets.map((secret) => ask(run, { query }, secret)));
  }
  const asked = results.length;
  const [secret] = secrets;
  for (const path of ["/health/ready", "/explorer/config.json", "/nowhere"]) {
    await keep([ask(run, path, secret)]);
  }
  const metrics = await ask(run, "/metrics", secret);
  run.process.kill("SIGTERM");
  expect(await run.exit()).toBe(0);
  const calls = registry.calls.map(({ path, headers }) => {
    const query = path.replace(/([?&])key=[^&]*/, "$1");
    return `${query} ${JSON.stringify(headers)}`;
  });
  const isChannel = (line: string) => line.startsWith("CHANNEL ");
  const lines = run.output.split("\n");
  // Everything that left the process, by where it went.
  const outputs = {
    log: lines.filter((line) => line.startsWith("{") || line.startsWith("CHANNELS")).join("\n"),
    errors: lines.filter((line) => !line.startsWith("{") && !isChannel(line)).join("\n"),
    channels: run.output.slice(Math.max(0, run.output.indexOf("CHANNEL "))),
    responses: results.join("\n"),
    metrics: `${metrics.head} ${metrics.body}`,
    spans: collector.received.join("\n"),
    calls: calls.join("\n"),
  };
  return { outputs, asked, registryKeys: [...new Set(registry.calls.map(({ key }) => key))] };
}

type ResponseKey = (run: GatewayRun) => Promise<{ readonly head: string; readonly body: string }>;

/** Requests for a record, a list and both structures. Each sends the key in a different way, or where it could reach a log. */
function questions(key: string): readonly ResponseKey[] {
  const record = '{ tag(id: "5") { name additionalDataFields { identifier } } }';
  const list = "query List { tags { nodes { id } } project { projectId } }";
  return [
    (run) => ask(run, { query: record }, key),
    (run) => ask(run, { query: list }, key),
    (run) =>
      ask(run, { query: record }, key, { "x-request-id": key, authorization: `Bearer ${key}` }),
    (run) => ask(run, { query: record }, key, { authorization: "Bearer another-key-1" }),
    (run) => ask(run, `/graphql?query=${encodeURIComponent(record)}`, key),
    (run) => ask(run, { query: "{" }, key),
    ...toolQuestions(key),
  ];
}

/** Calls of tools, with the key in the header or wherever a program could put it by mistake. */
function toolQuestions(key: string): readonly ResponseKey[] {
  const client = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: key } };
  const send =
    (method: string, params: object, headers = {}): ResponseKey =>
    (run) =>
      ask(run, { jsonrpc: "2.0", id: 1, method, params }, key, headers, "/mcp");
  const call = (name: string, given: object, headers = {}) =>
    send("tools/call", { name, arguments: given }, headers);
  return [
    send("initialize", client),
    call("find_tags", { search: "five" }),
    call("find_tags", { identifier: "room", value: key, first: 1 }),
    call("find_tags", { first: key, after: key }),
    call(
      "get_record",
      { kind: "tag", id: "5" },
      { "x-request-id": key, authorization: `Bearer ${key}` },
    ),
    call("describe_project", {}, { authorization: "Bearer another-key-1" }),
    call("graphql", { query: '{ tag(id: "5") { name } }', variables: key }),
  ];
}

/** Sends a request, by GET if it is a path. Returns the status and the headers as one string, and the body as another. */
async function ask(
  { url }: { readonly url: string },
  what: string | object,
  key: string | undefined,
  headers: Readonly<Record<string, string>> = {},
  path = "/graphql",
) {
  const all = { ...jsonType, ...(key !== undefined && { "x-api-key": key }), ...headers };
  const response =
    typeof what === "string"
      ? await fetch(url + what, { headers: all })
      : await fetch(url + path, { method: "POST", headers: all, body: JSON.stringify(what) });
  const head = `${response.status} ${JSON.stringify([...response.headers])}`;
  return { head, body: await response.text() };
}

function findLeaks(outputs: Readonly<Record<string, string>>, secrets: readonly string[]) {
  const forms = secrets.flatMap(listKeyForms);
  return Object.entries(outputs).flatMap(([output, text]) =>
    forms.filter((form) => text.includes(form)).map((form) => ({ output, form })),
  );
}
