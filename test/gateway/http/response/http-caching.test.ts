import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withHttpCaching } from "../../../../src/gateway/http/response/http-caching.ts";
import { startSampleGateway } from "../../../support/gateway.ts";

type SampleGateway = Awaited<ReturnType<typeof startSampleGateway>>;

const query = "{ tags(first: 2) { nodes { name } } }";

async function get(
  { url, registry }: SampleGateway,
  document: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const search = new URLSearchParams({ query: document });
  return fetch(`${url}/graphql?${search}`, { headers: { "x-api-key": registry.key, ...headers } });
}

describe("with a cache", () => {
  let gateway: SampleGateway;
  beforeAll(async () => {
    gateway = await startSampleGateway({ CACHE_TTL_SECONDS: "600" });
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  test("a response to GET can be cached by its caller for the rest of its lifetime", async () => {
    const response = await get(gateway, query);
    const [, left] =
      /^private, max-age=(\d+)$/.exec(response.headers.get("cache-control") ?? "") ?? [];
    expect(Number(left)).toBeGreaterThan(500);
    expect(Number(left)).toBeLessThanOrEqual(600);
    expect(response.headers.get("vary")?.toLowerCase()).toMatch(/x-api-key.*authorization/);
  });

  test("an unchanged response is 304 without a body", async () => {
    const first = await get(gateway, query);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    const byApache = etag.replace(/"$/, '-gzip"');
    for (const ifNoneMatch of [etag, etag.slice(2), `"other", ${etag}`, byApache, "*"]) {
      const again = await get(gateway, query, { "if-none-match": ifNoneMatch });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      expect(again.headers.get("etag")).toBe(etag);
      expect(again.headers.get("cache-control")).toMatch(/^private, max-age=\d+$/);
      expect(again.headers.get("vary")?.toLowerCase()).toContain("x-api-key");
    }
  });

  test("another key's response does not match", async () => {
    const etag = (await get(gateway, query)).headers.get("etag") ?? "";
    const other = await get(gateway, query, {
      "x-api-key": gateway.registry.otherKey,
      "if-none-match": etag,
    });
    expect(other.status).toBe(200);
  });

  test.each([
    ["with a failed field", "{ tags(first: -1) { totalCount } terminals { totalCount } }"],
    ["to a query that does not fit the schema", "{ tagz }"],
  ])("a response %s cannot be cached", async (_, document) => {
    const response = await get(gateway, document);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("etag")).toBeNull();
  });

  test("a response without a key cannot be cached", async () => {
    const search = new URLSearchParams({ query });
    const headers = { "apollo-require-preflight": "1" };
    const response = await fetch(`${gateway.url}/graphql?${search}`, { headers });
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("a response to POST has no caching headers", async () => {
    const { headers } = await gateway.query(query);
    expect([headers.get("cache-control"), headers.get("etag")]).toEqual([null, null]);
  });
});

describe("without a cache", () => {
  test("a response can only be revalidated", async () => {
    await using gateway = await startSampleGateway();
    const response = await get(gateway, query);
    expect(response.headers.get("cache-control")).toBe("private, no-cache");
    const again = await get(gateway, query, {
      "if-none-match": response.headers.get("etag") ?? "",
    });
    expect(again.status).toBe(304);
  });
});

describe("the time for which a response can be cached", () => {
  const cacheControlAt = async (ageSeconds: number | undefined) => {
    const response = { status: 200, headers: {}, body: '{"data":{}}' };
    const options = { ifNoneMatch: undefined, ageSeconds, ttlSeconds: 10 };
    return withHttpCaching(response, options).headers["cache-control"];
  };

  test.each([
    [0, "private, max-age=10"],
    [3.2, "private, max-age=6"],
    [9, "private, max-age=1"],
    [9.5, "private, no-cache"],
    [undefined, "private, no-cache"],
  ])("is what is left of 10 s for its oldest part, which is %s s old", async (age, expected) => {
    expect(await cacheControlAt(age)).toBe(expected);
  });
});
