import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startRegistry } from "../../../src/registry/http/server.ts";
import { presentKey } from "../../../src/registry/keys.ts";
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
  const { status, headers } = response;
  const body = await response.text();
  return { status, headers, body: body === "" ? undefined : JSON.parse(body) };
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
    expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(body).toHaveProperty("tags.length", 1000);
    const last = { tags: [], count: 2500, page_count: 3 };
    for (const [query, envelope] of [
      ["tags", { limit: 1000, page: 1, count: 2500, page_count: 3 }],
      ["terminals?limit=25&page=3", { limit: 25, page: 3, count: 60, page_count: 3 }],
      ["tags?limit=1001&page=2", { limit: 1000, page: 2 }],
      ["tags?page=4", { limit: 1000, page: 4, ...last }],
      ["tags?page=9007199254740991", { limit: 1000, page: 9_007_199_254_740_991, ...last }],
    ] as const) {
      expect((await ask(`/api/v1/${query}`)).body).toMatchObject(envelope);
    }
  });

  test.each(["http://registry.example", "HTTPS://registry.example:8443"])(
    "a request target in absolute form, as in %s/…, is its path and query",
    async (origin) => {
      const { port } = new URL(registry.url);
      const socket = connect({ port: Number(port), host: "127.0.0.1" });
      socket.write(
        `GET ${origin}/api/v1/terminals?limit=1&key=${registry.key} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      );
      const result = await text(socket);
      expect(result).toMatch(/^HTTP\/1\.1 200 /);
      expect(result).toContain('"limit":1,"page":1,"count":60');
    },
  );

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
    const { tags } = body as { tags: readonly [{ id: string }] };
    expect((await ask(`/api/v1/tags/${tags[0].id}/`)).body).toEqual({ tag: tags[0] });
    expect(Object.keys(tags[0]).join(" ")).toBe(
      "id type name project_id description is_active added_when last_update additional_data",
    );
  });

  test.each([
    ["terminals/1003/", ["terminals"], { terminals: [{ id: 1003, project_id: 1 }] }],
    ["additional_data/structure/tag", ["items", "last_update"], {}],
    ["additional_data/structure/terminal", ["items", "last_update"], {}],
  ])("%s has %j, and no envelope", async (path, members, expected) => {
    const { body } = await ask(`/api/v1/${path}`);
    expect(Object.keys(body as object)).toEqual(members);
    expect(body).toMatchObject(expected);
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
});

describe("keys", () => {
  test("a key sees its own project's record when two projects have one with the same id", async () => {
    const { body } = await ask("/api/v1/tags?limit=1");
    const path = `/api/v1/tags/${(body as { tags: readonly [{ id: string }] }).tags[0].id}/`;
    const projectOf = async (key: string) => (await ask(path, { key })).body;
    expect(await projectOf(registry.key)).toMatchObject({ tag: { project_id: 1 } });
    expect(await projectOf(registry.otherKey)).toMatchObject({ tag: { project_id: 2 } });
  });

  test("another project's record is unknown", async () => {
    const { otherKey: key } = registry;
    const { status, body } = await ask("/api/v1/terminals/1003/", { key });
    expect([status, body]).toMatchObject([404, { error: { code: "unknown_terminal" } }]);
  });
});

describe("refusals", () => {
  test.each([
    ["/api/v1/tags?limit=0", 400, "bad_limit"],
    ["/api/v1/tags?limit=-1", 400, "bad_limit"],
    ["/api/v1/tags?limit=1.5", 400, "bad_limit"],
    ["/api/v1/tags?limit=", 400, "bad_limit"],
    ["/api/v1/tags?limit=5&limit=6", 400, "bad_limit"],
    ["/api/v1/tags?page=0", 400, "bad_page"],
    ["/api/v1/tags?page=99999999999999999999", 400, "bad_page"],
    ["/api/v1/tags?type=json?", 400, "bad_type"],
    ["/api/v1/tags/0000/", 404, "unknown_tag"],
    ["/api/v1/terminals/1/", 404, "unknown_terminal"],
    ["/api/v1/terminals/01003/", 404, "unknown_terminal"],
    ["/api/v1/terminals/x/", 404, "unknown_terminal"],
    ["/api/v1/additional_data/structure/door", 404, "unknown_structure"],
    ["/api/v1/tags/", 404, "unknown_path"],
    ["/api/v1/terminals/1003", 404, "unknown_path"],
    ["/api/v1/tags/%zz/", 404, "unknown_path"],
    ["/api/v2/tags", 404, "unknown_path"],
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
    const failed = await ask("/api/v1/tags", { of });
    expect(failed).toMatchObject({ status: 503, body: { error: { code: "made_to_fail" } } });
    expect((await ask("/health/live", { of })).status).toBe(200);
    misbehaviour.failPercent = 0;
    expect((await ask("/api/v1/tags", { of })).status).toBe(200);
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
  const misbehaviour = {
    get latencyMs() {
      underWay.resolve();
      return 50;
    },
  };
  const registry = await startSampleRegistry({ misbehaviour });
  const result = fetch(`${registry.url}/api/v1/tags?limit=1&key=${registry.key}`);
  await underWay.promise;
  const closed = registry[Symbol.asyncDispose]();
  const response = await result;
  expect([response.status, response.headers.get("connection")]).toEqual([200, "close"]);
  await response.text();
  await closed;
  await expect(fetch(`${registry.url}/health/live`)).rejects.toThrow();
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
  const closed = registry[Symbol.asyncDispose]();
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await closed;
  await ended;
});

test("health checks need no key, and readiness is 503 while the store cannot be read", async () => {
  const store = await openStore(":memory:");
  await using registry = await startRegistry({ store, host: "127.0.0.1", port: 0 });
  const statusOf = async (path: string) => (await fetch(registry.url + path)).status;
  const statuses = () =>
    Promise.all(["/health/live", "/health/ready", "/api/v1/tags?key=x"].map(statusOf));
  expect(await statuses()).toEqual([200, 200, 401]);
  await store[Symbol.asyncDispose]();
  expect(await statuses()).toEqual([200, 503, 503]);
});
