import { afterAll, describe, expect, test } from "vitest";
import { toRequestId } from "../../../../src/gateway/http/observation/requests-under-way.ts";
import { startSampleGateway } from "../../../support/gateway.ts";

const gateway = await startSampleGateway({ EXPLORER: "true" });
afterAll(() => gateway[Symbol.asyncDispose]());

const newId = /^[0-9a-f]{32}$/;

test.each(["a", "550e8400-e29b-41d4-a716-446655440000", "req_1:2.3/4+5=", "x".repeat(64)])(
  "the caller's request id %s is kept",
  (id) => {
    expect(toRequestId(id, ["another-key"])).toBe(id);
  },
);

test.each([
  ["missing", undefined],
  ["empty", ""],
  ["too long", "x".repeat(65)],
  ["broken by a line end", "a\nb"],
  ["one with a quote", 'a"b'],
])("if the caller's request id is %s, it gets a new one", (_, id) => {
  expect(toRequestId(id, ["s3cret-key"])).toMatch(newId);
});

test.each([
  ["x-api-key", "s3cret-key"],
  ["authorization", "Bearer s3cret-key"],
])(
  "a request id with the key of the header %s in it is neither logged nor sent back",
  async (name, value) => {
    const headers = { "content-type": "application/json", "x-request-id": "id-s3cret-key-1" };
    const response = await fetch(`${gateway.url}/graphql`, {
      method: "POST",
      body: '{"query":"{ __typename }"}',
      headers: { ...headers, [name]: value },
    });
    expect(response.headers.get("x-request-id")).toMatch(newId);
  },
);

describe("the request id is in the response", () => {
  test.each([
    ["to a query", "/graphql", { method: "POST", body: '{"query":"{ __typename }"}' }],
    ["to a query that cannot be read", "/graphql", { method: "POST", body: "{" }],
    ["to a request for the explorer", "/graphql", { headers: { accept: "text/html" } }],
    ["to a health request", "/health/ready", {}],
    ["to a request for nothing", "/nowhere", {}],
  ])("%s", async (_, path, init: RequestInit) => {
    const headers = { "content-type": "application/json", "x-request-id": "id-1", ...init.headers };
    const response = await fetch(gateway.url + path, { ...init, headers });
    expect(response.headers.get("x-request-id")).toBe("id-1");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });
});
