import { generateKeyPairSync, sign as signBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { createGateway } from "../../../src/create-gateway.ts";
import { hashToken } from "../../../src/gateway/keys/token.ts";
import { readSettings } from "../../../src/settings.ts";
import { subscribe } from "../../support/event-stream.ts";
import { type GatewayOptions, startGateway } from "../../support/gateway.ts";
import { createSigningKey, sign, startIssuer, type TestKey } from "../../support/issuer.ts";
import { createKeysFile, createToken } from "../../support/keys-file.ts";
import { collectLines } from "../../support/log-lines.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { named } from "../../support/project.ts";
import { startScriptedRegistry } from "../../support/scripted-registry.ts";
import { startTunnelProxy } from "../../support/tunnel-proxy.ts";

const key = "the-registry-key-of-the-shop";
const query = "{ tags { nodes { name } } }";
const changes = "subscription { changes { kind } }";
const served = { tags: { nodes: [{ name: "one" }] } };

let rsa: TestKey;
let ec: TestKey;
let ed: TestKey;
/** Another RSA key: making one takes long. */
let spare: TestKey;
beforeAll(async () => {
  [rsa, ec, ed, spare] = await Promise.all([
    createSigningKey("RS256", "rsa"),
    createSigningKey("ES256", "ec"),
    createSigningKey("EdDSA", "ed"),
    createSigningKey("RS256", "spare"),
  ]);
});

/** A clock that stands still, and the time of day with it. */
function createClock() {
  vi.useFakeTimers({ toFake: ["Date"] });
  const clock = new ManualClock(Date.now());
  const advance = (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    clock.advance(ms);
  };
  return { clock, advance };
}

afterEach(() => void vi.useRealTimers());

async function start(keys: readonly TestKey[], options: GatewayOptions = {}) {
  const stack = new AsyncDisposableStack();
  const registry = stack.use(await startScriptedRegistry({ tags: [named("a", "one")] }));
  const issuer = stack.use(await startIssuer(keys));
  const file = stack.use(await createKeysFile({ shop: key, depot: "another-registry-key" }));
  const settings = {
    ...{ CHANGES_POLL_SECONDS: "0.05", KEYS_FILE: file.path },
    ...{ ...issuer.settings, ...options.settings },
  };
  const parts = { registryUrl: registry.url, key: "", ...options, settings };
  const gateway = stack.use(await startGateway(parts));
  /** The name that the query finds with a JWT; the error's code if it finds none. */
  const ask = async (jwt: string) => {
    const headers = { authorization: `Bearer ${jwt}` };
    const { data, errors } = await gateway.query(query, { key: null, headers });
    return errors?.[0]?.extensions.code ?? data.tags.nodes[0].name;
  };
  return {
    registry,
    issuer,
    file,
    gateway,
    ask,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const refused = "UNAUTHENTICATED";

test("a JWT signed with RS256, ES256 or EdDSA stands for the key that it names, in either header", async () => {
  await using parts = await start([rsa, ec, ed]);
  const { gateway, issuer, registry } = parts;
  for (const signing of [rsa, ec, ed]) {
    const jwt = await sign(issuer, signing, { tapgraph_key: "depot" });
    const { data } = await gateway.query(query, { key: jwt });
    expect(data).toEqual(served);
    expect(await parts.ask(jwt)).toBe("one");
  }
  expect(await parts.ask(await sign(issuer, rsa, { aud: ["other", "the-api"] }))).toBe("one");
  expect(new Set(registry.calls.map((call) => call.key))).toEqual(
    new Set(["another-registry-key", key]),
  );
});

test("what JWTs can have wrong is refused with the bytes of a request without a key, and told to the log alone", async () => {
  await using parts = await start([rsa, ec]);
  const { issuer, file, registry } = parts;
  const { lines, log } = collectLines();
  const short = createShortKey();
  issuer.keys = [rsa.jwk, ec.jwk, short.jwk, { kty: "oct", k: "c2VjcmV0", alg: "HS256", kid: "h" }];
  await using gateway = createGateway({
    ...{ REGISTRY_URL: registry.url, KEYS_FILE: file.path, ...issuer.settings, log },
  });
  const post = async (jwt?: string) => {
    const headers = new Headers({ "content-type": "application/json" });
    if (jwt !== undefined) headers.set("authorization", `Bearer ${jwt}`);
    const body = JSON.stringify({ query });
    const request = new Request("http://g/graphql", { method: "POST", headers, body });
    return await (await gateway.fetch(request)).text();
  };
  const without = await post();
  const now = Math.floor(Date.now() / 1000);
  const stranger = { ...spare, jwk: { ...spare.jwk, kid: "rsa" } };
  const good = await sign(issuer, rsa);
  const [head = "", payload = "", signature = ""] = good.split(".");
  const encode = (json: unknown) => Buffer.from(JSON.stringify(json)).toString("base64url");
  const hs256 = { ...rsa, alg: "HS256", privateKey: Buffer.from(JSON.stringify(rsa.jwk)) };
  const algorithm = "JWT has an algorithm or header that is not allowed";
  const unknownKey = "JWT is signed by an unknown key";
  const [crit, jku] = [{ crit: ["x"], x: 1 }, { jku: `${issuer.url}/jwks` }];
  const other = { iss: issuer.url, aud: "the-api", exp: now + 60, tapgraph_key: "depot" };
  const cases: readonly (readonly [string, string, string])[] = [
    ["none", `${encode({ alg: "none" })}.${payload}.`, algorithm],
    ["HS256 with the public key", await sign(issuer, hs256), algorithm],
    ["HS256 by kid", await sign(issuer, hs256, {}, { kid: "h" }), algorithm],
    ["ES384", await sign(issuer, await createSigningKey("ES384", "ec")), algorithm],
    ["crit", `${encode({ alg: "RS256", ...crit })}.${payload}.${signature}`, algorithm],
    ["its own key", await sign(issuer, spare, {}, { jwk: spare.jwk }), unknownKey],
    ["an address of its key", await sign(issuer, spare, {}, jku), unknownKey],
    ["another type of key", await sign(issuer, rsa, {}, { kid: "ec" }), unknownKey],
    ["an unknown key", await sign(issuer, spare), unknownKey],
    ["a short key", short.sign(issuer.url), unknownKey],
    ["another's signature", await sign(issuer, stranger), "JWT has a wrong signature"],
    ["another payload", `${head}.${encode(other)}.${signature}`, "JWT has a wrong signature"],
    ["another issuer", await sign(issuer, rsa, { iss: "x" }), "JWT has a wrong issuer"],
    [
      "another audience",
      await sign(issuer, rsa, { aud: ["the-api2"] }),
      "JWT has a wrong audience",
    ],
    ["an end a second ago", await sign(issuer, rsa, { exp: now - 1 }), "expired"],
    ["an end now", await sign(issuer, rsa, { exp: now }), "expired"],
    ["no end", await sign(issuer, rsa, { exp: undefined }), "JWT has a wrong claim"],
    ["an end as text", await sign(issuer, rsa, { exp: "2099" as never }), "JWT has a wrong claim"],
    ["a start in 20 seconds", await sign(issuer, rsa, { nbf: now + 20 }), "JWT is not valid yet"],
    ["no claim", await sign(issuer, rsa, { tapgraph_key: undefined }), "JWT names no key"],
    ["an unknown name", await sign(issuer, rsa, { tapgraph_key: "other" }), "JWT names no key"],
    [
      "an inherited name",
      await sign(issuer, rsa, { tapgraph_key: "toString" }),
      "JWT names no key",
    ],
    ["an array", await sign(issuer, rsa, { tapgraph_key: ["shop"] }), "JWT names no key"],
    ["half of it", `${head}.${payload}`, "JWT cannot be read"],
    [
      "an encrypted form",
      `${encode({ alg: "RSA-OAEP", enc: "A256GCM" })}.a.b.c.d`,
      "JWT cannot be read",
    ],
  ];
  for (const [name, jwt, reason] of cases) {
    lines.length = 0;
    expect([name, await post(jwt)]).toEqual([name, without]);
    const line = lines.find(({ message }) => message === "request");
    const token = hashToken(jwt).slice(0, 8);
    expect([name, line]).toEqual([name, expect.objectContaining({ tokenRefused: reason, token })]);
    expect(JSON.stringify(lines)).not.toContain(jwt);
  }
  expect(await post(await sign(issuer, rsa, { nbf: now + 3 }))).toBe(
    JSON.stringify({ data: served }),
  );
  expect(registry.calls).toHaveLength(1);
}, 30_000);

test("without a kid, a JWT is accepted only if exactly one key fits", async () => {
  await using parts = await start([rsa, ec]);
  const { issuer, ask } = parts;
  const jwt = await sign(issuer, rsa, {}, { kid: undefined });
  expect(await ask(jwt)).toBe("one");
  await using others = await start([rsa, spare]);
  expect(await others.ask(await sign(others.issuer, rsa, {}, { kid: undefined }))).toBe(refused);
});

test("a key without a kid fits if it is the only one of its kind", async () => {
  const { kid: _, ...nameless } = rsa.jwk;
  await using parts = await start([ec, { ...rsa, jwk: nameless }]);
  const { issuer, ask } = parts;
  expect(await ask(await sign(issuer, rsa, {}, { kid: "any" }))).toBe("one");
  const { kid: __, ...other } = spare.jwk;
  await using others = await start([
    { ...rsa, jwk: nameless },
    { ...spare, jwk: other },
  ]);
  expect(await others.ask(await sign(others.issuer, rsa, {}, { kid: "any" }))).toBe(refused);
});

test("a JWT ends at its exp, without a tolerance, although it was verified before", async () => {
  const { clock, advance } = createClock();
  await using parts = await start([ec], { clock });
  const { issuer, ask } = parts;
  const now = clock.now() / 1000;
  const jwt = await sign(issuer, ec, { exp: now + 10, nbf: now + 4 });
  expect(await ask(jwt)).toBe("one");
  advance(9_999);
  expect(await ask(jwt)).toBe("one");
  advance(1);
  expect(await ask(jwt)).toBe(refused);
  const early = { exp: clock.now() / 1000 + 60, nbf: clock.now() / 1000 + 7 };
  expect(await ask(await sign(issuer, ec, early))).toBe(refused);
});

test("for an unknown kid the keys are fetched once for all who ask, and again after ten seconds at the earliest", async () => {
  const { clock, advance } = createClock();
  await using parts = await start([rsa], { clock });
  const { issuer, ask } = parts;
  const exp = clock.now() / 1000 + 3_600;
  expect(await ask(await sign(issuer, rsa, { exp }))).toBe("one");
  expect(issuer.fetches).toBe(1);
  issuer.keys = [rsa.jwk, ec.jwk];
  const early = await sign(issuer, ec, { exp });
  expect([await ask(early), issuer.fetches]).toEqual([refused, 1]);
  advance(10_000);
  const jwts = await Promise.all(
    [1, 2, 3, 4].map((jti) => sign(issuer, ec, { exp, jti: `${jti}` })),
  );
  expect(await Promise.all(jwts.map(ask))).toEqual(["one", "one", "one", "one"]);
  expect(issuer.fetches).toBe(2);
  expect([await ask(await sign(issuer, ed, { exp })), issuer.fetches]).toEqual([refused, 2]);
});

test("every ten minutes the keys are fetched, and a JWT whose key is gone is refused, its stream ended", async () => {
  const { clock, advance } = createClock();
  await using parts = await start([rsa, ec], { clock });
  const { issuer, ask, gateway } = parts;
  const exp = clock.now() / 1000 + 86_400;
  const [gone, kept] = [await sign(issuer, rsa, { exp }), await sign(issuer, ec, { exp })];
  expect([await ask(gone), await ask(kept)]).toEqual(["one", "one"]);
  await using stream = await subscribe(gateway.url, changes, { key: gone });
  await stream.change();
  issuer.keys = [ec.jwk];
  advance(600_000);
  await expect.poll(() => ask(gone)).toBe(refused);
  expect(await ask(kept)).toBe("one");
  advance(1_000);
  expect(await stream.rest()).toContain(refused);
  expect(issuer.fetches).toBe(2);
});

test("without its issuer a gateway is ready and refuses JWTs, until there is one", async () => {
  const { clock, advance } = createClock();
  await using down = await startIssuer([rsa]);
  down.behaviour = (response) => void response.writeHead(503).end();
  await using parts = await start([rsa], { clock, settings: down.settings });
  const ready = await fetch(`${parts.gateway.url}/health/ready`);
  expect(ready.status).toBe(200);
  const jwt = await sign(down, rsa, { exp: clock.now() / 1000 + 60 });
  expect([await parts.ask(jwt), await parts.ask(jwt), down.fetches]).toEqual([refused, refused, 1]);
  down.behaviour = undefined;
  advance(10_000);
  expect(await parts.ask(jwt)).toBe("one");
});

test("without its issuer, known keys stay in force for 24 hours", async () => {
  const { clock, advance } = createClock();
  await using parts = await start([rsa], { clock });
  const { issuer, ask } = parts;
  const exp = clock.now() / 1000 + 7 * 86_400;
  expect(await ask(await sign(issuer, rsa, { exp }))).toBe("one");
  issuer.behaviour = (response) => void response.writeHead(503).end();
  advance(86_399_000);
  const jwt = await sign(issuer, rsa, { exp, jti: "later" });
  expect(await ask(jwt)).toBe("one");
  advance(1_000);
  expect(await ask(jwt)).toBe(refused);
});

test.each([
  [
    "a redirect",
    (url: string) => ({ status: 302, headers: { location: `${url}/jwks` }, body: "" }),
  ],
  [
    "more than 256 KiB",
    () => ({
      status: 200,
      headers: {},
      body: JSON.stringify({ keys: [rsa.jwk], more: "x".repeat(262_144) }),
    }),
  ],
  ["no key set", () => ({ status: 200, headers: {}, body: "[]" })],
])("an issuer that answers with %s has no keys", async (_, answer) => {
  await using real = await startIssuer([rsa]);
  await using issuer = await startIssuer([rsa]);
  issuer.behaviour = (response) => {
    const { status, headers, body } = answer(real.url);
    response.writeHead(status, headers).end(body);
  };
  await using parts = await start([], { settings: issuer.settings });
  expect(await parts.ask(await sign(issuer, rsa))).toBe(refused);
  expect([issuer.fetches, real.fetches]).toEqual([1, 0]);
});

test.each([
  ["100 Continue before it", {}, Buffer.from],
  ["a compressed body", { "content-encoding": "GZIP" }, gzipSync],
  [
    "a charset of its own",
    { "Content-Type": 'application/json; Charset="utf-16le"' },
    (text: string) => Buffer.from(text, "utf16le"),
  ],
] as const)("an issuer that answers with %s is read", async (_, headers, encode) => {
  await using issuer = await startIssuer([rsa]);
  issuer.behaviour = (response) => {
    response.writeContinue();
    response.writeHead(200, headers).end(encode(JSON.stringify({ keys: [rsa.jwk] })));
  };
  await using parts = await start([], { settings: issuer.settings });
  expect(await parts.ask(await sign(issuer, rsa))).toBe("one");
});

test("no more requests wait for an issuer than MAX_REQUESTS_UNDER_WAY, and others are answered", async () => {
  const { clock, advance } = createClock();
  const settings = { MAX_REQUESTS_UNDER_WAY: "2" };
  await using parts = await start([rsa], { clock, settings });
  const { issuer, file } = parts;
  const token = createToken();
  file.write({ shop: key }, { [token]: { key: "shop" } });
  const known = await sign(issuer, rsa);
  expect(await parts.ask(known)).toBe("one");
  advance(10_000);
  const hangs = Promise.withResolvers<void>();
  issuer.behaviour = (response) => void hangs.promise.then(() => response.destroy());
  const jwt = await sign(issuer, ec);
  const results: string[] = [];
  const asked = Array.from({ length: 5 }, async () => results.push(await parts.ask(jwt)));
  const overloaded = ["OVERLOADED", "OVERLOADED", "OVERLOADED"];
  await vi.waitFor(() => expect(results).toEqual(overloaded), { timeout: 10_000 });
  expect(await parts.ask(known)).toBe("one");
  expect(await parts.ask(token)).toBe("one");
  hangs.resolve();
  await Promise.all(asked);
  // Both come back at once as strangers, who have a quarter of the two places: one.
  expect(results.toSorted()).toEqual([...overloaded, "OVERLOADED", refused].toSorted());
});

test("the issuer's keys are fetched through the proxy", async () => {
  await using proxy = await startTunnelProxy();
  await using parts = await start([rsa], { settings: { HTTP_PROXY: proxy.url } });
  expect(await parts.ask(await sign(parts.issuer, rsa))).toBe("one");
  expect(proxy.requests).toContain(`CONNECT ${new URL(parts.issuer.url).host}`);
});

test("a JWT goes with its entry of keys, and follows that to a new value", async () => {
  await using parts = await start([ec]);
  const { issuer, file, ask, gateway, registry } = parts;
  const jwt = await sign(issuer, ec);
  await using stream = await subscribe(gateway.url, changes, { key: jwt });
  await stream.change();
  file.write({ shop: "the-new-key" });
  expect(await stream.rest()).toMatch(/^(:\n\n)*event: complete\ndata:\n\n$/);
  await expect.poll(() => ask(jwt).then(() => registry.calls.at(-1)?.key)).toBe("the-new-key");
  await using next = await subscribe(gateway.url, changes, { key: jwt });
  await next.change();
  file.write({ depot: "the-new-key" });
  expect(await next.rest()).toContain(refused);
  expect(await ask(jwt)).toBe(refused);
}, 20_000);

test("the claim's name is literal, and a setting", async () => {
  await using parts = await start([ec], { settings: { JWT_KEY_CLAIM: "https://x/a.b" } });
  const { issuer, ask } = parts;
  expect(await ask(await sign(issuer, ec, { "https://x/a.b": "shop" }))).toBe("one");
  expect(await ask(await sign(issuer, ec, { "https://x/a": { b: "shop" } }))).toBe(refused);
});

test("JWT settings are all set or none, with KEYS_FILE, and keys come over https but on loopback", () => {
  const all = {
    JWT_ISSUER: "i",
    JWT_AUDIENCE: "a",
    JWT_JWKS_URL: "https://i/jwks",
    KEYS_FILE: "f",
  };
  expect(readSettings(all).JWT_KEY_CLAIM).toBe("tapgraph_key");
  for (const name of Object.keys(all)) {
    expect(() => readSettings({ ...all, [name]: "" })).toThrow(`${name}: JWT_ISSUER, JWT_AUDIENCE`);
  }
  for (const url of ["http://localhost:1/jwks", "http://127.0.0.1/", "http://[::1]:5/"]) {
    expect(readSettings({ ...all, JWT_JWKS_URL: url }).JWT_JWKS_URL).toBe(url);
  }
  for (const url of [
    "http://login.example/jwks",
    "http://127.0.0.1.example/",
    "http://localhost.example/",
  ]) {
    expect(() => readSettings({ ...all, JWT_JWKS_URL: url })).toThrow("expected https");
  }
});

/** An RSA key of 1,024 bits, which jose does not make. */
function createShortKey() {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 1_024 });
  const encode = (json: object) => Buffer.from(JSON.stringify(json)).toString("base64url");
  return {
    jwk: { ...publicKey.export({ format: "jwk" }), kid: "short", alg: "RS256" },
    sign(iss: string): string {
      const exp = Math.floor(Date.now() / 1000) + 60;
      const payload = { iss, aud: "the-api", exp, tapgraph_key: "shop" };
      const text = `${encode({ alg: "RS256", kid: "short" })}.${encode(payload)}`;
      return `${text}.${signBytes("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
    },
  };
}
