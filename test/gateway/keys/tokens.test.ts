import { expect, test } from "vitest";
import { createGateway } from "../../../src/create-gateway.ts";
import { subscribe } from "../../support/event-stream.ts";
import { type GatewayOptions, startGateway, type TestGateway } from "../../support/gateway.ts";
import { createKeysFile, createToken, hashToken } from "../../support/keys-file.ts";
import { collectLines } from "../../support/log-lines.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { named } from "../../support/project.ts";
import { startScriptedRegistry } from "../../support/scripted-registry.ts";

const key = "the-registry-key-of-the-shop";
const query = "{ tags { nodes { name } } }";
const changes = "subscription { changes { kind } }";
const served = { tags: { nodes: [{ name: "one" }] } };

async function start(
  entry: Parameters<typeof createKeysFile>[1],
  options: GatewayOptions = {},
  keys: Readonly<Record<string, string>> = { shop: key },
) {
  const stack = new AsyncDisposableStack();
  const tags = [named("a", "one")];
  const registry = stack.use(await startScriptedRegistry({ tags }));
  const file = stack.use(await createKeysFile(keys, entry));
  const settings = { CHANGES_POLL_SECONDS: "0.05", KEYS_FILE: file.path, ...options.settings };
  const parts = { registryUrl: registry.url, key: "", ...options, settings };
  const gateway = stack.use(await startGateway(parts));
  return { registry, tags, file, gateway, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test("the lists of keys that are to be warm are read at the start", async () => {
  await using registry = await startScriptedRegistry({ tags: [named("a", "one")] });
  await using file = await createKeysFile({ shop: key, other: "another key" });
  file.writeText(JSON.stringify({ keys: { shop: key, other: "another key" }, warm: ["shop"] }));
  const settings = { KEYS_FILE: file.path, KEYS_FILE_ALSO_KEYS: "true" };
  await using gateway = await startGateway({ registryUrl: registry.url, key, settings });
  await expect.poll(() => registry.calls.length).toBe(6);
  const filtered = '{ tags(filter: { name: { eq: "one" } }) { nodes { name } } }';
  expect((await gateway.query(filtered)).data).toEqual(served);
  expect(registry.calls).toHaveLength(7);
  expect(new Set(registry.calls.map((call) => call.key))).toEqual(new Set([key]));
});

/** Sends the query with these headers, and returns the response as it is on the wire. */
async function ask(gateway: TestGateway, headers: Readonly<Record<string, string>>, path = "") {
  const response = path
    ? await fetch(`${gateway.url}/graphql${path}`, { headers })
    : await gateway.send(JSON.stringify({ query }), headers);
  return { status: response.status, body: await response.text() };
}

const good = { status: 200, body: JSON.stringify({ data: served }) };

test("a token in either header stands for its key, for POST and GET, and never reaches the registry", async () => {
  const token = createToken();
  await using parts = await start({ [token]: { key: "shop" } });
  const { gateway, registry } = parts;
  const get = `?query=${encodeURIComponent(query)}`;
  for (const path of [undefined, get]) {
    expect(await ask(gateway, { "x-api-key": token }, path)).toEqual(good);
    expect(await ask(gateway, { authorization: `Bearer ${token}` }, path)).toEqual(good);
    const both = { "x-api-key": token, authorization: `Bearer ${token}` };
    expect(await ask(gateway, both, path)).toEqual(good);
  }
  expect(new Set(registry.calls.map((call) => call.key))).toEqual(new Set([key]));
  expect(JSON.stringify(registry.calls.map(({ path, headers }) => [path, headers]))).not.toContain(
    token,
  );
});

test("what is refused gets the bytes of a request without a key, and never reaches the registry", async () => {
  const clock = new ManualClock();
  const [expired, unknown] = [createToken(), createToken()];
  const expires = new Date(clock.now()).toISOString();
  await using parts = await start({ [expired]: { key: "shop", expires } }, { clock });
  const { gateway, registry } = parts;
  const jwt = `${Buffer.from('{"alg":"RS256"}').toString("base64url")}.e30.AAAA`;
  const without = await ask(gateway, {});
  expect(without.body).toContain("UNAUTHENTICATED");
  // Callers with tokens have no registry key to send, and must not look for one.
  expect(without.body).toContain("This field needs a token: send it as `X-API-Key: <token>`");
  expect(without.body).not.toContain("key>");
  for (const sent of [expired, unknown, "tapgraph_x", jwt, key, "shop", hashToken(expired)]) {
    expect(await ask(gateway, { "x-api-key": sent })).toEqual(without);
    expect(await ask(gateway, { authorization: `Bearer ${sent}` })).toEqual(without);
  }
  const schema = await gateway.query("{ __schema { queryType { name } } }", { key: unknown });
  expect(schema.data.__schema.queryType.name).toBe("Query");
  expect(registry.calls).toEqual([]);
});

test("with KEYS_FILE_ALSO_KEYS a registry key is accepted in X-API-Key alone, never what looks like a token or a JWT", async () => {
  await using parts = await start({}, { settings: { KEYS_FILE_ALSO_KEYS: "true" } });
  const { gateway, registry } = parts;
  expect(await ask(gateway, { "x-api-key": "a-key.of-another/project" })).toEqual(good);
  expect(registry.calls.map((call) => call.key)).toEqual(["a-key.of-another/project"]);
  const without = await ask(gateway, {});
  expect(await ask(gateway, { authorization: `Bearer ${key}` })).toEqual(without);
  const header = Buffer.from(' {"alg":"none"}').toString("base64url");
  const marked = Buffer.from('\ufeff{"alg":"none"}').toString("base64url");
  for (const sent of [
    createToken(),
    "TAPGRAPH_x",
    `${header}.e30.`,
    `${header}.a.b.c.d`,
    `${header}.`,
    `${marked}.e30.`,
  ]) {
    expect(await ask(gateway, { "x-api-key": sent })).toEqual(without);
  }
  expect(registry.calls).toHaveLength(1);
});

test("tapgraph_keys_file_ok is 1, and 0 while the file is broken", async () => {
  const clock = new ManualClock();
  await using parts = await start({}, { clock });
  const becomes = (value: number) => {
    clock.advance(2_000);
    return parts.gateway.untilFigure("tapgraph_keys_file_ok", (ok) => ok === value);
  };
  expect(await parts.gateway.figure("tapgraph_keys_file_ok")).toBe(1);
  parts.file.writeText("{");
  await becomes(0);
  parts.file.write({ shop: key });
  await becomes(1);
});

test("a revoked token's stream ends within five seconds as that of a refused key, and others go on", async () => {
  const [revoked, kept] = [createToken(), createToken()];
  await using parts = await start({ [revoked]: { key: "shop" }, [kept]: { key: "shop" } });
  const { gateway, file, tags } = parts;
  await using stream = await subscribe(gateway.url, changes, { key: revoked });
  await using other = await subscribe(gateway.url, changes, { key: kept });
  await Promise.all([stream.change(), other.change()]);
  const startedAt = performance.now();
  file.write({ shop: key }, { [kept]: { key: "shop" } });
  const rest = await stream.rest();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(rest).toMatch(/^event: next\ndata: .*"UNAUTHENTICATED".*\n\nevent: complete\ndata:\n\n$/);
  tags.push(named("b", "two"));
  expect((await other.next()).data.changes.kind).toBe("ADDED");
  await using again = await subscribe(gateway.url, changes, { key: revoked });
  expect(await again.rest()).toContain("UNAUTHENTICATED");
});

test("a stream ends when its token does", async () => {
  const clock = new ManualClock();
  const token = createToken();
  const expires = new Date(clock.now() + 10_000).toISOString();
  await using parts = await start({ [token]: { key: "shop", expires } }, { clock });
  await using stream = await subscribe(parts.gateway.url, changes, { key: token });
  await stream.change();
  clock.advance(10_000);
  expect(await stream.rest()).toContain("UNAUTHENTICATED");
});

test("tokens of one key share one call, and those of two keys share nothing", async () => {
  const [one, two, three] = [createToken(), createToken(), createToken()];
  await using parts = await start(
    { [one]: { key: "shop" }, [two]: { key: "shop" }, [three]: { key: "depot" } },
    { settings: { CACHE_TTL_SECONDS: "60" } },
    { shop: key, depot: "another-registry-key" },
  );
  for (const token of [one, two, three]) await parts.gateway.query(query, { key: token });
  expect(parts.registry.calls.map((call) => call.key)).toEqual([key, "another-registry-key"]);
});

test("a token has at most half of its key's streams", async () => {
  const [one, other] = [createToken(), createToken()];
  await using parts = await start(
    { [one]: { key: "shop" }, [other]: { key: "shop" } },
    { settings: { MAX_SUBSCRIPTIONS: "8" } },
  );
  await using stack = new AsyncDisposableStack();
  const open = async (token: string) =>
    stack.use(await subscribe(parts.gateway.url, changes, { key: token })).status;
  expect([await open(one), await open(one), await open(one)]).toEqual([200, 200, 503]);
  expect([await open(other), await open(other), await open(other)]).toEqual([200, 200, 503]);
});

test("the log names a token by the first digits of its hash, and says why one is refused", async () => {
  const token = createToken();
  const unknown = createToken();
  await using registry = await startScriptedRegistry({ tags: [named("a", "one")] });
  await using file = await createKeysFile({ shop: key }, { [token]: { key: "shop" } });
  const { lines, log } = collectLines();
  await using gateway = createGateway({
    REGISTRY_URL: registry.url,
    KEYS_FILE: file.path,
    log,
  });
  for (const sent of [token, unknown, key]) {
    const headers = { "content-type": "application/json", "x-api-key": sent, "x-request-id": sent };
    const body = JSON.stringify({ query: `query ${sent.replace(/\W/g, "_")} ${query}` });
    await (
      await gateway.fetch(new Request("http://g/graphql", { method: "POST", headers, body }))
    ).text();
  }
  const requests = lines.filter(({ message }) => message === "request");
  expect(requests).toMatchObject([
    { outcome: "ok", token: hashToken(token).slice(0, 8) },
    { outcome: "errors", token: hashToken(unknown).slice(0, 8), tokenRefused: "unknown token" },
    { outcome: "errors", tokenRefused: "not a token" },
  ]);
  const all = JSON.stringify(lines);
  expect([token, unknown, key].filter((secret) => all.includes(secret))).toEqual([]);
});
