import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { type SampleRegistry, startSampleRegistry } from "../support/real-registry.ts";

/** The registry reads it at each call. */
const misbehaviour = { latencyMs: 0 };
let registry: SampleRegistry;
let gateway: TestGateway;

beforeAll(async () => {
  registry = await startSampleRegistry({ misbehaviour });
  const { url: registryUrl, key, links } = registry;
  gateway = await startGateway({ registryUrl, key, links });
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
});

beforeEach(async () => {
  // After this query the gateway knows the operation, and the registry's count.
  await responseOf();
  registry.resetCalls();
});

const json = "application/json";

/** Sends the query, and returns the text of its response. */
async function responseOf({ key = registry.key, accept = json } = {}): Promise<string> {
  const response = await fetch(`${gateway.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key, accept },
    body: JSON.stringify({ query: "query Shared { tags(first: 40) { nodes { name } } }" }),
  });
  expect(response.status).toBe(200);
  return response.text();
}

test.each([
  ["are equal", [json]],
  ["differ only in the media type", [json, `application/graphql-response+json,${json};q=0.9`]],
])(
  "200 simultaneous requests that %s cost one REST call, and all get the response",
  async (_, accepts) => {
    const expected = await responseOf();
    registry.resetCalls();
    misbehaviour.latencyMs = 1000;
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, at) => responseOf({ accept: accepts[at % accepts.length] })),
    );
    misbehaviour.latencyMs = 0;
    for (const result of results) expect(result).toBe(expected);
    expect(registry.calls).toHaveLength(1);
  },
);

test("simultaneous requests of two keys never share a response", async () => {
  const keys = Array.from({ length: 100 }, (_, index) =>
    index % 2 === 0 ? registry.key : registry.otherKey,
  );
  const own = await responseOf({ key: registry.key });
  const other = await responseOf({ key: registry.otherKey });
  const results = await Promise.all(keys.map((key) => responseOf({ key })));
  expect(own).not.toBe(other);
  expect(results).toEqual(keys.map((key) => (key === registry.key ? own : other)));
});
