import { gzipSync } from "node:zlib";
import { serverAudits } from "graphql-http";
import { afterAll, describe, expect, test } from "vitest";
import { startSampleGateway } from "../../support/gateway.ts";

const gateway = await startSampleGateway();

afterAll(() => gateway[Symbol.asyncDispose]());

/** The audits of the specification "GraphQL over HTTP". They need a key: a plain GET without one could come from any page. */
const audits = serverAudits({
  url: () => `${gateway.url}/graphql`,
  fetchFn: (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { "x-api-key": gateway.registry.key, ...init.headers } }),
});

/** Sends a new query by GET, and again when it is known. Returns the status and the body of both responses. */
async function getTwice(
  query: string,
  {
    more = "",
    headers = {},
  }: { readonly more?: string; readonly headers?: Readonly<Record<string, string>> },
): Promise<readonly (readonly [status: number, body: string])[]> {
  const get = async () => {
    const search = `query=${encodeURIComponent(query)}${more}`;
    const response = await fetch(`${gateway.url}/graphql?${search}`, { headers });
    return [response.status, await response.text()] as const;
  };
  const first = await get();
  await gateway.query(query);
  return [first, await get()];
}

test.each(["gzip", "BR", "aes128gcm"])(
  "a body with the coding %s is refused, with its name",
  async (coding) => {
    const headers = { "content-type": "application/json", "content-encoding": coding };
    const body = gzipSync(JSON.stringify({ query: "{ __typename }" }));
    const response = await fetch(`${gateway.url}/graphql`, { method: "POST", headers, body });
    expect([response.status, response.headers.get("accept-encoding")]).toEqual([415, "identity"]);
    const { errors } = (await response.json()) as {
      readonly errors: readonly { message: string }[];
    };
    expect(errors[0]?.message).toContain(`"${coding}"`);
  },
);

describe("a GET, whether its query is known or not,", () => {
  test("is answered without a key if its content type is JSON, though it has no body", async () => {
    const headers = { "content-type": "application/json" };
    const [first, later] = await getTwice("query Typed { __typename }", { headers });
    expect(first).toEqual([200, '{"data":{"__typename":"Query"}}']);
    expect(later).toEqual(first);
  });

  test("is refused if it has another content type", async () => {
    const headers = { "content-type": "text/plain", "x-api-key": "some key" };
    const [first, later] = await getTwice("query Foreign { __typename }", { headers });
    expect(first?.[0]).toBe(415);
    expect(later).toEqual(first);
  });

  test("can have unknown parameters, even repeated ones", async () => {
    const headers = { "x-api-key": "some key" };
    const more = "&tracked=1&tracked=2";
    const [first, later] = await getTwice("query Tracked { __typename }", { headers, more });
    expect(first?.[0]).toBe(200);
    expect(later).toEqual(first);
  });

  test.each([
    ["&variables=no", "The parameter variables is not JSON."],
    ["&operationName=A&operationName=A", "The parameter operationName is given twice."],
  ])("is refused with what is wrong with %s", async (more, message) => {
    const headers = { "x-api-key": "some key" };
    const [first, later] = await getTwice(`query A { __typename }`, { headers, more });
    expect(first?.[0]).toBe(400);
    expect(first?.[1]).toContain(message);
    expect(later).toEqual(first);
  });

  test("can have null for a member", async () => {
    const headers = { "x-api-key": "some key" };
    const more = "&variables=null&extensions=null";
    const [first, later] = await getTwice("query Null { __typename }", { headers, more });
    expect(first?.[0]).toBe(200);
    expect(later).toEqual(first);
  });
});

test("a media type that only Apollo Server knows is not acceptable", async () => {
  const headers = { accept: "application/json; callbackSpec=1.0" };
  const { status, errors } = await gateway.query("query Callback { __typename }", { headers });
  expect([status, errors?.[0]?.extensions.code]).toEqual([406, "BAD_REQUEST"]);
  await gateway.query("query Callback { __typename }");
  expect((await gateway.query("query Callback { __typename }", { headers })).status).toBe(406);
});

describe("GraphQL over HTTP", () => {
  test.each(audits.map((audit) => [audit.name, audit] as const))("%s", async (_, audit) => {
    const result = await audit.fn();
    expect(result.status === "ok" ? "ok" : `${result.status}: ${result.reason}`).toBe("ok");
  });
});

test("headers that are too large are refused", async () => {
  const headers = { "x-filler": "x".repeat(20_000) };
  expect((await fetch(`${gateway.url}/graphql`, { headers })).status).toBe(431);
});
