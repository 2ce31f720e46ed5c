import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSampleGateway, type TestGateway } from "../../support/gateway.ts";

const page = "https://app.example";

let listed: TestGateway & { readonly registry: { readonly key: string } };
let open: TestGateway;
let closed: TestGateway;

beforeAll(async () => {
  listed = await startSampleGateway({ CORS_ORIGINS: `${page},https://other.example` });
  open = await startSampleGateway({ CORS_ORIGINS: "*" });
  closed = await startSampleGateway();
});

afterAll(async () => {
  for (const gateway of [listed, open, closed]) await gateway[Symbol.asyncDispose]();
});

/** Asks as a browser does before a page's first call. */
function ask({ url }: TestGateway, origin: string): Promise<Response> {
  return fetch(`${url}/graphql`, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type,x-api-key",
    },
  });
}

describe("a page of an origin that is listed", () => {
  test("may call with either key header, and read what it is told beside the answer", async () => {
    const preflight = await ask(listed, page);
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("x-request-id")).not.toBeNull();
    expect(preflight.headers.get("access-control-allow-origin")).toBe(page);
    const allowed = preflight.headers.get("access-control-allow-headers")?.split(", ");
    expect(allowed).toEqual(expect.arrayContaining(["content-type", "x-api-key", "authorization"]));
    expect(preflight.headers.get("access-control-allow-methods")).toBe("GET, POST");
    const { headers, data } = await listed.query("{ tags { totalCount } }", {
      headers: { origin: page },
    });
    expect(data.tags.totalCount).toBe(2500);
    expect(headers.get("access-control-allow-origin")).toBe(page);
    expect(headers.get("access-control-expose-headers")).toContain("x-request-id");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  });

  test("gets an answer that no cache gives to another origin", async () => {
    const { headers } = await listed.query("{ __typename }", { headers: { origin: page } });
    expect(headers.get("vary")).toContain("origin");
  });
});

describe.each([
  ["an origin that is not listed", () => listed, "https://evil.example"],
  ["an origin that begins like a listed one", () => listed, `${page}.evil.example`],
  ["the origin of a file", () => listed, "null"],
  ["any origin while none is listed", () => closed, page],
])("a page of %s", (_, gateway, origin) => {
  test("is refused by its browser", async () => {
    const preflight = await ask(gateway(), origin);
    expect(preflight.status).toBe(403);
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
    const { headers } = await gateway().query("{ __typename }", { headers: { origin } });
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });
});

test("with * any page may call", async () => {
  const preflight = await ask(open, "https://anywhere.example");
  expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([
    204,
    "*",
  ]);
});

describe("a request that a strange page can send without asking", () => {
  const address = () => `${listed.url}/graphql?query=${encodeURIComponent("{ __typename }")}`;

  test("is refused", async () => {
    expect((await fetch(address())).status).toBe(400);
    const form = await fetch(`${listed.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: JSON.stringify({ query: "{ __typename }" }),
    });
    expect(form.status).toBe(400);
  });

  test.each(["x-api-key", "authorization"])(
    "is answered with %s, which it cannot send",
    async (name) => {
      const response = await fetch(address(), { headers: { [name]: "Bearer k" } });
      expect(await response.json()).toEqual({ data: { __typename: "Query" } });
    },
  );
});
