import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSampleGateway, type TestGateway } from "../../../support/gateway.ts";

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

/** Sends the preflight request of a browser. */
function preflight({ url }: TestGateway, origin: string): Promise<Response> {
  return fetch(`${url}/graphql`, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type,x-api-key",
    },
  });
}

describe("a page of a listed origin", () => {
  test("can send either key header, and read the gateway's response headers", async () => {
    const permission = await preflight(listed, page);
    expect(permission.status).toBe(204);
    expect(permission.headers.get("x-request-id")).not.toBeNull();
    expect(permission.headers.get("access-control-allow-origin")).toBe(page);
    const allowed = permission.headers.get("access-control-allow-headers")?.split(", ");
    expect(allowed).toEqual(
      expect.arrayContaining([
        ...["content-type", "x-api-key", "authorization"],
        ...["traceparent", "tracestate", "baggage", "sentry-trace", "graphql-client-name"],
      ]),
    );
    expect(permission.headers.get("access-control-allow-methods")).toBe("GET, POST");
    const { headers, data } = await listed.query("{ tags { totalCount } }", {
      headers: { origin: page },
    });
    expect(data.tags.totalCount).toBe(2500);
    expect(headers.get("access-control-allow-origin")).toBe(page);
    expect(headers.get("access-control-expose-headers")).toContain("x-request-id");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  });
});

describe.each([
  ["an unlisted origin", () => listed, "https://evil.example"],
  ["an origin that begins like a listed one", () => listed, `${page}.evil.example`],
  ["the origin of a file", () => listed, "null"],
  ["any origin if none is listed", () => closed, page],
])("a page of %s", (_, gateway, origin) => {
  test("is refused by its browser", async () => {
    const refusal = await preflight(gateway(), origin);
    expect(refusal.status).toBe(403);
    expect(refusal.headers.get("access-control-allow-origin")).toBeNull();
    const { headers } = await gateway().query("{ __typename }", { headers: { origin } });
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });
});

test("with * every page can call", async () => {
  const { status, headers } = await preflight(open, "https://anywhere.example");
  expect([status, headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
});

describe("a request that any page can send without a preflight", () => {
  const address = () => `${listed.url}/graphql?query=${encodeURIComponent("{ __typename }")}`;

  test("is refused, although its query is known", async () => {
    expect((await fetch(address())).status).toBe(400);
    const preflighted = { "x-apollo-operation-name": "any" };
    for (let times = 0; times < 3; times += 1)
      expect((await fetch(address(), { headers: preflighted })).status).toBe(200);
    expect((await fetch(address())).status).toBe(400);
    const form = await fetch(`${listed.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: JSON.stringify({ query: "{ __typename }" }),
    });
    expect(form.status).toBe(400);
  });

  test.each(["x-api-key", "authorization"])(
    "is answered if it has %s, which needs a preflight",
    async (name) => {
      const response = await fetch(address(), { headers: { [name]: "Bearer k" } });
      expect(await response.json()).toEqual({ data: { __typename: "Query" } });
    },
  );
});
