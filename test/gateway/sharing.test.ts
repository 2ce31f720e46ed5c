import { afterAll, expect, test } from "vitest";
import { startGatewayWith } from "../support/gateway.ts";
import { startSampleRegistry } from "../support/real-registry.ts";

/** The registry reads it at each call. */
const misbehaviour = { latencyMs: 0 };
const gateway = await startGatewayWith(await startSampleRegistry({ misbehaviour }));
const { registry } = gateway;
afterAll(() => gateway[Symbol.asyncDispose]());

const json = "application/json";
const body = JSON.stringify({ query: "query Shared { tags(first: 40) { nodes { name } } }" });

async function responseOf(accept = json): Promise<string> {
  const response = await gateway.send(body, { accept });
  expect(response.status).toBe(200);
  return response.text();
}

test.each([
  ["are equal", [json]],
  ["differ only in the media type", [json, `application/graphql-response+json,${json};q=0.9`]],
])(
  "50 simultaneous requests that %s cost one REST call, and all get the response",
  async (_, accepts) => {
    // After this the gateway knows the operation, and the registry's count.
    const expected = await responseOf();
    registry.resetCalls();
    misbehaviour.latencyMs = 1000;
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, at) => responseOf(accepts[at % accepts.length])),
    );
    misbehaviour.latencyMs = 0;
    for (const result of results) expect(result).toBe(expected);
    expect(registry.calls).toHaveLength(1);
  },
);
