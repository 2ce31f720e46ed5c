import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startRegistry } from "../../../src/registry/http/server.ts";
import { createKey, presentKey } from "../../../src/registry/keys.ts";
import { createSample } from "../../../src/registry/sample/sample.ts";
import { openStore } from "../../../src/registry/store/open-store.ts";
import { type SampleRegistry, startSampleRegistry } from "../../support/real-registry.ts";

async function ask(
  path: string,
  {
    of = registry,
    key = of.key,
    ...init
  }: RequestInit & {
    readonly of?: Pick<SampleRegistry, "url" | "key">;
    readonly key?: string;
  } = {},
): Promise<{ readonly status: number; readonly body: unknown; readonly headers: Headers }> {
  const url = `${of.url}${path}${path.includes("?") ? "&" : "?"}key=${encodeURIComponent(key)}`;
  const response = await fetch(url, init);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}

let registry: SampleRegistry;

beforeAll(async () => {
  registry = await startSampleRegistry();
});

afterAll(async () => {
  await registry[Symbol.asyncDispose]();
});

describe("the five operations", () => {
  test("lists are a thousand per page, with the envelope", async () => {
    const { status, body, headers } = await ask("/api/v1/tags");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json");
    expect(body).toMatchObject({ limit: 1000, page: 1, count: 2500, page_count: 3 });
    expect(body).toHaveProperty("tags.length", 1000);
    const terminals = await ask("/api/v1/terminals?limit=25&page=3");
    expect(terminals.body).toMatchObject({ limit: 25, page: 3, count: 60, page_count: 3 });
    expect(terminals.body).toHaveProperty("terminals.length", 10);
    const larger = await ask("/api/v1/tags?limit=1001&page=2");
    expect(larger.body).toMatchObject({ limit: 1000, page: 2 });
  });

  test.each(["http://registry.example", "HTTPS://registry.example:8443"])(
    "a request target in absolute form, as in %s/…, is its path and query",
    async (origin) => {
      const { port } = new URL(registry.url);
      const socket = connect({ port: Number(port), host: "127.0.0.1" });
      socket.write(
        `GET ${origin}/api/v1/terminals?limit=1&key=${registry.key} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      );
      const chunks: Buffer[] = [];
      socket.on("data", (chunk) => chunks.push(chunk));
      await once(socket, "close");
      const result = Buffer.concat(chunks).toString();
      expect(result).toMatch(/^HTTP\/1\.1 200 /);
      expect(result).toContain('"limit":1,"page":1,"count":60');
    },
  );

  test("numbers beyond 64-bit floating point have all their digits, in JSON and XML", async () => {
    await using store = await openStore(":memory:");
    const { key } = await createKey(store, { projectId: 1, name: "", createdWhen: 1 });
    const data = '{"serial":12345678901234567890,"list":[1e400,-9007199254740993]}';
    const json = `{"id":"A","additional_data":${data}}`;
    await using change = await store.beginChange();
    await change.putRecords([{ projectId: 1, kind: "tag", id: "A", addedWhen: 1, json }]);
    await change.commit();
    await using registry = await startRegistry({ store, host: "127.0.0.1", port: 0 });
    for (const path of ["tags", "tags/A/"]) {
      const read = async (type: string) =>
        (await fetch(`${registry.url}/api/v1/${path}?type=${type}&key=${key}`)).text();
      expect(await read("json")).toContain(data);
      expect(await read("xml")).toContain(
        `<field key="serial" type="number">12345678901234567890</field><field key="list" type="array"><item type="number">1e400</item><item type="number">-9007199254740993</item></field>`,
      );
    }
  });

  test("a key whose hash only begins like that of another gets nothing, and learns nothing", async () => {
    await using store = await openStore(":memory:");
    const { id } = presentKey("guessed");
    const hash = Buffer.concat([Buffer.from(id, "hex"), Buffer.alloc(26)]);
    await store.addKey({ id, hash, projectId: 1, name: "", createdWhen: 1 });
    await using guessed = await startRegistry({ store, host: "127.0.0.1", port: 0 });
    for (const path of ["tags", "tags?limit=0", "tags/A/", "terminals/x/"]) {
      const { status, body } = await ask(`/api/v1/${path}`, { of: { ...guessed, key: "guessed" } });
      expect([status, body]).toMatchObject([401, { error: { code: "unknown_key" } }]);
    }
  });

  test.each(["/api/v1/tags", "/api/v1/tags/A/", "/health/live", "/nowhere"])(
    "nobody may keep a response of %s, because the key is in the address",
    async (path) => {
      expect((await ask(path)).headers.get("cache-control")).toBe("no-store");
    },
  );

  test("one tag comes under tag, with the fields of the interface in their order", async () => {
    const { body } = await ask("/api/v1/tags?limit=1");
    const { tags } = body as { tags: readonly { id: string }[] };
    const single = await ask(`/api/v1/tags/${tags[0]?.id}/`);
    expect(single.body).toEqual({ tag: tags[0] });
    expect(Object.keys(tags[0] ?? {})).toEqual(
      "id type name project_id description is_active added_when last_update additional_data".split(
        " ",
      ),
    );
  });

  test("one terminal comes in an array under terminals, without an envelope", async () => {
    const { body } = await ask("/api/v1/terminals/1003/");
    expect(Object.keys(body as object)).toEqual(["terminals"]);
    expect(body).toMatchObject({ terminals: [{ id: 1003, project_id: 1 }] });
  });

  test.each(["tag", "terminal"])("the structure of %ss has its items", async (of) => {
    const { body } = await ask(`/api/v1/additional_data/structure/${of}`);
    expect(Object.keys(body as object)).toEqual(["items", "last_update"]);
    expect(body).toHaveProperty("items.0.set_via_app", true);
  });

  test("the pages together have every tag once, ordered by added_when, then by id", async () => {
    const seen: { added_when: number; id: string }[] = [];
    for (let page = 1; page <= 7; page += 1) {
      const { body } = await ask(`/api/v1/tags?limit=367&page=${page}`);
      seen.push(...(body as { tags: typeof seen }).tags);
    }
    const sorted = seen.toSorted(
      (one, other) => one.added_when - other.added_when || (one.id < other.id ? -1 : 1),
    );
    expect(seen).toEqual(sorted);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(2500);
  });

  test("a page past the end is empty, and its envelope is correct", async () => {
    for (const page of [4, 9_007_199_254_740_991]) {
      const { status, body } = await ask(`/api/v1/tags?page=${page}`);
      expect(status).toBe(200);
      expect(body).toEqual({ tags: [], limit: 1000, page, count: 2500, page_count: 3 });
    }
  });
});

describe("keys", () => {
  test("a key sees its own project's record when two projects have one with the same id", async () => {
    const { body } = await ask("/api/v1/tags?limit=1");
    const { tags } = body as { tags: readonly { id: string }[] };
    const path = `/api/v1/tags/${tags[0]?.id}/`;
    expect((await ask(path)).body).toMatchObject({ tag: { project_id: 1 } });
    expect((await ask(path, { key: registry.otherKey })).body).toMatchObject({
      tag: { project_id: 2 },
    });
  });

  test("another project's record is unknown", async () => {
    const { status, body } = await ask("/api/v1/terminals/1003/", {
      key: registry.otherKey,
    });
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: { code: "unknown_terminal" } });
  });
});

describe("refusals", () => {
  test.each([
    ["/api/v1/tags?limit=0", 400, "bad_limit"],
    ["/api/v1/tags?limit=-1", 400, "bad_limit"],
    ["/api/v1/tags?limit=ten", 400, "bad_limit"],
    ["/api/v1/tags?limit=1.5", 400, "bad_limit"],
    ["/api/v1/tags?limit=", 400, "bad_limit"],
    ["/api/v1/tags?limit=5&limit=6", 400, "bad_limit"],
    ["/api/v1/tags?page=0", 400, "bad_page"],
    ["/api/v1/tags?page=99999999999999999999", 400, "bad_page"],
    ["/api/v1/tags?type=yaml", 400, "bad_type"],
    ["/api/v1/tags/0000/", 404, "unknown_tag"],
    ["/api/v1/terminals/1/", 404, "unknown_terminal"],
    ["/api/v1/terminals/01003/", 404, "unknown_terminal"],
    ["/api/v1/terminals/x/", 404, "unknown_terminal"],
    ["/api/v1/additional_data/structure/door", 404, "unknown_structure"],
    ["/api/v1/tags/", 404, "unknown_path"],
    ["/api/v1/terminals/1003", 404, "unknown_path"],
    ["/api/v1/tags/%zz/", 404, "unknown_path"],
    ["/api/v2/tags", 404, "unknown_path"],
    ["/", 404, "unknown_path"],
  ])("%s is answered with %i %s", async (path, status, code) => {
    const result = await ask(path);
    expect(result.status).toBe(status);
    expect(result.body).toEqual({ error: { code, message: expect.stringMatching(/^[A-Z].+\.$/) } });
  });

  test.each([
    ["no key", "/api/v1/tags", "missing_key"],
    ["an empty key", "/api/v1/tags?key=", "missing_key"],
    ["an unknown key", "/api/v1/tags?key=guess", "unknown_key"],
  ])("%s is answered with 401", async (_, path, code) => {
    const response = await fetch(registry.url + path);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe('ApiKey in="query", name="key"');
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS"])(
    "%s is answered with 405 and Allow",
    async (method) => {
      const { status, body, headers } = await ask("/api/v1/tags", { method });
      expect(status).toBe(405);
      expect(headers.get("allow")).toBe("GET, HEAD");
      expect(body).toMatchObject({ error: { code: "wrong_method" } });
    },
  );

  test("HEAD has the headers of GET and no body", async () => {
    const get = await ask("/api/v1/tags?limit=3");
    const head = await ask("/api/v1/tags?limit=3", { method: "HEAD" });
    expect(head.body).toBeUndefined();
    expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
  });
});

describe("misbehaviour on purpose", () => {
  test("a limit is clamped to the maximum that is set", async () => {
    await using of = await startSampleRegistry({ misbehaviour: { clampLimit: 50 } });
    const { body } = await ask("/api/v1/tags?limit=400", { of });
    expect(body).toMatchObject({ limit: 50, page: 1, page_count: 50 });
  });

  test("a limit above the largest allowed is refused, and a request without a limit is not", async () => {
    await using of = await startSampleRegistry({ misbehaviour: { refuseLimit: 200 } });
    expect(await ask("/api/v1/tags?limit=201", { of })).toMatchObject({ status: 400 });
    expect(await ask("/api/v1/tags?limit=200", { of })).toMatchObject({ status: 200 });
    expect(await ask("/api/v1/tags", { of })).toMatchObject({ body: { limit: 200 } });
  });

  test("the percentage of failing requests can change at run time, and does not apply to health checks", async () => {
    const misbehaviour = { failPercent: 100 };
    await using of = await startSampleRegistry({ misbehaviour });
    expect(await ask("/api/v1/tags", { of })).toMatchObject({
      status: 503,
      body: { error: { code: "made_to_fail" } },
    });
    expect(await ask("/health/live", { of })).toMatchObject({ status: 200 });
    misbehaviour.failPercent = 0;
    expect(await ask("/api/v1/tags", { of })).toMatchObject({ status: 200 });
  });
});

test("requests are reported in order, without the key", async () => {
  registry.resetCalls();
  await ask("/api/v1/tags?limit=2&apikey=secret");
  await ask("/api/v1/terminals/1003/");
  expect(registry.calls).toEqual(["GET /api/v1/tags?limit=2", "GET /api/v1/terminals/1003/"]);
});

test("a registry that is closing answers the requests under way, and accepts no more", async () => {
  const underWay = Promise.withResolvers<void>();
  const store = await openStore(":memory:");
  const { keys } = await createSample(store);
  const registry = await startRegistry({
    store,
    host: "127.0.0.1",
    port: 0,
    misbehaviour: {
      get latencyMs() {
        underWay.resolve();
        return 50;
      },
    },
  });
  const result = fetch(`${registry.url}/api/v1/tags?limit=1&key=${keys[0].key}`);
  await underWay.promise;
  const closed = registry.close();
  const response = await result;
  expect(response.status).toBe(200);
  expect(response.headers.get("connection")).toBe("close");
  await response.text();
  await closed;
  await expect(fetch(`${registry.url}/health/live`)).rejects.toThrow();
  await store[Symbol.asyncDispose]();
});

test("a connection that never ends its request is cut when the grace period is over", async () => {
  await using store = await openStore(":memory:");
  const registry = await startRegistry({ store, host: "127.0.0.1", port: 0 });
  const socket = connect(Number(new URL(registry.url).port), "127.0.0.1");
  const ended = once(socket, "close");
  socket.on("error", () => undefined);
  socket.write("GET /health/live HTTP/1.1\r\nhost: a\r\n\r\nGET /health/live HTTP/1.1\r\nhost:");
  await once(socket, "data");
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const closed = registry.close();
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await closed;
  await ended;
});

test("health checks need no key, and readiness is 503 while the store cannot be read", async () => {
  const store = await openStore(":memory:");
  await using registry = await startRegistry({ store, host: "127.0.0.1", port: 0 });
  const statusOf = async (path: string) => (await fetch(registry.url + path)).status;
  expect(await statusOf("/health/live")).toBe(200);
  expect(await statusOf("/health/ready")).toBe(200);
  await store[Symbol.asyncDispose]();
  expect(await statusOf("/health/live")).toBe(200);
  expect(await statusOf("/health/ready")).toBe(503);
  expect(await statusOf("/api/v1/tags?key=x")).toBe(503);
});
